// SPDX-License-Identifier: GPL-3.0-or-later
//! What boards are made of: tables of materials and colours. A further style is a further row.

use std::time::Duration;

use gtk::prelude::*;

use morris::{Board, Rules};

use super::animation::STEP;
use super::geometry::{Coordinates, Facing};

/// How the board looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum BoardStyle {
    /// Engraved teak in a walnut frame, men of maple and walnut.
    #[default]
    Wood,
}

/// By which light one looks at it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tone {
    /// The light look of the desktop.
    Light,
    /// Its dark look.
    Dark,
}

/// A kind of wood. Colours are written `0xRRGGBB`, lengths are in spacings of the board.
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

/// All materials and colours of a style in one light. Colours are written `0xRRGGBB`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Palette {
    /// The face of the board.
    pub field: Wood,
    /// The frame around it.
    pub frame: Wood,
    /// The light men.
    pub white: Wood,
    /// The dark men.
    pub black: Wood,
    /// What the grooves of the dark men show.
    pub inlay: u32,
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
}

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
    field: TEAK,
    frame: WALNUT,
    white: MAPLE,
    black: EBONY,
    inlay: 0x8a5c34,
    line: 0x24150b,
    letters: 0xf0dcb8,
    mark: 0xfff4d6,
    last: 0xffe9a8,
    glow: 0xffd76a,
    hint: 0x9fe3ff,
    remove: 0xd3122a,
};

const WOOD_DARK: Palette = Palette {
    field: Wood { early: 0x94704a, late: 0x694526, pore: 0x50331c, ..TEAK },
    frame: Wood { early: 0x45301f, late: 0x281910, pore: 0x1a100a, ..WALNUT },
    white: Wood { early: 0xefe0c6, late: 0xd9c096, ..MAPLE },
    black: Wood { early: 0x241812, late: 0x130c08, ..EBONY },
    line: 0x160c06,
    letters: 0xd9c39c,
    ..WOOD_LIGHT
};

impl Tone {
    /// That of the desktop.
    #[must_use]
    pub fn of_desktop() -> Self {
        if adw::StyleManager::default().is_dark() { Self::Dark } else { Self::Light }
    }
}

/// Calls `react` when the desktop changes its tone, as long as `widget` lives: nothing of it stays with the desktop.
pub fn follow_tone<W: IsA<gtk::Widget>>(widget: &W, react: impl Fn(&W) + 'static) {
    let watched = widget.upcast_ref::<gtk::Widget>();
    let changed = glib::closure_local!(
        #[watch]
        watched,
        move |_: adw::StyleManager, _: glib::ParamSpec| react(watched.downcast_ref().expect("it is the same widget"))
    );
    adw::StyleManager::default().connect_closure("notify::dark", false, changed);
}

impl BoardStyle {
    /// All styles, the default first.
    pub const ALL: [Self; 1] = [Self::Wood];

    /// The materials and colours in this light.
    #[must_use]
    pub const fn palette(self, tone: Tone) -> Palette {
        match (self, tone) {
            (Self::Wood, Tone::Light) => WOOD_LIGHT,
            (Self::Wood, Tone::Dark) => WOOD_DARK,
        }
    }
}

/// How a board looks and moves.
#[derive(Clone, Debug)]
pub struct Appearance {
    /// The materials.
    pub style: BoardStyle,
    /// Whether letters and digits stand on the frame.
    pub coordinates: Coordinates,
    /// Whose side is below.
    pub facing: Facing,
    /// Whether it is shown where the picked man can go.
    pub marks: bool,
    /// How long a man takes to move; `None` and nothing is animated.
    pub step: Option<Duration>,
    /// The board of the game.
    pub board: &'static Board,
}

impl Default for Appearance {
    fn default() -> Self {
        Self {
            style: BoardStyle::default(),
            coordinates: Coordinates::Shown,
            facing: Facing::default(),
            marks: true,
            step: Some(STEP),
            board: Rules::default().board,
        }
    }
}
