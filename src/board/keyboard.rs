// SPDX-License-Identifier: GPL-3.0-or-later
//! Keyboard input: typed point names, cycling through legal targets, and putting a man down. (The
//! buttons handle arrows, Enter, and Space.)

use adw::prelude::*;
use adw::subclass::prelude::*;
use gtk::gdk;

use morris::Point;

use crate::text::describe;
use crate::widgets::keys;

use super::typing::{Typed, read};
use super::view::BoardView;

impl BoardView {
    /// Handles a key that the board understands. The page may also pass on keys that it received.
    pub fn handle_key(&self, key: gdk::Key, state: gdk::ModifierType) -> glib::Propagation {
        if keys::has_command(state) {
            return glib::Propagation::Proceed;
        }
        match key {
            gdk::Key::Escape => self.escape(),
            gdk::Key::Home | gdk::Key::KP_Home => self.go_round(Round::Back),
            gdk::Key::End | gdk::Key::KP_End => self.go_round(Round::Forth),
            _ => key.to_unicode().map_or(glib::Propagation::Proceed, |character| self.typed(character)),
        }
    }

    fn escape(&self) -> glib::Propagation {
        let imp = self.imp();
        if imp.typing.forget() {
            self.queue_draw();
            return glib::Propagation::Stop;
        }
        let half_done =
            imp.scene.borrow().as_ref().is_some_and(|scene| scene.picked.is_some() || !scene.removable.is_empty());
        if half_done {
            self.cancel();
            return glib::Propagation::Stop;
        }
        glib::Propagation::Proceed
    }

    /// Moves the focus to the next or the previous point that can be tapped, in reading order.
    fn go_round(&self, way: Round) -> glib::Propagation {
        let candidates: Vec<Point> = self.stops().collect();
        let (Some(&first), Some(&last)) = (candidates.first(), candidates.last()) else {
            return glib::Propagation::Proceed;
        };
        let from = self.focused_point();
        let next = match way {
            Round::Forth => candidates.iter().copied().find(|&point| Some(point) > from).unwrap_or(first),
            Round::Back => {
                candidates.iter().rev().copied().find(|&point| from.is_some_and(|from| point < from)).unwrap_or(last)
            }
        };
        self.focus_point(next);
        glib::Propagation::Stop
    }

    fn typed(&self, character: char) -> glib::Propagation {
        let typing = &self.imp().typing;
        let before = typing.letter();
        let typed = read(self.imp().appearance.borrow().board, before, character);
        match typed {
            Typed::Begins(letter) => typing.wait(letter),
            Typed::Point(point) => {
                // The focus stays where it is: moving it would make a screen reader announce
                // another point and miss the result of the move.
                typing.forget();
                self.imp().taps_by_typing.set(true);
                self.tap(point);
                self.imp().taps_by_typing.set(false);
            }
            Typed::Nothing if before.is_none() => return glib::Propagation::Proceed,
            Typed::Nothing => {
                typing.forget();
                if let Some(letter) = before.filter(|_| character.is_ascii_digit()) {
                    self.announce_missing(&format!("{letter}{character}"));
                }
            }
            Typed::Other => {
                typing.forget();
                self.queue_draw();
                return glib::Propagation::Proceed;
            }
        }
        self.queue_draw();
        glib::Propagation::Stop
    }

    /// Says that the board lacks a typed point. A user who does not see the board could not tell a
    /// wrong name from a broken key.
    fn announce_missing(&self, name: &str) {
        let words = describe::no_such_point(name);
        // A board outside the window of the program stays silent.
        _ = self.activate_action("win.say", Some(&words.to_variant()));
    }
}

/// Direction of cycling.
#[derive(Clone, Copy, Debug)]
enum Round {
    Forth,
    Back,
}
