// SPDX-License-Identifier: GPL-3.0-or-later
//! The places of board and controls: beside each other where the page is wide, else above each
//! other.

use adw::prelude::*;
use adw::subclass::prelude::*;

use crate::widgets::ui_scale::grown;

/// In a page wider than this, in pixels, the controls stand beside the board.
const WIDE: i32 = 640;
/// The width of the controls beside the board.
const BESIDE: i32 = 350;
/// The height that the controls get below the board at least.
const BELOW: i32 = 180;

/// Around the board, in pixels.
const GAP: i32 = 12;
/// The same in narrow pages.
const SMALL_GAP: i32 = 6;

/// The heights of board and controls above each other.
const fn heights(width: i32, height: i32) -> (i32, i32) {
    let room = height - BELOW;
    let board = if width < room { width } else { room };
    (board, height - board)
}

/// Where the board begins that has controls of a width at its side, and its own width: no wider
/// than high, both in the middle.
const fn beside(width: i32, height: i32, controls: i32) -> (i32, i32) {
    let room = width - controls;
    let board = if room < height { room } else { height };
    ((room - board) / 2, board)
}

mod imp {
    use super::*;

    #[derive(Debug, Default)]
    pub struct AdaptiveLayout;

    #[glib::object_subclass]
    impl ObjectSubclass for AdaptiveLayout {
        const NAME: &'static str = "NmmAdaptiveLayout";
        type Type = super::AdaptiveLayout;
        type ParentType = gtk::LayoutManager;
    }

    impl ObjectImpl for AdaptiveLayout {}

    impl LayoutManagerImpl for AdaptiveLayout {
        fn request_mode(&self, _: &gtk::Widget) -> gtk::SizeRequestMode {
            gtk::SizeRequestMode::ConstantSize
        }

        fn measure(&self, widget: &gtk::Widget, orientation: gtk::Orientation, _: i32) -> (i32, i32, i32, i32) {
            let sizes = children(widget).map(|child| {
                child.map_or((0, 0), |child| {
                    let (least, natural, _, _) = child.measure(orientation, -1);
                    (least, natural)
                })
            });
            let [(board, natural), (controls, _)] = sizes;
            match orientation {
                gtk::Orientation::Horizontal => ((board + 2 * SMALL_GAP).max(controls), natural + BESIDE, -1, -1),
                _ => (board + 2 * SMALL_GAP + BELOW, natural.max(board) + 2 * GAP + BELOW, -1, -1),
            }
        }

        fn allocate(&self, widget: &gtk::Widget, width: i32, height: i32, _: i32) {
            let [Some(board), Some(controls)] = children(widget) else { return };
            let (first, second) = if width > WIDE {
                let side = grown(widget, BESIDE);
                let (start, board) = beside(width, height, side);
                ((start, 0, board, height), (start + board, 0, side, height))
            } else {
                let (above, below) = heights(width, height);
                ((0, 0, width, above), (0, above, width, below))
            };
            let mirrored = widget.direction() == gtk::TextDirection::Rtl;
            // The same space on all sides of the board.
            let gap = if width > WIDE { grown(widget, GAP) } else { SMALL_GAP };
            let first = (first.0 + gap, first.1 + gap, first.2 - 2 * gap, first.3 - 2 * gap);
            for (child, (x, y, child_width, child_height)) in [(board, first), (controls, second)] {
                let x = if mirrored { width - x - child_width } else { x };
                child.measure(gtk::Orientation::Horizontal, -1);
                child.size_allocate(&gtk::Allocation::new(x, y, child_width, child_height), -1);
            }
        }
    }

    /// Board and controls.
    fn children(widget: &gtk::Widget) -> [Option<gtk::Widget>; 2] {
        let first = widget.first_child();
        let second = first.as_ref().and_then(WidgetExt::next_sibling);
        [first, second]
    }
}

glib::wrapper! {
    /// Puts two children beside each other, or the second below the first.
    pub struct AdaptiveLayout(ObjectSubclass<imp::AdaptiveLayout>)
        @extends gtk::LayoutManager;
}

impl Default for AdaptiveLayout {
    fn default() -> Self {
        glib::Object::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn below_the_board_the_controls_get_what_is_left_but_never_too_little() {
        assert_eq!(heights(360, 700), (360, 340));
        assert_eq!(heights(360, 530), (350, 180));
        assert_eq!(heights(600, 640), (460, 180));
    }

    #[test]
    fn beside_the_board_the_controls_stay_close() {
        assert_eq!(beside(1000, 700, BESIDE), (0, 650));
        assert_eq!(beside(1950, 1000, BESIDE), (300, 1000));
    }
}
