// SPDX-License-Identifier: GPL-3.0-or-later
//! Tiles of which one is chosen. They are one stop of the Tab key, and arrow keys choose another
//! one, as in a group of radio buttons. Home and End choose the first and the last one.

use gtk::accessible::State;
use gtk::gdk::{Key, ModifierType};
use gtk::prelude::*;
use gtk::{AccessibleTristate, TextDirection, glib};

use crate::compat::accessible_names::set_accessible_name;
use crate::text::i18n::gettext_f;
use crate::widgets::keys::{self, StepDirection, has_command};

/// Connects the keys of toggle buttons in a box, one of which is active. A click on one activates
/// it.
pub fn connect(tiles: &gtk::Box) {
    for button in buttons(tiles) {
        button.set_focusable(button.is_active());
        button.connect_toggled(|button| {
            if button.is_active() {
                make_tab_stop(button);
            }
        });
    }
    keys::connect(tiles, gtk::PropagationPhase::Bubble, key_pressed);
}

fn key_pressed(tiles: &gtk::Box, key: Key, state: ModifierType) -> glib::Propagation {
    match (step(key, tiles.direction()), key) {
        _ if has_command(state) => return glib::Propagation::Proceed,
        (Some(step), _) => choose_next(tiles, step),
        (None, Key::Home | Key::KP_Home) => choose(tiles, buttons(tiles).next()),
        (None, Key::End | Key::KP_End) => choose(tiles, buttons(tiles).last()),
        _ => return glib::Propagation::Proceed,
    }
    glib::Propagation::Stop
}

/// Names a tile for screen readers, with its group, whose name Orca (43) does not speak.
pub fn name_tile(tile: &gtk::ToggleButton, group: &str, choice: &str) {
    // Translators: {choice} is one of the things to choose from a group: “Board: Wood”
    let name = gettext_f("{group}: {choice}", &[("group", group), ("choice", choice)]);
    set_accessible_name(tile, &name);
}

pub fn buttons(tiles: &gtk::Box) -> impl Iterator<Item = gtk::ToggleButton> + use<> {
    let all = std::iter::successors(tiles.first_child(), WidgetExt::next_sibling);
    all.filter_map(|tile| tile.downcast().ok())
}

/// Makes a tile the stop of the Tab key in its box. If the keyboard is in the box, it follows.
fn make_tab_stop(button: &gtk::ToggleButton) {
    let Some(tiles) = button.parent().and_downcast::<gtk::Box>() else { return };
    button.set_focusable(true);
    if tiles.focus_child().is_some() {
        button.grab_focus();
    }
    buttons(&tiles).filter(|other| other != button).for_each(|other| other.set_focusable(false));
}

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
    choose(tiles, all.into_iter().cycle().nth(chosen + by));
}

/// Chooses a tile as a click does.
fn choose(tiles: &gtk::Box, tile: Option<gtk::ToggleButton>) {
    let Some(tile) = tile.filter(|tile| !tile.is_active()) else { return };
    // A screen reader speaks a change of the state where the focus is. So the new tile reports its
    // state before the focus arrives, and the old one after the focus has left.
    tile.update_state(&[State::Checked(AccessibleTristate::True), State::Pressed(AccessibleTristate::True)]);
    tile.set_focusable(true);
    if tiles.focus_child().is_some() {
        tile.grab_focus();
    }
    tile.emit_clicked();
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::rc::Rc;

    use super::*;

    #[gtk::test]
    fn the_focus_arrives_before_the_choice_changes() {
        let tiles = gtk::Box::default();
        let [old, new] = [(); 2].map(|()| gtk::ToggleButton::new());
        new.set_group(Some(&old));
        old.set_active(true);
        [&old, &new].into_iter().for_each(|tile| tiles.append(tile));
        connect(&tiles);
        let window = gtk::Window::builder().child(&tiles).build();
        window.present();
        assert!(old.grab_focus());
        let events = Rc::<RefCell<Vec<&str>>>::default();
        let note = Rc::clone(&events);
        window.connect_focus_widget_notify(move |_| note.borrow_mut().push("focus"));
        let note = Rc::clone(&events);
        old.connect_active_notify(move |_| note.borrow_mut().push("choice"));
        choose_next(&tiles, StepDirection::Forth);
        assert_eq!(*events.borrow(), ["focus", "choice"]);
        assert!(new.has_focus() && new.is_active() && !old.is_focusable());
        window.destroy();
    }

    #[gtk::test]
    fn home_and_end_choose_the_first_and_the_last_tile() {
        let tiles = gtk::Box::default();
        let all = [(); 3].map(|()| gtk::ToggleButton::new());
        all.iter().for_each(|tile| tile.set_group(Some(&all[0]).filter(|first| *first != tile)));
        all.iter().for_each(|tile| tiles.append(tile));
        all[1].set_active(true);
        let chosen = |key| {
            assert_eq!(key_pressed(&tiles, key, ModifierType::empty()), glib::Propagation::Stop);
            all.iter().position(ToggleButtonExt::is_active)
        };
        assert_eq!([Key::End, Key::End, Key::Home].map(chosen), [Some(2), Some(2), Some(0)]);
    }
}
