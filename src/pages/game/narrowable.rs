// SPDX-License-Identifier: GPL-3.0-or-later
//! Layout for content that has fewer parts in a narrow window but learns its width only when
//! allocated. Until then its minimum width must not keep the window wide.

use gtk::prelude::*;

use crate::widgets::adaptive_layout::Arrangement;

/// Minimum width of the window, in pixels.
const LEAST: i32 = 340;

/// The only child with all of the space.
pub(super) struct Narrowable;

impl Arrangement for Narrowable {
    fn request_mode(&self) -> gtk::SizeRequestMode {
        gtk::SizeRequestMode::ConstantSize
    }

    fn measure(&self, widget: &gtk::Widget, orientation: gtk::Orientation, _: i32) -> (i32, i32) {
        let (least, natural, ..) = widget.first_child().map_or((0, 0, -1, -1), |child| child.measure(orientation, -1));
        (if orientation == gtk::Orientation::Horizontal { least.min(LEAST) } else { least }, natural)
    }

    fn allocate(&self, widget: &gtk::Widget, width: i32, height: i32) {
        let Some(child) = widget.first_child() else { return };
        // It may extend beyond the edge for a moment.
        let width = width.max(child.measure(gtk::Orientation::Horizontal, -1).0);
        child.allocate(width, height, -1, None);
    }
}
