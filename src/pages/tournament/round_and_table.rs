// SPDX-License-Identifier: GPL-3.0-or-later
//! Layout of a round, with the table beside it on a wide page.

use gtk::prelude::*;

use crate::widgets::adaptive_layout::{Area, Arrangement, put, put_away, visible_children};
use crate::widgets::ui_scale::grown;

/// Minimum width of a page with the table, and the width of the table, in pixels before scaling.
const WIDE: (i32, i32) = (1200, 480);

pub(super) struct RoundAndTable;

impl Arrangement for RoundAndTable {
    fn measure(&self, widget: &gtk::Widget, orientation: gtk::Orientation, width: i32) -> (i32, i32) {
        let children = visible_children(widget);
        let Some(round) = children.first() else { return (0, 0) };
        let (least, natural, ..) = round.measure(orientation, width);
        (least, natural)
    }

    fn allocate(&self, widget: &gtk::Widget, width: i32, height: i32) {
        let [round, table] = &visible_children(widget)[..] else { return };
        let (from, beside) = (grown(widget, WIDE.0), grown(widget, WIDE.1));
        let area = |start, width| Some(Area { start, top: 0, width, height });
        if width < from {
            put(round, width, area(0, width));
            return put_away(table);
        }
        put(round, width, area(0, width - beside));
        put(table, width, area(width - beside, beside));
    }
}
