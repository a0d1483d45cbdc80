// SPDX-License-Identifier: GPL-3.0-or-later
//! Keys that no part of a page has handled. They give an answer, or a reason why they do nothing,
//! in the same way on all pages. A user who does not see the page could not tell a silent key from
//! a broken one.

use adw::prelude::*;
use gettextrs::gettext;
use gtk::gdk;

use super::Window;
use super::actions::makes_sense;
use crate::compat::announcer::Again;
use crate::text::describe;
use crate::widgets::keys::has_command;
use crate::widgets::shortcuts;
use morris_play::session::Scene;

impl Window {
    /// Handles a key before the window's own keys, for example Escape, and leaves available actions
    /// to those.
    pub(super) fn key_left_over(&self, key: gdk::Key, state: gdk::ModifierType) -> glib::Propagation {
        if self.keys_belong_elsewhere() {
            return glib::Propagation::Proceed;
        }
        let (id, page) = (self.page(), self.shown_page());
        if let Some(answer) = page.answer_left_over(key, state) {
            return answer;
        }
        if let Some(words) = describe::query_for_key(key).filter(|_| !has_command(state)) {
            self.answer_ear(key, words);
            return glib::Propagation::Stop;
        }
        // Available actions are handled by the window's own key that comes after this.
        let idle = |action: &&str| action.starts_with("game.") || !makes_sense(action, id);
        let Some(action) = action_of(key, state).filter(idle) else { return glib::Propagation::Proceed };
        self.explain_idle(action);
        glib::Propagation::Stop
    }

    /// Returns whether the focus is in a text entry, which has its own keys, or in a menu.
    fn keys_belong_elsewhere(&self) -> bool {
        let own = self.upcast_ref::<gtk::Native>();
        GtkWindowExt::focus(self).is_some_and(|focus| focus.is::<gtk::Text>() || focus.native().as_ref() != Some(own))
    }

    /// Answers a question about the board, if one is shown.
    fn answer_ear(&self, key: gdk::Key, words: fn(&Scene) -> String) {
        let board = self.shown_page().board_asked_about(key).filter(WidgetExt::is_mapped);
        match board.and_then(|board| board.scene()) {
            Some(scene) => self.announce(&words(&scene), Again::Yes),
            None => self.explain_idle("ear"),
        }
    }

    fn explain_idle(&self, action: &str) {
        if self.shown_page().explain_idle(action, self) {
            return;
        }
        match action {
            "win.back" | "win.previous" => self.say(&gettext("This is the main menu")),
            _ => self.say(&describe::only_in_a_game()),
        }
    }
}

/// Returns the action of a key, no matter which part of the program handles it.
fn action_of(key: gdk::Key, state: gdk::ModifierType) -> Option<&'static str> {
    let control = state.contains(gdk::ModifierType::CONTROL_MASK);
    match key.to_lower() {
        gdk::Key::c if control && state.contains(gdk::ModifierType::SHIFT_MASK) => Some("win.copy-position"),
        gdk::Key::c if control => Some("win.copy"),
        _ if has_command(state) => shortcuts::action(key, state),
        gdk::Key::Escape => Some("win.back"),
        gdk::Key::h => Some("game.hint"),
        gdk::Key::v => Some("game.values"),
        gdk::Key::p => Some("game.pause"),
        gdk::Key::r => Some("game.draw"),
        _ => shortcuts::action(key, state),
    }
}
