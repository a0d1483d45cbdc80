// SPDX-License-Identifier: GPL-3.0-or-later
//! Menus that are made of lists.

use gtk::gio;
use gtk::glib;

/// Returns a menu of actions with a prefix. Each item has a label, the name of an action without
/// the prefix, and the target of the action.
pub fn menu_of<'a>(prefix: &str, items: impl IntoIterator<Item = (String, &'a str, glib::Variant)>) -> gio::Menu {
    let menu = gio::Menu::new();
    for (label, action, target) in items {
        let item = gio::MenuItem::new(Some(&label), None);
        item.set_action_and_target_value(Some(&format!("{prefix}.{action}")), Some(&target));
        menu.append_item(&item);
    }
    menu
}
