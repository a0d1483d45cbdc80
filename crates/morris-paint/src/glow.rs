// SPDX-License-Identifier: GPL-3.0-or-later
//! The glow of a mill.

use super::linear_color::{LinearColor, Pixels};
use super::noise::step;

/// Radius of the glow, in spacings.
pub const SHINE: f32 = 0.72;

/// Paints the glow of a line: bright on the line, fading with the distance.
#[must_use]
pub fn paint(length: u8, spacing: f32, hex: u32) -> Pixels {
    let (tint, length) = (LinearColor::hex(hex), f32::from(length));
    let [width, height] = [length + 2.0 * SHINE, 2.0 * SHINE].map(|side| (side * spacing).ceil() as usize);
    Pixels::paint(width, height, |x, y| {
        let [x, y] = [x, y].map(|pixel| (pixel as f32 + 0.5) / spacing - SHINE);
        let distance = (x - x.clamp(0.0, length)).hypot(y);
        let halo = 0.9 * step(SHINE, 0.12, distance).powi(2);
        let core = step(0.13, 0.03, distance);
        (tint.mix(LinearColor([1.0; 3]), 0.6 * core), halo.max(core))
    })
}
