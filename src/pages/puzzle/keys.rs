// SPDX-License-Identifier: GPL-3.0-or-later
//! The keys of a puzzle; those of a game do here what they can, or say why they cannot.

use adw::prelude::*;
use adw::subclass::prelude::*;
use gtk::gdk;

use super::{PuzzlePage, Wait};
use crate::app::keys;
use crate::app::shortcuts::game_action;
use crate::text::describe;

impl PuzzlePage {
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

    /// Does in the puzzle what a key does here or in a game, or says why that cannot be done.
    fn act(&self, action: &str) {
        let imp = self.imp();
        let in_run = imp.run.borrow().is_some();
        match (action, self.waits_for()) {
            ("next", _) if imp.next.get_visible() => self.go_on(),
            ("hint", Some(None | Some(Wait::Look))) if !in_run => self.ask_hint(),
            ("undo", Some(Some(Wait::Look))) => self.try_again(),
            // A mill whose man is not chosen yet.
            ("undo", Some(None)) if self.is_removing() => self.put_down(),
            _ => self.say_why_not(action),
        }
    }

    /// Says why something cannot be done now: an action of the game, `next`, or `tap`.
    pub(super) fn say_why_not(&self, action: &str) {
        let imp = self.imp();
        let words = match (action, self.waits_for()) {
            // No puzzle is there; that is what the task tells.
            ("hint" | "next", None) => imp.task.label().into(),
            // It takes but a moment.
            ("hint" | "next", Some(Some(Wait::Judge))) => return,
            (_, waits_for) => {
                let over = waits_for == Some(Some(Wait::Next));
                describe::unavailable_in_puzzle(imp.rules.get().board, action, over)
            }
        };
        self.context().messages.answer(&words);
    }

    /// What the puzzle waits for, if there is one.
    pub(super) fn waits_for(&self) -> Option<Option<Wait>> {
        self.imp().open.borrow().as_ref().map(|open| open.waits_for)
    }

    fn is_removing(&self) -> bool {
        self.imp().board.scene().is_some_and(|scene| !scene.removable.is_empty())
    }
}
