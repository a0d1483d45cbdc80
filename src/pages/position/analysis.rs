// SPDX-License-Identifier: GPL-3.0-or-later
//! Analysis of the position by the engine: its value and the best line, with increasing depth.

use std::rc::Rc;

use adw::subclass::prelude::*;
use gettextrs::gettext;

use crate::services::{EngineService, PageContext};
use crate::text::describe;
use morris::{Board, Color};
use morris_engine::{Event, EventKind, Limits, Request, Strength};

use super::PositionPage;

/// Maximum number of moves shown of a line.
const LONGEST_LINE: usize = 12;

impl PositionPage {
    /// Starts an analysis of the position for the thinking time of the settings.
    pub(super) fn analyze(&self) {
        let (imp, editor) = (self.imp(), self.editor());
        let Some(position) = editor.position() else { return };
        let (Some(PageContext { services, .. }), Some(engine)) = (imp.context.get(), imp.engine.get()) else {
            return;
        };
        editor.say(&gettext("Thinking…"));
        let thinking_time = services.settings.read(|settings| settings.thinking_time);
        let limits = Limits { time: Some(thinking_time), ..Limits::default() };
        imp.asked.set(Some(editor.arrangement()));
        engine.think(Request::new(editor.rules(), vec![position], Strength::Limits(limits)));
    }

    /// Stops the analysis.
    pub(super) fn stop_analysis(&self) {
        self.imp().asked.take();
        if let Some(engine) = self.imp().engine.get() {
            engine.stop();
        }
    }

    /// Connects the engine, as long as the page lives. Only answers about the position that was
    /// last asked about are shown.
    pub(super) fn connect_engine(&self, service: &Rc<EngineService>) {
        let hear = glib::clone!(
            #[weak(rename_to = page)]
            self,
            move |event: Event| page.show_event(&event)
        );
        self.imp().engine.get_or_init(|| service.client(hear));
    }

    fn show_event(&self, event: &Event) {
        let editor = self.editor();
        let arrangement = editor.arrangement();
        if self.imp().asked.get() != Some(arrangement) {
            return self.stop_analysis();
        }
        if let Some(words) = words(&event.kind, editor.rules().board, arrangement.side) {
            editor.say(&words);
        }
    }
}

/// Returns the text of an engine event about a position with this side to move, or `None` if there
/// is nothing new.
fn words(said: &EventKind, board: &Board, side: Color) -> Option<String> {
    match said {
        EventKind::Info(info) => {
            let line: Vec<_> =
                info.pv.iter().take(LONGEST_LINE).map(|&mv| unbroken(&board.display(mv).to_string())).collect();
            Some(format!("{}\n{}", describe::score(info.score, side), line.join(" ")))
        }
        EventKind::Best(_) => None,
        EventKind::NoMove => Some(gettext("The computer found no move in this position")),
        EventKind::Failed(reason) => {
            tracing::warn!("the engine: {reason}");
            Some(gettext("The computer could not analyze this position"))
        }
    }
}

/// Returns a move with its line breaks disabled.
fn unbroken(mv: &str) -> String {
    mv.replace('-', "\u{2060}-\u{2060}")
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use morris::PLAIN_24;
    use morris_engine::{BestMove, Info, Score};

    use super::*;

    #[test]
    fn it_does_not_think_for_ever() {
        let said = |kind| words(&kind, &PLAIN_24, Color::Black);
        let failed = said(EventKind::Failed("a panic".to_owned()));
        assert_eq!(failed.as_deref(), Some("The computer could not analyze this position"));
        assert_eq!(said(EventKind::NoMove).as_deref(), Some("The computer found no move in this position"));
        let pv = vec!["d6".parse().unwrap(), "f4".parse().unwrap()];
        assert_eq!(said(EventKind::Best(BestMove { mv: pv[0], score: None })), None, "what it found last stays");
        let info = Info { depth: 2, score: Score::Draw, nodes: 1, time: Duration::ZERO, pv };
        assert_eq!(said(EventKind::Info(info)).as_deref(), Some("Draw with best play\nd6 f4"));
    }
}
