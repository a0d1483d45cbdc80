// SPDX-License-Identifier: GPL-3.0-or-later
//! The places of the board and of the choices in the main menu: beside each other in a wide window,
//! else above each other.

use adw::prelude::*;
use adw::subclass::prelude::*;
use gtk::gdk;

use crate::widgets::ui_scale::grown;

/// From this width on, in pixels, the board stands beside the choices.
const WIDE: i32 = 860;
/// The width of the choices beside it.
const CHOICES: i32 = 440;
/// Around the board.
const GAP: i32 = 24;
/// The same above the choices.
const SMALL_GAP: i32 = 12;
/// How much of a narrow window's height the board takes, in hundredths: at least, at most.
const SHARE: (i32, i32) = (16, 40);
/// A smaller board, as where a long message takes the room, is not shown: nothing of it could be
/// drawn within its frame.
const SMALLEST: i32 = 32;

/// A square: where it begins, its top, its side.
type Square = (i32, i32, i32);

/// The board above the choices, which would like so much height.
fn above(width: i32, height: i32, choices: i32) -> Square {
    let (least, most) = (height * SHARE.0 / 100, height * SHARE.1 / 100);
    let side = (height - choices).clamp(least, most).min(width) - 2 * SMALL_GAP;
    ((width - side) / 2, SMALL_GAP, side)
}

/// The board beside the choices, which are so wide; both in the middle, with the same space on all
/// sides of the board.
fn beside(width: i32, height: i32, choices: i32, gap: i32) -> Square {
    let side = (height - 2 * gap).min(width - choices - 2 * gap);
    ((width - side - choices - gap).max(2 * gap) / 2, (height - side) / 2, side)
}

mod imp {
    use super::*;

    #[derive(Debug, Default)]
    pub struct MenuLayout;

    #[glib::object_subclass]
    impl ObjectSubclass for MenuLayout {
        const NAME: &'static str = "NmmMenuLayout";
        type Type = super::MenuLayout;
        type ParentType = gtk::LayoutManager;
    }

    impl ObjectImpl for MenuLayout {}

    impl LayoutManagerImpl for MenuLayout {
        fn request_mode(&self, _: &gtk::Widget) -> gtk::SizeRequestMode {
            gtk::SizeRequestMode::ConstantSize
        }

        fn measure(&self, widget: &gtk::Widget, orientation: gtk::Orientation, _: i32) -> (i32, i32, i32, i32) {
            let Some((_, choices)) = parts(widget) else { return (0, 0, -1, -1) };
            let (least, natural, ..) = choices.measure(orientation, -1);
            (least, least.max(natural), -1, -1)
        }

        fn allocate(&self, widget: &gtk::Widget, width: i32, height: i32, _: i32) {
            let Some((board, choices)) = parts(widget) else { return };
            let ((start, top, side), (x, y, w, h)) = if width >= grown(widget, WIDE) {
                let (wanted, gap) = (grown(widget, CHOICES).min(width / 2), grown(widget, GAP));
                let square = beside(width, height, wanted, gap);
                (square, (square.0 + square.2 + gap, 0, wanted, height))
            } else {
                // A scrolled window does not ask its content how high it is at a width.
                let content = choices.downcast_ref::<gtk::ScrolledWindow>().and_then(gtk::ScrolledWindow::child);
                let wanted = content.as_ref().unwrap_or(&choices).measure(gtk::Orientation::Vertical, width).1;
                let square = above(width, height, wanted);
                let used = square.2 + 2 * SMALL_GAP;
                (square, (0, used, width, height - used))
            };
            board.set_child_visible(side >= SMALLEST);
            for (part, (x, y, w, h)) in [(&board, (start, top, side.max(0), side.max(0))), (&choices, (x, y, w, h))] {
                let x = if widget.direction() == gtk::TextDirection::Rtl { width - x - w } else { x };
                part.measure(gtk::Orientation::Horizontal, -1);
                part.size_allocate(&gdk::Rectangle::new(x, y, w, h), -1);
            }
        }
    }

    /// Board and choices.
    fn parts(widget: &gtk::Widget) -> Option<(gtk::Widget, gtk::Widget)> {
        let board = widget.first_child()?;
        let choices = board.next_sibling()?;
        Some((board, choices))
    }
}

glib::wrapper! {
    /// Puts the board beside the choices, or above them.
    pub struct MenuLayout(ObjectSubclass<imp::MenuLayout>)
        @extends gtk::LayoutManager;
}

impl Default for MenuLayout {
    fn default() -> Self {
        glib::Object::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn above_the_choices_the_board_gets_what_is_left_between_a_sixth_and_two_fifths() {
        assert_eq!(above(360, 594, 300), (73, 12, 213), "two fifths of the height");
        assert_eq!(above(360, 594, 800), (144, 12, 71), "a sixth of it");
        assert_eq!(above(360, 594, 400).2, 170, "what is left");
        assert_eq!(above(360, 2000, 400).2, 336, "no wider than the window");
    }

    #[test]
    fn beside_the_choices_the_board_is_as_large_as_the_window_lets_it_be() {
        for (width, height, choices, gap) in [(860, 654, 430, 24), (1000, 654, 440, 24), (1920, 1034, 528, 29)] {
            let (start, top, side) = beside(width, height, choices, gap);
            assert!(start >= gap && top >= gap, "{width} × {height}");
            assert!(start + side + gap + choices <= width, "{width} × {height}");
            assert!(top == gap || start == gap, "{width} × {height}: {start}, {top}, {side}");
        }
    }
}
