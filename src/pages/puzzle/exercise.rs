// SPDX-License-Identifier: GPL-3.0-or-later
//! What a puzzle has in common with endgames.

use adw::prelude::*;
use adw::subclass::prelude::*;

use super::clock::left_words;
use super::solver::{Solver, Wait};
use crate::board::BoardView;
use crate::pages::exercise::Exercise;
use crate::services::PageContext;
use crate::text::describe;
use crate::text::i18n::{gettext_f, sentences};
use crate::widgets::keys;

impl Exercise for Solver {
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
        let in_run = imp.run.borrow().is_some();
        match (action, self.waits_for()) {
            ("next", _) if self.offers_next() => self.go_on(),
            // The same key as for the next puzzle, since nothing else can follow a wrong move.
            ("next", Some(Some(Wait::Look))) => self.try_again(),
            ("hint", Some(None | Some(Wait::Look))) if !in_run => self.ask_hint(),
            ("undo", Some(Some(Wait::Look))) => self.try_again(),
            // A closed mill that awaits its removal.
            ("undo", Some(None)) if self.is_removing() => self.put_down(),
            _ => self.explain_refusal(action),
        }
    }

    fn why_not(&self, action: &str) -> Option<String> {
        let imp = self.imp();
        match (action, self.waits_for()) {
            // The run is over, as the task says.
            ("hint" | "tap", _) if self.run_is_over() => Some(imp.task.label().into()),
            // There is no puzzle, as the task says.
            ("hint" | "next", None) => Some(imp.task.label().into()),
            // Judging a move takes only a moment.
            ("hint" | "next", Some(Some(Wait::Judge))) => None,
            (_, waits_for) => {
                let over = waits_for == Some(Some(Wait::Next));
                Some(describe::unavailable_in_puzzle(imp.rules.get().board, action, over))
            }
        }
    }

    /// Adds the score of a run and its remaining time. After its end, says how it ended.
    fn whose_move(&self, words: String) -> String {
        let imp = self.imp();
        let Some(run) = imp.run.borrow().clone() else { return words };
        if run.is_over() {
            return imp.task.label().into();
        }
        let now = sentences(&[words, self.score_words()]);
        match run.left() {
            Some(left) => gettext_f("{now}, {time} left", &[("now", &now), ("time", &left_words(left))]),
            None => now,
        }
    }

    /// Takes back a wrong move that is shown, or leaves the page.
    fn go_back(&self) {
        match self.waits_for() {
            Some(Some(Wait::Look)) => self.try_again(),
            _ => _ = self.activate_action("win.back", None),
        }
    }
}

impl Solver {
    pub(super) fn listen_to_keys_of(&self, page: &impl IsA<gtk::Widget>) {
        let solver = self.downgrade();
        keys::connect(page, gtk::PropagationPhase::Bubble, move |_, key, state| {
            solver.upgrade().map_or(glib::Propagation::Proceed, |solver| solver.key_pressed(key, state))
        });
    }

    /// Returns what the puzzle waits for. The outer `Option` is `None` if there is no puzzle.
    pub(super) fn waits_for(&self) -> Option<Option<Wait>> {
        self.imp().open.borrow().as_ref().map(|open| open.waits_for)
    }

    fn is_removing(&self) -> bool {
        self.imp().board.scene().is_some_and(|scene| !scene.removable.is_empty())
    }
}
