// SPDX-License-Identifier: GPL-3.0-or-later
//! Menus and lists of values that are open when they are removed, for example with their dialog, or
//! with the card of a game that no longer fits the search. GTK (4.8) leaves them the input of the
//! whole program: then neither a key nor a click has an effect.

use std::cell::RefCell;

use gtk::prelude::*;
use gtk::{Popover, Window, glib};

/// Closes each menu that is removed while it is open, in all windows that open after this call.
pub fn close_removed() {
    Window::toplevels().connect_items_changed(|windows, place, _, added| {
        let added = (place..place + added).filter_map(|place| windows.item(place).and_downcast());
        added.for_each(|window| watch(&window));
    });
}

fn watch(window: &Window) {
    let last = RefCell::new(None::<(glib::WeakRef<Popover>, glib::SignalHandlerId)>);
    window.connect_focus_widget_notify(move |window| {
        let focus = GtkWindowExt::focus(window);
        // An open menu has the focus, and loses it before it is removed.
        let Some(menu) = focus.and_then(|focus| focus.ancestor(Popover::static_type())).and_downcast() else { return };
        let handler = Popover::connect_unrealize(&menu, Popover::popdown);
        let before = last.replace(Some((menu.downgrade(), handler)));
        if let Some((menu, handler)) = before.and_then(|(menu, handler)| Some((menu.upgrade()?, handler))) {
            menu.disconnect(handler);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compat::descendants::below;
    use crate::widgets::for_tests::wait_until;

    /// Opens the menu of a widget in a window, removes it with `remove`, and returns whether it has
    /// closed. If it has not, it keeps the input.
    fn closes(opener: &impl IsA<gtk::Widget>, open: impl FnOnce(), remove: impl FnOnce(&Window)) -> bool {
        let window = Window::builder().child(opener).build();
        window.present();
        wait_until(|| opener.is_mapped());
        open();
        let menu = below::<Popover>(opener.upcast_ref()).unwrap();
        wait_until(|| menu.is_mapped());
        remove(&window);
        let is_closed = !menu.is_visible();
        window.destroy();
        is_closed
    }

    #[gtk::test]
    fn a_menu_closes_when_it_its_button_or_its_window_is_removed() {
        close_removed();
        let removals: [fn(&Window); 3] = [Window::close, Window::destroy, |window| window.set_child(gtk::Widget::NONE)];
        let menu = || Popover::builder().child(&gtk::Button::new()).build();
        for remove in removals {
            let button = gtk::MenuButton::builder().popover(&menu()).build();
            assert!(closes(&button, || button.popup(), remove));
            let entry = gtk::Entry::new();
            let text = below::<gtk::Text>(entry.upcast_ref()).unwrap();
            assert!(closes(&entry, || text.activate_action("menu.popup", None).unwrap(), remove));
        }
        let (label, menu) = (gtk::Label::new(None), menu());
        menu.set_parent(&label);
        assert!(closes(&label, || menu.popup(), |_| menu.unparent()));
    }
}
