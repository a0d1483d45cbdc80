// SPDX-License-Identifier: GPL-3.0-or-later
//! The men, which differ in shape as well as in color.

use morris::Color;

use super::geometry::MAN;
use super::linear_color::{LinearColor, Pixels};
use super::look::Look;
use super::noise::step;
use super::room_light::RoomLight;
use super::solid::{BAND, EDGE, Hit, RING, RINGS, Solid};
pub use super::solid::{HEIGHT, SLANT};
use super::style::MenMake;
use super::surface::Surface;

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
