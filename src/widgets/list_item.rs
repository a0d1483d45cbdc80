// SPDX-License-Identifier: GPL-3.0-or-later
//! The items of lists.

use gtk::glib;
use gtk::prelude::*;

pub fn list_item(item: &glib::Object) -> &gtk::ListItem {
    item.downcast_ref().expect("a factory makes list items")
}
