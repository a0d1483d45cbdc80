// SPDX-License-Identifier: GPL-3.0-or-later
//! Materials without growth rings: stone, ivory, wax and parchment, with clouds, veins and flecks.

use super::linear_color::LinearColor;
use super::noise::{clouds, noise, step};
use super::style::Stone;

/// A piece of such a material, which returns its color at any place. Lengths are in spacings of the
/// board.
pub struct Slab {
    base: LinearColor,
    cloud: LinearColor,
    vein: LinearColor,
    stone: Stone,
    seed: u32,
    /// Visibility of the finest grain, 0 to 1. It decreases with the size of a pixel.
    fineness: f32,
}

impl Slab {
    /// Creates a piece. Pieces with other seeds look different. `pixels` is the number of pixels in
    /// a spacing.
    pub fn new(stone: Stone, seed: u32, pixels: f32) -> Self {
        let [base, cloud, vein] = [stone.base, stone.cloud, stone.vein].map(LinearColor::hex);
        Self { base, cloud, vein, stone, seed, fineness: step(12.0, 60.0, pixels) }
    }

    /// Returns the color at a place.
    #[inline]
    pub fn at(&self, x: f32, y: f32) -> LinearColor {
        let Stone { size, bedding, clouded, veined, flecked, .. } = self.stone;
        let (x, y) = (x / size, y / size * bedding);
        let drift = clouds(x * 0.7, y * 0.7, 3, self.seed);
        let tint = self.base.mix(self.cloud, step(0.3, 0.75, drift) * clouded);
        // A vein follows the median of slow noise. It is thin where the noise is steep.
        let course = clouds(x * 0.45 + 7.0, y * 0.45 + drift, 2, self.seed ^ 91);
        let vein = step(0.035, 0.0, (course - 0.5).abs()) * step(0.4, 0.7, noise(x, y, self.seed ^ 5));
        let fleck = (noise(x * 38.0, y * 38.0, self.seed ^ 33) - 0.5) * flecked * self.fineness;
        tint.mix(self.vein, vein * veined).times(1.0 + fleck)
    }
}
