// SPDX-License-Identifier: GPL-3.0-or-later
//! Materials and construction of boards and men.

use super::linear_color::LinearColor;

/// Tone of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tone {
    /// For the light style of the desktop.
    Light,
    /// For the dark style of the desktop.
    Dark,
}

/// A material.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Material {
    /// A kind of wood.
    Wood(Wood),
    /// Stone, ivory, wax or parchment.
    Stone(Stone),
    /// A single color, `0xRRGGBB`.
    Plain(u32),
}

impl Material {
    /// Returns the mean color, approximately.
    pub(crate) fn mean(self) -> LinearColor {
        match self {
            Self::Wood(wood) => LinearColor::hex(wood.early).mix(LinearColor::hex(wood.late), 0.5 * wood.contrast),
            Self::Stone(stone) => LinearColor::hex(stone.base).mix(LinearColor::hex(stone.cloud), 0.5 * stone.clouded),
            Self::Plain(hex) => LinearColor::hex(hex),
        }
    }
}

/// A kind of wood. Colors are `0xRRGGBB`, lengths are in spacings of the board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wood {
    /// Color of the early wood, which grows in spring.
    pub early: u32,
    /// Color of the denser late wood, which grows in summer.
    pub late: u32,
    /// Color of the pores.
    pub pore: u32,
    /// Number of growth rings in a spacing.
    pub rings: f32,
    /// Strength of the deviation of the rings.
    pub sway: f32,
    /// Slope of the tree's axis along the fibers. The arches of the rings get longer as it
    /// approaches 0.
    pub taper: f32,
    /// Distance between the tree's axis and the middle of the plank.
    pub heart: f32,
    /// Visibility of the rings, 0 to 1.
    pub contrast: f32,
    /// Visibility of the fibers, 0 to 1.
    pub fibre: f32,
    /// Variation of the tone, 0 to 1.
    pub cloud: f32,
    /// Visibility of the pores, 0 to 1.
    pub pores: f32,
}

/// A material with clouds, veins and flecks. Colors are `0xRRGGBB`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stone {
    /// Base color.
    pub base: u32,
    /// Color of the clouds.
    pub cloud: u32,
    /// Color of the veins.
    pub vein: u32,
    /// Size of the clouds, in spacings of the board.
    pub size: f32,
    /// Ratio of the width to the height of the clouds.
    pub bedding: f32,
    /// Visibility of the clouds, 0 to 1.
    pub clouded: f32,
    /// Visibility of the veins, 0 to 1.
    pub veined: f32,
    /// Visibility of the finest grains, 0 to 1.
    pub flecked: f32,
}

/// Construction of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Make {
    /// Carved into a plank within a mitered, molded frame.
    Framed,
    /// Carved into a single slab with a rounded edge.
    Slab,
    /// Drawn with ink on a sheet with a worn edge.
    Sheet,
    /// Printed, with sharp edges and without light or shade.
    Flat,
}

/// Construction of men.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MenMake {
    /// Turned on a lathe: a dome within a rim, and a disc with rings.
    Turned,
    /// Polished lenses. The dark ones have an engraved ring.
    Polished,
    /// Seals of wax with an impressed ring or cross.
    Sealed,
    /// Discs of one color. The dark ones have a ring.
    Flat,
}

/// All materials and colors of a board in one tone. Colors are `0xRRGGBB`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Palette {
    /// Construction of the board.
    pub make: Make,
    /// Material of the face.
    pub field: Material,
    /// Material of the frame.
    pub frame: Material,
    /// Width of lines, relative to the usual width.
    pub line_width: f32,
    /// Darkness of the edge of a cut letter, 0 to 1. 0 for written letters.
    pub cut: f32,
    /// Color of lines and empty points.
    pub line: u32,
    /// Color of the letters and digits on the frame.
    pub letters: u32,
    /// Color of marks that contrast with the face and with the men: targets and picked men.
    pub mark: u32,
    /// Color of both ends of the last move.
    pub last: u32,
    /// Color of mills.
    pub glow: u32,
    /// Color of hints.
    pub hint: u32,
    /// Color of the cross on men that may be removed.
    pub remove: u32,
    /// Color of the mark of a winning move, under a white letter.
    pub win: u32,
    /// Color of the mark of a drawing move.
    pub draw: u32,
    /// Color of the mark of a losing move.
    pub loss: u32,
}

/// All materials and colors of men in one tone. Colors are `0xRRGGBB`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MenPalette {
    /// Construction of the men.
    pub make: MenMake,
    /// Material of the light men.
    pub white: Material,
    /// Material of the dark men.
    pub black: Material,
    /// Color of the rim of the light men, if they have one.
    pub white_rim: u32,
    /// Color of the rim of the dark men, if they have one.
    pub black_rim: u32,
    /// Strength of reflections, 0 to 1.
    pub gloss: f32,
    /// Color in the grooves of the dark men.
    pub inlay: u32,
}
