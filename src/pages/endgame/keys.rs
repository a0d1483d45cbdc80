// SPDX-License-Identifier: GPL-3.0-or-later
//! Keys of an endgame. Keys of a game work here if possible, and otherwise give the reason why not.

use adw::prelude::*;
use adw::subclass::prelude::*;
use gtk::gdk;

use morris::Rules;

use super::EndgamePage;
use crate::app::keys;
use crate::app::shortcuts::game_action;
use crate::text::describe;

impl EndgamePage {
    pub(super) fn connect_keys(&self) {
        keys::connect(self, gtk::PropagationPhase::Bubble, Self::key_pressed);
    }

    pub(super) fn key_pressed(&self, key: gdk::Key, state: gdk::ModifierType) -> glib::Propagation {
        if let Some(action) = game_action(key, state) {
            self.act(action);
            return glib::Propagation::Stop;
        }
        match key.to_lower() {
            _ if keys::has_command(state) => return glib::Propagation::Proceed,
            gdk::Key::h => self.act("game"),
            gdk::Key::n => self.act("next"),
            gdk::Key::v => self.act("values"),
            gdk::Key::p => self.act("pause"),
            gdk::Key::Escape => _ = self.activate_action("win.back", None),
            lower => match (describe::query_for_key(lower), self.imp().board.scene()) {
                (Some(words), Some(scene)) => self.announce(&words(&scene)),
                _ => return self.imp().board.handle_key(key, state),
            },
        }
        glib::Propagation::Stop
    }

    /// Performs an action, or gives the reason why it is unavailable.
    fn act(&self, action: &str) {
        let imp = self.imp();
        match action {
            "next" if imp.next.is_sensitive() => imp.next.emit_clicked(),
            "undo" if imp.board.scene().is_some_and(|scene| !scene.removable.is_empty()) => self.put_down(),
            "undo" if imp.take_back.is_sensitive() => self.take_back(),
            _ => self.say_why_not(action),
        }
    }

    /// Gives the reason why something is unavailable: an action of the game, `next`, or `tap`.
    pub(super) fn say_why_not(&self, action: &str) {
        let over = self.imp().next.is_sensitive();
        let words = describe::unavailable_in_puzzle(Rules::STANDARD.board, action, over);
        self.context().messages.answer(&words);
    }
}
