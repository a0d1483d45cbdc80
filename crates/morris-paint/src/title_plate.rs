// SPDX-License-Identifier: GPL-3.0-or-later
//! A plate of the material of the board's frame, as the background of a title.

use super::height_map::lit;
use super::linear_color::{LinearColor, Pixels};
use super::look::Look;
use super::noise::{clouds, step};
use super::style::Make;
use super::surface::Surface;

/// Number of pixels in a spacing of grain.
const GRAIN: f32 = 90.0;
/// Width of the beveled edge, in pixels.
const BEVEL: f32 = 5.0;
/// Radius of the corners, in pixels.
const CORNER: f32 = 9.0;
/// Maximum number of painted pixels, so that painting causes no delay. A larger plate is scaled up.
const MOST: f32 = 60_000.0;

/// Paints a plate of this size in pixels, or a smaller one of the same shape.
pub fn paint(width: i32, height: i32, look: Look) -> Pixels {
    let scale = (MOST / (width as f32 * height as f32)).sqrt().min(1.0);
    let [wide, high] = [width, height].map(|length| (length as f32 * scale).round().max(1.0));
    let palette = look.palette();
    let surface = Surface::new(palette.frame, 31, GRAIN);
    let line = LinearColor::hex(palette.line);
    Pixels::paint(wide as usize, high as usize, |x, y| {
        let [x, y] = [x as f32 + 0.5, y as f32 + 0.5];
        let [dx, dy] = [x - wide / 2.0, y - high / 2.0];
        let (beyond_x, beyond_y) = (dx.abs() - wide / 2.0 + CORNER, dy.abs() - high / 2.0 + CORNER);
        let outside = beyond_x.max(0.0).hypot(beyond_y.max(0.0)) + beyond_x.max(beyond_y).min(0.0);
        let depth = match palette.make {
            Make::Sheet => CORNER - outside - 3.0 * clouds(x * 0.06, y * 0.06, 2, 63),
            _ => CORNER - outside,
        };
        let tint = surface.at(dx / GRAIN, dy / GRAIN);
        let tint = match palette.make {
            Make::Framed | Make::Slab => {
                let fall = -1.3 * step(BEVEL, 0.0, depth);
                let slopes = if beyond_x > beyond_y { (fall * dx.signum(), 0.0) } else { (0.0, fall * dy.signum()) };
                lit(tint, slopes, 0.25)
            }
            Make::Sheet => tint.times(1.0 - 0.35 * step(14.0, 0.0, depth).powi(2)),
            Make::Flat => tint.mix(line, step(3.0, 2.0, depth)),
        };
        (tint, (depth + 0.5).clamp(0.0, 1.0))
    })
}
