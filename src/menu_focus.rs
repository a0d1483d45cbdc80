// SPDX-License-Identifier: GPL-3.0-or-later
//! The keyboard after a menu. GTK (4.8) leaves it on a part of the menu that is gone where that closes out of a submenu; nothing
//! hears a key then, not even the one that opens the menu.

use gtk::prelude::*;

/// Has `home` take the keyboard where a menu of this button has left it on nothing that is seen.
pub fn bring_back(button: &gtk::MenuButton, home: impl Fn() + Clone + 'static) {
    let Some(popover) = button.popover() else { return };
    let button = button.downgrade();
    popover.connect_closed(move |_| {
        let (button, home) = (button.clone(), home.clone());
        // Not before GTK has moved the keyboard itself.
        glib::idle_add_local_once(move || {
            let root = button.upgrade().filter(WidgetExt::is_mapped).and_then(|button| button.root());
            if root.is_some_and(|root| root.focus().is_none_or(|focus| !focus.is_mapped())) {
                home();
            }
        });
    });
}
