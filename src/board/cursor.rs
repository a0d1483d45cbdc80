// SPDX-License-Identifier: GPL-3.0-or-later
//! The mouse cursor over the board.

use gtk::gdk;

use morris_paint::arrow::{self, OUTLINE};
use morris_paint::style::{MenMake, Tone};
use morris_paint::{BoardStyle, Look};

use super::to_gdk::texture;

/// Returns the cursor of a board style. Flat styles use the cursor of the desktop.
pub fn pointer(style: BoardStyle) -> Option<gdk::Cursor> {
    let (look, fallback) = (Look::new(style, Tone::Light), gdk::Cursor::from_name("default", None));
    if look.men_palette().make == MenMake::Flat {
        return fallback;
    }
    let texture = texture(arrow::paint(look));
    Some(gdk::Cursor::from_texture(&texture, OUTLINE[0].0 as i32, OUTLINE[0].1 as i32, fallback.as_ref()))
}
