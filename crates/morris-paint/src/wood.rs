// SPDX-License-Identifier: GPL-3.0-or-later
//! Wood: growth rings cut through by the board's face, fibres and pores.

use super::linear_color::LinearColor;
use super::noise::{chance, clouds, floor, mix, noise, step};
use super::style::Wood;

/// Places a spacing of a large plank at which what changes slowly is worked out; between them it is
/// interpolated.
const DENSITY: f32 = 12.0;
/// How far from its middle a large plank can be asked, in spacings.
const REACH: f32 = 4.5;
/// The places in a row of a large plank.
const PLACES: usize = (2.0 * REACH * DENSITY) as usize + 2;

/// A piece of one kind of wood, ready to be asked for its color anywhere.
///
/// Lengths are in spacings of the board. The fibres run along the first coordinate.
pub struct Plank {
    early: LinearColor,
    late: LinearColor,
    pore: LinearColor,
    wood: Wood,
    seed: u32,
    /// How much of the finest grain can be seen, 0 to 1: less where pixels are larger than the
    /// fibres.
    fineness: f32,
    /// What changes slowly, for a large plank; row by row.
    slow: Vec<Slow>,
}

/// What changes slowly along a plank: how far the rings stray, how deep the tree's middle lies, how
/// a ring wavers, how the tone wanders.
type Slow = [f32; 4];

impl Plank {
    /// A small plank whose seed makes it differ from others; `pixels` are those of one spacing.
    pub fn new(wood: Wood, seed: u32, pixels: f32) -> Self {
        let [early, late, pore] = [wood.early, wood.late, wood.pore].map(LinearColor::hex);
        Self { early, late, pore, wood, seed, fineness: step(12.0, 60.0, pixels), slow: Vec::new() }
    }

    /// A plank as large as the board: quicker to ask, once it is made.
    pub fn large(wood: Wood, seed: u32, pixels: f32) -> Self {
        let plank = Self::new(wood, seed, pixels);
        let place = |index: usize| index as f32 / DENSITY - REACH;
        let rows = (0..PLACES).flat_map(|row| (0..PLACES).map(move |column| (place(column), place(row))));
        let slow = rows.map(|(along, across)| plank.slow(along, across)).collect();
        Self { slow, ..plank }
    }

    /// The color `along` and `across` the fibres.
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
        let fibre = noise(along * 2.6, across * 46.0, self.seed ^ 33) - 0.5;
        let fine = (noise(along * 7.0, across * 120.0, self.seed ^ 65) - 0.5) * self.fineness;
        let dark = late * wood.contrast + (fibre + fine) * wood.fibre + cloud;
        let tint = self.early.mix(self.late, dark.clamp(-0.3, 1.2));
        let pore = step(0.70, 0.95, noise(along * 3.5, across * 64.0, self.seed ^ 257)) * (0.4 + late);
        tint.mix(self.pore, pore * wood.pores * self.fineness)
    }

    fn slow(&self, along: f32, across: f32) -> Slow {
        let sway = (clouds(along * 0.22, across * 0.55, 3, self.seed) - 0.5) * self.wood.sway;
        // The tree's middle lies below the face and rises slowly: the rings come out as long
        // arches.
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
