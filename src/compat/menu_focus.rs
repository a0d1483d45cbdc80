// SPDX-License-Identifier: GPL-3.0-or-later
//! Keyboard focus in a menu and after it. When a menu closes from a submenu, GTK (4.8) leaves the
//! focus on a hidden part of the menu. Then no key works, not even the one that opens the menu.

use std::cell::RefCell;
use std::rc::Rc;

use gtk::glib;
use gtk::prelude::*;

use crate::compat::accessible_names::{MAIN, is_menu_item};
use crate::compat::descendants::{below, for_each};

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

/// Keeps the focus in the visible part of a menu, and gives it to the first entry of a submenu that
/// opens. GTK gives it to the last focused item of that part, and if that item is disabled, to a
/// widget behind the menu.
fn keep_inside(menu: &gtk::Popover) {
    let Some(parts) = below::<gtk::Stack>(menu.upcast_ref()) else { return };
    let previous = RefCell::new(parts.visible_child_name());
    parts.connect_visible_child_notify(move |parts| {
        let shown = parts.visible_child_name();
        let left = previous.replace(shown.clone());
        let Some(part) = parts.visible_child().filter(|_| parts.is_mapped()) else { return };
        // Back from a submenu, the entry that opened it has the focus.
        let is_opener =
            |entry: &gtk::Widget| entry.has_focus() && entry.property::<Option<glib::GString>>("menu-name") == left;
        let entries = entries(&part);
        if shown.is_some_and(|name| name != MAIN) && !entries.iter().any(is_opener) {
            entries.iter().any(WidgetExt::grab_focus);
        }
        if !focus_around(&part).is_some_and(|focus| focus.is_ancestor(&part)) {
            part.child_focus(gtk::DirectionType::TabForward);
        }
    });
}

/// Returns the entries of a submenu without the first one, which leads back.
fn entries(submenu: &gtk::Widget) -> Vec<gtk::Widget> {
    let mut entries = Vec::new();
    // The type is private to GTK.
    for_each(submenu, &mut |widget| entries.extend(is_menu_item(widget).then(|| widget.clone())));
    entries.split_off(entries.len().min(1))
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

fn focus_around(widget: &impl IsA<gtk::Widget>) -> Option<gtk::Widget> {
    widget.root().and_then(|root| root.focus())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::widgets::for_tests::wait_until;
    use gtk::gio;

    #[gtk::test]
    fn a_submenu_begins_at_its_first_entry_and_leads_back_to_its_own() {
        adw::init().unwrap();
        let (menu, outer, inner) = (gio::Menu::new(), gio::Menu::new(), gio::Menu::new());
        inner.append(Some("PGN"), None);
        outer.append(Some("Save…"), None);
        outer.append_submenu(Some("Export"), &inner);
        menu.append(Some("New Game…"), None);
        menu.append_submenu(Some("Game"), &outer);
        let button = gtk::MenuButton::builder().menu_model(&menu).build();
        let window = gtk::Window::builder().child(&button).build();
        bring_back(&button);
        window.present();
        wait_until(|| button.is_mapped());
        button.popup();
        let parts = below::<gtk::Stack>(button.popover().unwrap().upcast_ref()).unwrap();
        wait_until(|| parts.is_mapped());
        assert!(parts.child_focus(gtk::DirectionType::TabForward));
        let focus = || {
            let focus = GtkWindowExt::focus(&window).unwrap();
            below::<gtk::Label>(&focus).unwrap().text()
        };
        let open = |name: &str| parts.set_visible_child_name(name);
        for _ in 0..2 {
            open("Game");
            assert_eq!(focus(), "Save…");
            while focus() != "Export" {
                assert!(parts.child_focus(gtk::DirectionType::TabForward));
            }
            open("Export");
            assert_eq!(focus(), "PGN");
            open("Game");
            assert_eq!(focus(), "Export");
            open("main");
        }
        button.popdown();
        window.destroy();
    }
}
