// SPDX-License-Identifier: GPL-3.0-or-later
//! The men, which differ in shape as well as in color.

use morris::Color;

use super::height_map::lit;
use super::linear_color::{LinearColor, Pixels};
use super::look::Look;
use super::noise::{noise, step};
use super::style::MenMake;
use super::surface::Surface;

/// Radii of the rings carved into a dark man, relative to its radius.
const RINGS: [f32; 3] = [0.26, 0.48, 0.70];
/// Radius of the ring engraved into a dark stone man, relative to its radius.
const BAND: [f32; 1] = [0.56];
/// Half the width of a ring, in radii.
const RING: f32 = 0.045;
/// Distance by which a man's soft shadow extends beyond it, in radii.
pub const SHADOW: f32 = 0.45;
/// Spacings of grain per radius. Men have a finer grain than the board.
const GRAIN: f32 = 1.1;

/// Distance between two heights for computing the slope, in radii.
const NEAR: f32 = 0.02;

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
    /// Paints the man without its shadow.
    pub fn paint(&self) -> Pixels {
        let radius = self.diameter as f32 / 2.0;
        let palette = self.look.men_palette();
        let material = match self.color {
            Color::White => palette.white,
            Color::Black => palette.black,
        };
        let man = Man {
            color: self.color,
            make: palette.make,
            piece: self.piece,
            surface: Surface::new(material, 100 + self.piece * 7, radius / GRAIN),
            inlay: LinearColor::hex(palette.inlay),
            rim: self.look.rim(self.color).map(LinearColor::hex),
            gloss: palette.gloss,
        };
        Pixels::paint(self.diameter, self.diameter, |x, y| {
            let samples = SAMPLES.map(|(dx, dy)| {
                let [x, y] = [x as f32 + dx, y as f32 + dy].map(|pixel| pixel / radius - 1.0);
                man.sample(x, y)
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
    surface: Surface,
    inlay: LinearColor,
    rim: Option<LinearColor>,
    gloss: f32,
}

impl Man {
    /// Returns the color at a place, or `None` outside the man.
    fn sample(&self, x: f32, y: f32) -> Option<LinearColor> {
        let distance = match self.make {
            MenMake::Sealed => x.hypot(y) / self.outline(x, y),
            _ => x.hypot(y),
        };
        if distance >= 1.0 {
            return None;
        }
        let tint = self.surface.at(x * GRAIN + 3.0 * self.piece as f32, y * GRAIN);
        let outwards = |slope: f32| (slope * x / distance.max(0.01), slope * y / distance.max(0.01));
        let face = match self.make {
            MenMake::Turned => {
                let (slope, ring) = match self.color {
                    Color::White => (dome(distance), 0.0),
                    Color::Black => (grooves(&RINGS, distance), inlaid(&RINGS, distance)),
                };
                let tint = tint.mix(self.inlay, ring);
                shaded(lit(tint, outwards(slope - rounding(distance)), self.gloss), distance)
            }
            MenMake::Polished => {
                let lens = -0.42 * distance - 1.1 * distance.powi(6);
                let (slope, ring) = match self.color {
                    Color::White => (lens, 0.0),
                    Color::Black => (lens + grooves(&BAND, distance), inlaid(&BAND, distance)),
                };
                shaded(lit(tint.mix(self.inlay, ring), outwards(slope), self.gloss), distance)
            }
            MenMake::Sealed => {
                let (dx, dy) = (self.pressed(x + NEAR, y) - self.pressed(x - NEAR, y), {
                    self.pressed(x, y + NEAR) - self.pressed(x, y - NEAR)
                });
                let slopes = (dx / (2.0 * NEAR), dy / (2.0 * NEAR));
                lit(tint, slopes, self.gloss)
            }
            MenMake::Flat => {
                let ring = if self.color == Color::Black { step(0.09, 0.07, (distance - 0.5).abs()) } else { 0.0 };
                tint.mix(self.inlay, ring)
            }
        };
        // The rim of a seal is its soft edge. Others are sharp.
        let (strength, from, to) = match self.make {
            MenMake::Sealed => (0.97, 0.87, 0.93),
            MenMake::Turned | MenMake::Polished => (1.0, 0.82, 0.86),
            MenMake::Flat => (1.0, 0.83, 0.85),
        };
        Some(self.rim.map_or(face, |rim| face.mix(rim, strength * step(from, to, distance))))
    }

    /// Returns the radius of a seal in the direction of a place. Wax has an irregular outline.
    fn outline(&self, x: f32, y: f32) -> f32 {
        let length = x.hypot(y).max(0.01);
        let seed = 400 + self.piece * 31 + self.color as u32;
        1.0 - 0.09 * noise(2.0 + 1.7 * x / length, 2.0 + 1.7 * y / length, seed)
    }

    /// Returns the height of a seal: a thick rim around a field with an impressed sign.
    fn pressed(&self, x: f32, y: f32) -> f32 {
        let distance = x.hypot(y) / self.outline(x, y);
        let rim = 0.16 * step(0.60, 0.74, distance) * step(1.02, 0.86, distance);
        let sign = match self.color {
            // A ring.
            Color::White => step(0.10, 0.04, (x.hypot(y) - 0.34).abs()),
            // A cross with arms that widen outward.
            Color::Black => {
                let (along, across) = (x.abs().max(y.abs()), x.abs().min(y.abs()));
                step(0.05, -0.03, across - 0.06 - 0.22 * along) * step(0.56, 0.48, along)
            }
        };
        rim + 0.07 * sign - 0.1 * step(0.93, 1.0, distance)
    }
}

/// Darkens the edge.
fn shaded(tint: LinearColor, distance: f32) -> LinearColor {
    tint.times(1.0 - 0.45 * step(0.9, 1.0, distance))
}

/// Returns the slope of the rounded upper edge.
fn rounding(distance: f32) -> f32 {
    1.9 * step(0.86, 1.0, distance)
}

/// Returns the slope of carved rings at a distance from the middle.
fn grooves(rings: &[f32], distance: f32) -> f32 {
    rings.iter().map(|ring| groove(distance - ring)).sum()
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

/// Returns the slope of a smooth dome within a rim.
fn dome(distance: f32) -> f32 {
    -0.5 * distance * step(0.80, 0.70, distance) + groove(distance - 0.79) * 0.9
}

/// Returns the slope of a groove at a distance from its middle: down, then up again.
fn groove(offset: f32) -> f32 {
    let across = offset / RING;
    if across.abs() < 1.0 { 1.1 * across * (1.0 - across * across) * 2.2 } else { 0.0 }
}

/// Paints the soft shadow of a man of this diameter in device pixels. The picture extends beyond
/// the man by [`SHADOW`] radii on each side.
pub fn paint_shadow(diameter: usize, look: Look) -> Pixels {
    let dark = if look.men_palette().make == MenMake::Flat { 0.0 } else { 0.62 };
    let radius = diameter as f32 / 2.0;
    let side = (diameter as f32 * (1.0 + SHADOW)).ceil() as usize;
    let middle = side as f32 / 2.0;
    Pixels::paint(side, side, |x, y| {
        let [dx, dy] = [x, y].map(|pixel| (pixel as f32 + 0.5 - middle) / radius);
        let distance = dx.hypot(dy);
        (LinearColor::BLACK, dark * step(1.0 + SHADOW, 0.72, distance))
    })
}
