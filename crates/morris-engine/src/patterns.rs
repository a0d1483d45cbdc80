// SPDX-License-Identifier: GPL-3.0-or-later
//! Patterns: what the men on a ring, or on a side of the board, are worth beyond the terms.
//!
//! A ring is the eight points of a square; a side is the nine points of the three lines that lie one behind the other at an
//! edge of the board. What stands on them, empty, own or the opponent's, is a number to the base of three, and has a weight
//! of its own at each [stage] of the game, the same for all images under the symmetries. So Buro, "From Simple
//! Features to Sophisticated Evaluation Functions" (1998), evaluates positions of Othello; a sum of terms alone can't see
//! which of two shapes is the better.
//!
//! The weights were fitted with `nmm tune` to what the [terms](super::Term) miss.

use std::array;
use std::sync::LazyLock;

use morris::{PLAIN_24, Rules};

/// What a position looks like to the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PatternClasses {
    /// Which weights hold, below [`Self::STAGES`].
    pub stage: u8,
    /// The class of each ring and of each side, below [`Self::COUNT`].
    pub classes: [u16; PATTERNS],
}

impl PatternClasses {
    /// How many stages there are.
    pub const STAGES: usize = 11;
    /// How many classes there are, symmetrical patterns being one: of outer and inner rings, of middle rings, of sides.
    pub const COUNT: usize = 2 * RING_CLASSES + SIDE_CLASSES;
}

/// Three rings and four sides.
const PATTERNS: usize = 7;
const RING_CLASSES: usize = 954;
const SIDE_CLASSES: usize = 5_346;

/// As many as there are ways to fill a ring, and a side.
const RING_STATES: usize = 3usize.pow(8);
const SIDE_STATES: usize = 3usize.pow(9);
/// All numbers a pattern can have: outer and inner rings first, then middle rings, then sides.
const STATES: usize = 2 * RING_STATES + SIDE_STATES;
/// The first number of each pattern.
const FIRST_STATES: [usize; PATTERNS] = {
    let side = 2 * RING_STATES;
    [0, RING_STATES, 0, side, side, side, side]
};

/// The points of each ring, outer, middle and inner, all from the same corner on.
const RINGS: [[usize; 8]; 3] =
    [[0, 1, 2, 14, 23, 22, 21, 9], [3, 4, 5, 13, 20, 19, 18, 10], [6, 7, 8, 12, 17, 16, 15, 11]];
/// The points of each side, line after line from the edge inwards.
const SIDES: [[usize; 9]; 4] = [
    [0, 1, 2, 3, 4, 5, 6, 7, 8],
    [2, 14, 23, 5, 13, 20, 8, 12, 17],
    [23, 22, 21, 20, 19, 18, 17, 16, 15],
    [21, 9, 0, 18, 10, 3, 15, 11, 6],
];

/// For each stage and class, in hundredths of a man for the side to move: 16 bits each, the low ones first.
const DATA: &[u8; 2 * PatternClasses::STAGES * PatternClasses::COUNT] = include_bytes!("../data/patterns.bin");

/// A number for each pattern, and one to spare, so that all are added at once.
type Lanes = [u16; 8];

/// The weights, made into tables; for the board of nine men's morris.
pub(super) struct Patterns {
    /// What the men on eight points, given by their bits, add to the number of each pattern.
    digits: Box<[[Lanes; 256]; 3]>,
    /// The class of each state.
    classes: Box<[u16]>,
    weights: Box<[[i16; STATES]]>,
}

static PATTERNS_IN_USE: LazyLock<Patterns> = LazyLock::new(Patterns::new);

/// Which weights hold, by the men in hand of both sides and by all of them.
pub(super) const fn stage(in_hand: u8, men: u8) -> usize {
    match (in_hand, men) {
        (0, 16..) => 0,
        (0, 14..) => 1,
        (0, 12..) => 2,
        (0, 10..) => 3,
        (0, _) => 4,
        (1, _) => 5,
        (2, _) => 6,
        (3..=4, _) => 7,
        (5..=6, _) => 8,
        (7..=9, _) => 9,
        _ => 10,
    }
}

impl Patterns {
    /// The patterns for a set of rules; `None` if they were fitted to another board or other moves.
    pub(super) fn fitted_to(rules: &Rules) -> Option<&'static Self> {
        (rules.moves_are_classic() && *rules.board == PLAIN_24).then(|| &*PATTERNS_IN_USE)
    }

    fn new() -> Self {
        let classes = all_classes();
        let of_stage = |stage: &[u8]| {
            array::from_fn(|state| {
                let at = 2 * usize::from(classes[state]);
                i16::from_le_bytes([stage[at], stage[at + 1]])
            })
        };
        let weights = DATA.chunks_exact(2 * PatternClasses::COUNT).map(of_stage).collect();
        Self {
            digits: Box::new(array::from_fn(|byte| array::from_fn(|bits| digits(bits << (8 * byte))))),
            classes,
            weights,
        }
    }

    /// What the patterns add to the terms, in hundredths of a man for the side to move, whose men come first.
    #[inline]
    pub(super) fn value(&self, stage: usize, men: [u32; 2]) -> i32 {
        let weights = &self.weights[stage];
        self.states(men).iter().map(|&state| i32::from(weights[usize::from(state)])).sum()
    }

    /// What the men look like, those of the side to move first.
    pub(super) fn classes(&self, stage: usize, men: [u32; 2]) -> PatternClasses {
        let classes = self.states(men).map(|state| self.classes[usize::from(state)]);
        PatternClasses { stage: stage as u8, classes }
    }

    #[inline]
    fn states(&self, [us, them]: [u32; 2]) -> [u16; PATTERNS] {
        let (us, them) = (self.lanes(us), self.lanes(them));
        array::from_fn(|lane| FIRST_STATES[lane] as u16 + us[lane] + 2 * them[lane])
    }

    #[inline]
    fn lanes(&self, men: u32) -> Lanes {
        let [low, middle, high, _] = men.to_le_bytes();
        let [low, middle, high] =
            [(0, low), (1, middle), (2, high)].map(|(byte, bits)| &self.digits[byte][usize::from(bits)]);
        array::from_fn(|lane| low[lane] + middle[lane] + high[lane])
    }
}

/// What men add to the number of each pattern, if they are those of the side to move.
fn digits(men: usize) -> Lanes {
    let number = |points: &[usize]| points.iter().fold(0, |number, &point| 3 * number + (men >> point & 1) as u16);
    let mut lanes = [0; 8];
    let patterns = RINGS.iter().map(|ring| &ring[..]).chain(SIDES.iter().map(|side| &side[..]));
    lanes.iter_mut().zip(patterns).for_each(|(lane, points)| *lane = number(points));
    lanes
}

/// The class of each state: symmetrical ones share one.
fn all_classes() -> Box<[u16]> {
    let ring_images = (0..4).flat_map(|quarter| {
        [false, true].map(|mirrored| {
            array::from_fn::<usize, 8, _>(|place| (2 * quarter + if mirrored { 8 - place } else { place }) % 8).to_vec()
        })
    });
    let side_images = [(false, false), (false, true), (true, false), (true, true)].map(|(inwards, mirrored)| {
        let turned = |turned: bool, index: usize| if turned { 2 - index } else { index };
        (0..9).map(|place| 3 * turned(inwards, place / 3) + turned(mirrored, place % 3)).collect()
    });
    let rings = classes(RING_STATES, &ring_images.collect::<Vec<_>>());
    let sides = classes(SIDE_STATES, &side_images);
    let middle = rings.iter().map(|class| class + RING_CLASSES as u16);
    let sides = sides.iter().map(|class| class + 2 * RING_CLASSES as u16);
    rings.iter().copied().chain(middle).chain(sides).collect()
}

/// A class for each state of a pattern, given where its images have each of its places.
fn classes(states: usize, images: &[Vec<usize>]) -> Vec<u16> {
    let mut classes: Vec<u16> = Vec::with_capacity(states);
    let mut next = 0;
    for state in 0..states {
        let places = images[0].len() as u32;
        let digits: Vec<_> = (0..places).rev().map(|place| state / 3usize.pow(place) % 3).collect();
        let image = |image: &Vec<usize>| image.iter().fold(0, |number, &place| 3 * number + digits[place]);
        let least = images.iter().map(image).min().expect("there is an image");
        // The least of a class comes first.
        let class = classes.get(least).copied().unwrap_or_else(|| {
            next += 1;
            next - 1
        });
        classes.push(class);
    }
    classes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_class_has_a_weight_and_every_weight_a_class() {
        let classes = all_classes();
        assert_eq!(classes.len(), STATES);
        let mut seen = vec![false; PatternClasses::COUNT];
        classes.iter().for_each(|&class| seen[usize::from(class)] = true);
        assert!(seen.iter().all(|&seen| seen));
        for (in_hand, men) in (0..=24).flat_map(|in_hand| (in_hand..=24).map(move |men| (in_hand, men))) {
            assert!(stage(in_hand, men) < PatternClasses::STAGES);
        }
    }
}
