// SPDX-License-Identifier: GPL-3.0-or-later
//! Steps through a game under review: move by move, from mistake to mistake, or along a refutation.

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use gtk::gdk;

use crate::app::keys::{self, StepDirection};
use crate::compat::announcer::Again;
use crate::text::describe;
use crate::widgets::callbacks::{add_action, add_action_with, on_click};

use super::reviewed::{Reviewed, is_stop};
use super::{ReviewPage, Told};

/// Name of a step, and its function.
type StepAction = (&'static str, fn(&ReviewPage));

impl ReviewPage {
    pub(super) fn add_actions(&self) {
        let actions: [StepAction; 6] = [
            ("view-previous", |page| page.step_back()),
            ("view-next", |page| page.step_on()),
            ("view-first", |page| page.view(0)),
            ("view-last", |page| page.view(usize::MAX)),
            ("previous-mistake", |page| {
                page.to_mistake(|shown| {
                    let before = shown.moves.saturating_sub(1);
                    shown.review.plies[..before].iter().rposition(is_stop)
                })
            }),
            ("next-mistake", |page| {
                page.to_mistake(|shown| {
                    let later = shown.review.plies.get(shown.moves..)?.iter().position(is_stop)?;
                    Some(shown.moves + later)
                })
            }),
        ];
        let group = &self.imp().actions;
        for (name, act) in actions {
            add_action(group, name, self, act);
        }
        add_action_with(group, "view", self, |page, number: u32| page.view(number as usize));
        // The list of moves uses this group name on every page.
        self.insert_action_group("game", Some(group));
    }

    pub(super) fn connect_parts(&self) {
        let imp = self.imp();
        imp.ribbon.connect_chosen(glib::clone!(
            #[weak(rename_to = page)]
            self,
            move |moves| page.view(moves)
        ));
        on_click(&imp.punishment, self, Self::toggle_line);
        imp.moment_list.connect_child_activated(glib::clone!(
            #[weak(rename_to = page)]
            self,
            move |_, child| {
                let number = page.imp().shown_moments.borrow().get(child.index() as usize).copied();
                if let Some(number) = number {
                    page.view(number + 1);
                }
            }
        ));
        keys::connect(self, gtk::PropagationPhase::Bubble, Self::key_pressed);
    }

    fn key_pressed(&self, key: gdk::Key, state: gdk::ModifierType) -> glib::Propagation {
        if keys::has_command(state) {
            return glib::Propagation::Proceed;
        }
        if let Some(step) = StepDirection::of_key(key, self.direction()) {
            self.step(step);
            return glib::Propagation::Stop;
        }
        match (key.to_lower(), state.contains(gdk::ModifierType::SHIFT_MASK)) {
            (gdk::Key::Home | gdk::Key::KP_Home, _) => self.act("view-first", ""),
            (gdk::Key::End | gdk::Key::KP_End, _) => self.act("view-last", ""),
            (gdk::Key::m, false) => self.act("next-mistake", &gettext("There is no later mistake")),
            (gdk::Key::m, true) => self.act("previous-mistake", &gettext("There is no earlier mistake")),
            (gdk::Key::Escape, _) => _ = self.activate_action("win.back", None),
            (key, _) => return self.answer(key),
        }
        glib::Propagation::Stop
    }

    /// Goes one move back or forward.
    pub fn step(&self, step: StepDirection) {
        match step {
            StepDirection::Back => self.act("view-previous", &gettext("Start of the game")),
            StepDirection::Forth => self.act("view-next", &gettext("End of the game")),
        }
    }

    /// Activates an action, or gives the reason why it is unavailable.
    fn act(&self, action: &str, why_not: &str) {
        if self.imp().actions.is_action_enabled(action) {
            self.imp().actions.activate_action(action, None);
        } else {
            self.context().messages.answer(why_not);
        }
    }

    /// Answers a question about the board for users who cannot see it.
    fn answer(&self, key: gdk::Key) -> glib::Propagation {
        match (describe::query_for_key(key), self.imp().board.scene()) {
            (Some(words), Some(scene)) => {
                self.context().messages.announce(&words(&scene), Again::Yes);
                glib::Propagation::Stop
            }
            _ => glib::Propagation::Proceed,
        }
    }

    /// Shows the position after this number of moves, as on another page, without an announcement.
    pub fn look_at(&self, moves: usize) {
        self.turn_to(moves, Told::Silently);
    }

    /// Shows the position after this number of moves.
    fn view(&self, moves: usize) {
        self.turn_to(moves, Told::Aloud);
    }

    fn turn_to(&self, moves: usize, told: Told) {
        if let Some(shown) = self.imp().reviewed.borrow_mut().as_mut() {
            shown.moves = moves.min(shown.review.plies.len());
            shown.line = None;
        }
        self.show_move(told);
    }

    fn step_on(&self) {
        let mut reviewed = self.imp().reviewed.borrow_mut();
        let Some(shown) = reviewed.as_mut() else { return };
        let length = shown.mistake().map_or(0, |ply| ply.refutation.len());
        match &mut shown.line {
            Some(line) if *line < length => *line += 1,
            _ => {
                shown.moves = (shown.moves + 1).min(shown.review.plies.len());
                shown.line = None;
            }
        }
        drop(reviewed);
        self.show_move(Told::Aloud);
    }

    fn step_back(&self) {
        let mut reviewed = self.imp().reviewed.borrow_mut();
        let Some(shown) = reviewed.as_mut() else { return };
        match &mut shown.line {
            Some(0) => shown.line = None,
            Some(line) => *line -= 1,
            None => shown.moves = shown.moves.saturating_sub(1),
        }
        drop(reviewed);
        self.show_move(Told::Aloud);
    }

    fn to_mistake(&self, find: impl FnOnce(&Reviewed) -> Option<usize>) {
        let found = self.imp().reviewed.borrow().as_ref().and_then(find);
        if let Some(number) = found {
            self.view(number + 1);
        }
    }

    /// Returns from the refutation of a mistake to the game. Returns whether one was shown.
    pub fn leave_line(&self) -> bool {
        let in_line = self.imp().reviewed.borrow().as_ref().is_some_and(|shown| shown.line.is_some());
        if in_line {
            self.toggle_line();
        }
        in_line
    }

    fn toggle_line(&self) {
        if let Some(shown) = self.imp().reviewed.borrow_mut().as_mut() {
            // Start with the first reply shown, which is the point of the refutation.
            shown.line = if shown.line.is_some() { None } else { Some(1) };
        }
        self.show_move(Told::Aloud);
    }
}
