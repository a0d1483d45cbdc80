// SPDX-License-Identifier: GPL-3.0-or-later
//! The board's signals, and the keys of the game: plain letters and arrows, and those whose action is disabled just now.

use adw::prelude::*;
use adw::subclass::prelude::*;
use gtk::gdk;

use morris_play::session::Input;

use super::GamePage;

impl GamePage {
    pub(super) fn connect_board(&self) {
        let board = &self.imp().board;
        board.connect_tapped(glib::clone!(
            #[weak(rename_to = page)]
            self,
            move |_, point| page.handle(Input::Tap(point))
        ));
        board.connect_cancelled(glib::clone!(
            #[weak(rename_to = page)]
            self,
            move |_| page.handle(Input::Cancel)
        ));
    }

    /// Letters act only where nobody types a text: so they are no accelerators of the application. While an earlier
    /// position is looked at the arrows lead through the moves, before the board takes them for its focus.
    pub(super) fn connect_keys(&self) {
        let letters = gtk::EventControllerKey::new();
        letters.connect_key_pressed(glib::clone!(
            #[weak(rename_to = page)]
            self,
            #[upgrade_or]
            glib::Propagation::Proceed,
            move |_, key, _, state| page.letter_pressed(key, state)
        ));
        self.add_controller(letters);
        let arrows = gtk::EventControllerKey::new();
        arrows.set_propagation_phase(gtk::PropagationPhase::Capture);
        arrows.connect_key_pressed(glib::clone!(
            #[weak(rename_to = page)]
            self,
            #[upgrade_or]
            glib::Propagation::Proceed,
            move |_, key, _, state| page.arrow_pressed(key, state)
        ));
        self.add_controller(arrows);
    }

    fn letter_pressed(&self, key: gdk::Key, state: gdk::ModifierType) -> glib::Propagation {
        if has_command(state) {
            return self.command_left_over(key, state);
        }
        let action = match key.to_lower() {
            gdk::Key::h => "hint",
            gdk::Key::v => "values",
            gdk::Key::p | gdk::Key::Escape => "pause",
            // The keyboard stands elsewhere on the page: the board understands the key all the same.
            _ => return self.imp().board.handle_key(key, state),
        };
        self.act(action);
        glib::Propagation::Stop
    }

    /// A key of an action that is disabled comes here: it says why.
    fn command_left_over(&self, key: gdk::Key, state: gdk::ModifierType) -> glib::Propagation {
        let shift = state.contains(gdk::ModifierType::SHIFT_MASK);
        let action = match (state.contains(gdk::ModifierType::CONTROL_MASK), key.to_lower(), shift) {
            (true, gdk::Key::z, false) => "undo",
            (true, gdk::Key::z, true) => "redo",
            (true, gdk::Key::m, false) => "move-now",
            (true, gdk::Key::r, false) => "review",
            _ => return glib::Propagation::Proceed,
        };
        self.act(action);
        glib::Propagation::Stop
    }

    fn arrow_pressed(&self, key: gdk::Key, state: gdk::ModifierType) -> glib::Propagation {
        let viewing = self.read(|game| game.session.status().viewed_moves().is_some());
        if viewing != Some(true) || has_command(state) {
            return glib::Propagation::Proceed;
        }
        let action = match key {
            gdk::Key::Left | gdk::Key::KP_Left => "game.view-previous",
            gdk::Key::Right | gdk::Key::KP_Right => "game.view-next",
            gdk::Key::Home | gdk::Key::KP_Home => "game.view-first",
            gdk::Key::End | gdk::Key::KP_End | gdk::Key::Escape => "game.view-last",
            _ => return glib::Propagation::Proceed,
        };
        let _ = self.activate_action(action, None);
        glib::Propagation::Stop
    }
}

fn has_command(state: gdk::ModifierType) -> bool {
    state.intersects(gdk::ModifierType::CONTROL_MASK | gdk::ModifierType::ALT_MASK | gdk::ModifierType::SUPER_MASK)
}
