// SPDX-License-Identifier: GPL-3.0-or-later
//! The light of a mill: the inlay that stays in the line, and the spot that runs along it.

use super::board_texture::{LINE, THINNEST};
use super::geometry::Place;
use super::height_map::toward_light;
use super::linear_color::{LinearColor, Pixels};
use super::look::Look;
use super::noise::{clouds, step};
use super::style::Make;

/// Width of the soft light around an inlay or a runner, in spacings.
pub const HALO: f32 = 0.2;
/// Length of a runner, in spacings.
const RUNNER: f32 = 0.8;

/// A line from the middle of a picture, in spacings.
struct Line {
    /// Half of it.
    half: f32,
    /// Its direction.
    along: Place,
}

impl Line {
    fn new(span: Place, length: f32) -> Self {
        let scale = 1.0 / span.x.hypot(span.y).max(f32::EPSILON);
        Self { half: length / 2.0, along: Place { x: span.x * scale, y: span.y * scale } }
    }

    /// Paints a picture of the line with its halo. `paint` gets the distances of a place along and
    /// across the line, from its middle.
    fn paint(&self, spacing: f32, paint: impl Fn(f32, f32) -> (LinearColor, f32) + Sync) -> Pixels {
        let Place { x: along_x, y: along_y } = self.along;
        let reach = |along: f32| self.half * along.abs() + HALO;
        let [width, height] = [along_x, along_y].map(|along| (2.0 * reach(along) * spacing).ceil() as usize);
        Pixels::paint(width, height, |x, y| {
            let [x, y] = [(x, width), (y, height)].map(|(at, side)| (at as f32 + 0.5 - side as f32 / 2.0) / spacing);
            paint(x * along_x + y * along_y, y * along_x - x * along_y)
        })
    }
}

/// Paints the inlay of a line: metal or ink that lies in the groove, with a faint halo. The middle
/// of the picture is the middle of the line.
///
/// `span` is the way from one end of the line to the other as displayed, and `spacing` is in device
/// pixels. The inlay is lit from the upper left, so the picture must not be turned.
pub fn paint_inlay(span: Place, spacing: f32, look: Look) -> Pixels {
    let palette = look.palette();
    let [tint, dark] = [palette.glow, palette.line].map(LinearColor::hex);
    let (line, pixel) = (Line::new(span, span.x.hypot(span.y)), 1.0 / spacing);
    let half_width = (LINE * palette.line_width).max(THINNEST * pixel);
    let Place { x, y } = line.along;
    let covered = |distance: f32, half_width: f32| ((half_width - distance) / pixel + 0.5).clamp(0.0, 1.0);
    line.paint(spacing, |along, across| {
        let distance = (along.abs() - line.half).max(0.0).hypot(across);
        if palette.make == Make::Flat {
            // Two lines with black edges, beside the printed one.
            let distance = (distance - half_width - 0.04).abs();
            let bright = covered(distance, 0.022_f32.max(pixel));
            return (tint.times(bright), covered(distance, 0.04_f32.max(2.0 * pixel)));
        }
        // The metal is a little higher in its middle.
        let fall = -1.3 * across / half_width;
        let toward = toward_light((-fall * y, fall * x));
        let brushed = 0.92 + 0.16 * clouds(along * 5.0, 0.0, 2, 91);
        let sheen = 0.55 * step(0.1, 0.6, toward);
        let metal = tint.times((0.82 + 0.45 * toward) * brushed).mix(LinearColor([1.0; 3]), sheen);
        let (groove, body) = (covered(distance, half_width), covered(distance, 0.72 * half_width));
        let halo = 0.38 * step(HALO, 0.0, distance).powi(2);
        // The dark edge of the groove stays around the metal, so that it is seen on a light board.
        let alpha = groove + halo * (1.0 - groove);
        (tint.mix(dark, groove / alpha.max(f32::EPSILON)).mix(metal, body), alpha)
    })
}

/// Paints the spot of light that runs along a line while a mill is closed. Its middle is the middle
/// of the picture. Only the direction of `span` counts, which is as in [`paint_inlay`].
pub fn paint_runner(span: Place, spacing: f32, look: Look) -> Pixels {
    let tint = LinearColor::hex(look.palette().glow);
    let line = Line::new(span, RUNNER);
    line.paint(spacing, |along, across| {
        let (along, across) = ((along / line.half).abs(), across.abs());
        let fade = step(1.0, 0.0, along);
        let (core, halo) = (fade * step(0.07, 0.02, across), 0.7 * fade * step(HALO, 0.0, across).powi(2));
        (tint.mix(LinearColor([1.0; 3]), 0.85 * core), core.max(halo))
    })
}

#[cfg(test)]
mod tests {
    use super::super::board_style::BoardStyle;
    use super::super::style::Tone;
    use super::*;

    #[test]
    fn an_inlay_is_brighter_toward_the_light_in_every_direction() {
        let look = Look::new(BoardStyle::default(), Tone::Light);
        for (x, y) in [(4.0, 0.0), (-4.0, 0.0), (0.0, 4.0), (2.0, 2.0), (2.0, -2.0)] {
            let picture = paint_inlay(Place { x, y }, 200.0, look);
            let Pixels { width, height, .. } = picture;
            let reach = |along: f32| ((along.abs() + 2.0 * HALO) * 200.0).round() as usize;
            assert!(width.abs_diff(reach(x)) <= 1 && height.abs_diff(reach(y)) <= 1, "{width} x {height}");
            // Across the line, and toward the light.
            let (dx, dy) = if y == 0.0 {
                (0, 4)
            } else if y > 0.0 && x > 0.0 {
                (-3, 3)
            } else {
                (3, if x > 0.0 { 3 } else { 0 })
            };
            let beside = |sign: i32| {
                let [x, y] = [(width, dx), (height, dy)].map(|(side, by)| (side as i32 / 2 + sign * by) as usize);
                picture.luminance(x, y)
            };
            assert!(beside(-1) > 1.1 * beside(1), "{x}, {y}: {} {}", beside(-1), beside(1));
        }
    }
}
