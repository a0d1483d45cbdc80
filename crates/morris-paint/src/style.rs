// SPDX-License-Identifier: GPL-3.0-or-later
//! What boards and men are made of.

/// By which light one looks at the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tone {
    /// The light look of the desktop.
    Light,
    /// Its dark look.
    Dark,
}

/// What something is made of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Material {
    /// A kind of wood.
    Wood(Wood),
    /// Stone, ivory, wax, parchment.
    Stone(Stone),
    /// One color, `0xRRGGBB`.
    Plain(u32),
}

/// A kind of wood. Colors are written `0xRRGGBB`, lengths are in spacings of the board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wood {
    /// The wood of spring.
    pub early: u32,
    /// The denser wood of summer.
    pub late: u32,
    /// The pores.
    pub pore: u32,
    /// Growth rings in a spacing.
    pub rings: f32,
    /// How far the rings stray.
    pub sway: f32,
    /// How fast the tree's middle falls away along the fibres: the arches get longer as it nears 0.
    pub taper: f32,
    /// How far the tree's middle lies beside the middle of the plank.
    pub heart: f32,
    /// How clearly the rings show, 0 to 1.
    pub contrast: f32,
    /// How clearly the fibres show, 0 to 1.
    pub fibre: f32,
    /// How much the tone wanders, 0 to 1.
    pub cloud: f32,
    /// How clearly the pores show, 0 to 1.
    pub pores: f32,
}

/// What is clouded, veined and flecked. Colors are written `0xRRGGBB`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stone {
    /// Its own color.
    pub base: u32,
    /// That of its clouds.
    pub cloud: u32,
    /// That of its veins.
    pub vein: u32,
    /// How large the clouds are, in spacings of the board.
    pub size: f32,
    /// How much flatter than wide they lie, as a factor.
    pub bedding: f32,
    /// How clearly the clouds show, 0 to 1.
    pub clouded: f32,
    /// How clearly the veins show, 0 to 1.
    pub veined: f32,
    /// How clearly the finest grains show, 0 to 1.
    pub flecked: f32,
}

/// How a board is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Make {
    /// Carved into a plank within a mitred, moulded frame.
    Framed,
    /// Carved into one slab with a rounded edge.
    Slab,
    /// Drawn with ink on a sheet whose edge is worn.
    Sheet,
    /// Printed, with sharp edges and without light or shade.
    Flat,
}

/// How men are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MenMake {
    /// Off the lathe: a dome within a rim, and a disc with rings.
    Turned,
    /// Lenses; the dark ones with an engraved ring.
    Polished,
    /// Seals of wax, with a ring or a cross pressed into them.
    Sealed,
    /// Discs of one color; the dark ones with a ring.
    Flat,
}

/// All materials and colors of a board in one light. Colors are written `0xRRGGBB`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Palette {
    /// How the board is made.
    pub make: Make,
    /// The face of the board.
    pub field: Material,
    /// The frame around it.
    pub frame: Material,
    /// How wide lines are, as a factor of what is usual.
    pub line_width: f32,
    /// How dark the edge of a cut letter is, 0 to 1; 0 for letters that are written.
    pub cut: f32,
    /// Lines and empty points.
    pub line: u32,
    /// The letters and digits on the frame.
    pub letters: u32,
    /// Marks that stand out from face and men alike: targets, picked men.
    pub mark: u32,
    /// Both ends of the last move.
    pub last: u32,
    /// Mills.
    pub glow: u32,
    /// Advice.
    pub hint: u32,
    /// The cross on men that may be removed.
    pub remove: u32,
    /// The mark of a move that wins, under a white letter.
    pub win: u32,
    /// That of a move that draws.
    pub draw: u32,
    /// That of a move that loses.
    pub loss: u32,
}

/// All materials and colors of men in one light. Colors are written `0xRRGGBB`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MenPalette {
    /// How they are made.
    pub make: MenMake,
    /// The light men.
    pub white: Material,
    /// The dark men.
    pub black: Material,
    /// The rim of the light men, where they have one.
    pub white_rim: u32,
    /// The rim of the dark men, where they have one.
    pub black_rim: u32,
    /// How much light they mirror, 0 to 1.
    pub gloss: f32,
    /// What the grooves of the dark men show.
    pub inlay: u32,
}
