// SPDX-License-Identifier: GPL-3.0-or-later
//! Keys of questions: two letters answer, and the others are those of puzzles.

use adw::subclass::prelude::*;
use gtk::gdk;

use morris::Rules;

use super::JudgmentPage;
use crate::board::BoardView;
use crate::pages::exercise::Exercise;
use crate::services::PageContext;
use crate::text::describe::{self, YesNo};
use crate::widgets::keys;

impl Exercise for JudgmentPage {
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
        match action {
            "next" if self.is_answered() => self.next(),
            _ => self.explain_refusal(action),
        }
    }

    /// There is neither a hint nor a move to take back.
    fn why_not(&self, action: &str) -> Option<String> {
        let over = self.is_answered();
        match action {
            "next" | "tap" if !over => Some(self.imp().task.label().into()),
            "hint" => Some(describe::only_in_a_game()),
            _ => Some(describe::unavailable_in_puzzle(Rules::STANDARD.board, action, over)),
        }
    }
}

impl JudgmentPage {
    pub(super) fn connect_keys(&self) {
        keys::connect(self, gtk::PropagationPhase::Bubble, Self::pressed);
    }

    pub(super) fn pressed(&self, key: gdk::Key, state: gdk::ModifierType) -> glib::Propagation {
        match answer_of(key).filter(|_| !keys::has_command(state)) {
            // A letter pressed twice must not lead past the reason.
            Some(_) if self.is_answered() => self.announce_result(),
            Some(answer) => self.answer(answer),
            None => return self.key_pressed(key, state),
        }
        glib::Propagation::Stop
    }
}

/// Returns the answer of a key: its own letter, or that of the English word where no other answer
/// has it.
fn answer_of(key: gdk::Key) -> Option<YesNo> {
    let letter = key.to_lower().to_unicode()?;
    let english = |answer: YesNo| if answer == YesNo::Yes { 'y' } else { 'n' };
    let find = |of: &dyn Fn(YesNo) -> char| YesNo::BOTH.into_iter().find(|&answer| of(answer) == letter);
    find(&YesNo::letter).or_else(|| find(&english))
}
