// SPDX-License-Identifier: GPL-3.0-or-later
//! The keyboard in a menu and after it. GTK (4.8) leaves it on a part of the menu that is gone
//! where that closes out of a submenu; nothing hears a key then, not even the one that opens the
//! menu.

use std::rc::Rc;

use gtk::prelude::*;

use crate::widgets::single_tab_stop::below;

/// Has the keyboard go back, when a menu of this button closes, to where it was when the menu was
/// opened. Where something else has taken it, as a page that was chosen does, it stays there.
pub fn bring_back(button: &gtk::MenuButton) {
    let Some(popover) = button.popover() else { return };
    keep_inside(&popover);
    let before = Rc::new(glib::WeakRef::<gtk::Widget>::new());
    let noted = Rc::clone(&before);
    // The last moment before GTK gives the keyboard to the menu.
    button.set_create_popup_func(move |button| noted.set(focus_around(button).as_ref()));
    let button = button.downgrade();
    popover.connect_closed(move |_| {
        let (button, before) = (button.clone(), Rc::clone(&before));
        // Not before GTK has moved the keyboard itself, and before the next key comes.
        glib::idle_add_local_full(glib::Priority::HIGH, move || {
            if let Some(button) = button.upgrade() {
                return_focus(&button, before.upgrade());
            }
            glib::ControlFlow::Break
        });
    });
}

/// Keeps the keyboard in the part of a menu that is shown. GTK gives it to the item of that part
/// that had it last, and where that cannot be chosen any more, to what lies behind the menu.
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
    // What has just come, such as the result of a game, is visible before it has its place.
    let elsewhere = |focus: gtk::Widget| focus.is_visible() && !focus.is_ancestor(button);
    if is_open || !button.is_mapped() || focus_around(button).is_some_and(elsewhere) {
        return;
    }
    if !before.is_some_and(|widget| widget.is_mapped() && widget.grab_focus()) {
        button.grab_focus();
    }
}

/// What has the keyboard in the window around a widget.
fn focus_around(widget: &impl IsA<gtk::Widget>) -> Option<gtk::Widget> {
    widget.root().and_then(|root| root.focus())
}
