// SPDX-License-Identifier: GPL-3.0-or-later
//! A last row that opens downwards, out of sight of a window that is not high: what it opens to is brought into sight.

use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;

use adw::prelude::*;

/// A row has opened by then, also where a busy machine draws late: by half a second the row had stayed below the edge.
const OPENING: Duration = Duration::from_secs(3);

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
            adjustment.set_value(adjustment.upper() - adjustment.page_size());
        }
    });
}
