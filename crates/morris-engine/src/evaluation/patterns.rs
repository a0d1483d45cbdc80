// SPDX-License-Identifier: GPL-3.0-or-later
//! Patterns: evaluation of the men on a ring, on a side or in a corner of the board.
//!
//! A ring is the eight points of a square. A side is the nine points of three parallel lines at one
//! edge of the board. A corner is the nine points of two adjacent spokes and the points between
//! them. The contents of a pattern, with each point empty, own or opposing, form a number in base
//! three. Each number has a weight for each stage of the game, and all its images under the
//! symmetries share the weight. This is the evaluation of Othello positions in Buro, "From Simple
//! Features to Sophisticated Evaluation Functions" (1998). A sum of terms alone cannot tell which
//! of two shapes is better.
//!
//! The weights were fitted to positions at the leaves of searches, as `lab tune --patterns` does.
//! There is a stage for each pair of numbers of men, because the value of a shape depends on which
//! side is ahead. While men are placed, there is a stage for each number in hand. From eleven on,
//! only its parity counts: if it is odd, Black is to move. The value of combinations of shapes is
//! in `cells`.

use std::array;
use std::sync::LazyLock;

/// A number for each of the cells, which evaluate combinations of patterns.
pub type CellRow = [i16; PatternClasses::CELLS];

/// Patterns of a position from the view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PatternClasses {
    /// Stage of the game, which selects the weights. Below [`Self::STAGES`].
    pub stage: u8,
    /// Class of each ring, side and corner. Below [`Self::COUNT`].
    pub classes: [u16; PATTERNS],
    /// Number of double mills of each side, the side to move first.
    pub double_mills: [u8; 2],
}

impl PatternClasses {
    /// Number of stages.
    pub const STAGES: usize = MOVING_STAGES + 144;
    /// Number of classes, where symmetric patterns share a class: of outer and inner rings, of
    /// middle rings, of sides, and of corners.
    pub const COUNT: usize = 2 * RING_CLASSES + 2 * SIDE_CLASSES;
    /// Number of weights of a stage: those of the classes, the weight of a double mill of each side
    /// (negative for the other side), and a constant.
    pub const WEIGHTS: usize = Self::COUNT + 3;
    /// Number of cells.
    pub const CELLS: usize = 8;
    /// Number of rows that are added to the cells in one phase of the game: one for each class, and
    /// one for a double mill of each side.
    pub const CELL_INPUTS: usize = Self::COUNT + 2;
    /// Number of phases. The rows differ between the placing phase and the rest of the game.
    pub const CELL_PHASES: usize = 2;
    /// Number of all rows for the cells: the added rows by phase, then the initial sums by stage,
    /// then the weights by stage.
    pub const CELL_ROWS: usize = Self::CELL_PHASES * Self::CELL_INPUTS + 2 * Self::STAGES;
    /// Number of units in a full cell.
    pub const CELL_PARTS: i16 = 256;
    /// Base-two logarithm of the scale of cell weights, relative to hundredths of a man.
    pub(crate) const WORTH_BITS: u32 = 10;
    /// Factor between the weight of a cell in the file and the value of a full cell in hundredths
    /// of a man.
    pub const WORTH_PARTS: f64 = (1 << Self::WORTH_BITS) as f64 / 254.0;
    /// Value of an additional man, on the board or in hand, on top of the weights. In hundredths of
    /// a man.
    pub const MAN: i32 = 100;

    /// Returns the weights of the evaluation, stage by stage, in hundredths of a man for the side
    /// to move.
    pub fn weights_in_use() -> impl Iterator<Item = i16> {
        (0..Self::STAGES).flat_map(weights)
    }

    /// Returns the rows for the cells of the evaluation.
    pub fn cell_rows_in_use() -> impl Iterator<Item = CellRow> {
        cell_rows()
    }

    /// Returns `true` if the stage belongs to the placing phase.
    #[inline]
    pub(crate) const fn is_placing(stage: usize) -> bool {
        stage >= MOVING_STAGES
    }

    /// Returns the indices of the rows whose sum gives the cells, and how often each is added.
    pub fn added_rows(&self) -> impl Iterator<Item = (usize, u8)> {
        let phase = usize::from(!Self::is_placing(self.stage.into())) * Self::CELL_INPUTS;
        let of_classes = self.classes.into_iter().map(move |class| (phase + usize::from(class), 1));
        let of_mills = (phase + Self::COUNT..).zip(self.double_mills);
        let empty = Self::CELL_PHASES * Self::CELL_INPUTS + usize::from(self.stage);
        of_classes.chain(of_mills).chain([(empty, 1)]).filter(|&(_, times)| times > 0)
    }

    /// Returns the index of the row with the weights of the cells.
    pub fn worth_row(&self) -> usize {
        Self::CELL_ROWS - Self::STAGES + usize::from(self.stage)
    }

    /// Returns the indices of the weights that apply at the stage, and how often each counts.
    pub fn weights(&self) -> impl Iterator<Item = (usize, u8)> {
        let of_classes = self.classes.into_iter().map(|class| (usize::from(class), 1));
        let others = [self.double_mills[0], self.double_mills[1], 1];
        of_classes.chain((Self::COUNT..).zip(others)).filter(|&(_, times)| times > 0)
    }
}

/// Number of stages after the placing phase. They come first.
pub(crate) const MOVING_STAGES: usize = 49;
/// Three rings, four sides and four corners.
pub(crate) const PATTERNS: usize = 11;
const RING_CLASSES: usize = 954;
const SIDE_CLASSES: usize = 5_346;

/// Number of possible contents of a ring, and of a side or a corner.
const RING_STATES: usize = 3usize.pow(8);
const SIDE_STATES: usize = 3usize.pow(9);
/// Number of all pattern numbers: outer and inner rings first, then middle rings, sides and
/// corners.
pub(crate) const STATES: usize = 2 * RING_STATES + 2 * SIDE_STATES;
/// First number of each pattern.
pub(crate) const FIRST_STATES: [u16; PATTERNS] = {
    let (middle, side) = (RING_STATES as u16, 2 * RING_STATES as u16);
    let corner = side + SIDE_STATES as u16;
    [0, middle, 0, side, side, side, side, corner, corner, corner, corner]
};

/// Points of the outer, the middle and the inner ring, each from the same corner on.
const RINGS: [[usize; 8]; 3] =
    [[0, 1, 2, 14, 23, 22, 21, 9], [3, 4, 5, 13, 20, 19, 18, 10], [6, 7, 8, 12, 17, 16, 15, 11]];
/// Points of each side, line after line from the edge inward.
const SIDES: [[usize; 9]; 4] = [
    [0, 1, 2, 3, 4, 5, 6, 7, 8],
    [2, 14, 23, 5, 13, 20, 8, 12, 17],
    [23, 22, 21, 20, 19, 18, 17, 16, 15],
    [21, 9, 0, 18, 10, 3, 15, 11, 6],
];

/// Points of each corner, from the outer ring inward.
const CORNERS: [[usize; 9]; 4] = [
    [9, 0, 1, 10, 3, 4, 11, 6, 7],
    [1, 2, 14, 4, 5, 13, 7, 8, 12],
    [14, 23, 22, 13, 20, 19, 12, 17, 16],
    [22, 21, 9, 19, 18, 10, 16, 15, 11],
];

/// The weights stage by stage, in hundredths of a man for the side to move, followed by the rows
/// for the cells. All are 16-bit little-endian numbers.
const DATA: &[u8; WEIGHT_BYTES + 2 * PatternClasses::CELLS * PatternClasses::CELL_ROWS] =
    include_bytes!("../../data/patterns.bin");
const WEIGHT_BYTES: usize = 2 * PatternClasses::STAGES * PatternClasses::WEIGHTS;

/// Contribution of a side's men to the number of each pattern, if they belong to the side to move.
/// Men of the other side count twice. The array is padded, so that all entries are added at once.
pub(crate) type Lanes = [u16; 16];

/// Returns the contribution of a man on a point of the board of nine men's morris.
pub(crate) fn lanes(point: usize) -> Lanes {
    let digit = |points: &[usize]| {
        let place = points.iter().rev().position(|&of_pattern| of_pattern == point);
        place.map_or(0, |place| 3_u16.pow(place as u32))
    };
    let mut lanes = Lanes::default();
    lanes.iter_mut().zip(patterns()).for_each(|(lane, points)| *lane = digit(points));
    lanes
}

/// Returns the number of each pattern. `us` are the men of the side to move.
#[inline]
pub(crate) fn states(us: &Lanes, them: &Lanes) -> [u16; PATTERNS] {
    array::from_fn(|lane| FIRST_STATES[lane] + us[lane] + 2 * them[lane])
}

pub(crate) fn classes_of(states: [u16; PATTERNS]) -> [u16; PATTERNS] {
    states.map(|state| CLASSES[usize::from(state)])
}

pub(crate) fn weights(stage: usize) -> impl Iterator<Item = i16> {
    let bytes = 2 * PatternClasses::WEIGHTS;
    numbers(&DATA[stage * bytes..][..bytes])
}

pub(crate) fn cell_rows() -> impl Iterator<Item = CellRow> {
    let mut numbers = numbers(&DATA[WEIGHT_BYTES..]);
    (0..PatternClasses::CELL_ROWS).map(move |_| array::from_fn(|_| numbers.next().expect("the file has all rows")))
}

fn numbers(bytes: &'static [u8]) -> impl Iterator<Item = i16> {
    bytes.chunks_exact(2).map(|bytes| i16::from_le_bytes([bytes[0], bytes[1]]))
}

/// Returns the class of each pattern number. Symmetric patterns share a class.
pub(crate) fn classes() -> &'static [u16] {
    &CLASSES
}

/// Returns the points of each pattern, the highest digit first.
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

/// Returns a class for each number of a pattern. `images` are permutations of its places.
fn classes_under(states: usize, images: &[Vec<usize>]) -> Vec<u16> {
    let mut classes: Vec<u16> = Vec::with_capacity(states);
    let mut next = 0;
    for state in 0..states {
        let places = images[0].len() as u32;
        let digits: Vec<_> = (0..places).rev().map(|place| state / 3usize.pow(place) % 3).collect();
        let image = |image: &Vec<usize>| image.iter().fold(0, |number, &place| 3 * number + digits[place]);
        let least = images.iter().map(image).min().expect("there is an image");
        // The lowest number of a class comes first.
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
