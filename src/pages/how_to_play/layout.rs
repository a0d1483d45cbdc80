// SPDX-License-Identifier: GPL-3.0-or-later
//! Layout manager of a lesson. The places of its parts depend on the size of the page and of the
//! font, and never on the words: the board is at the same place in every lesson, whatever is said.

use gtk::pango;
use gtk::prelude::*;

use crate::widgets::adaptive_layout::{Area, Arrangement, put, visible_children, widest};
use crate::widgets::ui_scale::factor;

/// CSS class of a lesson with larger words.
const LARGE: &str = "large-words";
/// CSS class of a lesson on a low page, which has no room for its title.
pub(super) const LOW: &str = "low-lesson";
/// Minimum width of a page with the board beside the words, in pixels, and in percent of its
/// height.
const BESIDE: (i32, i32) = (600, 115);
/// Width of the words beside the board, in pixels, and its maximum in percent of the page's width.
const WORDS: (i32, i32) = (350, 45);
/// Space around the board, and between all parts, in pixels.
const GAP: i32 = 6;
/// The same on a low page.
const SMALL_GAP: i32 = 2;
/// Minimum side of the board above the words, in pixels: its points are 40 pixels apart.
const LEAST_BOARD: i32 = 322;
/// Lines of the title and the text above the board: fewest and most.
const LINES: (i32, i32) = (5, 9);
/// Lines of the text above the board on a low page, without a title.
const LOW_LINES: i32 = 3;
/// Lines of the text beside the board.
const LINES_BESIDE: i32 = 13;
/// Share of the room for the text above the board, in percent.
const SHARE: i32 = 32;
/// Lines of a message, above and beside the buttons.
const MESSAGE_LINES: (i32, i32) = (3, 4);
/// Lines of a message on a low page.
const LOW_MESSAGE_LINES: i32 = 2;
/// Width of the small buttons beside the main one, in pixels.
const SMALL_BUTTONS: i32 = 128;
/// Space around the lines of a message, and on a low page, in pixels.
const PADDING: i32 = 12;
const SMALL_PADDING: i32 = 6;

/// What the places depend on, in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Sizes {
    /// Factor of all lengths in pixels.
    scale: f64,
    line: i32,
    buttons: i32,
}

impl Sizes {
    fn scaled(self, length: i32) -> i32 {
        (f64::from(length) * self.scale).round() as i32
    }

    fn message(self, lines: i32) -> i32 {
        lines * self.line + self.scaled(PADDING)
    }

    /// Returns the places of the text, the board, the message, and the buttons on a page.
    fn places(self, (width, height): (i32, i32)) -> [Area; 4] {
        if self.are_beside((width, height)) { self.beside(width, height) } else { self.stacked(width, height) }
    }

    /// Returns whether the board is beside the words on a page.
    fn are_beside(self, (width, height): (i32, i32)) -> bool {
        width >= self.scaled(BESIDE.0) && width * 100 >= height * BESIDE.1
    }

    /// Returns whether a page is too low for a title and a board above the words.
    fn is_low(self, (width, height): (i32, i32)) -> bool {
        let gap = self.scaled(GAP);
        let words = self.message(MESSAGE_LINES.0) + LINES.0 * self.line + self.buttons + 4 * gap;
        !self.are_beside((width, height)) && height < words + LEAST_BOARD.min(width - 2 * gap)
    }

    /// Returns the height of the parts on a low page of this width.
    fn least_height(self, width: i32) -> i32 {
        let gap = self.scaled(SMALL_GAP);
        let (words, around) = (LOW_LINES * self.line + self.low_message(), self.buttons + 4 * gap);
        if width < self.scaled(BESIDE.0) { words + LEAST_BOARD.min(width - 2 * gap) + around } else { words + around }
    }

    fn low_message(self) -> i32 {
        LOW_MESSAGE_LINES * self.line + self.scaled(SMALL_PADDING)
    }

    /// Puts the text above the board, and the message and the buttons below it.
    fn stacked(self, width: i32, height: i32) -> [Area; 4] {
        let (gap, lines, message) = match self.is_low((width, height)) {
            true => (self.scaled(SMALL_GAP), LOW_LINES, self.low_message()),
            false => (self.scaled(GAP), LINES.0, self.message(MESSAGE_LINES.0)),
        };
        let room = height - message - self.buttons - 4 * gap;
        let wanted = (room * SHARE / 100).clamp(lines * self.line, LINES.1 * self.line);
        let side = (room - wanted).max(LEAST_BOARD).min(width - 2 * gap);
        let text = (room - side).min(LINES.1 * self.line);
        let top = (room - side - text) / 2;
        let row = |top, height| Area { start: 0, top, width, height };
        let board = top + text + gap;
        [
            row(top, text),
            Area { start: (width - side) / 2, top: board, width: side, height: side },
            row(board + side + gap, message),
            row(board + side + message + 2 * gap, self.buttons),
        ]
    }

    /// Returns the width of the words beside the board.
    fn words(self, width: i32) -> i32 {
        self.scaled(WORDS.0).min(width * WORDS.1 / 100)
    }

    /// Puts the board beside the words, and centers both.
    fn beside(self, width: i32, height: i32) -> [Area; 4] {
        let (gap, message) = (self.scaled(GAP), self.message(MESSAGE_LINES.1));
        let words = self.words(width);
        let side = (height - 2 * gap).min(width - words - 3 * gap);
        let text = (LINES_BESIDE * self.line).min(height - message - self.buttons - 4 * gap);
        let start = gap + (width - side - words - 3 * gap).max(0) / 2;
        let top = (height - text - message - self.buttons - 2 * gap) / 2;
        let row = |top, height| Area { start: start + side + gap, top, width: words, height };
        [
            row(top, text),
            Area { start, top: (height - side) / 2, width: side, height: side },
            row(top + text + gap, message),
            row(top + text + message + 2 * gap, self.buttons),
        ]
    }
}

/// The text of a lesson, the board, the message, and the buttons.
pub(super) struct LessonParts;

impl Arrangement for LessonParts {
    fn measure(&self, widget: &gtk::Widget, orientation: gtk::Orientation, width: i32) -> (i32, i32) {
        let least = match orientation {
            gtk::Orientation::Horizontal => widest(&visible_children(widget)).0,
            _ => sizes(widget, (width, 0)).least_height(width),
        };
        (least, least)
    }

    fn allocate(&self, widget: &gtk::Widget, width: i32, height: i32) {
        let sizes = sizes(widget, (width, height));
        let places = sizes.places((width, height));
        visible_children(widget).iter().zip(places).for_each(|(part, place)| put(part, width, Some(place)));
        set_class(widget, LARGE, sizes.are_beside((width, height)));
        set_class(widget, LOW, sizes.is_low((width, height)));
    }
}

/// Adds or removes a CSS class. Deferred, since the parts may request another size, which must not
/// happen during an allocation.
fn set_class(widget: &gtk::Widget, class: &'static str, has_it: bool) {
    if widget.has_css_class(class) != has_it {
        glib::idle_add_local_once(weak!(widget, move || if has_it {
            widget.add_css_class(class)
        } else {
            widget.remove_css_class(class)
        }));
    }
}

fn sizes(widget: &gtk::Widget, (width, height): (i32, i32)) -> Sizes {
    let metrics = widget.pango_context().metrics(None, None);
    let line = (metrics.ascent() + metrics.descent()) / pango::SCALE + 1;
    let sizes = Sizes { scale: factor(widget), line, buttons: 0 };
    let room = if sizes.are_beside((width, height)) { sizes.words(width) } else { width };
    let buttons = widget.last_child().map_or(0, |row| height_of_buttons(&row, room - SMALL_BUTTONS));
    Sizes { buttons, ..sizes }
}

/// Returns the height of the row of buttons. The words of the main one may wrap in this room, which
/// is the same whatever buttons are beside it.
fn height_of_buttons(row: &gtk::Widget, room: i32) -> i32 {
    let height = |widget: &gtk::Widget, width| widget.measure(gtk::Orientation::Vertical, width).1;
    let usual = height(row, -1);
    let main = visible_children(row).into_iter().filter(gtk::Widget::hexpands).map(|button| {
        let least = button.measure(gtk::Orientation::Horizontal, -1).0;
        usual - height(&button, -1) + height(&button, room.max(least))
    });
    main.fold(usual, i32::max)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZES: Sizes = Sizes { scale: 1.0, line: 19, buttons: 50 };

    /// Returns start, top, width, and height of the places on a page of this size.
    fn places(size: (i32, i32)) -> [[i32; 4]; 4] {
        SIZES.places(size).map(|place| [place.start, place.top, place.width, place.height])
    }

    #[test]
    fn on_a_narrow_page_the_board_is_between_the_text_and_the_message() {
        let narrow = [[0, 0, 360, 129], [19, 135, 322, 322], [0, 463, 360, 69], [0, 538, 360, 50]];
        assert_eq!(places((360, 594)), narrow);
        let low = [[0, 0, 360, 57], [19, 59, 322, 322], [0, 383, 360, 44], [0, 429, 360, 50]];
        assert_eq!(places((360, SIZES.least_height(360))), low);
    }

    #[test]
    fn on_a_wide_page_the_words_are_beside_the_board_and_close_to_it() {
        let wide = [[644, 128, 350, 247], [6, 11, 632, 632], [644, 381, 350, 88], [644, 475, 350, 50]];
        assert_eq!(places((1000, 654)), wide);
        let [text, board, ..] = places((1920, 1030));
        assert!(board[2] > 1000 && board[0] > 200, "{board:?}");
        assert_eq!(text[0], board[0] + board[2] + GAP);
    }

    #[test]
    fn nothing_overlaps_or_leaves_the_page() {
        let low = SIZES.least_height(360);
        for (width, height) in [(360, low), (360, 594), (640, 434), (640, 313), (700, 400), (1000, 654), (1920, 1034)] {
            let [text, board, message, buttons] = SIZES.places((width, height));
            let all = [text, board, message, buttons];
            let inside = |place: &Area| place.start >= 0 && place.start + place.width <= width && place.top >= 0;
            assert!(all.iter().all(inside), "{width} x {height}: {all:?}");
            assert!(all.iter().all(|place| place.top + place.height <= height), "{width} x {height}: {all:?}");
            assert!(board.width >= 290 && text.height >= LOW_LINES * SIZES.line, "{width} x {height}: {all:?}");
            assert!(text.top + text.height <= message.top && message.top + message.height <= buttons.top);
        }
    }
}
