// SPDX-License-Identifier: GPL-3.0-or-later
//! Carving: heights that light falls on, and stains.

use super::geometry::Place;
use super::linear_color::LinearColor;
use super::noise::{clouds, step};

/// Direction to the light: from the top left, well above the board.
pub(crate) const LIGHT: [f32; 3] = [-0.45, -0.60, 0.66];
/// Direction to the light along the board. It is steeper than [`LIGHT`], so that no diagonal cut
/// points to it.
const ALONG: [f32; 2] = [-0.52, -0.85];
/// Share of ambient light.
pub(crate) const AMBIENT: f32 = 0.42;

/// Returns the brightness of a surface with this slope (1 if it is flat), and the amount of
/// reflected white light, 0 to 1.
#[inline]
fn light_on(slope_x: f32, slope_y: f32, gloss: f32) -> (f32, f32) {
    let length = (slope_x * slope_x + slope_y * slope_y + 1.0).sqrt();
    let [x, y, z] = [-slope_x / length, -slope_y / length, 1.0 / length];
    let direct = (x * LIGHT[0] + y * LIGHT[1] + z * LIGHT[2]).max(0.0) / LIGHT[2];
    let bright = AMBIENT * (0.6 + 0.4 * z) + (1.0 - AMBIENT) * direct;
    // Half way between the light and the eye, which is straight above.
    let half = [LIGHT[0] * 0.549, LIGHT[1] * 0.549, 0.911];
    let mirror = (x * half[0] + y * half[1] + z * half[2]).max(0.0);
    let squared = mirror * mirror;
    let eighth = squared * squared * squared * squared;
    let sharp = eighth * eighth * eighth * eighth * eighth * eighth;
    // The reflection of a flat surface is part of its color already.
    (bright, gloss * (0.16 * (eighth - 0.475).max(0.0) + 0.75 * sharp))
}

/// A square of heights and stains, carved in spacings of the board.
pub struct HeightMap {
    side: usize,
    /// Number of pixels in a spacing.
    pixels: f32,
    /// Distances from the middle of the board to the left and the upper edge, in spacings.
    left: f32,
    top: f32,
    /// Width of the slope beside a cut, in spacings. It is not stained.
    pub lip: f32,
    /// Maximum deviation of the edge of a stain, in spacings. Pens leave an uneven edge, and
    /// chisels do not.
    pub wobble: f32,
    heights: Vec<f32>,
    stains: Vec<f32>,
}

impl HeightMap {
    /// Creates a flat square of `side` pixels. `left` and `top` are the distances from the middle
    /// of the board to its edges, in spacings.
    pub fn flat(side: usize, left: f32, top: f32) -> Self {
        let pixels = side as f32 / (2.0 * left);
        Self {
            side,
            pixels,
            left,
            top,
            lip: 0.0,
            wobble: 0.0,
            heights: vec![0.0; side * side],
            stains: vec![0.0; side * side],
        }
    }

    /// Returns the place of a pixel's middle, in spacings.
    #[inline]
    pub fn place(&self, x: usize, y: usize) -> Place {
        let coordinate = |pixel: usize, before: f32| (pixel as f32 + 0.5) / self.pixels - before;
        Place { x: coordinate(x, self.left), y: coordinate(y, self.top) }
    }

    /// Returns the slope of a pixel to the right and downward.
    #[inline]
    pub fn slope(&self, x: usize, y: usize) -> (f32, f32) {
        let last = self.side - 1;
        let at = |x: usize, y: usize| self.heights[y * self.side + x];
        let across = at((x + 1).min(last), y) - at(x.saturating_sub(1), y);
        let down = at(x, (y + 1).min(last)) - at(x, y.saturating_sub(1));
        (across * self.pixels / 2.0, down * self.pixels / 2.0)
    }

    /// Returns the strength of a pixel's stain, 0 to 1.
    #[inline]
    pub(crate) fn stain(&self, x: usize, y: usize) -> f32 {
        self.stains[y * self.side + x]
    }

    /// Returns the depth of a pixel, in spacings.
    #[inline]
    pub(crate) fn depth(&self, x: usize, y: usize) -> f32 {
        -self.heights[y * self.side + x]
    }

    /// Returns how much a pixel's slope faces the light, see [`toward_light`].
    #[inline]
    pub(crate) fn toward_light(&self, x: usize, y: usize) -> f32 {
        toward_light(self.slope(x, y))
    }

    /// Cuts a groove whose bottom has this half width along a straight line.
    pub fn groove(&mut self, from: Place, to: Place, half_width: f32, stain: f32) {
        self.bar(from, to, (0.0, half_width), stain);
    }

    /// Cuts a groove around a bar with round ends, at this distance from the middle line of the
    /// bar.
    pub fn bar(&mut self, from: Place, to: Place, (radius, half_width): (f32, f32), stain: f32) {
        let (dx, dy) = (to.x - from.x, to.y - from.y);
        let squared = (dx * dx + dy * dy).max(f32::EPSILON);
        let near = |place: Place| {
            let t = (((place.x - from.x) * dx + (place.y - from.y) * dy) / squared).clamp(0.0, 1.0);
            (place.distance(from.towards(to, t)) - radius).abs()
        };
        let room = radius + self.reach(half_width);
        let low = Place { x: from.x.min(to.x) - room, y: from.y.min(to.y) - room };
        let high = Place { x: from.x.max(to.x) + room, y: from.y.max(to.y) + room };
        self.carve(low, high, half_width, stain, near);
    }

    /// Drills a round hollow.
    pub fn hollow(&mut self, middle: Place, radius: f32, stain: f32) {
        let room = self.reach(radius);
        let low = Place { x: middle.x - room, y: middle.y - room };
        let high = Place { x: middle.x + room, y: middle.y + room };
        self.carve(low, high, radius, stain, |place| place.distance(middle));
    }

    /// Cuts the part of a circle that is within `bound` of `around`.
    pub fn arc(&mut self, middle: Place, radius: f32, half_width: f32, stain: f32, (around, bound): (Place, f32)) {
        let room = bound + self.reach(half_width);
        let low = Place { x: around.x - room, y: around.y - room };
        let high = Place { x: around.x + room, y: around.y + room };
        self.carve(low, high, half_width, stain, |place| {
            let beyond = (place.distance(around) - bound).max(0.0);
            (place.distance(middle) - radius).abs().hypot(beyond)
        });
    }

    /// Returns the distance from the middle of a cut at which nothing of it is left.
    fn reach(&self, half_width: f32) -> f32 {
        half_width + self.lip + self.wobble * 4.0 + 2.0 / self.pixels
    }

    /// Lowers the area between two corners. `near` returns the distance of a place from the middle
    /// of the cut.
    fn carve(&mut self, low: Place, high: Place, half_width: f32, stain: f32, near: impl Fn(Place) -> f32) {
        let pixel = |spacings: f32| (spacings * self.pixels).clamp(0.0, self.side as f32) as usize;
        let columns = pixel(low.x + self.left)..pixel(high.x + self.left);
        let rows = pixel(low.y + self.top)..pixel(high.y + self.top);
        let (outer, reach) = (half_width + self.lip.min(half_width), self.reach(half_width));
        for y in rows {
            for x in columns.clone() {
                let place = self.place(x, y);
                let mut distance = near(place);
                if distance > reach {
                    continue;
                }
                let at = y * self.side + x;
                // The bottom is round, and the walls get steep toward the edge.
                let across = (distance / outer).min(1.0).powi(2);
                let depth = outer * 0.8 * (1.0 - across * (0.4 + 0.6 * across));
                self.heights[at] = self.heights[at].min(-depth);
                if self.wobble > 0.0 {
                    distance +=
                        self.wobble.min(0.2 * half_width) * (2.0 * clouds(place.x * 9.0, place.y * 9.0, 2, 35) - 1.0);
                    // Ink soaks into the fibers around it.
                    let soaked = 0.16 * step(half_width + self.wobble * 4.0, half_width, distance);
                    self.stains[at] = self.stains[at].max(soaked * stain);
                }
                let cover = ((half_width - distance) * self.pixels + 0.5).clamp(0.0, 1.0);
                self.stains[at] = self.stains[at].max(cover * stain);
            }
        }
    }
}

/// Returns the color of a surface in the light, including its reflection.
#[inline]
pub(crate) fn lit(tint: LinearColor, (slope_x, slope_y): (f32, f32), gloss: f32) -> LinearColor {
    if slope_x == 0.0 && slope_y == 0.0 {
        return tint;
    }
    let (bright, mirrored) = light_on(slope_x, slope_y, gloss);
    tint.times(bright).plus(mirrored)
}

/// Returns how much the wall of a cut faces the light, from -1 (away from it) to 1.
#[inline]
pub(crate) fn toward_light((slope_x, slope_y): (f32, f32)) -> f32 {
    if slope_x == 0.0 && slope_y == 0.0 {
        return 0.0;
    }
    let length = (1.0 + slope_x * slope_x + slope_y * slope_y).sqrt();
    let toward = -(slope_x * ALONG[0] + slope_y * ALONG[1]) / length;
    // Less would be seen of cuts toward the light, whose walls hardly face it.
    toward.abs().powf(0.75).copysign(toward)
}

/// Returns the color of the wall of a cut. `toward` is how much it faces the light. It catches more
/// light than the surface around it, since the tool has left it smooth.
#[inline]
pub(crate) fn cut(tint: LinearColor, toward: f32) -> LinearColor {
    if toward > 0.0 { tint.times(1.0 + 0.9 * toward + 0.5 * toward * toward) } else { tint.times(1.0 + 0.85 * toward) }
}

/// Returns the shade at the foot of a higher surface, where 1 means none. `distance` is the
/// distance from it, `reach` the width of the shade.
#[inline]
pub(crate) fn corner_dark(distance: f32, reach: f32, strength: f32) -> f32 {
    1.0 - strength * step(reach, 0.0, distance)
}
