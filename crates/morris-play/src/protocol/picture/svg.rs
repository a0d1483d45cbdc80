// SPDX-License-Identifier: GPL-3.0-or-later
//! The board as SVG.

use super::shapes::{BOARD, INK, Paint, SIDE, Shape, shapes};
use morris::{Position, Rules};

/// The width of the edge of a man, and of a dot.
const EDGE: f32 = 2.5;

/// The position as an SVG image, 480 units a side, with coordinates. Its title is the position line.
#[must_use]
pub fn svg(position: &Position, rules: &Rules) -> String {
    let (board, ink) = (hex(BOARD), hex(INK));
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {SIDE} {SIDE}\" width=\"{SIDE}\" height=\"{SIDE}\">\n\
         <title>{position}</title>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"{board}\"/>\n\
         <g stroke=\"{ink}\" stroke-linecap=\"round\" stroke-linejoin=\"round\">\n"
    );
    for shape in shapes(position, rules.board) {
        text.push_str(&element(&shape));
        text.push('\n');
    }
    text + "</g>\n</svg>\n"
}

fn element(shape: &Shape) -> String {
    match shape {
        Shape::Line { places, width } => {
            let places: Vec<_> = places.iter().map(|(x, y)| format!("{x},{y}")).collect();
            format!("<polyline points=\"{}\" fill=\"none\" stroke-width=\"{width}\"/>", places.join(" "))
        }
        Shape::Disc { center: (x, y), radius, paint } => {
            let fill = hex(*paint);
            format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{fill}\" stroke-width=\"{EDGE}\"/>")
        }
    }
}

fn hex([red, green, blue]: Paint) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}
