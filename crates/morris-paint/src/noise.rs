// SPDX-License-Identifier: GPL-3.0-or-later
//! Smooth chance: the same at the same place, on every machine.

/// A number in 0 to 1 for each pair of whole numbers.
#[inline]
pub fn chance(x: i32, y: i32, seed: u32) -> f32 {
    let mut bits = (x as u32).wrapping_mul(0x8da6_b343) ^ (y as u32).wrapping_mul(0xd816_3841) ^ seed;
    bits = (bits ^ (bits >> 15)).wrapping_mul(0x2c1b_3c6d);
    bits = (bits ^ (bits >> 12)).wrapping_mul(0x297a_2d39);
    (bits >> 8) as f32 * (1.0 / 16_777_216.0)
}

/// Value noise in 0 to 1, smooth between grid points one apart.
#[inline]
pub fn noise(x: f32, y: f32, seed: u32) -> f32 {
    let (ix, iy) = (floor(x), floor(y));
    let (fx, fy) = (ease(x - ix as f32), ease(y - iy as f32));
    let upper = mix(chance(ix, iy, seed), chance(ix + 1, iy, seed), fx);
    let lower = mix(chance(ix, iy + 1, seed), chance(ix + 1, iy + 1, seed), fx);
    mix(upper, lower, fy)
}

/// The whole number below: several times as quick as `f32::floor`, which is a call into the
/// system's library.
#[inline]
pub fn floor(x: f32) -> i32 {
    let whole = x as i32;
    whole - i32::from(x < whole as f32)
}

/// Several octaves of [`noise`], each half as large and twice as fine, in 0 to 1.
#[inline]
pub fn clouds(x: f32, y: f32, octaves: u32, seed: u32) -> f32 {
    let (mut sum, mut weight, mut scale) = (0.0, 0.5, 1.0);
    for octave in 0..octaves {
        sum += weight * noise(x * scale, y * scale, seed.wrapping_add(octave * 7919));
        weight *= 0.5;
        scale *= 2.0;
    }
    sum / (1.0 - weight * 2.0)
}

/// From `a` (at 0) to `b` (at 1).
#[inline]
pub fn mix(a: f32, b: f32, t: f32) -> f32 {
    a + (b - a) * t
}

#[inline]
fn ease(t: f32) -> f32 {
    t * t * (3.0 - 2.0 * t)
}

/// 0 at `from` and beyond, 1 at `to` and beyond, smooth between; `from` may be the greater.
#[inline]
pub fn step(from: f32, to: f32, value: f32) -> f32 {
    ease(((value - from) / (to - from)).clamp(0.0, 1.0))
}
