// SPDX-License-Identifier: GPL-3.0-or-later
//! The subsets of one size of a few points, numbered.

/// The most points that subsets are taken of: all but three of the board.
const MOST_POINTS: u32 = 21;

/// All subsets with `size` elements of `points` points, numbered by their bits as numbers.
pub(super) struct Subsets {
    bits: Vec<u32>,
    /// The number of each subset, where it has the right size.
    numbers: Vec<u16>,
}

impl Subsets {
    pub(super) fn new(points: u8, size: u8) -> Self {
        assert!(u32::from(points) <= MOST_POINTS && 0 < size && size <= points);
        let bits: Vec<_> = of_size(points, size).collect();
        let mut numbers = vec![0; 1 << points];
        for (number, &set) in bits.iter().enumerate() {
            numbers[set as usize] = u16::try_from(number).expect("the largest sector has fewer than 65,536 columns");
        }
        Self { bits, numbers }
    }

    pub(super) fn len(&self) -> usize {
        self.bits.len()
    }

    /// The subset with this number.
    #[inline]
    pub(super) fn bits(&self, number: usize) -> u32 {
        self.bits[number]
    }

    /// The number of a subset.
    #[inline]
    pub(super) fn number(&self, bits: u32) -> usize {
        usize::from(self.numbers[bits as usize])
    }

    /// All of them in order.
    pub(super) fn iter(&self) -> impl ExactSizeIterator<Item = u32> + '_ {
        self.bits.iter().copied()
    }
}

/// The sets of `size` bits among `points`, in ascending order.
pub(super) fn of_size(points: u8, size: u8) -> impl Iterator<Item = u32> {
    let first = (1_u64 << size) - 1;
    std::iter::successors(Some(first), |&set| {
        // The next larger number with as many bits (Gosper).
        let lowest = set & set.wrapping_neg();
        let ripple = set + lowest;
        Some(ripple | (((set ^ ripple) >> 2) / lowest))
    })
    .take_while(move |&set| set < 1 << points)
    .map(|set| u32::try_from(set).expect("at most 24 points"))
}

/// How many subsets of `size` there are of `points` points.
pub(super) const fn choose(points: u8, size: u8) -> u64 {
    let mut ways = 1;
    let mut taken = 0;
    while taken < size {
        // A product of so many neighbours divides evenly at each step.
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
        for points in 15..=MOST_POINTS as u8 {
            for size in 1..=4 {
                let subsets = Subsets::new(points, size);
                assert_eq!(subsets.len() as u64, choose(points, size));
                assert!(subsets.iter().all(|set| set.count_ones() == u32::from(size) && set < 1 << points));
                assert!((0..subsets.len()).all(|number| subsets.number(subsets.bits(number)) == number));
            }
        }
    }
}
