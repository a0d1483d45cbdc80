// SPDX-License-Identifier: GPL-3.0-or-later
//! The engine looks at the position: its value and the best line, deeper and deeper.

use std::time::Duration;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;

use crate::{Application, describe};
use morris::Position;
use morris_engine::{Engine, EngineOptions, Event, EventKind, Limits, Request, RequestId, Strength};

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
        let settings = Application::get().settings();
        self.engine().set_options(EngineOptions {
            memory_mib: settings.memory as usize,
            threads: settings.threads.into(),
            thinking_time: settings.thinking_time,
        });
        self.engine().set_solved(Application::get().tables());
        self.engine().think(Request {
            ticket: RequestId(imp.ticket.get()),
            rules: RULES,
            positions: vec![position],
            among: Vec::new(),
            strength: Strength::Limits(Limits { time: Some(settings.thinking_time), ..Limits::default() }),
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

    /// The engine, started when it is first needed.
    fn engine(&self) -> &Engine {
        self.imp().engine.get_or_init(|| {
            let (sender, events) = async_channel::unbounded();
            // Once the page is gone nobody waits for an answer.
            let engine = Engine::start(move |event| drop(sender.try_send(event)));
            let page = self.downgrade();
            glib::spawn_future_local(async move {
                while let Ok(event) = events.recv().await {
                    let Some(page) = page.upgrade() else { return };
                    page.hear(&event);
                }
            });
            engine
        })
    }

    fn hear(&self, event: &Event) {
        if event.ticket != RequestId(self.imp().ticket.get()) {
            return;
        }
        if let (EventKind::Info(info), Ok(position)) = (&event.kind, self.draft().check()) {
            let value = describe::score(info.score, Position::side(&position));
            let line: Vec<_> = info.pv.iter().take(LONGEST_LINE).map(ToString::to_string).collect();
            self.imp().analysis.set_label(&format!("{value}\n{}", line.join(" ")));
        }
    }
}
