// SPDX-License-Identifier: GPL-3.0-or-later
//! The mouse cursor over the board.

use gtk::gdk;

use morris_paint::Look;
use morris_paint::arrow::{self, OUTLINE};
use morris_paint::style::{MenMake, Tone};

use super::to_gdk::texture;

/// Size of cursors, in pixels, up to which those of the desktop are replaced. A user who sets a
/// larger one needs it.
const USUAL_SIZE: i32 = 24;

/// Returns the cursor of a look, made of its light men. Flat men use the cursor of the desktop, as
/// does every look if its `size` is large.
pub fn pointer(look: Look, size: i32) -> Option<gdk::Cursor> {
    let look = Look { tone: Tone::Light, ..look };
    let fallback = gdk::Cursor::from_name("default", None);
    if size > USUAL_SIZE || look.men_palette().make == MenMake::Flat {
        return fallback;
    }
    let texture = texture(arrow::paint(look));
    Some(gdk::Cursor::from_texture(&texture, OUTLINE[0].0 as i32, OUTLINE[0].1 as i32, fallback.as_ref()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::look;

    #[gtk::test]
    fn a_large_cursor_of_the_desktop_stays() {
        let is_made = |size| pointer(look::current(), size).is_some_and(|cursor| cursor.texture().is_some());
        assert_eq!([0, 24, 48].map(is_made), [true, true, false]);
    }
}
