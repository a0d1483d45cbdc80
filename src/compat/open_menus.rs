// SPDX-License-Identifier: GPL-3.0-or-later
//! Menus that are open when their window closes. GTK (4.8) destroys the window, but the menu keeps
//! the input of the whole program, and then neither a key nor a click has an effect. A screen
//! reader can press a button of a dialog while the menu of its text entry is open.

use gtk::prelude::*;
use gtk::{Widget, Window, glib};

use crate::widgets::descendants::for_each;

/// Closes the open menus of a window before it closes.
pub fn close_with(window: &Window) {
    window.connect_close_request(|window| {
        close_below(window.upcast_ref());
        glib::Propagation::Proceed
    });
}

/// Closes the open menus below a widget. Call it before the widget is destroyed.
pub fn close_below(widget: &Widget) {
    for_each(widget, &mut |widget| {
        if let Some(menu) = widget.downcast_ref::<gtk::Popover>().filter(|menu| menu.is_visible()) {
            menu.popdown();
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::widgets::descendants::below;

    /// Opens the menu of the text entry of a dialog, closes the dialog with `close`, and returns
    /// whether the menu has closed. If it has not, it keeps the input.
    fn closes_menu(close: impl FnOnce(&Window)) -> bool {
        adw::init().unwrap();
        let parent = Window::default();
        parent.present();
        let entry = gtk::Entry::default();
        let dialog = Window::builder().transient_for(&parent).modal(true).child(&entry).build();
        dialog.present();
        let wait_for = |widget: &Widget| {
            while !widget.is_mapped() {
                glib::MainContext::default().iteration(true);
            }
        };
        wait_for(entry.upcast_ref());
        let text = below::<gtk::Text>(entry.upcast_ref()).unwrap();
        text.activate_action("menu.popup", None).unwrap();
        let menu = below::<gtk::PopoverMenu>(text.upcast_ref()).unwrap();
        wait_for(menu.upcast_ref());
        close(&dialog);
        // When GTK frees the window, it shows the menu again if that was still open.
        drop((dialog, entry, text));
        let is_closed = !menu.is_visible();
        parent.destroy();
        is_closed
    }

    #[gtk::test]
    fn a_window_closes_with_its_menus() {
        assert!(closes_menu(|window| {
            close_with(window);
            window.close();
        }));
        assert!(closes_menu(|window| {
            close_below(window.upcast_ref());
            window.destroy();
        }));
    }
}
