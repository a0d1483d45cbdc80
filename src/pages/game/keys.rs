// SPDX-License-Identifier: GPL-3.0-or-later
//! Signals of the board, and keys of the game: plain letters, arrows, and accelerators of disabled
//! actions.

use adw::prelude::*;
use adw::subclass::prelude::*;
use gtk::gdk;

use crate::board::begins_a_point;
use crate::compat::announcer::Again;
use crate::text::describe;
use crate::widgets::keys::{self, StepDirection, has_command};
use crate::widgets::shortcuts::game_action;
use morris_play::session::{Input, Scene};

use super::GamePage;

impl GamePage {
    pub(super) fn connect_board(&self) {
        let board = &self.imp().board;
        board.connect_entry(self, |page, point| page.enter(Input::Tap(point)), |page| page.enter(Input::Cancel));
        board.connect_drawn(weak!(page = self, move |_, from, to| page.draw(from, to)));
    }

    /// Handles an input of the board, and says if it put a picked man back.
    pub(super) fn enter(&self, input: Input) {
        let before = self.scene();
        self.handle(input);
        let words = before.zip(self.scene()).and_then(|(before, now)| describe::put_back(&before, &now));
        if let Some(words) = words {
            self.messages().announce(&words, Again::Yes);
        }
    }

    /// Connects the keys. Letters are not accelerators of the application, since they may work only
    /// where no text entry has the focus. While an earlier position is shown, arrow keys step
    /// through the moves before the board can use them for its focus.
    pub(super) fn connect_keys(&self) {
        keys::connect(self, gtk::PropagationPhase::Bubble, Self::letter_pressed);
        keys::connect(self, gtk::PropagationPhase::Capture, Self::arrow_pressed);
    }

    /// Handles a key that was pressed outside the page, for example on a message below it.
    pub fn press(&self, key: gdk::Key, state: gdk::ModifierType) -> glib::Propagation {
        if self.focus_child().is_some() {
            return glib::Propagation::Proceed;
        }
        self.letter_pressed(key, state)
    }

    fn letter_pressed(&self, key: gdk::Key, state: gdk::ModifierType) -> glib::Propagation {
        if has_command(state) {
            return self.command_left_over(key, state);
        }
        let board = &self.imp().board;
        match key.to_lower() {
            // Letters of points belong to the board.
            _ if self.begins_a_point(key) => return board.handle_key(key, state),
            gdk::Key::h => self.act("hint"),
            gdk::Key::v => self.act("values"),
            gdk::Key::p => self.act("pause"),
            gdk::Key::r => self.draw_at_focus(),
            gdk::Key::Escape if self.imp().pen.take().is_some() => self.show_words(),
            gdk::Key::Escape if self.clear_drawing() => {}
            gdk::Key::Escape if self.is_unfinished() && !self.is_by_message() && self.watched().is_none() => {
                self.act("pause")
            }
            // After the end of a game, in a game by message, and in a watched game of this network,
            // Escape leaves the page as on any other page.
            gdk::Key::Escape => return glib::Propagation::Proceed,
            lower => match describe::query_for_key(lower) {
                Some(words) => self.answer_query(words),
                // The focus is elsewhere on the page, but the board can still handle the key.
                None => return self.pass_to_board(key, state),
            },
        }
        glib::Propagation::Stop
    }

    fn begins_a_point(&self, key: gdk::Key) -> bool {
        let letter = key.to_lower().to_unicode();
        self.scene().zip(letter).is_some_and(|(scene, letter)| begins_a_point(scene.setup.rules.board, letter))
    }

    fn pass_to_board(&self, key: gdk::Key, state: gdk::ModifierType) -> glib::Propagation {
        let passed = self.imp().board.handle_key(key, state);
        let choosing = [gdk::Key::Home, gdk::Key::KP_Home, gdk::Key::End, gdk::Key::KP_End].contains(&key);
        if choosing && passed == glib::Propagation::Proceed {
            self.explain_refusal("points");
        }
        passed
    }

    /// Answers a question about the board for users who cannot see it.
    fn answer_query(&self, words: fn(&Scene) -> String) {
        if let Some(scene) = self.scene() {
            self.messages().announce(&words(&scene), Again::Yes);
        }
    }

    /// Handles the accelerator of a disabled action by giving the reason.
    fn command_left_over(&self, key: gdk::Key, state: gdk::ModifierType) -> glib::Propagation {
        let Some(action) = game_action(key, state) else { return glib::Propagation::Proceed };
        self.act(action);
        glib::Propagation::Stop
    }

    fn arrow_pressed(&self, key: gdk::Key, state: gdk::ModifierType) -> glib::Propagation {
        let viewing = self.scene().is_some_and(|scene| scene.status.viewed_moves().is_some());
        if !viewing || has_command(state) {
            return glib::Propagation::Proceed;
        }
        let action = match (StepDirection::of_key(key, self.direction()), key) {
            (Some(StepDirection::Back), _) => "view-previous",
            (Some(StepDirection::Forth), _) => "view-next",
            (_, gdk::Key::Home | gdk::Key::KP_Home) => "view-first",
            (_, gdk::Key::End | gdk::Key::KP_End | gdk::Key::Escape) => "view-last",
            _ => return glib::Propagation::Proceed,
        };
        self.act(action);
        glib::Propagation::Stop
    }
}
