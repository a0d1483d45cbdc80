// SPDX-License-Identifier: GPL-3.0-or-later
//! Colors in linear light, and pictures made of them.

use std::sync::LazyLock;
use std::thread;

use super::noise::mix;

/// A color in linear light, with components from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LinearColor(pub [f32; 3]);

/// Number of steps in the table from linear light to screen values.
const STEPS: usize = 4096;

static TO_SCREEN: LazyLock<[u8; STEPS + 1]> = LazyLock::new(|| {
    std::array::from_fn(|step| {
        let light = step as f32 / STEPS as f32;
        let value = if light <= 0.003_130_8 { light * 12.92 } else { 1.055 * light.powf(1.0 / 2.4) - 0.055 };
        (value * 255.0 + 0.5) as u8
    })
});

impl LinearColor {
    pub(crate) const BLACK: Self = Self([0.0; 3]);

    /// Creates the color `0xRRGGBB`.
    pub fn hex(hex: u32) -> Self {
        Self([16, 8, 0].map(|shift| {
            let value = (hex >> shift & 0xff) as f32 / 255.0;
            if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        }))
    }

    /// Returns the color as `0xRRGGBB`.
    pub(crate) fn to_hex(self) -> u32 {
        self.0.into_iter().fold(0, |hex, part| hex << 8 | u32::from(on_screen(&TO_SCREEN, part)))
    }

    /// Interpolates from this color (at 0) to `other` (at 1).
    #[inline]
    pub fn mix(self, other: Self, t: f32) -> Self {
        Self(std::array::from_fn(|part| mix(self.0[part], other.0[part], t)))
    }

    /// Multiplies the brightness by a factor.
    #[inline]
    pub fn times(self, factor: f32) -> Self {
        Self(self.0.map(|part| part * factor))
    }

    /// Adds white light.
    #[inline]
    pub(crate) fn plus(self, light: f32) -> Self {
        Self(self.0.map(|part| part + light))
    }

    /// Returns the luminance, 0 to 1.
    pub fn luminance(self) -> f32 {
        let [red, green, blue] = self.0;
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
}

#[inline]
fn on_screen(table: &[u8; STEPS + 1], part: f32) -> u8 {
    table[(part.clamp(0.0, 1.0) * STEPS as f32) as usize]
}

/// Returns the contrast of two luminances as defined by WCAG, 1 to 21.
pub fn contrast(a: f32, b: f32) -> f32 {
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

/// Returns the number of threads for painting a picture. A thread costs as much as some thousand
/// pixels.
fn threads(pixels: usize) -> usize {
    let useful = (pixels / 20_000).clamp(1, 4);
    thread::available_parallelism().map_or(1, |cores| cores.get().min(useful))
}

/// Paints the rows from `top` on into their bytes.
fn paint_rows(bytes: &mut [u8], width: usize, top: usize, paint: &impl Fn(usize, usize) -> (LinearColor, f32)) {
    let table = &*TO_SCREEN;
    for (index, pixel) in bytes.chunks_exact_mut(4).enumerate() {
        let (LinearColor(parts), alpha) = paint(index % width, top + index / width);
        let [red, green, blue] = parts.map(|part| (f32::from(on_screen(table, part)) * alpha + 0.5) as u8);
        pixel.copy_from_slice(&[blue, green, red, (alpha * 255.0 + 0.5) as u8]);
    }
}

/// A picture in memory, with four bytes per pixel.
#[derive(Clone, Debug)]
pub struct Pixels {
    /// Number of pixels in a row.
    pub width: usize,
    /// Number of rows.
    pub height: usize,
    bytes: Vec<u8>,
}

impl Pixels {
    /// Creates a picture. `paint` returns the color and the opacity of the pixel at a column and a
    /// row. Large pictures are painted by several threads.
    pub fn paint(width: usize, height: usize, paint: impl Fn(usize, usize) -> (LinearColor, f32) + Sync) -> Self {
        let mut bytes = vec![0; width * height * 4];
        let rows = height.div_ceil(threads(width * height)).max(1);
        let paint = &paint;
        thread::scope(|scope| {
            let mut bands = bytes.chunks_mut(rows * width * 4).enumerate();
            let first = bands.next();
            for (number, band) in bands {
                scope.spawn(move || paint_rows(band, width, number * rows, paint));
            }
            if let Some((_, band)) = first {
                paint_rows(band, width, 0, paint);
            }
        });
        Self { width, height, bytes }
    }

    /// Returns the luminance of a pixel.
    pub fn luminance(&self, x: usize, y: usize) -> f32 {
        let at = (y * self.width + x) * 4;
        let [blue, green, red] = [0, 1, 2].map(|part| u32::from(self.bytes[at + part]));
        LinearColor::hex(red << 16 | green << 8 | blue).luminance()
    }

    /// Returns the bytes row by row: blue, green, red and alpha, with premultiplied colors.
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
}
