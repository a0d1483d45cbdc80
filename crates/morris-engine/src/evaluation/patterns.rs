// SPDX-License-Identifier: GPL-3.0-or-later
//! Patterns: what the men on a ring, on a side or in a corner of the board are worth.
//!
//! A ring is the eight points of a square; a side is the nine points of the three lines that lie
//! one behind the other at an edge of the board; a corner is the nine points of two spokes next to
//! each other and of what lies between. What stands on them, empty, own or the opponent's, is a
//! number to the base of three, and has a weight of its own at each stage of the game, the same for
//! all images under the symmetries. So Buro, "From Simple Features to Sophisticated Evaluation
//! Functions" (1998), evaluates positions of Othello; a sum of terms alone can't see which of two
//! shapes is the better.
//!
//! The weights were fitted to the positions where searches stop, as `lab tune --patterns` does;
//! there is a stage for each number of men on either side, since what a shape is worth depends on
//! who is ahead, and while men are placed for each number in hand, or from eleven on whether it is
//! odd: then Black is on move. What shapes are worth together is told by `cells`.

use std::array;
use std::sync::LazyLock;

/// A number for each of the cells, which say what patterns are worth together.
pub type CellRow = [i16; PatternClasses::CELLS];

/// What a position looks like to the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PatternClasses {
    /// Which weights hold, below [`Self::STAGES`].
    pub stage: u8,
    /// The class of each ring, side and corner, below [`Self::COUNT`].
    pub classes: [u16; PATTERNS],
    /// How many double mills either side has, the side to move first.
    pub double_mills: [u8; 2],
}

impl PatternClasses {
    /// How many stages there are.
    pub const STAGES: usize = MOVING_STAGES + 144;
    /// How many classes there are, symmetrical patterns being one: of outer and inner rings, of
    /// middle rings, of sides, of corners.
    pub const COUNT: usize = 2 * RING_CLASSES + 2 * SIDE_CLASSES;
    /// How many weights a stage has: those of the classes, the worth of a double mill of either
    /// side, that of the other one being negative, and what is always there.
    pub const WEIGHTS: usize = Self::COUNT + 3;
    /// How many cells there are.
    pub const CELLS: usize = 8;
    /// How many rows say what is added to the cells in a phase of the game: one for each class, and
    /// for a double mill of either side.
    pub const CELL_INPUTS: usize = Self::COUNT + 2;
    /// Cells are added to in one way in the placing phase, and in another afterwards.
    pub const CELL_PHASES: usize = 2;
    /// How many rows of numbers for the cells there are: what is added, phase after phase, what
    /// cells come to without that, stage after stage, and what they are worth, likewise.
    pub const CELL_ROWS: usize = Self::CELL_PHASES * Self::CELL_INPUTS + 2 * Self::STAGES;
    /// What a cell comes to is counted in parts of a full one, so many.
    pub const CELL_PARTS: i16 = 256;
    /// What a full cell is worth is so many times as many hundredths of a man, to the base of two.
    pub(crate) const WORTH_BITS: u32 = 10;
    /// By how much the worth of a cell in the file is more than the hundredths of a man that a full
    /// one counts.
    pub const WORTH_PARTS: f64 = (1 << Self::WORTH_BITS) as f64 / 254.0;
    /// What a man more, on the board or in hand, is worth beyond the weights, in hundredths of a
    /// man.
    pub const MAN: i32 = 100;

    /// The weights in use, stage after stage, in hundredths of a man for the side to move.
    pub fn weights_in_use() -> impl Iterator<Item = i16> {
        (0..Self::STAGES).flat_map(weights)
    }

    /// The rows of numbers for the cells in use.
    pub fn cell_rows_in_use() -> impl Iterator<Item = CellRow> {
        cell_rows()
    }

    /// Whether men are placed at a stage.
    #[inline]
    pub(crate) const fn is_placing(stage: usize) -> bool {
        stage >= MOVING_STAGES
    }

    /// Which rows add up to what the cells come to, and how often each counts.
    pub fn added_rows(&self) -> impl Iterator<Item = (usize, u8)> {
        let phase = usize::from(!Self::is_placing(self.stage.into())) * Self::CELL_INPUTS;
        let of_classes = self.classes.into_iter().map(move |class| (phase + usize::from(class), 1));
        let of_mills = (phase + Self::COUNT..).zip(self.double_mills);
        let empty = Self::CELL_PHASES * Self::CELL_INPUTS + usize::from(self.stage);
        of_classes.chain(of_mills).chain([(empty, 1)]).filter(|&(_, times)| times > 0)
    }

    /// The row that says what the cells are worth.
    #[must_use]
    pub fn worth_row(&self) -> usize {
        Self::CELL_ROWS - Self::STAGES + usize::from(self.stage)
    }

    /// Which weights of the stage count, and how often.
    pub fn weights(&self) -> impl Iterator<Item = (usize, u8)> {
        let of_classes = self.classes.into_iter().map(|class| (usize::from(class), 1));
        let others = [self.double_mills[0], self.double_mills[1], 1];
        of_classes.chain((Self::COUNT..).zip(others)).filter(|&(_, times)| times > 0)
    }
}

/// The stages when all men are placed, which come first.
pub(crate) const MOVING_STAGES: usize = 49;
/// Three rings, four sides and four corners.
pub(crate) const PATTERNS: usize = 11;
const RING_CLASSES: usize = 954;
const SIDE_CLASSES: usize = 5_346;

/// As many as there are ways to fill a ring, and a side or a corner.
const RING_STATES: usize = 3usize.pow(8);
const SIDE_STATES: usize = 3usize.pow(9);
/// All numbers a pattern can have: outer and inner rings first, then middle rings, sides, corners.
pub(crate) const STATES: usize = 2 * RING_STATES + 2 * SIDE_STATES;
/// The first number of each pattern.
pub(crate) const FIRST_STATES: [u16; PATTERNS] = {
    let (middle, side) = (RING_STATES as u16, 2 * RING_STATES as u16);
    let corner = side + SIDE_STATES as u16;
    [0, middle, 0, side, side, side, side, corner, corner, corner, corner]
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

/// The points of each corner, from the outer ring inwards.
const CORNERS: [[usize; 9]; 4] = [
    [9, 0, 1, 10, 3, 4, 11, 6, 7],
    [1, 2, 14, 4, 5, 13, 7, 8, 12],
    [14, 23, 22, 13, 20, 19, 12, 17, 16],
    [22, 21, 9, 19, 18, 10, 16, 15, 11],
];

/// Stage after stage the weights, in hundredths of a man for the side to move, then the rows for
/// the cells: 16 bits each, the low ones first.
const DATA: &[u8; WEIGHT_BYTES + 2 * PatternClasses::CELLS * PatternClasses::CELL_ROWS] =
    include_bytes!("../../data/patterns.bin");
const WEIGHT_BYTES: usize = 2 * PatternClasses::STAGES * PatternClasses::WEIGHTS;

/// What the men of a side add to the number of each pattern, if they are those of the side to move;
/// those of the other count twice. There is room to spare, so that all are added at once.
pub(crate) type Lanes = [u16; 16];

/// What a man on a point of the board of nine men's morris adds.
pub(crate) fn lanes(point: usize) -> Lanes {
    let digit = |points: &[usize]| {
        let place = points.iter().rev().position(|&of_pattern| of_pattern == point);
        place.map_or(0, |place| 3_u16.pow(place as u32))
    };
    let mut lanes = Lanes::default();
    lanes.iter_mut().zip(patterns()).for_each(|(lane, points)| *lane = digit(points));
    lanes
}

/// The number of each pattern, the men of the side to move coming first.
#[inline]
pub(crate) fn states(us: &Lanes, them: &Lanes) -> [u16; PATTERNS] {
    array::from_fn(|lane| FIRST_STATES[lane] + us[lane] + 2 * them[lane])
}

/// The classes of these numbers.
pub(crate) fn classes_of(states: [u16; PATTERNS]) -> [u16; PATTERNS] {
    states.map(|state| CLASSES[usize::from(state)])
}

/// The weights of a stage.
pub(crate) fn weights(stage: usize) -> impl Iterator<Item = i16> {
    let bytes = 2 * PatternClasses::WEIGHTS;
    numbers(&DATA[stage * bytes..][..bytes])
}

/// The rows of numbers for the cells.
pub(crate) fn cell_rows() -> impl Iterator<Item = CellRow> {
    let mut numbers = numbers(&DATA[WEIGHT_BYTES..]);
    (0..PatternClasses::CELL_ROWS).map(move |_| array::from_fn(|_| numbers.next().expect("the file has all rows")))
}

fn numbers(bytes: &'static [u8]) -> impl Iterator<Item = i16> {
    bytes.chunks_exact(2).map(|bytes| i16::from_le_bytes([bytes[0], bytes[1]]))
}

/// The class of each state, symmetrical ones sharing one.
pub(crate) fn classes() -> &'static [u16] {
    &CLASSES
}

/// The points of each pattern, the highest digit first.
fn patterns() -> impl Iterator<Item = &'static [usize]> {
    RINGS.iter().map(|ring| &ring[..]).chain(SIDES.iter().chain(&CORNERS).map(|points| &points[..]))
}

static CLASSES: LazyLock<Box<[u16]>> = LazyLock::new(all_classes);

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
    let rings = classes_under(RING_STATES, &ring_images.collect::<Vec<_>>());
    let sides = classes_under(SIDE_STATES, &side_images);
    let middle = rings.iter().map(|class| class + RING_CLASSES as u16);
    let of_sides = sides.iter().map(|class| class + 2 * RING_CLASSES as u16);
    let corners = sides.iter().map(|class| class + (2 * RING_CLASSES + SIDE_CLASSES) as u16);
    rings.iter().copied().chain(middle).chain(of_sides).chain(corners).collect()
}

/// A class for each state of a pattern, given where its images have each of its places.
fn classes_under(states: usize, images: &[Vec<usize>]) -> Vec<u16> {
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
    }
}
