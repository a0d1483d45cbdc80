// SPDX-License-Identifier: GPL-3.0-or-later
//! A piece of any material.

use super::linear_color::LinearColor;
use super::stone::Slab;
use super::style::Material;
use super::wood::Plank;

/// A piece of a material, ready to be asked for its color anywhere. Lengths are in spacings of the
/// board.
pub enum Surface {
    /// Grained along the first coordinate.
    Wood(Plank),
    /// Clouded.
    Stone(Slab),
    /// The same everywhere.
    Plain(LinearColor),
}

impl Surface {
    /// A small piece whose seed makes it differ from others; `pixels` are those of one spacing.
    pub fn new(material: Material, seed: u32, pixels: f32) -> Self {
        match material {
            Material::Wood(wood) => Self::Wood(Plank::new(wood, seed, pixels)),
            Material::Stone(stone) => Self::Stone(Slab::new(stone, seed, pixels)),
            Material::Plain(hex) => Self::Plain(LinearColor::hex(hex)),
        }
    }

    /// A piece as large as the board: quicker to ask, once it is made.
    pub fn large(material: Material, seed: u32, pixels: f32) -> Self {
        match material {
            Material::Wood(wood) => Self::Wood(Plank::large(wood, seed, pixels)),
            _ => Self::new(material, seed, pixels),
        }
    }

    /// The color `along` and `across` the grain.
    #[inline]
    pub fn at(&self, along: f32, across: f32) -> LinearColor {
        match self {
            Self::Wood(plank) => plank.at(along, across),
            Self::Stone(slab) => slab.at(along, across),
            Self::Plain(color) => *color,
        }
    }
}
