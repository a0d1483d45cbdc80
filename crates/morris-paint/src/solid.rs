// SPDX-License-Identifier: GPL-3.0-or-later
//! The shapes of solid men, seen in an oblique view: the board is an exact square, and heights are
//! seen from the front.
//!
//! Lengths are in radii of the man. (0, 0, 0) is the middle of its foot, x increases to the right,
//! y downward on the board, and z toward the viewer.

use morris::Color;

use super::geometry::MAN;
use super::noise::{noise, step};
use super::style::MenMake;

/// Height of the upper edge of a solid man, in spacings.
pub const HEIGHT: f32 = 0.18;
/// Distance by which a height is drawn farther up, relative to the height. Heights are seen from
/// the front, while the board is seen from straight above.
pub const SLANT: f32 = 0.42;
/// Radii of the rings carved into a dark man.
pub const RINGS: [f32; 3] = [0.26, 0.48, 0.70];
/// Radius of the ring engraved into a dark stone man.
pub const BAND: [f32; 1] = [0.56];
/// Half the width of a ring.
pub const RING: f32 = 0.045;
/// Height of the upper edge.
pub const EDGE: f32 = HEIGHT / MAN;
/// Height of the relief of the top, relative to its slopes. Lower reliefs look the same, but keep
/// the top from hiding itself.
const RELIEF: f32 = 0.5;
/// Distance by which the foot of a stone is narrower than the stone, and is hidden below it.
const UNDERCUT: f32 = 0.12;
/// Number of steps in the profile of a top.
const STEPS: usize = 256;
/// Number of directions in which the radius of a seal is known.
const DIRECTIONS: usize = 1024;
/// Distance between two heights for computing the slope of a seal.
const NEAR: f32 = 0.02;

/// A solid man.
pub struct Solid {
    make: MenMake,
    color: Color,
    /// Heights above the edge, from the middle to the edge.
    profile: [f32; STEPS + 1],
    /// Radii of the outline in all directions, see [`direction`].
    outline: Vec<f32>,
}

/// A visible place on a man.
pub struct Hit {
    /// Coordinates.
    pub at: [f32; 3],
    /// Direction away from the surface, with a length of 1.
    pub normal: [f32; 3],
    /// Distance from the middle axis, 1 on the edge of the top.
    pub distance: f32,
    /// Distance from the middle of the man as it is seen, 1 on its outline.
    pub seen: f32,
    /// `true` if the place is on the side, below the edge.
    pub is_side: bool,
}

impl Solid {
    /// Creates a man with this number.
    pub fn new(make: MenMake, color: Color, piece: u32) -> Self {
        let mut solid = Self { make, profile: [0.0; STEPS + 1], outline: Vec::new(), color };
        if make == MenMake::Sealed {
            // Wax has an irregular outline.
            let seed = 400 + piece * 31 + color as u32;
            solid.outline = (0..DIRECTIONS)
                .map(|index| {
                    let turn = index as f32 / (DIRECTIONS / 4) as f32 - 1.0;
                    let (x, y) =
                        if turn < 1.0 { (turn, turn.abs() - 1.0) } else { (2.0 - turn, 1.0 - (2.0 - turn).abs()) };
                    let [x, y, _] = unit([x, y, 0.0]);
                    1.0 - 0.09 * noise(2.0 + 1.7 * x, 2.0 + 1.7 * y, seed)
                })
                .collect();
        }
        for index in (0..STEPS).rev() {
            let slope = solid.slope((index as f32 + 0.5) / STEPS as f32);
            solid.profile[index] = solid.profile[index + 1] - RELIEF * slope / STEPS as f32;
        }
        solid
    }

    /// Returns the place that is seen, or `None` beside the man. The coordinates are those of the
    /// board behind the man.
    pub fn hit(&self, x: f32, y: f32) -> Option<Hit> {
        let at_height = |z: f32| y + SLANT * z;
        // The top is so flat that this converges.
        let mut z = EDGE;
        for _ in 0..4 {
            z = self.top(x, at_height(z));
        }
        let (top_y, outline) = (at_height(z), self.outline(x, at_height(z)));
        // The outline of a man consists of the far half of the top and the near half of the foot.
        let seen = length(x, y - y.clamp(-SLANT * EDGE, self.side(0.0) - 1.0)) / outline;
        let distance = length(x, top_y) / outline;
        if distance < 1.0 {
            let (dx, dy) = self.slopes(x, top_y, distance);
            return Some(Hit { at: [x, top_y, z], normal: unit([-dx, -dy, 1.0]), distance, seen, is_side: false });
        }
        if top_y < 0.0 {
            return None;
        }
        let is_inside = |share: f32| length(x, at_height(share * EDGE)) < outline * self.side(share);
        let (mut high, mut low) = (1.0, 1.0);
        while !is_inside(low) {
            high = low;
            low -= 1.0 / 14.0;
            if low < -0.001 {
                return None;
            }
        }
        for _ in 0..6 {
            let middle = (high + low) / 2.0;
            *(if is_inside(middle) { &mut low } else { &mut high }) = middle;
        }
        let y = at_height(low * EDGE);
        let taper = (self.side(low + NEAR) - self.side(low - NEAR)) / (2.0 * NEAR * EDGE);
        let radius = length(x, y);
        let normal = unit([x / radius, y / radius, -taper]);
        Some(Hit { at: [x, y, low * EDGE], normal, distance: radius / outline, seen, is_side: true })
    }

    /// Returns the radius at a share of the height of the edge, relative to that of the edge.
    fn side(&self, share: f32) -> f32 {
        match self.make {
            // A waist between two bulges.
            MenMake::Turned => {
                1.0 - 0.075 * step(0.12, 0.45, share) * step(0.85, 0.5, share) - 0.05 * step(0.12, 0.0, share)
            }
            MenMake::Sealed => 1.0 - 0.05 * (1.0 - share) * (1.0 - share),
            _ => 1.0 - UNDERCUT * (1.0 - share) * (1.0 - share),
        }
    }

    fn top(&self, x: f32, y: f32) -> f32 {
        EDGE + match self.make {
            MenMake::Sealed => RELIEF * self.pressed(x, y),
            _ => self.profile[((length(x, y) * STEPS as f32) as usize).min(STEPS)],
        }
    }

    /// Returns the slopes of the top to the right and downward.
    fn slopes(&self, x: f32, y: f32, distance: f32) -> (f32, f32) {
        if self.make == MenMake::Sealed {
            let dx = self.pressed(x + NEAR, y) - self.pressed(x - NEAR, y);
            let dy = self.pressed(x, y + NEAR) - self.pressed(x, y - NEAR);
            return (dx / (2.0 * NEAR), dy / (2.0 * NEAR));
        }
        let slope = self.slope(distance) / distance.max(0.01);
        (slope * x, slope * y)
    }

    /// Returns the outward slope of a top at a distance from the middle.
    fn slope(&self, distance: f32) -> f32 {
        let lens = -0.42 * distance - 1.1 * distance.powi(6);
        match (self.make, self.color) {
            (MenMake::Turned, Color::White) => dome(distance) - rounding(distance),
            (MenMake::Turned, Color::Black) => grooves(&RINGS, distance) - rounding(distance),
            (MenMake::Polished, Color::White) => lens,
            (MenMake::Polished, Color::Black) => lens + grooves(&BAND, distance),
            _ => 0.0,
        }
    }

    /// Returns the radius of the edge of the top in the direction of a place.
    fn outline(&self, x: f32, y: f32) -> f32 {
        self.outline.get(direction(x, y)).map_or(1.0, |radius| *radius)
    }

    /// Returns the height of a seal above its edge: a thick rim around a field with an impressed
    /// sign.
    fn pressed(&self, x: f32, y: f32) -> f32 {
        let distance = length(x, y) / self.outline(x, y);
        let rim = 0.16 * step(0.60, 0.74, distance) * step(1.02, 0.86, distance);
        let sign = match self.color {
            // A ring.
            Color::White => step(0.10, 0.04, (length(x, y) - 0.34).abs()),
            // A cross with arms that widen outward.
            Color::Black => {
                let (along, across) = (x.abs().max(y.abs()), x.abs().min(y.abs()));
                step(0.05, -0.03, across - 0.06 - 0.22 * along) * step(0.56, 0.48, along)
            }
        };
        rim + 0.07 * sign - 0.1 * step(0.93, 1.0, distance)
    }
}

fn length(x: f32, y: f32) -> f32 {
    (x * x + y * y).sqrt()
}

/// Returns the index of the direction of a place in a table of directions, once around.
fn direction(x: f32, y: f32) -> usize {
    let turn = x / (x.abs() + y.abs());
    ((if y < 0.0 { 1.0 + turn } else { 3.0 - turn }) * (DIRECTIONS / 4) as f32) as usize
}

fn unit(vector: [f32; 3]) -> [f32; 3] {
    let length = vector.iter().map(|part| part * part).sum::<f32>().sqrt();
    vector.map(|part| part / length)
}

/// Returns the slope of the rounded upper edge.
fn rounding(distance: f32) -> f32 {
    1.9 * step(0.86, 1.0, distance)
}

/// Returns the slope of carved rings at a distance from the middle.
fn grooves(rings: &[f32], distance: f32) -> f32 {
    rings.iter().map(|ring| groove(distance - ring)).sum()
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
