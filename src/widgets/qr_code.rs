// SPDX-License-Identifier: GPL-3.0-or-later
//! A QR code: black squares on white in every color scheme, since many cameras read nothing else.

use std::cell::{OnceCell, RefCell};

use gtk::prelude::*;
use gtk::subclass::prelude::*;
use gtk::{gdk, graphene};
use qrcode::{Color, EcLevel, QrCode as Squares};

use crate::compat::accessible_names::set_accessible_name;
use crate::widgets::ui_scale::grown;

/// Width of the empty edge on each side, in squares, as the standard asks for.
const QUIET: i32 = 4;
/// Side of the smallest square that a camera reads well from a screen, in pixels.
const LEAST: i32 = 4;
/// Natural side of the whole code in pixels, before scaling.
const SIDE: i32 = 300;
/// Levels of error correction, the best first, each up to this number of squares on a side. With
/// the empty edge, the last fits into a window of 360 pixels.
const LEVELS: [(EcLevel, usize); 2] = [(EcLevel::M, 57), (EcLevel::L, 73)];
/// Number of bytes that surely do not fit.
const TOO_LONG: usize = 600;

mod imp {
    use super::*;

    #[derive(Default)]
    pub struct QrCode {
        /// Number of squares on a side, without the empty edge.
        pub(super) across: OnceCell<i32>,
        /// The dark squares, as runs in a row: left end, row, and length.
        pub(super) runs: RefCell<Vec<[i32; 3]>>,
    }

    impl ObjectImpl for QrCode {}

    impl WidgetImpl for QrCode {
        fn measure(&self, _: gtk::Orientation, _: i32) -> (i32, i32, i32, i32) {
            let across = self.obj().across();
            let square = (grown(&*self.obj(), SIDE) / across).max(LEAST);
            (LEAST * across, square * across, -1, -1)
        }

        fn snapshot(&self, snapshot: &gtk::Snapshot) {
            let widget = self.obj();
            let across = widget.across();
            // Squares of whole pixels have sharp edges.
            let square = (widget.width().min(widget.height()) / across).max(1);
            let [left, top] = [widget.width(), widget.height()].map(|length| (length - square * across) / 2);
            let paint = |color, [x, y, width, height]: [i32; 4]| {
                let [x, y, width, height] =
                    [left + x * square, top + y * square, width * square, height * square].map(|length| length as f32);
                snapshot.append_color(color, &graphene::Rect::new(x, y, width, height));
            };
            paint(&gdk::RGBA::WHITE, [0, 0, across, across]);
            for [x, y, length] in &*self.runs.borrow() {
                paint(&gdk::RGBA::BLACK, [x + QUIET, y + QUIET, *length, 1]);
            }
        }
    }
}

class! {
    /// A QR code. Its size is a whole number of pixels for each square.
    QrCode: gtk::Widget, role = Img
}

impl QrCode {
    /// Creates the code of a text with this name for screen readers, or returns `None` if the text
    /// is too long for a code that a camera reads from a small window.
    pub fn of(text: &str, name: &str) -> Option<Self> {
        let squares = squares(text)?;
        let code: Self = glib::Object::new();
        let across = i32::try_from(squares.width()).ok()?;
        code.imp().across.get_or_init(|| across);
        code.imp().runs.replace(dark_runs(&squares));
        code.set_halign(gtk::Align::Center);
        set_accessible_name(&code, name);
        Some(code)
    }

    /// Returns the number of squares on a side, with the empty edge.
    fn across(&self) -> i32 {
        self.imp().across.get().copied().unwrap_or_default() + 2 * QUIET
    }
}

/// Returns the squares of a text, with the best error correction that keeps them large.
fn squares(text: &str) -> Option<Squares> {
    if text.len() > TOO_LONG {
        return None;
    }
    LEVELS.iter().find_map(|&(level, most)| {
        let code = Squares::with_error_correction_level(text, level).ok()?;
        (code.width() <= most).then_some(code)
    })
}

/// Returns the dark squares of a code as runs: left end, row, and length.
fn dark_runs(squares: &Squares) -> Vec<[i32; 3]> {
    let colors = squares.to_colors();
    let mut runs: Vec<[i32; 3]> = Vec::new();
    for (y, row) in (0..).zip(colors.chunks(squares.width())) {
        for (x, _) in (0..).zip(row).filter(|(_, color)| **color == Color::Dark) {
            match runs.last_mut() {
                Some([left, last, length]) if *last == y && *left + *length == x => *length += 1,
                _ => runs.push([x, y, 1]),
            }
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    fn side(letters: usize) -> Option<(usize, EcLevel)> {
        squares(&"x".repeat(letters)).map(|code| (code.width(), code.error_correction_level()))
    }

    #[test]
    fn long_texts_have_less_error_correction_and_very_long_ones_no_code() {
        assert_eq!(side(50), Some((33, EcLevel::M)));
        assert_eq!(side(213), Some((57, EcLevel::M)));
        assert_eq!(side(214), Some((53, EcLevel::L)));
        assert_eq!(side(458), Some((73, EcLevel::L)));
        for letters in [459, TOO_LONG, TOO_LONG + 1, 128 * 1024] {
            assert_eq!(side(letters), None);
        }
    }

    /// Any text has these: three squares of seven in the corners.
    #[test]
    fn the_dark_squares_are_painted_as_runs() {
        let code = squares("nine-mens-morris:nmm1/mfrggzdfmztwq/standard/1/d6/k5xw4ylf").unwrap();
        let (runs, last) = (dark_runs(&code), code.width() as i32 - 7);
        for corner in [[0, 0, 7], [last, 0, 7], [0, last, 7], [0, last + 6, 7], [2, 2, 3]] {
            assert!(runs.contains(&corner), "{corner:?}");
        }
        let dark = code.to_colors().into_iter().filter(|color| *color == Color::Dark).count();
        assert_eq!(runs.iter().map(|[_, _, length]| *length as usize).sum::<usize>(), dark);
    }

    #[gtk::test]
    fn squares_of_the_longest_line_have_four_pixels_in_a_narrow_window() {
        adw::init().unwrap();
        let code = QrCode::of(&"x".repeat(458), "").unwrap();
        let (least, natural, ..) = code.measure(gtk::Orientation::Horizontal, -1);
        assert_eq!((least, natural), (LEAST * 81, LEAST * 81));
        assert!(least <= 360 - 2 * 12, "{least}");
    }
}
