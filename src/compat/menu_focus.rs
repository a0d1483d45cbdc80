// SPDX-License-Identifier: GPL-3.0-or-later
//! Keyboard focus in a menu and after it. When a menu closes from a submenu, GTK (4.8) leaves the
//! focus on a hidden part of the menu. Then no key works, not even the one that opens the menu.

use std::rc::Rc;

use gtk::prelude::*;

use crate::widgets::descendants::below;

/// Returns the focus, when a menu of this button closes, to where it was when the menu was opened.
/// If another widget has taken the focus, for example a page that was chosen, it stays there.
pub fn bring_back(button: &gtk::MenuButton) {
    let Some(popover) = button.popover() else { return };
    keep_inside(&popover);
    let before = Rc::new(glib::WeakRef::<gtk::Widget>::new());
    let noted = Rc::clone(&before);
    // Last moment before GTK moves the focus to the menu.
    button.set_create_popup_func(move |button| noted.set(focus_around(button).as_ref()));
    let button = button.downgrade();
    popover.connect_closed(move |_| {
        let (button, before) = (button.clone(), Rc::clone(&before));
        // After GTK has moved the focus itself, and before the next key event.
        glib::idle_add_local_full(glib::Priority::HIGH, move || {
            if let Some(button) = button.upgrade() {
                return_focus(&button, before.upgrade());
            }
            glib::ControlFlow::Break
        });
    });
}

/// Keeps the focus in the visible part of a menu. GTK gives it to the last focused item of that
/// part, and if that item is disabled, to a widget behind the menu.
fn keep_inside(menu: &gtk::Popover) {
    let Some(parts) = below::<gtk::Stack>(menu.upcast_ref()) else { return };
    parts.connect_visible_child_notify(|parts| {
        let shown = parts.visible_child().filter(|_| parts.is_mapped());
        let is_outside = |part: &gtk::Widget| !focus_around(part).is_some_and(|focus| focus.is_ancestor(part));
        if let Some(part) = shown.filter(is_outside) {
            part.child_focus(gtk::DirectionType::TabForward);
        }
    });
}

fn return_focus(button: &gtk::MenuButton, before: Option<gtk::Widget>) {
    let is_open = button.popover().is_some_and(|popover| popover.is_visible());
    // A new widget, for example the result of a game, is visible before it is allocated.
    let elsewhere = |focus: gtk::Widget| focus.is_visible() && !focus.is_ancestor(button);
    if is_open || !button.is_mapped() || focus_around(button).is_some_and(elsewhere) {
        return;
    }
    if !before.is_some_and(|widget| widget.is_mapped() && widget.grab_focus()) {
        button.grab_focus();
    }
}

/// Returns the focused widget of the window around a widget.
fn focus_around(widget: &impl IsA<gtk::Widget>) -> Option<gtk::Widget> {
    widget.root().and_then(|root| root.focus())
}
