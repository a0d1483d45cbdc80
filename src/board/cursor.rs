// SPDX-License-Identifier: GPL-3.0-or-later
//! The mouse cursor over the board.

use gtk::gdk;

use morris_paint::Look;
use morris_paint::arrow::{self, OUTLINE};
use morris_paint::style::{MenMake, Tone};

use super::to_gdk::texture;

/// Returns the cursor of a look, made of its light men. Flat men use the cursor of the desktop.
pub fn pointer(look: Look) -> Option<gdk::Cursor> {
    let look = Look { tone: Tone::Light, ..look };
    let fallback = gdk::Cursor::from_name("default", None);
    if look.men_palette().make == MenMake::Flat {
        return fallback;
    }
    let texture = texture(arrow::paint(look));
    Some(gdk::Cursor::from_texture(&texture, OUTLINE[0].0 as i32, OUTLINE[0].1 as i32, fallback.as_ref()))
}
