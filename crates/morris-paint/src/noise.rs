// SPDX-License-Identifier: GPL-3.0-or-later
//! Smooth noise that is the same at the same place on every machine.

/// Returns a pseudo-random number from 0 to 1 for each pair of integers.
#[inline]
pub fn chance(x: i32, y: i32, seed: u32) -> f32 {
    let mut bits = (x as u32).wrapping_mul(0x8da6_b343) ^ (y as u32).wrapping_mul(0xd816_3841) ^ seed;
    bits = (bits ^ (bits >> 15)).wrapping_mul(0x2c1b_3c6d);
    bits = (bits ^ (bits >> 12)).wrapping_mul(0x297a_2d39);
    (bits >> 8) as f32 * (1.0 / 16_777_216.0)
}

/// Returns value noise from 0 to 1, smooth between grid points at a distance of one.
#[inline]
pub fn noise(x: f32, y: f32, seed: u32) -> f32 {
    let (ix, iy) = (floor(x), floor(y));
    let (fx, fy) = (ease(x - ix as f32), ease(y - iy as f32));
    let upper = mix(chance(ix, iy, seed), chance(ix + 1, iy, seed), fx);
    let lower = mix(chance(ix, iy + 1, seed), chance(ix + 1, iy + 1, seed), fx);
    mix(upper, lower, fy)
}

/// Rounds down. Several times faster than `f32::floor`, which calls the system's library.
#[inline]
pub fn floor(x: f32) -> i32 {
    let whole = x as i32;
    whole - i32::from(x < whole as f32)
}

/// Returns several octaves of [`noise`], each with half the amplitude and twice the frequency, from
/// 0 to 1.
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

/// Interpolates from `a` (at 0) to `b` (at 1).
#[inline]
pub fn mix(a: f32, b: f32, t: f32) -> f32 {
    a + (b - a) * t
}

#[inline]
fn ease(t: f32) -> f32 {
    t * t * (3.0 - 2.0 * t)
}

/// Returns 0 at `from` and beyond, 1 at `to` and beyond, and a smooth transition between them.
/// `from` may be greater than `to`.
#[inline]
pub fn step(from: f32, to: f32, value: f32) -> f32 {
    ease(((value - from) / (to - from)).clamp(0.0, 1.0))
}
