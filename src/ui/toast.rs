// SPDX-License-Identifier: GPL-3.0-or-later
//! Short messages that come and go.

use gtk::prelude::*;

/// A line of a message is at least and at most as long, in characters.
const LINE: (i32, i32) = (20, 60);
/// What a message needs beside its words, in pixels.
const BESIDE: i32 = 110;
/// The width of a wide letter, in pixels.
const LETTER: i32 = 10;

/// A message that shows all its words, on several lines where `room`, in pixels, is not wide enough for one.
#[must_use]
pub fn toast(message: &str, room: i32) -> adw::Toast {
    // The overlay of the toasts asks how high the words are before it knows how wide they may be.
    let line = ((room - BESIDE) / LETTER).clamp(LINE.0, LINE.1);
    let label = gtk::Label::builder().label(message).wrap(true).max_width_chars(line).xalign(0.0).build();
    label.add_css_class("heading");
    adw::Toast::builder().custom_title(&label).build()
}
