// SPDX-License-Identifier: GPL-3.0-or-later
//! A piece of any material.

use super::linear_color::LinearColor;
use super::stone::Slab;
use super::style::Material;
use super::wood::Plank;

/// A piece of a material, which returns its color at any place. Lengths are in spacings of the
/// board.
pub enum Surface {
    /// Wood, with its grain along the first coordinate.
    Wood(Plank),
    /// Stone and similar materials.
    Stone(Slab),
    /// A single color.
    Plain(LinearColor),
}

impl Surface {
    /// Creates a small piece. Pieces with other seeds look different. `pixels` is the number of
    /// pixels in a spacing.
    pub fn new(material: Material, seed: u32, pixels: f32) -> Self {
        match material {
            Material::Wood(wood) => Self::Wood(Plank::new(wood, seed, pixels)),
            Material::Stone(stone) => Self::Stone(Slab::new(stone, seed, pixels)),
            Material::Plain(hex) => Self::Plain(LinearColor::hex(hex)),
        }
    }

    /// Creates a piece as large as the board. Its colors are computed faster after a slower
    /// creation.
    pub fn large(material: Material, seed: u32, pixels: f32) -> Self {
        match material {
            Material::Wood(wood) => Self::Wood(Plank::large(wood, seed, pixels)),
            _ => Self::new(material, seed, pixels),
        }
    }

    /// Returns the color at a place, given by its coordinates along and across the grain.
    #[inline]
    pub fn at(&self, along: f32, across: f32) -> LinearColor {
        match self {
            Self::Wood(plank) => plank.at(along, across),
            Self::Stone(slab) => slab.at(along, across),
            Self::Plain(color) => *color,
        }
    }
}
