// SPDX-License-Identifier: GPL-3.0-or-later
//! Numbering of the subsets of one size.

use std::sync::{Arc, OnceLock};

use super::limits::MOST;
use morris::POINTS;

/// Half of the points. Sets are numbered by halves.
const HALF: usize = POINTS / 2;
const LOW: u32 = (1 << HALF) - 1;
const HALVES: usize = 1 << HALF;

/// Numbers the sets of one size in the order of their bits.
pub(super) struct Numbering {
    /// For each high half, the number of sets with a lower high half.
    high: Box<[u32; HALVES]>,
    /// For each low half, the number of lower halves with the same number of bits.
    low: Box<[u16; HALVES]>,
}

impl Numbering {
    /// Creates the numbering of the sets of `size` points of the board.
    pub(super) fn new(size: u8) -> Self {
        let size = u32::from(size);
        let mut seen = [0_u16; HALF + 1];
        let mut low = Box::new([0; HALVES]);
        for (half, number) in low.iter_mut().enumerate() {
            let seen = &mut seen[half.count_ones() as usize];
            *number = *seen;
            *seen += 1;
        }
        let mut below = 0;
        let mut high = Box::new([0; HALVES]);
        for (half, number) in high.iter_mut().enumerate() {
            *number = below;
            let rest = size.checked_sub(half.count_ones()).filter(|&rest| rest <= HALF as u32);
            below += rest.map_or(0, |rest| u32::from(seen[rest as usize]));
        }
        Self { high, low }
    }

    /// Returns the number of a set of this size.
    #[inline]
    pub(super) fn number(&self, set: u32) -> usize {
        debug_assert!(set >> POINTS == 0);
        // The mask saves a bounds check.
        self.high[(set >> HALF & LOW) as usize] as usize + usize::from(self.low[(set & LOW) as usize])
    }
}

/// All subsets of `points` points with `size` elements, numbered in the order of their bits.
pub(super) struct Subsets {
    bits: Vec<u32>,
    numbering: Numbering,
}

impl Subsets {
    /// Returns the subsets of the points outside `men` men. They are created on first use.
    pub(super) fn beside(men: u8, size: u8) -> Arc<Self> {
        const SIZES: usize = MOST as usize + 1;
        static MADE: [[OnceLock<Arc<Subsets>>; SIZES]; SIZES] = [const { [const { OnceLock::new() }; SIZES] }; SIZES];
        let made = &MADE[usize::from(men)][usize::from(size)];
        Arc::clone(made.get_or_init(|| Arc::new(Self::new(POINTS as u8 - men, size))))
    }

    fn new(points: u8, size: u8) -> Self {
        Self { bits: of_size(points, size).collect(), numbering: Numbering::new(size) }
    }

    pub(super) fn len(&self) -> usize {
        self.bits.len()
    }

    #[inline]
    pub(super) fn bits(&self, number: usize) -> u32 {
        self.bits[number]
    }

    #[inline]
    pub(super) fn number(&self, bits: u32) -> usize {
        self.numbering.number(bits)
    }

    pub(super) fn iter(&self) -> impl ExactSizeIterator<Item = u32> + '_ {
        self.bits.iter().copied()
    }
}

/// Returns the sets of `size` bits among `points`, in ascending order.
pub(super) fn of_size(points: u8, size: u8) -> impl Iterator<Item = u32> {
    let first = (1_u64 << size) - 1;
    std::iter::successors(Some(first), |&set| {
        // The next larger number with the same number of bits (Gosper's hack). There is only one
        // number without bits.
        let lowest = Some(set & set.wrapping_neg()).filter(|&lowest| lowest != 0)?;
        let ripple = set + lowest;
        Some(ripple | (((set ^ ripple) >> 2) / lowest))
    })
    .take_while(move |&set| set < 1 << points)
    .map(|set| u32::try_from(set).expect("at most 24 points"))
}

/// Returns the number of subsets of `points` points with `size` elements.
pub(super) const fn choose(points: u8, size: u8) -> u64 {
    let mut ways = 1;
    let mut taken = 0;
    while taken < size {
        // A product of consecutive numbers divides evenly at each step.
        ways = ways * (points - taken) as u64 / (taken + 1) as u64;
        taken += 1;
    }
    ways
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_subsets_are_inverse() {
        for points in [15, 17, 21, 24] {
            for size in 0..=4 {
                let subsets = Subsets::new(points, size);
                assert_eq!(subsets.len() as u64, choose(points, size));
                assert!(subsets.iter().all(|set| set.count_ones() == u32::from(size) && set < 1 << points));
                assert!((0..subsets.len()).all(|number| subsets.number(subsets.bits(number)) == number));
            }
        }
    }
}
