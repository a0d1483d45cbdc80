// SPDX-License-Identifier: GPL-3.0-or-later
//! The board as PNG.

use tiny_skia::{FillRule, LineCap, LineJoin, PathBuilder, Pixmap, Stroke, Transform};

use super::shapes::{BOARD, INK, Paint, SIDE, Shape, shapes};
use morris::{Position, Rules};

/// The width of the edge of a man, and of a dot.
const EDGE: f32 = 2.5;

/// Why there is no picture.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the picture cannot be made: {0}")]
pub struct PngError(String);

/// The position as a PNG image of `side` pixels a side, with coordinates.
///
/// # Errors
/// If there is no room for so many pixels, or none were asked for.
pub fn png(position: &Position, rules: &Rules, side: u16) -> Result<Vec<u8>, PngError> {
    let mut pixels = Pixmap::new(side.into(), side.into()).ok_or_else(|| PngError(format!("{side} pixels a side")))?;
    let [red, green, blue] = BOARD;
    pixels.fill(tiny_skia::Color::from_rgba8(red, green, blue, 0xff));
    let scale = f32::from(side) / SIDE;
    for shape in shapes(position, rules.board) {
        draw(&mut pixels, &shape, Transform::from_scale(scale, scale));
    }
    pixels.encode_png().map_err(|error| PngError(error.to_string()))
}

fn draw(pixels: &mut Pixmap, shape: &Shape, scale: Transform) {
    let mut builder = PathBuilder::new();
    let (fill, width) = match shape {
        Shape::Line { places, width } => {
            for (index, &(x, y)) in places.iter().enumerate() {
                if index == 0 { builder.move_to(x, y) } else { builder.line_to(x, y) }
            }
            (None, *width)
        }
        Shape::Disc { center: (x, y), radius, paint } => {
            builder.push_circle(*x, *y, *radius);
            (Some(*paint), EDGE)
        }
    };
    // A path without extent draws nothing.
    let Some(path) = builder.finish() else { return };
    if let Some(fill) = fill {
        pixels.fill_path(&path, &paint(fill), FillRule::Winding, scale, None);
    }
    let stroke = Stroke { width, line_cap: LineCap::Round, line_join: LineJoin::Round, ..Stroke::default() };
    pixels.stroke_path(&path, &paint(INK), &stroke, scale, None);
}

fn paint([red, green, blue]: Paint) -> tiny_skia::Paint<'static> {
    let mut paint = tiny_skia::Paint { anti_alias: true, ..tiny_skia::Paint::default() };
    paint.set_color_rgba8(red, green, blue, 0xff);
    paint
}
