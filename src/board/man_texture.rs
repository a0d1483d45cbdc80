// SPDX-License-Identifier: GPL-3.0-or-later
//! Turned men: discs off the lathe, told apart by their shape as well as by their wood.

use morris::Color;

use super::paint::height_map::lit;
use super::paint::linear_color::{LinearColor, Pixels};
use super::paint::noise::step;
use super::paint::wood::Plank;
use super::style::{BoardStyle, Palette, Tone};

/// The rings carved into a dark man: how far from its middle, in radii.
const RINGS: [f32; 3] = [0.26, 0.48, 0.70];
/// Half the width of such a ring, in radii.
const RING: f32 = 0.045;
/// How far a man's soft shadow reaches beyond it, in radii.
pub const SHADOW: f32 = 0.45;
/// Spacings of grain in a radius: men are cut of finer wood than the board.
const GRAIN: f32 = 1.1;

/// Where a pixel is looked at: the rings are finer than pixels are.
const SAMPLES: [(f32, f32); 4] = [(0.125, 0.375), (0.625, 0.125), (0.875, 0.625), (0.375, 0.875)];

/// Which man.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ManSpec {
    /// Its diameter in device pixels.
    pub diameter: usize,
    /// Light or dark.
    pub color: Color,
    /// What it is made of.
    pub style: BoardStyle,
    /// By which light.
    pub tone: Tone,
    /// Which piece of wood: men of one side differ a little in their grain.
    pub piece: u32,
}

impl ManSpec {
    /// Paints it, without its shadow.
    pub fn paint(&self) -> Pixels {
        let radius = self.diameter as f32 / 2.0;
        let palette = self.style.palette(self.tone);
        let plank = Plank::new(self.wood(&palette), 100 + self.piece * 7, radius / GRAIN);
        let inlay = LinearColor::hex(palette.inlay);
        Pixels::paint(self.diameter, self.diameter, |x, y| {
            let samples = SAMPLES.map(|(dx, dy)| {
                let [x, y] = [x as f32 + dx, y as f32 + dy].map(|pixel| pixel / radius - 1.0);
                self.sample(x, y, &plank, inlay)
            });
            average(samples.into_iter().flatten())
        })
    }

    /// The colour at a place in radii from the middle; `None` beside the man.
    fn sample(&self, x: f32, y: f32, plank: &Plank, inlay: LinearColor) -> Option<LinearColor> {
        let distance = x.hypot(y);
        if distance >= 1.0 {
            return None;
        }
        let slope = self.slope(distance) / distance.max(0.01);
        let wood = plank.at(x * GRAIN + 3.0 * self.piece as f32, y * GRAIN);
        let tint = lit(wood.mix(inlay, self.ring(distance)), (slope * x, slope * y), 0.55);
        Some(tint.times(1.0 - 0.45 * step(0.9, 1.0, distance)))
    }

    fn wood(&self, palette: &Palette) -> super::style::Wood {
        match self.color {
            Color::White => palette.white,
            Color::Black => palette.black,
        }
    }

    /// How much of a carved ring's bottom shows, 0 to 1.
    fn ring(&self, distance: f32) -> f32 {
        match self.color {
            Color::White => 0.0,
            Color::Black => {
                RINGS.into_iter().map(|ring| 0.8 * step(RING, RING * 0.2, (distance - ring).abs())).fold(0.0, f32::max)
            }
        }
    }

    /// The slope outwards at a distance from the middle, in radii.
    fn slope(&self, distance: f32) -> f32 {
        let top = match self.color {
            Color::White => dome(distance),
            Color::Black => RINGS.into_iter().map(|ring| groove(distance - ring)).sum(),
        };
        top - 1.9 * step(0.86, 1.0, distance)
    }
}

/// The middle of what a pixel's samples see, and how much of it is covered.
fn average(samples: impl Iterator<Item = LinearColor>) -> (LinearColor, f32) {
    let (mut sum, mut count) = ([0.0; 3], 0.0);
    for LinearColor(parts) in samples {
        sum = std::array::from_fn(|part| sum[part] + parts[part].min(1.0));
        count += 1.0;
    }
    (LinearColor(sum).times(1.0 / f32::max(count, 1.0)), count / SAMPLES.len() as f32)
}

/// The slope of a smooth dome within a rim.
fn dome(distance: f32) -> f32 {
    -0.5 * distance * step(0.80, 0.70, distance) + groove(distance - 0.79) * 0.9
}

/// The slope of a groove at a distance from its middle: down, then up again.
fn groove(offset: f32) -> f32 {
    let across = offset / RING;
    if across.abs() < 1.0 { 1.1 * across * (1.0 - across * across) * 2.2 } else { 0.0 }
}

/// Paints the soft shadow of a man of this diameter in device pixels; the picture is wider by [`SHADOW`] all around.
pub fn paint_shadow(diameter: usize) -> Pixels {
    let radius = diameter as f32 / 2.0;
    let side = (diameter as f32 * (1.0 + SHADOW)).ceil() as usize;
    let middle = side as f32 / 2.0;
    Pixels::paint(side, side, |x, y| {
        let [dx, dy] = [x, y].map(|pixel| (pixel as f32 + 0.5 - middle) / radius);
        let distance = dx.hypot(dy);
        (LinearColor::BLACK, 0.62 * step(1.0 + SHADOW, 0.72, distance))
    })
}
