// SPDX-License-Identifier: GPL-3.0-or-later
//! Keys of a puzzle. Keys of a game work here if possible, and otherwise give the reason why not.

use adw::prelude::*;
use adw::subclass::prelude::*;
use gtk::gdk;

use super::solver::{Solver, Wait};
use crate::app::keys;
use crate::app::shortcuts::game_action;
use crate::text::describe;

impl Solver {
    pub(super) fn listen_to_keys_of(&self, page: &impl IsA<gtk::Widget>) {
        let solver = self.downgrade();
        keys::connect(page, gtk::PropagationPhase::Bubble, move |_, key, state| {
            solver.upgrade().map_or(glib::Propagation::Proceed, |solver| solver.key_pressed(key, state))
        });
    }

    pub(super) fn key_pressed(&self, key: gdk::Key, state: gdk::ModifierType) -> glib::Propagation {
        if let Some(action) = game_action(key, state) {
            self.act(action);
            return glib::Propagation::Stop;
        }
        match key.to_lower() {
            _ if keys::has_command(state) => return glib::Propagation::Proceed,
            gdk::Key::h => self.act("hint"),
            gdk::Key::n => self.act("next"),
            gdk::Key::v => self.act("values"),
            gdk::Key::p => self.act("pause"),
            gdk::Key::Escape if self.waits_for() == Some(Some(Wait::Look)) => self.try_again(),
            gdk::Key::Escape => _ = self.activate_action("win.back", None),
            lower => match (describe::query_for_key(lower), self.imp().board.scene()) {
                (Some(words), Some(scene)) => self.announce(&words(&scene)),
                _ => return self.imp().board.handle_key(key, state),
            },
        }
        glib::Propagation::Stop
    }

    /// Performs an action of the puzzle or the game, or gives the reason why it is unavailable.
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
            _ => self.say_why_not(action),
        }
    }

    /// Gives the reason why something is unavailable: an action of the game, `next`, or `tap`.
    pub(super) fn say_why_not(&self, action: &str) {
        let imp = self.imp();
        let words = match (action, self.waits_for()) {
            // There is no puzzle, as the task says.
            ("hint" | "next", None) => imp.task.label().into(),
            // Judging a move takes only a moment.
            ("hint" | "next", Some(Some(Wait::Judge))) => return,
            (_, waits_for) => {
                let over = waits_for == Some(Some(Wait::Next));
                describe::unavailable_in_puzzle(imp.rules.get().board, action, over)
            }
        };
        self.context().messages.answer(&words);
    }

    /// Returns what the puzzle waits for. The outer `Option` is `None` if there is no puzzle.
    pub(super) fn waits_for(&self) -> Option<Option<Wait>> {
        self.imp().open.borrow().as_ref().map(|open| open.waits_for)
    }

    fn is_removing(&self) -> bool {
        self.imp().board.scene().is_some_and(|scene| !scene.removable.is_empty())
    }
}
