// SPDX-License-Identifier: GPL-3.0-or-later
//! Classes of sets of men up to the symmetries of the board.

use std::sync::{Arc, OnceLock};

use super::limits::MOST;
use super::subsets::{Numbering, choose, of_size};
use super::symmetry::{SYMMETRIES, Symmetries};
use morris::POINTS;

/// Classes of the sets of one size. Sets that are symmetric to each other form a class.
///
/// Each class is represented by its set with the lowest number. The classes are numbered by their
/// representatives.
pub(super) struct Classes {
    numbering: Numbering,
    /// For each set, its class (times 16) and a symmetry that maps it to its representative.
    classes: Vec<u32>,
    representatives: Vec<u32>,
    /// For each class, whether a symmetry other than the identity preserves the representative.
    symmetric: Vec<bool>,
}

impl Classes {
    /// Returns the classes of the sets of `men` points. They are created on first use.
    pub(super) fn of(men: u8) -> Arc<Self> {
        static MADE: [OnceLock<Arc<Classes>>; MOST as usize + 1] = [const { OnceLock::new() }; MOST as usize + 1];
        Arc::clone(MADE[usize::from(men)].get_or_init(|| Arc::new(Self::new(men))))
    }

    fn new(men: u8) -> Self {
        let sets = usize::try_from(choose(POINTS as u8, men)).expect("some millions");
        let mut made = Self {
            numbering: Numbering::new(men),
            classes: vec![u32::MAX; sets],
            representatives: Vec::new(),
            symmetric: Vec::new(),
        };
        let symmetries = Symmetries::get();
        let inverses = inverses(symmetries);
        for set in of_size(POINTS as u8, men) {
            if made.classes[made.numbering.number(set)] != u32::MAX {
                continue;
            }
            let class = u32::try_from(made.representatives.len()).expect("fewer classes than sets");
            made.representatives.push(set);
            made.symmetric.push(symmetries.between(set, set).count() > 1);
            for symmetry in (0..SYMMETRIES).rev() {
                let number = made.numbering.number(symmetries.map(symmetry, set));
                made.classes[number] = class << 4 | u32::from(inverses[usize::from(symmetry)]);
            }
        }
        made
    }

    /// Returns the class of a set, and a symmetry that maps the set to the representative.
    #[inline]
    pub(super) fn find(&self, set: u32) -> (usize, u8) {
        let found = self.classes[self.numbering.number(set)];
        ((found >> 4) as usize, (found & 15) as u8)
    }

    pub(super) fn len(&self) -> usize {
        self.representatives.len()
    }

    #[inline]
    pub(super) fn representative(&self, class: usize) -> u32 {
        self.representatives[class]
    }

    /// Returns `true` if a symmetry other than the identity preserves the representative of a
    /// class.
    #[inline]
    pub(super) fn is_symmetric(&self, class: usize) -> bool {
        self.symmetric[class]
    }
}

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
        for men in 0..=6 {
            let classes = Classes::of(men);
            let mut numbers = vec![false; choose(POINTS as u8, men) as usize];
            for set in of_size(POINTS as u8, men) {
                let (class, symmetry) = classes.find(set);
                let lowest = (0..SYMMETRIES).map(|symmetry| symmetries.map(symmetry, set)).min();
                assert_eq!(Some(classes.representative(class)), lowest);
                assert_eq!(Some(symmetries.map(symmetry, set)), lowest);
                assert!(!std::mem::replace(&mut numbers[classes.numbering.number(set)], true));
            }
        }
        // The count of sets of 3 of 24 points, by Burnside's lemma.
        assert_eq!(Classes::of(3).len(), 158);
    }
}
