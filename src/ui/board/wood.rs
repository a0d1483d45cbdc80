// SPDX-License-Identifier: GPL-3.0-or-later
//! Wood: growth rings cut through by the board's face, fibres and pores.

use super::noise::{clouds, floor, noise, step};
use super::style::Wood;
use super::tint::Tint;

/// A piece of one kind of wood, ready to be asked for its colour anywhere.
///
/// Lengths are in spacings of the board. The fibres run along the first coordinate.
pub struct Plank {
    early: Tint,
    late: Tint,
    pore: Tint,
    wood: Wood,
    seed: u32,
    /// How much of the finest grain can be seen, 0 to 1: less where pixels are larger than the fibres.
    fineness: f32,
}

impl Plank {
    /// A plank whose seed makes it differ from others; `pixels` are those of one spacing.
    pub fn new(wood: Wood, seed: u32, pixels: f32) -> Self {
        let [early, late, pore] = [wood.early, wood.late, wood.pore].map(Tint::hex);
        Self { early, late, pore, wood, seed, fineness: step(12.0, 60.0, pixels) }
    }

    /// The colour `along` and `across` the fibres.
    #[inline]
    pub fn at(&self, along: f32, across: f32) -> Tint {
        let wood = &self.wood;
        let sway = clouds(along * 0.22, across * 0.55, 3, self.seed) - 0.5;
        let across_bent = across + sway * wood.sway;
        // The tree's middle lies below the face and rises slowly: the rings come out as long arches.
        let depth = 1.1 + along * wood.taper + 0.35 * (noise(along * 0.3, 3.0, self.seed ^ 5) - 0.5);
        let radius = (across_bent + wood.heart).hypot(depth);
        let ring = radius * wood.rings + 0.35 * noise(along * 0.9, across * 4.0, self.seed ^ 9);
        let number = floor(ring) as f32;
        let year = ring - number;
        let late = year * year * step(1.0, 0.88, year) * (0.45 + 0.55 * noise(number, 0.5, self.seed ^ 17));
        let fibre = noise(along * 2.6, across * 46.0, self.seed ^ 33) - 0.5;
        let fine = (noise(along * 7.0, across * 120.0, self.seed ^ 65) - 0.5) * self.fineness;
        let cloud = clouds(along * 0.35, across * 1.1, 2, self.seed ^ 129) - 0.5;
        let dark = late * wood.contrast + fibre * wood.fibre + fine * wood.fibre + cloud * wood.cloud;
        let tint = self.early.mix(self.late, dark.clamp(-0.3, 1.2));
        let pore = step(0.70, 0.95, noise(along * 3.5, across * 64.0, self.seed ^ 257)) * (0.4 + late);
        tint.mix(self.pore, pore * wood.pores * self.fineness)
    }
}
