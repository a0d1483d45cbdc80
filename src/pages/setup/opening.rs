// SPDX-License-Identifier: GPL-3.0-or-later
//! A last row that opens downwards, out of sight of a window that is not high: what it opens to is
//! brought into sight.

use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;

use adw::prelude::*;

/// A row has opened by then.
const OPENING: Duration = Duration::from_millis(500);

/// Scrolls to the end while the last row opens.
pub fn follow(row: &adw::ExpanderRow, scroller: &gtk::ScrolledWindow) {
    let opening = Rc::new(Cell::new(false));
    let opens = Rc::clone(&opening);
    row.connect_expanded_notify(move |row| {
        opens.set(row.is_expanded());
        let opened = Rc::clone(&opens);
        glib::timeout_add_local_once(OPENING, move || opened.set(false));
    });
    scroller.vadjustment().connect_upper_notify(move |adjustment| {
        if opening.get() {
            // Not at once, while the page is laid out: where nothing is animated nobody lays it out
            // again.
            let adjustment = adjustment.clone();
            glib::idle_add_local_once(move || adjustment.set_value(adjustment.upper() - adjustment.page_size()));
        }
    });
}
