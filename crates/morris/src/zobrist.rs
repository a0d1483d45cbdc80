// SPDX-License-Identifier: GPL-3.0-or-later
//! Random keys whose exclusive or is the hash of a position.

use super::{Color, MAX_POINTS, Point, PointSet};

/// The most men in hand that a key exists for.
pub const MAX_MEN: usize = 12;

static MEN: [[u64; MAX_POINTS]; 2] = [keys(1), keys(2)];
static HAND: [[u64; MAX_MEN + 1]; 2] = [keys(3), keys(4)];
const SIDE: u64 = keys::<1>(5)[0];

/// Keys drawn from SplitMix64 (Steele, Lea, Flood 2014): fixed, so that hashes may be written to
/// disk.
const fn keys<const N: usize>(stream: u64) -> [u64; N] {
    let mut keys = [0; N];
    let mut state = stream << 32;
    let mut index = 0;
    while index < N {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        keys[index] = mix(state);
        index += 1;
    }
    keys
}

const fn mix(state: u64) -> u64 {
    let z = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The key of a man.
#[inline]
pub fn man(color: Color, point: Point) -> u64 {
    MEN[color as usize][point.index()]
}

/// The key of a set of men.
pub fn men(color: Color, set: PointSet) -> u64 {
    set.fold(0, |hash, point| hash ^ man(color, point))
}

/// The key of a number of men in hand.
#[inline]
pub fn hand(color: Color, count: u8) -> u64 {
    HAND[color as usize][count as usize]
}

/// The key of the side to move.
#[inline]
pub fn side(color: Color) -> u64 {
    match color {
        Color::White => 0,
        Color::Black => SIDE,
    }
}

/// The key of one of the things that some rules remember; nought if its value is.
pub fn memory(kind: u64, value: u64) -> u64 {
    if value == 0 { 0 } else { mix(mix(value).wrapping_add((kind + 6) << 32)) }
}
