// SPDX-License-Identifier: GPL-3.0-or-later
//! The keys of a puzzle; those of a game do here what they can, or say why they cannot.

use adw::prelude::*;
use adw::subclass::prelude::*;
use gtk::gdk;

use morris_play::session::Input;

use super::{PuzzlePage, Wait};
use crate::describe;
use crate::keys;
use crate::shortcuts::game_action;

impl PuzzlePage {
    pub(super) fn connect_keys(&self) {
        keys::connect(self, gtk::PropagationPhase::Bubble, Self::key_pressed);
    }

    pub(super) fn key_pressed(&self, key: gdk::Key, state: gdk::ModifierType) -> glib::Propagation {
        if let Some(action) = game_action(key, state) {
            self.do_for_game(action);
            return glib::Propagation::Stop;
        }
        match key.to_lower() {
            _ if keys::has_command(state) => return glib::Propagation::Proceed,
            gdk::Key::h => self.tell_hint(),
            gdk::Key::n => self.go_on(),
            gdk::Key::v => self.do_for_game("values"),
            gdk::Key::p => self.do_for_game("pause"),
            gdk::Key::Escape => drop(self.activate_action("win.back", None)),
            lower => match (describe::asked_by(lower), self.imp().board.scene()) {
                (Some(words), Some(scene)) => self.announce(&words(&scene)),
                _ => return self.imp().board.handle_key(key, state),
            },
        }
        glib::Propagation::Stop
    }

    /// Does in the puzzle what a key does in a game, or says why that cannot be done.
    fn do_for_game(&self, action: &str) {
        let waits_for = self.imp().open.borrow().as_ref().map(|open| open.waits_for);
        match (action, waits_for) {
            ("hint", _) => self.tell_hint(),
            ("undo", Some(Some(Wait::Look))) => self.try_again(),
            // A mill whose man is not chosen yet.
            ("undo", Some(None)) if self.is_removing() => self.handle(Input::Cancel),
            _ => {
                let board = self.imp().rules.get().board;
                self.surroundings().messages.answer(&describe::unavailable_in_puzzle(board, action));
            }
        }
    }

    fn is_removing(&self) -> bool {
        self.imp().board.scene().is_some_and(|scene| !scene.removable.is_empty())
    }
}
