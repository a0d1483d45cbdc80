// SPDX-License-Identifier: GPL-3.0-or-later
//! The sets of so many men up to the symmetries of the board.

use std::sync::{Arc, OnceLock};

use super::sector::{FEWEST, MOST};
use super::subsets::{choose, of_size};
use super::symmetry::{SYMMETRIES, Symmetries};
use crate::game::POINTS;

/// Half of the points: sets are looked up by halves.
const HALF: usize = POINTS / 2;

/// The sets of so many points in classes: those that symmetries carry into each other.
///
/// Each class is represented by the set with the lowest number; the classes are numbered by their representatives.
pub(super) struct Classes {
    /// The number of sets below one with the same low half, by the high half.
    high: Vec<u32>,
    /// The number of sets with the same high half below one, by the low half.
    low: Vec<u16>,
    /// For each set its class (times 16) and a symmetry that carries it to its representative.
    classes: Vec<u32>,
    representatives: Vec<u32>,
    /// Whether a symmetry other than the identity keeps the representative, by class.
    symmetric: Vec<bool>,
}

impl Classes {
    /// Those of the sets of `men` points, made when first asked for.
    pub(super) fn of(men: u8) -> Arc<Self> {
        static MADE: [OnceLock<Arc<Classes>>; (MOST - FEWEST + 1) as usize] = [const { OnceLock::new() }; 7];
        Arc::clone(MADE[usize::from(men - FEWEST)].get_or_init(|| Arc::new(Self::new(men))))
    }

    fn new(men: u8) -> Self {
        let (high, low) = numbering(men);
        let sets = usize::try_from(choose(POINTS as u8, men)).expect("some millions");
        let mut made =
            Self { high, low, classes: vec![u32::MAX; sets], representatives: Vec::new(), symmetric: Vec::new() };
        let symmetries = Symmetries::get();
        let inverses = inverses(symmetries);
        for set in of_size(POINTS as u8, men) {
            if made.classes[made.number(set)] != u32::MAX {
                continue;
            }
            let class = u32::try_from(made.representatives.len()).expect("fewer classes than sets");
            made.representatives.push(set);
            made.symmetric.push(symmetries.between(set, set).count() > 1);
            for symmetry in (0..SYMMETRIES).rev() {
                let number = made.number(symmetries.map(symmetry, set));
                made.classes[number] = class << 4 | u32::from(inverses[usize::from(symmetry)]);
            }
        }
        made
    }

    /// The number of a set among those of its size.
    #[inline]
    fn number(&self, set: u32) -> usize {
        let (low, high) = (set as usize & ((1 << HALF) - 1), set as usize >> HALF);
        self.high[high] as usize + usize::from(self.low[low])
    }

    /// The class of a set, and a symmetry that carries the set to the representative.
    #[inline]
    pub(super) fn find(&self, set: u32) -> (usize, u8) {
        let found = self.classes[self.number(set)];
        ((found >> 4) as usize, (found & 15) as u8)
    }

    /// How many classes there are.
    pub(super) fn len(&self) -> usize {
        self.representatives.len()
    }

    /// The representative of a class.
    #[inline]
    pub(super) fn representative(&self, class: usize) -> u32 {
        self.representatives[class]
    }

    /// Whether a symmetry other than the identity keeps the representative of a class.
    #[inline]
    pub(super) fn is_symmetric(&self, class: usize) -> bool {
        self.symmetric[class]
    }
}

/// Numbers the sets of `men` points: by the high half, then by the low half.
fn numbering(men: u8) -> (Vec<u32>, Vec<u16>) {
    let men = u32::from(men);
    let mut seen = [0_u16; HALF + 1];
    let low = (0_u32..1 << HALF)
        .map(|half| {
            let seen = &mut seen[half.count_ones() as usize];
            *seen += 1;
            *seen - 1
        })
        .collect();
    let mut below = 0;
    let high = (0_u32..1 << HALF)
        .map(|half| {
            let start = below;
            let rest = men.checked_sub(half.count_ones()).filter(|&rest| rest <= HALF as u32);
            below += rest.map_or(0, |rest| u32::from(seen[rest as usize]));
            start
        })
        .collect();
    (high, low)
}

/// The inverse of each symmetry.
fn inverses(symmetries: Symmetries) -> [u8; SYMMETRIES as usize] {
    std::array::from_fn(|symmetry| {
        let undoes = |inverse: &u8| {
            (0..POINTS).all(|point| symmetries.map(*inverse, symmetries.map(symmetry as u8, 1 << point)) == 1 << point)
        };
        (0..SYMMETRIES).find(undoes).expect("the symmetries are a group")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_is_carried_to_the_lowest_of_its_class() {
        let symmetries = Symmetries::get();
        for men in FEWEST..=6 {
            let classes = Classes::of(men);
            let mut numbers = vec![false; choose(POINTS as u8, men) as usize];
            for set in of_size(POINTS as u8, men) {
                let (class, symmetry) = classes.find(set);
                let lowest = (0..SYMMETRIES).map(|symmetry| symmetries.map(symmetry, set)).min();
                assert_eq!(Some(classes.representative(class)), lowest);
                assert_eq!(Some(symmetries.map(symmetry, set)), lowest);
                assert!(!std::mem::replace(&mut numbers[classes.number(set)], true));
            }
        }
        // 24 over 3 by Burnside.
        assert_eq!(Classes::of(3).len(), 158);
    }
}
