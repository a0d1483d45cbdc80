// SPDX-License-Identifier: GPL-3.0-or-later
//! Follows the last row of a page as it expands downward, possibly below the edge of the window,
//! and scrolls its content into view.

use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;

use adw::prelude::*;

/// Time after which the row has expanded.
const OPENING: Duration = Duration::from_millis(500);

/// Scrolls to the end while the last row expands.
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
            // Waits until the current layout ends. Without animations no second layout would
            // follow.
            let adjustment = adjustment.clone();
            glib::idle_add_local_once(move || adjustment.set_value(adjustment.upper() - adjustment.page_size()));
        }
    });
}
