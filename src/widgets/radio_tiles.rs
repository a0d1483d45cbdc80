// SPDX-License-Identifier: GPL-3.0-or-later
//! Tiles of which one is chosen. They are one stop of the Tab key, and arrow keys choose another
//! one, as in a group of radio buttons.

use gtk::gdk::Key;
use gtk::prelude::*;
use gtk::{TextDirection, glib};

use crate::app::keys::{self, StepDirection, has_command};

/// Connects the keys of toggle buttons in a box, one of which is active. A click on one activates
/// it.
pub fn connect(tiles: &gtk::Box) {
    for button in buttons(tiles) {
        button.set_focusable(button.is_active());
        button.connect_toggled(|button| {
            if button.is_active() {
                take_stop(button);
            }
        });
    }
    keys::connect(tiles, gtk::PropagationPhase::Bubble, |tiles, key, state| {
        match step(key, tiles.direction()).filter(|_| !has_command(state)) {
            Some(step) => choose_next(tiles, step),
            None => return glib::Propagation::Proceed,
        }
        glib::Propagation::Stop
    });
}

/// Returns the tiles.
pub fn buttons(tiles: &gtk::Box) -> impl Iterator<Item = gtk::ToggleButton> + use<> {
    let all = std::iter::successors(tiles.first_child(), WidgetExt::next_sibling);
    all.filter_map(|tile| tile.downcast().ok())
}

/// Makes a tile the stop of the Tab key in its box. If the keyboard is in the box, it follows.
fn take_stop(button: &gtk::ToggleButton) {
    let Some(tiles) = button.parent().and_downcast::<gtk::Box>() else { return };
    button.set_focusable(true);
    if tiles.focus_child().is_some() {
        button.grab_focus();
    }
    buttons(&tiles).filter(|other| other != button).for_each(|other| other.set_focusable(false));
}

/// Returns the step of an arrow key.
fn step(key: Key, direction: TextDirection) -> Option<StepDirection> {
    match key {
        Key::Up | Key::KP_Up => Some(StepDirection::Back),
        Key::Down | Key::KP_Down => Some(StepDirection::Forth),
        _ => StepDirection::of_key(key, direction),
    }
}

/// Chooses the tile before or after the chosen one. The last is followed by the first.
pub fn choose_next(tiles: &gtk::Box, step: StepDirection) {
    let all: Vec<_> = buttons(tiles).collect();
    let Some(chosen) = all.iter().position(ToggleButtonExt::is_active) else { return };
    let by = match step {
        StepDirection::Back => all.len() - 1,
        StepDirection::Forth => 1,
    };
    all[(chosen + by) % all.len()].emit_clicked();
}
