// SPDX-License-Identifier: GPL-3.0-or-later
//! The places of board and controls: beside each other where the page is wide, else above each other.

use adw::prelude::*;
use adw::subclass::prelude::*;

/// In a page wider than this, in pixels, the controls stand beside the board.
const WIDE: i32 = 640;
/// The width of the controls beside the board.
const BESIDE: i32 = 350;
/// The height that the controls get below the board at least.
const BELOW: i32 = 200;

/// The heights of board and controls above each other.
const fn heights(width: i32, height: i32) -> (i32, i32) {
    let room = height - BELOW;
    let board = if width < room { width } else { room };
    (board, height - board)
}

/// Where the board begins that has the controls at its side, and its width: no wider than high, both in the middle.
const fn beside(width: i32, height: i32) -> (i32, i32) {
    let room = width - BESIDE;
    let board = if room < height { room } else { height };
    ((room - board) / 2, board)
}

mod imp {
    use super::*;

    #[derive(Debug, Default)]
    pub struct BesideOrBelow;

    #[glib::object_subclass]
    impl ObjectSubclass for BesideOrBelow {
        const NAME: &'static str = "NmmBesideOrBelow";
        type Type = super::BesideOrBelow;
        type ParentType = gtk::LayoutManager;
    }

    impl ObjectImpl for BesideOrBelow {}

    impl LayoutManagerImpl for BesideOrBelow {
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
                gtk::Orientation::Horizontal => (board.max(controls), natural + BESIDE, -1, -1),
                _ => (board + BELOW, natural.max(board + BELOW), -1, -1),
            }
        }

        fn allocate(&self, widget: &gtk::Widget, width: i32, height: i32, _: i32) {
            let [Some(board), Some(controls)] = children(widget) else { return };
            let (first, second) = if width > WIDE {
                let (start, board) = beside(width, height);
                ((start, 0, board, height), (start + board, 0, BESIDE, height))
            } else {
                let (above, below) = heights(width, height);
                ((0, 0, width, above), (0, above, width, below))
            };
            let mirrored = widget.direction() == gtk::TextDirection::Rtl;
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
    pub struct BesideOrBelow(ObjectSubclass<imp::BesideOrBelow>)
        @extends gtk::LayoutManager;
}

impl Default for BesideOrBelow {
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
        assert_eq!(heights(360, 530), (330, 200));
        assert_eq!(heights(600, 640), (440, 200));
    }

    #[test]
    fn beside_the_board_the_controls_stay_close() {
        assert_eq!(beside(1000, 700), (0, 650));
        assert_eq!(beside(1950, 1000), (300, 1000));
    }
}
