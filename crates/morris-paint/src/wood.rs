// SPDX-License-Identifier: GPL-3.0-or-later
//! Wood: growth rings cut by the face of the board, fibers and pores.

use super::linear_color::LinearColor;
use super::noise::{chance, clouds, floor, mix, noise, step};
use super::style::Wood;

/// Number of grid places per spacing of a large plank at which slowly changing values are computed.
/// Other places are interpolated.
const DENSITY: f32 = 12.0;
/// Distance from the middle of a large plank to the last grid place, in spacings. Slowly changing
/// values stay the same beyond.
const REACH: f32 = 4.5;
/// Number of grid places in a row of a large plank.
const PLACES: usize = (2.0 * REACH * DENSITY) as usize + 2;

/// A piece of wood, which returns its color at any place.
///
/// Lengths are in spacings of the board. The fibers run along the first coordinate.
pub struct Plank {
    early: LinearColor,
    late: LinearColor,
    pore: LinearColor,
    wood: Wood,
    seed: u32,
    /// Visibility of the finest grain, 0 to 1. It decreases if pixels are larger than the fibers.
    fineness: f32,
    /// Slowly changing values of a large plank, row by row.
    slow: Vec<Slow>,
}

/// Slowly changing values along a plank: the deviation of the rings, the depth of the tree's axis,
/// the waver of a ring, and the variation of the tone.
type Slow = [f32; 4];

impl Plank {
    /// Creates a small plank. Planks with other seeds look different. `pixels` is the number of
    /// pixels in a spacing.
    pub fn new(wood: Wood, seed: u32, pixels: f32) -> Self {
        let [early, late, pore] = [wood.early, wood.late, wood.pore].map(LinearColor::hex);
        Self { early, late, pore, wood, seed, fineness: step(12.0, 60.0, pixels), slow: Vec::new() }
    }

    /// Creates a plank as large as the board. Its colors are computed faster after a slower
    /// creation.
    pub fn large(wood: Wood, seed: u32, pixels: f32) -> Self {
        let plank = Self::new(wood, seed, pixels);
        let place = |index: usize| index as f32 / DENSITY - REACH;
        let rows = (0..PLACES).flat_map(|row| (0..PLACES).map(move |column| (place(column), place(row))));
        let slow = rows.map(|(along, across)| plank.slow(along, across)).collect();
        Self { slow, ..plank }
    }

    /// Returns the color at a place, given by its coordinates along and across the fibers.
    #[inline]
    pub fn at(&self, along: f32, across: f32) -> LinearColor {
        let wood = &self.wood;
        let [sway, depth, waver, cloud] =
            if self.slow.is_empty() { self.slow(along, across) } else { self.interpolated(along, across) };
        let aside = across + sway + wood.heart;
        let ring = (aside * aside + depth * depth).sqrt() * wood.rings + waver;
        let number = floor(ring);
        let year = ring - number as f32;
        let late = year * year * step(1.0, 0.88, year) * (0.45 + 0.55 * chance(number, 0, self.seed ^ 17));
        // The fibers follow the grain.
        let across = across + 0.5 * sway;
        let fibre = noise(along * 0.9, across * 40.0, self.seed ^ 33) - 0.5;
        let fine = (noise(along * 3.0, across * 120.0, self.seed ^ 65) - 0.5) * self.fineness;
        let dark = late * wood.contrast + (fibre + fine) * wood.fibre + cloud;
        let tint = self.early.mix(self.late, dark.clamp(-0.3, 1.2));
        let pore = step(0.70, 0.95, noise(along * 2.2, across * 64.0, self.seed ^ 257)) * (0.4 + late);
        tint.mix(self.pore, pore * wood.pores * self.fineness)
    }

    fn slow(&self, along: f32, across: f32) -> Slow {
        let sway = (clouds(along * 0.22, across * 0.55, 3, self.seed) - 0.5) * self.wood.sway;
        // The tree's axis is below the face and rises slowly, so the rings appear as long arches.
        let depth = 1.1 + along * self.wood.taper + 0.35 * (noise(along * 0.3, 3.0, self.seed ^ 5) - 0.5);
        let waver = 0.35 * noise(along * 0.9, across * 4.0, self.seed ^ 9);
        let cloud = (clouds(along * 0.35, across * 1.1, 2, self.seed ^ 129) - 0.5) * self.wood.cloud;
        [sway, depth, waver, cloud]
    }

    #[inline]
    fn interpolated(&self, along: f32, across: f32) -> Slow {
        let [x, y] = [along, across].map(|place| ((place + REACH) * DENSITY).clamp(0.0, (PLACES - 2) as f32));
        let (column, row) = (x as usize, y as usize);
        let (dx, dy) = (x - column as f32, y - row as f32);
        let at = row * PLACES + column;
        let [a, b, c, d] = [at, at + 1, at + PLACES, at + PLACES + 1].map(|index| self.slow[index]);
        std::array::from_fn(|part| mix(mix(a[part], b[part], dx), mix(c[part], d[part], dx), dy))
    }
}
