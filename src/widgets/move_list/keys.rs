// SPDX-License-Identifier: GPL-3.0-or-later
//! The focus, keys, and clicks of the list.

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use gtk::gdk;

use super::{Choice, MoveList, MoveRow, Place};
use crate::widgets::keys::{self, StepDirection};

impl MoveList {
    pub fn focused(&self) -> Option<Place> {
        let place = |(row, widget): (usize, MoveRow)| Some(Place { row, column: widget.focused_column()? });
        self.bound_rows().into_iter().find_map(place)
    }

    /// Moves the focus to a move. Returns whether there is one.
    pub(super) fn focus_move(&self, Place { row, column }: Place) -> bool {
        self.scroll_to(row);
        self.row(row).is_some_and(|widget| {
            self.fill(row, &widget);
            widget.focus_column(column)
        })
    }

    /// Moves the focus to a place, or to the nearest one with a move. Returns whether there is one.
    pub(super) fn focus_near(&self, place: Place) -> bool {
        let row = place.row.min(self.imp().rows.rows().saturating_sub(1));
        self.in_row(row, place.column).is_some_and(|place| self.focus_move(place))
    }

    /// Moves the focus to the current move, or to the first if there is none.
    pub fn focus_current(&self) -> bool {
        let current = self.imp().current.get();
        current.map_or_else(|| self.focus_near(Place { row: 0, column: 0 }), |place| self.focus_move(place))
    }

    /// Returns a place in a row: in this column, or in the other one if the column is empty.
    fn in_row(&self, row: usize, column: usize) -> Option<Place> {
        let moves = self.content(row)?.moves;
        [column, 1 - column].into_iter().find(|&column| moves[column].is_some()).map(|column| Place { row, column })
    }

    /// Returns the place after or before another one in reading order.
    fn beside(&self, Place { row, column }: Place, step: StepDirection) -> Option<Place> {
        let moves = self.content(row)?.moves;
        match step {
            StepDirection::Forth if column == 0 && moves[1].is_some() => Some(Place { row, column: 1 }),
            StepDirection::Forth => self.in_row(row + 1, 0),
            StepDirection::Back if column == 1 && moves[0].is_some() => Some(Place { row, column: 0 }),
            StepDirection::Back => self.in_row(row.checked_sub(1)?, 1),
        }
    }

    pub(super) fn connect_keys(&self) {
        keys::connect(self, gtk::PropagationPhase::Capture, |list, key, _| list.handle_key(key));
    }

    /// Handles a key in the list: left and right lead from move to move, up and down from row to
    /// row. The page of a tree takes left and right for steps on the board.
    pub fn handle_key(&self, key: gdk::Key) -> glib::Propagation {
        let Some(place) = self.focused() else { return glib::Propagation::Proceed };
        let last = self.imp().rows.rows().saturating_sub(1);
        let page = self.rows_in_sight().max(1);
        let (first, last) = (self.in_row(0, 0), self.in_row(last, 1));
        let up = |rows| place.row.checked_sub(rows).and_then(|row| self.in_row(row, place.column)).or(first);
        let down = |rows| self.in_row(place.row + rows, place.column).or(last);
        let step = StepDirection::of_key(key, self.direction());
        let (wanted, goes_back) = match (step, key) {
            (Some(step), _) => (self.beside(place, step), step == StepDirection::Back),
            (_, gdk::Key::Up | gdk::Key::KP_Up) => (up(1), true),
            (_, gdk::Key::Down | gdk::Key::KP_Down) => (down(1), false),
            (_, gdk::Key::Page_Up | gdk::Key::KP_Page_Up) => (up(page), true),
            (_, gdk::Key::Page_Down | gdk::Key::KP_Page_Down) => (down(page), false),
            (_, gdk::Key::Home | gdk::Key::KP_Home) => (first, true),
            (_, gdk::Key::End | gdk::Key::KP_End) => (last, false),
            _ => return glib::Propagation::Proceed,
        };
        match wanted.filter(|&wanted| wanted != place) {
            Some(wanted) => _ = self.focus_move(wanted),
            // A list outside the window of the program stays silent.
            None => _ = self.activate_action("win.say", Some(&edge(goes_back).to_variant())),
        }
        glib::Propagation::Stop
    }
}

/// Choices in the list of a tree.
impl MoveList {
    pub(super) fn connect_choices(&self) {
        let press = gtk::GestureClick::builder().button(0).propagation_phase(gtk::PropagationPhase::Capture).build();
        press.connect_pressed(weak!(list = self, move |press, _, x, y| list.pressed(press, (x, y))));
        self.imp().list.add_controller(press);
    }

    fn choose(&self, place: Place, choice: Choice<'_>) {
        if let Some(source) = self.imp().source.get() {
            source.choose(place, choice);
        }
    }

    /// Folds at a click on the sign of a variation, and opens the menu at a click with the other
    /// button.
    fn pressed(&self, press: &gtk::GestureClick, (x, y): (f64, f64)) {
        let list = &self.imp().list;
        let Some(widget) = list.pick(x, y, gtk::PickFlags::DEFAULT) else { return };
        let is_around = |row: &MoveRow| widget.is_ancestor(row) || row.parent().as_ref() == Some(&widget);
        let found = self.bound_rows().into_iter().find(|(_, row)| row == &widget || is_around(row));
        let Some((index, row)) = found.filter(|(_, row)| row.is_made()) else { return };
        let Some(in_row) = list.translate_coordinates(&row, x, y) else { return };
        let place = Place { row: index, column: row.column_at(in_row) };
        if press.current_event().is_some_and(|event| event.triggers_context_menu()) {
            press.set_state(gtk::EventSequenceState::Claimed);
            self.choose(place, Choice::Menu(row.upcast_ref(), Some(in_row)));
        } else if row.is_on_fold(in_row.0) {
            press.set_state(gtk::EventSequenceState::Claimed);
            self.choose(place, Choice::Fold);
        }
    }

    /// Opens the menu of the focused move, or of the current one. Returns whether it has a row.
    pub fn open_menu_by_key(&self) -> bool {
        let place = self.focused().or(self.imp().current.get());
        let row = place.and_then(|place| Some((place, self.row(place.row)?)));
        if let Some((place, row)) = &row {
            self.choose(*place, Choice::Menu(row.upcast_ref(), None));
        }
        row.is_some()
    }
}

/// Returns why a key goes no further.
fn edge(goes_back: bool) -> String {
    if goes_back { gettext("This is the first move") } else { gettext("This is the last move") }
}
