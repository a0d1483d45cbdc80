// SPDX-License-Identifier: GPL-3.0-or-later
//! Layout for content that has fewer parts in a narrow window but learns its width only when
//! allocated. Until then its minimum width must not keep the window wide.

use gtk::prelude::*;
use gtk::subclass::prelude::*;

/// Minimum width of the window, in pixels.
const LEAST: i32 = 340;

mod imp {
    use super::*;

    #[derive(Debug, Default)]
    pub struct Narrowable;

    #[glib::object_subclass]
    impl ObjectSubclass for Narrowable {
        const NAME: &'static str = "NmmNarrowable";
        type Type = super::Narrowable;
        type ParentType = gtk::LayoutManager;
    }

    impl ObjectImpl for Narrowable {}

    impl LayoutManagerImpl for Narrowable {
        fn request_mode(&self, _: &gtk::Widget) -> gtk::SizeRequestMode {
            gtk::SizeRequestMode::ConstantSize
        }

        fn measure(&self, widget: &gtk::Widget, orientation: gtk::Orientation, _: i32) -> (i32, i32, i32, i32) {
            let (least, natural, ..) =
                widget.first_child().map_or((0, 0, -1, -1), |child| child.measure(orientation, -1));
            match orientation {
                gtk::Orientation::Horizontal => (least.min(LEAST), natural, -1, -1),
                _ => (least, natural, -1, -1),
            }
        }

        fn allocate(&self, widget: &gtk::Widget, width: i32, height: i32, baseline: i32) {
            let Some(child) = widget.first_child() else { return };
            // It may extend beyond the edge for a moment.
            let width = width.max(child.measure(gtk::Orientation::Horizontal, -1).0);
            child.allocate(width, height, baseline, None);
        }
    }
}

glib::wrapper! {
    /// Gives its only child all of the space, and requests at most the width of the narrowest
    /// window.
    pub struct Narrowable(ObjectSubclass<imp::Narrowable>)
        @extends gtk::LayoutManager;
}
