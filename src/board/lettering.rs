// SPDX-License-Identifier: GPL-3.0-or-later
//! Letters and digits, as if cut into the wood.

use gtk::prelude::*;
use gtk::{graphene, pango};

use super::BoardView;
use super::canvas::Canvas;
use super::geometry::{Coordinates, FIELD, Place};
use super::tint::rgba;

/// From the inner edge of the frame to the middle of a letter, in spacings.
const INTO_FRAME: f32 = 0.2;
/// The size of letters and digits, in spacings.
const SIZE: f32 = 0.25;
/// The edge of the cut, above and to the left of a letter: its colour and how opaque it is.
const CUT: (u32, f32) = (0x000000, 0.55);

/// What is written with.
pub struct Lettering<'a> {
    /// Whose font.
    pub view: &'a BoardView,
    /// Where.
    pub canvas: &'a Canvas<'a>,
    /// The colour, as `0xRRGGBB`.
    pub hex: u32,
}

impl Lettering<'_> {
    /// The names of the files and rows on the frame.
    pub fn coordinates(&self) {
        if self.canvas.art.spec.coordinates == Coordinates::Hidden {
            return;
        }
        let edge = FIELD + INTO_FRAME;
        for (offset, (file, row)) in (-3_i8..).zip(('a'..='g').zip('1'..='7')) {
            let Place { x, y } = self.canvas.geometry.turned(Place { x: offset.into(), y: (-offset).into() });
            self.text(&file.to_string(), Place { x, y: edge }, SIZE);
            self.text(&row.to_string(), Place { x: -edge, y }, SIZE);
        }
    }

    /// Text with its middle at a place, in spacings from the middle of the board as it is seen.
    pub fn text(&self, text: &str, place: Place, size: f32) {
        let geometry = &self.canvas.geometry;
        self.text_at(text, geometry.to_pixels(geometry.turned(place)), size);
    }

    /// Text with its middle at a place in logical pixels; `size` is in spacings.
    pub fn text_at(&self, text: &str, middle: Place, size: f32) {
        let geometry = &self.canvas.geometry;
        let layout = self.view.create_pango_layout(Some(text));
        let mut font = pango::FontDescription::from_string("Serif Bold");
        font.set_absolute_size(f64::from(size * geometry.spacing) * f64::from(pango::SCALE));
        layout.set_font_description(Some(&font));
        let (width, height) = layout.pixel_size();
        let left = geometry.snap(middle.x - width as f32 / 2.0);
        let top = geometry.snap(middle.y - height as f32 / 2.0);
        for (shift, (hex, alpha)) in [(-1.0, CUT), (0.0, (self.hex, 1.0))] {
            self.canvas.snapshot.save();
            self.canvas.snapshot.translate(&graphene::Point::new(left + shift, top + shift));
            self.canvas.snapshot.append_layout(&layout, &rgba(hex, alpha));
            self.canvas.snapshot.restore();
        }
    }
}
