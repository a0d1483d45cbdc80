// SPDX-License-Identifier: GPL-3.0-or-later
//! Around what has fewer parts in a narrow window, but learns of its width only when it gets it:
//! until then it must not keep the window from becoming narrow.

use gtk::prelude::*;
use gtk::subclass::prelude::*;

/// A window may be so narrow, in pixels.
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
            // For a moment it may reach beyond the edge.
            let width = width.max(child.measure(gtk::Orientation::Horizontal, -1).0);
            child.allocate(width, height, baseline, None);
        }
    }
}

glib::wrapper! {
    /// Gives its only child the whole room, and asks for no more width than the narrowest window
    /// has.
    pub struct Narrowable(ObjectSubclass<imp::Narrowable>)
        @extends gtk::LayoutManager;
}
