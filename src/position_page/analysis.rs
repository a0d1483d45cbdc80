// SPDX-License-Identifier: GPL-3.0-or-later
//! The engine looks at the position: its value and the best line, deeper and deeper.

use std::rc::Rc;
use std::time::Duration;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;

use crate::describe;
use crate::services::EngineService;
use morris::Position;
use morris_engine::{Event, EventKind, Limits, Request, RequestId, Strength};

use super::PositionPage;
use super::draft::RULES;

/// More moves than these are not shown of a line.
const LONGEST_LINE: usize = 12;

impl PositionPage {
    /// Has the engine look at the position for as long as the settings say.
    pub(super) fn analyse(&self) {
        let Ok(position) = self.draft().check() else { return };
        let imp = self.imp();
        imp.ticket.set(imp.ticket.get() + 1);
        imp.analysis.set_label(&gettext("Thinking…"));
        let (Some((services, _)), Some(engine)) = (imp.surroundings.get(), imp.engine.get()) else { return };
        let thinking_time = services.settings.get().thinking_time;
        engine.think(Request {
            ticket: RequestId(imp.ticket.get()),
            rules: RULES,
            positions: vec![position],
            among: Vec::new(),
            strength: Strength::Limits(Limits { time: Some(thinking_time), ..Limits::default() }),
            seed: 0,
            at_least: Duration::ZERO,
            clock: None,
        });
    }

    /// Gives up looking; what has been found is of no interest any more.
    pub(super) fn stop_analysis(&self) {
        let imp = self.imp();
        imp.ticket.set(imp.ticket.get() + 1);
        imp.analysis.set_label("");
        if let Some(engine) = imp.engine.get() {
            engine.stop();
        }
    }

    /// Lets the engine answer here, as long as the page lives.
    pub(super) fn connect_engine(&self, service: &Rc<EngineService>) {
        let page = self.downgrade();
        let hear = move |event: Event| page.upgrade().into_iter().for_each(|page| page.show_event(&event));
        self.imp().engine.get_or_init(|| service.client(hear));
    }

    fn show_event(&self, event: &Event) {
        if event.ticket != RequestId(self.imp().ticket.get()) {
            return;
        }
        if let (EventKind::Info(info), Ok(position)) = (&event.kind, self.draft().check()) {
            let value = describe::score(info.score, Position::side(&position));
            let line: Vec<_> =
                info.pv.iter().take(LONGEST_LINE).map(|&mv| describe::notation(RULES.board, mv)).collect();
            self.imp().analysis.set_label(&format!("{value}\n{}", line.join(" ")));
        }
    }
}
