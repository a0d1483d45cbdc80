// SPDX-License-Identifier: GPL-3.0-or-later
//! A row: one set of the larger side's men. The remaining points, where the smaller side's men are,
//! are numbered from 0.

use super::by_set::BySet;
use crate::tablebase::symmetry::{Symmetries, compress};
use crate::tablebase::symmetry_classes::Classes;
use morris::{Board, Point, PointSet};

/// Maximum number of points outside a set of men.
const MOST_POINTS: usize = 24;
/// A set that no set of men contains.
const NEVER: u32 = 1 << 31;
const ALL: u32 = PointSet::ALL.bits();

/// The way in which the men of a side move: along the edges of the board, or to any empty point.
#[derive(Clone, Copy)]
pub(super) struct Reach {
    board: &'static Board,
    flies: bool,
}

impl Reach {
    /// Returns the reach of a side with this number of men.
    pub(super) const fn with(men: u8, board: &'static Board) -> Self {
        Self { board, flies: men == 3 }
    }

    /// Returns the points where a man on `point` may go, ignoring other men.
    pub(super) fn from(self, point: Point) -> PointSet {
        if self.flies { PointSet::ALL - point.set() } else { self.board.neighbors(point) }
    }
}

/// Maximum number of lines of a board, and of lines through a point.
const MOST_LINES: usize = 20;
const MOST_AT_A_POINT: usize = 3;
/// No board has more than 40 edges. With the number of bits in a word, bounds checks can be
/// omitted.
const MOST_EDGES: usize = u64::BITS as usize;

/// The points outside the larger side's men, for moves of the smaller side, which stay within the
/// row.
#[cfg_attr(test, derive(Debug))]
pub(super) struct Row {
    pub(super) count: usize,
    flies: bool,
    reach: [u32; MOST_POINTS],
    /// For each point, the other two points of each of its lines without men of the larger side.
    partners: [[u32; MOST_AT_A_POINT]; MOST_POINTS],
    lines: [u32; MOST_LINES],
    line_count: usize,
}

impl Row {
    /// Creates the row of `larger`, where the smaller side moves by `reach`.
    pub(super) fn new(larger: u32, reach: Reach) -> Self {
        let mut row = Self { flies: reach.flies, ..Self::of_lines(larger, reach.board) };
        let beside = ALL & !larger;
        for (number, point) in PointSet::from_bits(beside).enumerate() {
            row.reach[number] = compress(reach.from(point).bits(), beside);
        }
        row
    }

    /// Creates the row of `larger` without moves.
    pub(super) fn of_lines(larger: u32, board: &Board) -> Self {
        let beside = ALL & !larger;
        let mut row = Self {
            count: beside.count_ones() as usize,
            flies: false,
            reach: [0; MOST_POINTS],
            partners: [[NEVER; MOST_AT_A_POINT]; MOST_POINTS],
            lines: [NEVER; MOST_LINES],
            line_count: 0,
        };
        for line in board.lines().filter(|line| line.bits() & larger == 0) {
            let line = compress(line.bits(), beside);
            row.lines[row.line_count] = line;
            row.line_count += 1;
            for point in PointSet::from_bits(line) {
                let mut partners = row.partners[point.index()].iter_mut();
                let free = partners.find(|partners| **partners == NEVER).expect("no point has more lines");
                *free = line & !point.set().bits();
            }
        }
        row
    }

    /// Returns the other two points of each line through `point` without men of the larger side.
    pub(super) fn partners(&self, point: usize) -> impl Iterator<Item = u32> + '_ {
        self.partners[point].iter().copied().filter(|&partners| partners != NEVER)
    }

    /// Returns the lines without men of the larger side.
    pub(super) fn lines(&self) -> impl Iterator<Item = u32> + '_ {
        self.lines[..self.line_count].iter().copied()
    }

    #[inline]
    fn in_mills(&self, men: u32) -> u32 {
        self.lines().fold(0, |mills, line| if men & line == line { mills | line } else { mills })
    }

    /// Calls `visit` with the men before each move that leads to `men` and, depending on `mill`,
    /// closes a mill or does not.
    #[inline]
    pub(super) fn before(&self, men: u32, mill: Mill, mut visit: impl FnMut(u32)) {
        let empty = !men & ((1 << self.count) - 1);
        let in_mills = self.in_mills(men);
        for_each_bit(men & if mill == Mill::Closed { in_mills } else { !in_mills }, |to| {
            let rest = men & !(1 << to);
            for_each_bit(self.reach[to] & empty, |from| visit(rest | 1 << from));
        });
    }
}

#[inline]
pub(super) fn for_each_bit(mut bits: u32, mut visit: impl FnMut(usize)) {
    while bits != 0 {
        visit(bits.trailing_zeros() as usize);
        bits &= bits - 1;
    }
}

/// Table of the moves of the smaller side's men in a row. It pays off for some dozens of sets.
pub(super) struct RowMoves<'a> {
    row: &'a Row,
    /// Edges with exactly one end in a set. Edges that occur in both halves are inside the set.
    edges: BySet<u64>,
    ends: [u32; MOST_EDGES],
}

impl<'a> RowMoves<'a> {
    pub(super) fn new(row: &'a Row) -> Self {
        let mut edges_at = [0; MOST_POINTS];
        let mut ends = [0; MOST_EDGES];
        let mut edges = 0;
        if !row.flies {
            for from in 0..row.count {
                for_each_bit(row.reach[from] >> from, |steps| {
                    let edge = 1_u64 << edges;
                    ends[edges] = 1 << from | 1 << (from + steps);
                    edges += 1;
                    edges_at[from] |= edge;
                    edges_at[from + steps] |= edge;
                });
            }
        }
        // The edges of flying men are never used.
        let points = if row.flies { 0 } else { row.count };
        Self { row, edges: BySet::new(&edges_at[..points], |a, b| a ^ b), ends }
    }

    /// Returns the edges with exactly one end in `men`.
    #[inline]
    fn edges(&self, men: u32) -> u64 {
        let [low, high] = self.edges.halves(men);
        low ^ high
    }

    /// Calls `visit` with the men before each move without a removal that leads to `men`.
    #[inline]
    pub(super) fn before(&self, men: u32, mut visit: impl FnMut(u32)) {
        if self.row.flies {
            return self.row.before(men, Mill::None, visit);
        }
        // A single loop over all edges. With a loop for each man, the processor would mispredict
        // the end of each.
        let mut edges = self.edges(men) & !self.edges(self.row.in_mills(men));
        while edges != 0 {
            visit(men ^ self.ends[edges.trailing_zeros() as usize]);
            edges &= edges - 1;
        }
    }

    /// Counts the moves of `men` without a removal, and calls `close` with the men after each move
    /// that closes a mill.
    #[inline]
    pub(super) fn count(&self, men: u32, mut close: impl FnMut(u32)) -> u8 {
        let row = self.row;
        let all = if row.flies {
            men.count_ones() * (row.count as u32 - men.count_ones())
        } else {
            self.edges(men).count_ones()
        };
        let (mut closing, mut seen) = (0, 0);
        for line in &row.lines[..row.line_count] {
            // A man on this point may close two lines at once.
            let gap = line & !men;
            if !gap.is_power_of_two() || gap & seen != 0 {
                continue;
            }
            seen |= gap;
            let to = gap.trailing_zeros() as usize;
            let from = row.partners(to).filter(|&partners| men & partners == partners);
            let from = from.fold(0, |from, partners| from | row.reach[to] & men & !partners);
            closing += from.count_ones();
            for_each_bit(from, |from| close(men & !(1 << from) | gap));
        }
        (all - closing) as u8
    }
}

/// A backward move of the larger side: the man on `to` came from `from`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct BackStep {
    pub(super) to: u8,
    pub(super) from: u8,
}

impl BackStep {
    pub(super) fn image(self, symmetry: u8) -> Self {
        let image = |point: u8| Symmetries::get().map(symmetry, 1 << point).trailing_zeros() as u8;
        Self { to: image(self.to), from: image(self.from) }
    }
}

/// Whether a move closed a mill.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mill {
    Closed,
    None,
}

/// Returns the backward moves of the larger side, ignoring men of the smaller side.
pub(super) fn steps_back(larger: u32, reach: Reach, mill: Mill) -> impl Iterator<Item = BackStep> {
    let men = PointSet::from_bits(larger);
    let closed = move |&to: &Point| reach.board.in_mill(men, to) == (mill == Mill::Closed);
    men.filter(closed).flat_map(move |to| {
        (reach.from(to) - men).map(move |from| BackStep { to: to.index() as u8, from: from.index() as u8 })
    })
}

/// The map of a symmetry from the points outside one set to the points outside another, both
/// numbered from 0.
pub(super) struct Carrier {
    images: [u32; MOST_POINTS],
    /// Points without an image.
    blocked: u32,
    tables: Option<Images>,
}

impl Carrier {
    /// Creates the map. The symmetry must map `larger`, possibly after a move or a removal, to
    /// `target`. A point whose image is in `target` has no image here: a man on it would be in the
    /// way.
    pub(super) fn new(larger: u32, symmetry: u8, target: u32) -> Self {
        let symmetries = Symmetries::get();
        let beside = ALL & !target;
        let mut images = [0; MOST_POINTS];
        let mut blocked = 0;
        for (number, point) in PointSet::from_bits(ALL & !larger).enumerate() {
            let image = symmetries.map(symmetry, point.set().bits()) & beside;
            if image == 0 {
                blocked |= 1 << number;
            } else {
                images[number] = 1 << (beside & (image - 1)).count_ones();
            }
        }
        Self { images, blocked, tables: None }
    }

    /// Builds tables of the images of `count` points. They pay off for some dozens of sets.
    pub(super) fn with_tables(mut self, count: usize) -> Self {
        self.tables = Some(self.images(count));
        self
    }

    /// Returns the images of the sets of `count` points.
    pub(super) fn images(&self, count: usize) -> Images {
        Images::new(&self.images[..count])
    }

    /// Returns the tables, if they were built.
    pub(super) fn tables(&self) -> Option<&Images> {
        self.tables.as_ref()
    }

    /// Returns the points without an image.
    pub(super) fn blocked(&self) -> u32 {
        self.blocked
    }

    /// Returns the image of a set, computed point by point.
    #[inline]
    pub(super) fn map_points(&self, set: u32) -> u32 {
        let mut image = 0;
        for_each_bit(set, |point| image |= self.images[point]);
        image
    }
}

/// Images of point sets by table, built from the images of the points.
pub(super) struct Images(BySet<u32>);

impl Images {
    pub(super) fn new(of_points: &[u32]) -> Self {
        Self(BySet::new(of_points, |a, b| a | b))
    }

    /// Returns the map from the points outside the larger side's men to points of the board.
    pub(super) fn on_board(larger: u32) -> Self {
        Self::new(&PointSet::from_bits(ALL & !larger).map(|point| point.set().bits()).collect::<Vec<_>>())
    }

    #[inline]
    pub(super) fn map(&self, set: u32) -> u32 {
        let [low, high] = self.0.halves(set);
        low | high
    }
}

/// The symmetries that preserve a set, except the identity.
pub(super) struct Twins {
    carriers: Vec<(u8, Carrier)>,
}

impl Twins {
    pub(super) fn of(classes: &Classes, class: usize) -> Self {
        let set = classes.representative(class);
        let keeping = Symmetries::get().between(set, set).filter(|&symmetry| symmetry != 0);
        let carriers = keeping.map(|symmetry| (symmetry, Carrier::new(set, symmetry, set)));
        Self { carriers: if classes.is_symmetric(class) { carriers.collect() } else { Vec::new() } }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.carriers.is_empty()
    }

    /// Returns `true` if these men of the smaller side are the first of those that denote the same
    /// position.
    #[inline]
    pub(super) fn is_first(&self, men: u32) -> bool {
        self.carriers.iter().all(|(_, carrier)| carrier.map_points(men) >= men)
    }

    /// Returns `true` if a step is the first of those that are equivalent under the symmetries of
    /// the whole position.
    pub(super) fn is_first_step(&self, men: u32, step: BackStep) -> bool {
        let mut keeping = self.carriers.iter().filter(|(_, carrier)| carrier.map_points(men) == men);
        keeping.all(|&(symmetry, _)| step.image(symmetry) >= step)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::tablebase::BoardKind;

    proptest! {
        #[test]
        fn moves_are_counted_as_if_one_by_one(
            diagonal: bool,
            larger in 0_u32..1 << 24,
            men in 0_u32..1 << 24,
            flies: bool,
        ) {
            let board = (if diagonal { BoardKind::Diagonal } else { BoardKind::Plain }).board();
            let row = Row::new(larger, Reach { board, flies });
            let men = men & ((1 << row.count) - 1);
            let (mut quiet, mut closed) = (0, Vec::new());
            for_each_bit(men, |from| {
                for_each_bit(row.reach[from] & !men, |to| {
                    let stay = men & !(1 << from);
                    if row.partners(to).any(|partners| stay & partners == partners) {
                        closed.push(stay | 1 << to);
                    } else {
                        quiet += 1;
                    }
                });
            });
            let mut found = Vec::new();
            let moves = RowMoves::new(&row);
            prop_assert_eq!(moves.count(men, |closed| found.push(closed)), quiet);
            closed.sort_unstable();
            found.sort_unstable();
            prop_assert_eq!(found, closed);
            let (mut by_table, mut one_by_one) = (Vec::new(), Vec::new());
            moves.before(men, |before| by_table.push(before));
            row.before(men, Mill::None, |before| one_by_one.push(before));
            by_table.sort_unstable();
            one_by_one.sort_unstable();
            prop_assert_eq!(by_table, one_by_one);
        }
    }
}
