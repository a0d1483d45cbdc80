// SPDX-License-Identifier: GPL-3.0-or-later
//! The shadows of solid men on the board.

use super::geometry::MAN;
use super::height_map::LIGHT;
use super::linear_color::{LinearColor, Pixels};
use super::look::Look;
use super::noise::step;
use super::solid::EDGE;
use super::style::MenMake;

/// Height of a man that is picked up, in spacings.
pub const LIFT: f32 = 0.26;
/// Distances to the right and down from a place to its shadow on the board, relative to its height.
pub const FALL: [f32; 2] = [-LIGHT[0] / LIGHT[2], -LIGHT[1] / LIGHT[2]];

/// Distance of a man from the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stance {
    /// The man stands on the board.
    Standing,
    /// The man is at the height [`LIFT`] over the board.
    Lifted,
}

/// Half the width of the soft edge of a shadow, relative to the height of what casts it.
const SOFT: f32 = 0.45;
/// Half the width of the soft edge of a shadow at the foot, in radii.
const SHARP: f32 = 0.1;
/// Distance by which the dark contact of a man with the board extends beyond its foot, in radii.
const CONTACT: f32 = 0.16;
/// Height of the upper edge of a man that is lifted, in radii.
const HIGHEST: f32 = LIFT / MAN + EDGE;

/// Returns the numbers of device pixels by which the picture of a shadow extends beyond the foot of
/// a man of this diameter: to the left and to the top, and to the right and to the bottom.
pub fn shadow_margins(diameter: usize) -> [usize; 2] {
    let soft = SHARP + SOFT * HIGHEST;
    [soft, soft + FALL[1] * EDGE].map(|radii| (radii * diameter as f32 / 2.0).ceil() as usize + 1)
}

/// Paints the shadow of a man of this diameter in device pixels. The picture is a square that
/// contains the square around the foot with [`shadow_margins`]. For a lifted man, it shows the
/// shadow as if the foot were on the board: the caller moves it by [`FALL`] times the height.
pub fn paint_shadow(diameter: usize, look: Look, pose: Stance) -> Pixels {
    let (dark, contact, base) = match pose {
        _ if look.men_palette().make == MenMake::Flat => (0.0, 0.0, 0.0),
        Stance::Standing => (0.55, 0.4, 0.0),
        Stance::Lifted => (0.5, 0.0, LIFT / MAN),
    };
    let radius = diameter as f32 / 2.0;
    let [before, after] = shadow_margins(diameter);
    let side = before + diameter + after;
    let [along, down] = FALL.map(|fall| fall * EDGE);
    Pixels::paint(side, side, |x, y| {
        let [dx, dy] = [x, y].map(|pixel| (pixel as f32 + 0.5 - before as f32) / radius - 1.0);
        // The share of the man's height that casts this part of the shadow.
        let share = ((dx * along + dy * down) / (along * along + down * down)).clamp(0.0, 1.0);
        let soft = SHARP + SOFT * (base + share * EDGE);
        let beyond = (dx - share * along).hypot(dy - share * down) - 1.0;
        let cast = dark * step(soft, -soft, beyond);
        let near = contact * step(CONTACT, -0.05, dx.hypot(dy) - 1.0);
        (LinearColor::BLACK, 1.0 - (1.0 - cast) * (1.0 - near))
    })
}
