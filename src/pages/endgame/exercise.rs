// SPDX-License-Identifier: GPL-3.0-or-later
//! What an endgame has in common with puzzles.

use adw::prelude::*;
use adw::subclass::prelude::*;

use morris::Rules;

use super::EndgamePage;
use crate::board::BoardView;
use crate::pages::exercise::Exercise;
use crate::services::PageContext;
use crate::text::describe;
use crate::text::i18n::sentences;

impl Exercise for EndgamePage {
    fn context(&self) -> &PageContext {
        self.imp().context.get().expect("it is set when the page is made")
    }

    fn board(&self) -> &BoardView {
        &self.imp().board
    }

    fn result(&self) -> (&gtk::Image, &gtk::Label) {
        (&self.imp().check, &self.imp().said)
    }

    fn act(&self, action: &str) {
        let imp = self.imp();
        match action {
            "next" if imp.next.is_child_visible() => imp.next.emit_clicked(),
            "undo" if imp.board.scene().is_some_and(|scene| !scene.removable.is_empty()) => self.put_down(),
            "undo" if imp.take_back.is_sensitive() => self.take_back(),
            _ => self.explain_refusal(action),
        }
    }

    fn why_not(&self, action: &str) -> Option<String> {
        let imp = self.imp();
        Some(match action {
            // There is no endgame, as the task says.
            "next" if imp.open.borrow().is_none() => imp.task.label().into(),
            _ => describe::unavailable_in_endgame(Rules::STANDARD.board, action, imp.next.is_child_visible()),
        })
    }

    /// Adds the number of moves. After the end, says the verdict.
    fn whose_move(&self, words: String) -> String {
        let imp = self.imp();
        let is_over = imp.open.borrow().as_ref().is_some_and(|open| open.play.state().is_over());
        if is_over { imp.said.label().into() } else { sentences(&[words, imp.count.label().into()]) }
    }
}
