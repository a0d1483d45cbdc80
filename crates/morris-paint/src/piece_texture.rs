// SPDX-License-Identifier: GPL-3.0-or-later
//! The men, which differ in shape as well as in color.

use morris::Color;

use super::geometry::MAN;
use super::linear_color::{LinearColor, Pixels};
use super::look::Look;
use super::noise::step;
use super::room_light::{LIGHT, RoomLight};
use super::solid::{EDGE, Hit, Solid};
use super::style::MenMake;
use super::surface::Surface;

/// Height of the upper edge of a solid man, in spacings.
pub const HEIGHT: f32 = 0.18;
/// Height of a man that is picked up, in spacings.
pub const LIFT: f32 = 0.26;
/// Distance by which a height is drawn farther up, relative to the height. Heights are seen from
/// the front, while the board is seen from straight above.
pub const SLANT: f32 = 0.42;
/// Distances to the right and down from a place to its shadow on the board, relative to its height.
pub const FALL: [f32; 2] = [-LIGHT[0] / LIGHT[2], -LIGHT[1] / LIGHT[2]];

/// Radii of the rings carved into a dark man, relative to its radius.
pub(crate) const RINGS: [f32; 3] = [0.26, 0.48, 0.70];
/// Radius of the ring engraved into a dark stone man, relative to its radius.
pub(crate) const BAND: [f32; 1] = [0.56];
/// Half the width of a ring, in radii.
pub(crate) const RING: f32 = 0.045;
/// Spacings of grain per radius. Men have a finer grain than the board.
const GRAIN: f32 = 1.1;

/// Sample positions within a pixel, because the rings are finer than pixels.
const SAMPLES: [(f32, f32); 4] = [(0.125, 0.375), (0.625, 0.125), (0.875, 0.625), (0.375, 0.875)];

/// Specification of a man.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PieceTextureSpec {
    /// Diameter in device pixels.
    pub diameter: usize,
    /// Color of the man.
    pub color: Color,
    /// Materials and colors.
    pub look: Look,
    /// Number of the man. Men of one side differ slightly in their grain.
    pub piece: u32,
}

impl PieceTextureSpec {
    /// Returns the number of device pixels by which the picture is higher than wide: the height of
    /// the man as it is seen. 0 for flat men.
    #[must_use]
    pub fn rise(&self) -> usize {
        match self.look.men_palette().make {
            MenMake::Flat => 0,
            _ => (self.diameter as f32 / (2.0 * MAN) * HEIGHT * SLANT).round() as usize,
        }
    }

    /// Paints the man without its shadow. The width of the picture is the diameter. Its height is
    /// greater by [`rise`](Self::rise). The middle of the man's foot is half the diameter above the
    /// lower edge of the picture.
    pub fn paint(&self) -> Pixels {
        let radius = self.diameter as f32 / 2.0;
        let palette = self.look.men_palette();
        let material = match self.color {
            Color::White => palette.white,
            Color::Black => palette.black,
        };
        let man = Man {
            color: self.color,
            piece: self.piece,
            solid: Solid::new(palette.make, self.color, self.piece),
            make: palette.make,
            surface: Surface::new(material, 100 + self.piece * 7, radius / GRAIN),
            inlay: LinearColor::hex(palette.inlay),
            rim: self.look.rim(self.color).map(LinearColor::hex),
            light: RoomLight { board: self.look.palette().field.mean(), gloss: palette.gloss, make: palette.make },
        };
        let rise = self.rise();
        Pixels::paint(self.diameter, self.diameter + rise, |x, y| {
            let mut tint = None;
            let samples = SAMPLES.map(|(dx, dy)| {
                let [x, y] = [x as f32 + dx, y as f32 + dy - rise as f32].map(|pixel| pixel / radius - 1.0);
                man.sample(x, y, &mut tint)
            });
            average(samples.into_iter().flatten())
        })
    }
}

/// All data for computing the color of a pixel. Lengths are in radii.
struct Man {
    color: Color,
    make: MenMake,
    piece: u32,
    solid: Solid,
    surface: Surface,
    inlay: LinearColor,
    rim: Option<LinearColor>,
    light: RoomLight,
}

impl Man {
    /// Returns the color at a place, or `None` outside the man.
    fn sample(&self, x: f32, y: f32, tint: &mut Option<LinearColor>) -> Option<LinearColor> {
        if self.make == MenMake::Flat {
            return self.flat(x, y);
        }
        let hit = self.solid.hit(x, y)?;
        // The grain is coarser than pixels, so one color is enough for a pixel.
        let tint = tint.get_or_insert_with(|| self.tint(hit.at[0], hit.at[1] + hit.at[2]));
        Some(self.lit(&hit, *tint))
    }

    fn flat(&self, x: f32, y: f32) -> Option<LinearColor> {
        let distance = x.hypot(y);
        let ring = if self.color == Color::Black { step(0.09, 0.07, (distance - 0.5).abs()) } else { 0.0 };
        let face = self.tint(x, y).mix(self.inlay, ring);
        let rim = step(0.83, 0.85, distance);
        (distance < 1.0).then(|| self.rim.map_or(face, |color| face.mix(color, rim)))
    }

    /// Returns the color of a place on a solid man in the light.
    fn lit(&self, hit: &Hit, tint: LinearColor) -> LinearColor {
        let &Hit { at: [_, _, z], normal, distance, seen, is_side } = hit;
        let ring = match (self.make, self.color, is_side) {
            (MenMake::Turned, Color::Black, false) => inlaid(&RINGS, distance),
            (MenMake::Polished, Color::Black, false) => inlaid(&BAND, distance),
            _ => 0.0,
        };
        // The rim of a seal is its soft edge. Others are sharp.
        let rim = match self.make {
            MenMake::Sealed => 0.97 * step(0.82, 0.87, seen),
            _ => step(0.82, 0.86, seen),
        };
        let tint = tint.mix(self.inlay, ring);
        // The board hides half of the room from the foot.
        let open = if is_side { 0.4 + 0.6 * step(0.0, 0.8 * EDGE, z) } else { 1.0 };
        let shine = if self.make == MenMake::Polished { 1.0 - ring } else { 1.0 };
        let face = self.light.on(tint, normal, open, shine);
        self.rim.map_or(face, |color| {
            // Shade makes a dark rim more distinct, but a light one less.
            let (before, after) = (tint.luminance(), face.luminance());
            let shade = if color.luminance() < before { (after / before).clamp(0.4, 1.0) } else { 1.0 };
            face.mix(color.times(shade), rim)
        })
    }

    /// Returns the color of the material.
    fn tint(&self, x: f32, y: f32) -> LinearColor {
        self.surface.at(x * GRAIN + 3.0 * self.piece as f32, y * GRAIN)
    }
}

/// Returns the visibility of the bottom of carved rings, 0 to 1.
fn inlaid(rings: &[f32], distance: f32) -> f32 {
    rings.iter().map(|ring| 0.8 * step(RING, RING * 0.2, (distance - ring).abs())).fold(0.0, f32::max)
}

/// Returns the average of a pixel's samples, and the share of the pixel that is covered.
fn average(samples: impl Iterator<Item = LinearColor>) -> (LinearColor, f32) {
    let (mut sum, mut count) = ([0.0; 3], 0.0);
    for LinearColor(parts) in samples {
        sum = std::array::from_fn(|part| sum[part] + parts[part].min(1.0));
        count += 1.0;
    }
    (LinearColor(sum).times(1.0 / f32::max(count, 1.0)), count / SAMPLES.len() as f32)
}

/// Distance of a man from the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pose {
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
/// Height of the upper edge of a man who is lifted, in radii.
const HIGHEST: f32 = LIFT / MAN + EDGE;

/// Returns the numbers of device pixels by which the picture of a shadow extends beyond the foot of
/// a man of this diameter: to the left and to the top, and to the right and to the bottom.
#[must_use]
pub fn shadow_margins(diameter: usize) -> [usize; 2] {
    let soft = SHARP + SOFT * HIGHEST;
    [soft, soft + FALL[1] * EDGE].map(|radii| (radii * diameter as f32 / 2.0).ceil() as usize + 1)
}

/// Paints the shadow of a man of this diameter in device pixels. The picture is a square that
/// contains the square around the foot with [`shadow_margins`]. For a lifted man, it shows the
/// shadow as if the foot were on the board: the caller moves it by [`FALL`] times the height.
pub fn paint_shadow(diameter: usize, look: Look, pose: Pose) -> Pixels {
    let (dark, contact, base) = match pose {
        _ if look.men_palette().make == MenMake::Flat => (0.0, 0.0, 0.0),
        Pose::Standing => (0.55, 0.4, 0.0),
        Pose::Lifted => (0.5, 0.0, LIFT / MAN),
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
