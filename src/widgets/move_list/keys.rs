// SPDX-License-Identifier: GPL-3.0-or-later
//! The focus, keys, and clicks of the list.

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use gtk::gdk;

use super::{Choice, MoveList, MoveRow};
use crate::widgets::keys::{self, StepDirection};

impl MoveList {
    /// Returns the index of the focused move, from 0.
    #[must_use]
    pub fn focused(&self) -> Option<usize> {
        let place = |(row, widget): (usize, MoveRow)| Some(self.columns() * row + widget.focused_column()?);
        self.bound_rows().into_iter().find_map(place)?.checked_sub(self.place_of(0))
    }

    /// Moves the focus to a move, counted from 0. Returns whether there is one.
    pub(super) fn focus_move(&self, index: usize) -> bool {
        let row = self.row_of(index);
        self.scroll_to(row);
        self.row(row).is_some_and(|widget| {
            self.fill(row, &widget);
            widget.focus_column(self.place_of(index) % self.columns())
        })
    }

    /// Moves the focus to the current move, or to the first if there is none.
    pub fn focus_current(&self) -> bool {
        self.focus_move(self.imp().current.get().unwrap_or(0))
    }

    pub(super) fn connect_keys(&self) {
        keys::connect(self, gtk::PropagationPhase::Capture, |list, key, _| list.handle_key(key));
    }

    /// Handles a key in the list of a game: left and right lead from move to move, up and down from
    /// row to row. The list of a tree leaves its keys to GTK and to the page.
    pub fn handle_key(&self, key: gdk::Key) -> glib::Propagation {
        let Some(index) = self.focused().filter(|_| !self.is_tree()) else { return glib::Propagation::Proceed };
        let last = self.imp().count.get().saturating_sub(1);
        let page = 2 * self.rows_in_sight().max(1);
        let step = StepDirection::of_key(key, self.direction());
        let wanted = match key {
            _ if step == Some(StepDirection::Back) => index.saturating_sub(1),
            _ if step == Some(StepDirection::Forth) => index + 1,
            gdk::Key::Up => index.saturating_sub(2),
            gdk::Key::Down => index + 2,
            gdk::Key::Page_Up => index.saturating_sub(page),
            gdk::Key::Page_Down => index + page,
            gdk::Key::Home => 0,
            gdk::Key::End => last,
            _ => return glib::Propagation::Proceed,
        };
        let wanted = wanted.min(last);
        if wanted != index {
            self.focus_move(wanted);
        } else {
            let goes_back =
                step == Some(StepDirection::Back) || matches!(key, gdk::Key::Up | gdk::Key::Page_Up | gdk::Key::Home);
            // A list outside the window of the program stays silent.
            _ = self.activate_action("win.say", Some(&edge(goes_back).to_variant()));
        }
        glib::Propagation::Stop
    }
}

/// Choices in the list of a tree.
impl MoveList {
    pub(super) fn connect_choices(&self) {
        self.imp().list.connect_activate(glib::clone!(
            #[weak(rename_to = list)]
            self,
            move |_, position| list.choose(position as usize, Choice::Show)
        ));
        let press = gtk::GestureClick::builder().button(0).propagation_phase(gtk::PropagationPhase::Capture).build();
        press.connect_pressed(glib::clone!(
            #[weak(rename_to = list)]
            self,
            move |press, _, x, y| list.pressed(press, (x, y))
        ));
        self.imp().list.add_controller(press);
    }

    fn choose(&self, index: usize, choice: Choice<'_>) {
        if let Some(source) = self.imp().source.get() {
            source.choose(index, choice);
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
        let Some((in_row, _)) = list.translate_coordinates(&row, x, y) else { return };
        let is_menu = press.current_event().is_some_and(|event| event.triggers_context_menu());
        if is_menu || row.is_on_fold(in_row) {
            press.set_state(gtk::EventSequenceState::Claimed);
            let place = (in_row, f64::from(row.height()) / 2.0);
            self.choose(index, if is_menu { Choice::Menu(row.upcast_ref(), Some(place)) } else { Choice::Fold });
        }
    }

    /// Opens the menu of the focused move, or of the current one. Returns whether it has a row.
    pub fn open_menu_by_key(&self) -> bool {
        let index = self.focused().or(self.imp().current.get());
        let row = index.and_then(|index| Some((index, self.row(index)?)));
        if let Some((index, row)) = &row {
            self.choose(*index, Choice::Menu(row.upcast_ref(), None));
        }
        row.is_some()
    }
}

/// Returns why a key goes no further.
fn edge(goes_back: bool) -> String {
    if goes_back { gettext("This is the first move") } else { gettext("This is the last move") }
}
