// SPDX-License-Identifier: GPL-3.0-or-later
//! Tables of boards and men: materials and colors in light and dark tone. Each additional style is
//! a row in both tables.

use super::style::{Make, Material, MenMake, MenPalette, Palette, Stone, Wood};

/// All properties of a board except its translated name.
pub(crate) struct BoardRow {
    /// Id of the style in files.
    pub(crate) id: &'static str,
    pub(crate) light: Palette,
    pub(crate) dark: Palette,
    /// Stem of the files with the colors of the window around the board. `None` for the default
    /// colors.
    pub(crate) css: Option<&'static str>,
}

/// All properties of men except their translated name.
pub(crate) struct MenRow {
    /// Id of the style in files.
    pub(crate) id: &'static str,
    pub(crate) light: MenPalette,
    pub(crate) dark: MenPalette,
    /// Prefix of the sound files. `None` for the sounds of wood.
    pub(crate) sound: Option<&'static str>,
}

/// All boards. The default comes first.
pub(crate) const BOARDS: [BoardRow; 4] = [
    BoardRow { id: "wood", light: WOOD_LIGHT, dark: WOOD_DARK, css: None },
    BoardRow { id: "slate", light: SLATE_LIGHT, dark: SLATE_DARK, css: Some("slate") },
    BoardRow { id: "parchment", light: PARCHMENT_LIGHT, dark: PARCHMENT_DARK, css: Some("parchment") },
    BoardRow { id: "high-contrast", light: CONTRAST_LIGHT, dark: CONTRAST_DARK, css: Some("high-contrast") },
];

/// The men that belong to the boards, in the same order: turned wood, ivory and jet, wax, and flat
/// discs.
pub(crate) const MEN: [MenRow; BOARDS.len()] = [
    MenRow { id: "wood", light: WOOD_MEN_LIGHT, dark: WOOD_MEN_DARK, sound: None },
    MenRow { id: "ivory", light: SLATE_MEN_LIGHT, dark: SLATE_MEN_DARK, sound: Some("slate") },
    MenRow { id: "wax", light: PARCHMENT_MEN_LIGHT, dark: PARCHMENT_MEN_DARK, sound: Some("parchment") },
    MenRow { id: "flat", light: CONTRAST_MEN_LIGHT, dark: CONTRAST_MEN_DARK, sound: None },
];

const TEAK: Wood = Wood {
    early: 0xab7a43,
    late: 0x63391a,
    pore: 0x4f2f16,
    rings: 3.2,
    sway: 1.3,
    taper: 0.2,
    heart: 0.4,
    contrast: 0.8,
    fibre: 0.22,
    cloud: 0.35,
    pores: 0.5,
};

const WALNUT: Wood = Wood {
    early: 0x6b452a,
    late: 0x3f2616,
    pore: 0x2c1a0f,
    rings: 4.5,
    sway: 0.5,
    taper: 0.03,
    heart: 1.8,
    contrast: 0.7,
    fibre: 0.4,
    cloud: 0.5,
    pores: 0.6,
};

const MAPLE: Wood = Wood {
    early: 0xf4e6cb,
    late: 0xdcc295,
    pore: 0xd8bd90,
    rings: 5.0,
    sway: 0.5,
    taper: 0.1,
    heart: 0.5,
    contrast: 0.6,
    fibre: 0.3,
    cloud: 0.4,
    pores: 0.15,
};

const EBONY: Wood = Wood {
    early: 0x2b1c13,
    late: 0x170e09,
    pore: 0x0f0906,
    rings: 6.0,
    sway: 0.6,
    taper: 0.1,
    heart: 0.6,
    contrast: 0.7,
    fibre: 0.5,
    cloud: 0.4,
    pores: 0.3,
};

const WOOD_LIGHT: Palette = Palette {
    make: Make::Framed,
    field: Material::Wood(TEAK),
    frame: Material::Wood(WALNUT),
    line_width: 1.0,
    cut: 0.55,
    line: 0x24150b,
    letters: 0xf0dcb8,
    mark: 0xfff4d6,
    last: 0xffe9a8,
    glow: 0xffd76a,
    hint: 0xffb52e,
    remove: 0xd3122a,
    win: 0x2f5d2b,
    draw: 0x57432f,
    loss: 0x96231a,
};

const WOOD_MEN_LIGHT: MenPalette = MenPalette {
    make: MenMake::Turned,
    white: Material::Wood(MAPLE),
    black: Material::Wood(EBONY),
    white_rim: 0,
    black_rim: 0,
    gloss: 0.55,
    inlay: 0x8a5c34,
};

const WOOD_DARK: Palette = Palette {
    field: Material::Wood(Wood { early: 0x94704a, late: 0x694526, pore: 0x50331c, ..TEAK }),
    frame: Material::Wood(Wood { early: 0x45301f, late: 0x281910, pore: 0x1a100a, ..WALNUT }),
    line: 0x160c06,
    letters: 0xd9c39c,
    ..WOOD_LIGHT
};

const WOOD_MEN_DARK: MenPalette = MenPalette {
    white: Material::Wood(Wood { early: 0xefe0c6, late: 0xd9c096, ..MAPLE }),
    black: Material::Wood(Wood { early: 0x241812, late: 0x130c08, ..EBONY }),
    ..WOOD_MEN_LIGHT
};

const SLATE: Stone = Stone {
    base: 0x7c868d,
    cloud: 0x69747c,
    vein: 0x98a2a6,
    size: 1.6,
    bedding: 2.4,
    clouded: 0.9,
    veined: 0.25,
    flecked: 0.2,
};

const IVORY: Stone = Stone {
    base: 0xf6efdf,
    cloud: 0xeadfc6,
    vein: 0xdfd0b0,
    size: 0.7,
    bedding: 1.8,
    clouded: 0.8,
    veined: 0.35,
    flecked: 0.05,
};

const JET: Stone = Stone {
    base: 0x121317,
    cloud: 0x1c1e24,
    vein: 0x2a2d35,
    size: 0.8,
    bedding: 1.0,
    clouded: 0.6,
    veined: 0.4,
    flecked: 0.1,
};

const SLATE_LIGHT: Palette = Palette {
    make: Make::Slab,
    field: Material::Stone(SLATE),
    frame: Material::Stone(Stone { base: 0x5c666e, cloud: 0x4d575f, ..SLATE }),
    line_width: 0.9,
    cut: 0.6,
    line: 0x171b1f,
    letters: 0xe2e7ea,
    mark: 0xf4f8fa,
    last: 0xcfeaf2,
    glow: 0xd8f3ff,
    hint: 0xa8f0c6,
    remove: 0xd3122a,
    win: 0x1f5c46,
    draw: 0x3b4854,
    loss: 0x8f2230,
};

const SLATE_MEN_LIGHT: MenPalette = MenPalette {
    make: MenMake::Polished,
    white: Material::Stone(IVORY),
    black: Material::Stone(JET),
    white_rim: 0,
    black_rim: 0,
    gloss: 0.9,
    inlay: 0x5a6068,
};

const SLATE_DARK: Palette = Palette {
    field: Material::Stone(Stone { base: 0x626c74, cloud: 0x535d65, vein: 0x7d878c, ..SLATE }),
    frame: Material::Stone(Stone { base: 0x394148, cloud: 0x2d343a, vein: 0x555f66, ..SLATE }),
    line: 0x0c0e11,
    letters: 0xcdd5da,
    ..SLATE_LIGHT
};

const SLATE_MEN_DARK: MenPalette =
    MenPalette { black: Material::Stone(Stone { base: 0x0a0b0d, cloud: 0x111216, ..JET }), ..SLATE_MEN_LIGHT };

const VELLUM: Stone = Stone {
    base: 0xe6d3a6,
    cloud: 0xd2b87f,
    vein: 0xb8965c,
    size: 2.0,
    bedding: 1.0,
    clouded: 0.75,
    veined: 0.12,
    flecked: 0.09,
};

const BEESWAX: Stone = Stone {
    base: 0xfff8e6,
    cloud: 0xf7e8c4,
    vein: 0xefd9a5,
    size: 0.9,
    bedding: 1.0,
    clouded: 0.6,
    veined: 0.0,
    flecked: 0.02,
};

const SEALING_WAX: Stone = Stone {
    base: 0x6d1015,
    cloud: 0x560a10,
    vein: 0x8c1c20,
    size: 0.7,
    bedding: 1.0,
    clouded: 0.6,
    veined: 0.2,
    flecked: 0.02,
};

const PARCHMENT_LIGHT: Palette = Palette {
    make: Make::Sheet,
    field: Material::Stone(VELLUM),
    frame: Material::Stone(VELLUM),
    line_width: 0.8,
    cut: 0.0,
    line: 0x38230f,
    letters: 0x4a2f14,
    mark: 0x2f7d68,
    last: 0xe0a83c,
    glow: 0xf2b63a,
    hint: 0x3f8f5a,
    remove: 0x1d1d6b,
    win: 0x2f5f3a,
    draw: 0x5a4426,
    loss: 0x7a1420,
};

const PARCHMENT_MEN_LIGHT: MenPalette = MenPalette {
    make: MenMake::Sealed,
    white: Material::Stone(BEESWAX),
    black: Material::Stone(SEALING_WAX),
    white_rim: 0x4a2f14,
    black_rim: 0x2c0507,
    gloss: 0.5,
    inlay: 0x3a0609,
};

const PARCHMENT_DARK: Palette = Palette {
    field: Material::Stone(Stone { base: 0xb79c68, cloud: 0xa08350, vein: 0x8a6c3c, ..VELLUM }),
    frame: Material::Stone(Stone { base: 0xb79c68, cloud: 0xa08350, vein: 0x8a6c3c, ..VELLUM }),
    line: 0x26160a,
    letters: 0x2e1c0c,
    ..PARCHMENT_LIGHT
};

const PARCHMENT_MEN_DARK: MenPalette = MenPalette {
    black: Material::Stone(Stone { base: 0x560b10, cloud: 0x42070b, vein: 0x70161a, ..SEALING_WAX }),
    ..PARCHMENT_MEN_LIGHT
};

const CONTRAST_LIGHT: Palette = Palette {
    make: Make::Flat,
    field: Material::Plain(0xffffff),
    frame: Material::Plain(0xd9d9d9),
    line_width: 1.7,
    cut: 0.0,
    line: 0x5a5a5a,
    letters: 0x000000,
    mark: 0xffd800,
    last: 0xffa62e,
    glow: 0xffd800,
    hint: 0x35c4ff,
    remove: 0xe00022,
    win: 0x00562a,
    draw: 0x2f2f2f,
    loss: 0xa00018,
};

const CONTRAST_MEN_LIGHT: MenPalette = MenPalette {
    make: MenMake::Flat,
    white: Material::Plain(0xffffff),
    black: Material::Plain(0x000000),
    white_rim: 0x000000,
    black_rim: 0x000000,
    gloss: 0.0,
    inlay: 0xffffff,
};

const CONTRAST_DARK: Palette = Palette {
    field: Material::Plain(0x000000),
    frame: Material::Plain(0x2b2b2b),
    line: 0x8c8c8c,
    letters: 0xffffff,
    ..CONTRAST_LIGHT
};

const CONTRAST_MEN_DARK: MenPalette = MenPalette { black_rim: 0xffffff, ..CONTRAST_MEN_LIGHT };
