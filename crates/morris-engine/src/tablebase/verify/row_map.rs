// SPDX-License-Identifier: GPL-3.0-or-later
//! From all positions of a row to those after one and the same move of the larger side, or one loss.

use super::table::Table;
use crate::tablebase::Wdl;
use crate::tablebase::symmetry::{Pext, Symmetries, compress, spread};
use morris::{PLAIN_24, PointSet};

/// A line that cannot be filled.
const NEVER: u32 = u32::MAX;

/// The points beside the larger side's men, numbered from 0; the smaller side's men are sets of them.
pub(super) struct Beside {
    points: PointSet,
    /// The lines without a man of the larger side.
    lines: Vec<u32>,
    /// For each point the other two of each of these lines that go through it.
    others: Vec<[u32; 2]>,
    /// For each point those that an edge joins to it.
    neighbours: Vec<u32>,
}

impl Beside {
    pub(super) fn new(larger: PointSet) -> Self {
        let points = PointSet::ALL - larger;
        let press = |set: PointSet| compress(set.bits(), points.bits());
        let free = || PLAIN_24.lines().filter(|line| (*line & larger).is_empty());
        let others = |point| {
            let mut through = free().filter(|line| line.contains(point)).map(|line| press(line) & !press(point.set()));
            [through.next().unwrap_or(NEVER), through.next().unwrap_or(NEVER)]
        };
        Self {
            points,
            lines: free().map(press).collect(),
            others: points.map(others).collect(),
            neighbours: points.map(|point| press(PLAIN_24.neighbours(point))).collect(),
        }
    }

    pub(super) fn points(&self) -> PointSet {
        self.points
    }

    /// All of them.
    pub(super) fn all(&self) -> u32 {
        (1 << self.neighbours.len()) - 1
    }

    pub(super) fn neighbours(&self, point: usize) -> u32 {
        self.neighbours[point]
    }

    /// The points of a set, on the board.
    pub(super) fn on_board(&self, set: u32) -> PointSet {
        PointSet::from_bits(spread(set, self.points.bits()))
    }

    /// Whether a man who comes to a point closes a mill with these men.
    #[inline]
    pub(super) fn closes(&self, men: u32, to: usize) -> bool {
        self.others[to].iter().any(|others| men & others == *others)
    }

    /// Whether there is a mill.
    pub(super) fn has_mill(&self, men: u32) -> bool {
        self.lines.iter().any(|line| men & line == *line)
    }

    /// Those that may be removed: not in mills; all if all are in mills.
    #[inline]
    pub(super) fn removable(&self, men: u32) -> u32 {
        let mills = self.lines.iter().filter(|&line| men & line == *line).fold(0, |mills, line| mills | line);
        if men == mills { men } else { men & !mills }
    }
}

/// The numbers of the bits.
#[inline]
pub(super) fn bits(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = set.trailing_zeros() as usize;
        (set != 0).then(|| {
            set &= set - 1;
            lowest
        })
    })
}

/// How the positions of a row get to the row of another set of the larger side's men.
pub(super) struct Way<'a> {
    table: &'a Table,
    start: usize,
    step: usize,
    /// The points where no man of the smaller side may stand.
    pub(super) blocked: u32,
    /// What becomes of the men on the lower half of the points, and of those on the upper half.
    low: Vec<u32>,
    high: Vec<u32>,
    half: usize,
}

impl<'a> Way<'a> {
    /// The way to a row of a table, whose larger side has these men.
    pub(super) fn new(beside: &Beside, table: &'a Table, larger: PointSet) -> Self {
        let (row, symmetry) = table.index.classes.find(larger.bits());
        let (start, step) = table.index.abreast(row);
        let press = Pext::new(PointSet::ALL.bits() & !table.index.classes.representative(row));
        let image = |point: PointSet| press.press(Symmetries::get().map(symmetry, point.bits()));
        let images: Vec<_> = beside.points().map(|point| image(point.set() - larger)).collect();
        let blocked = (0..).zip(&images).filter(|(_, image)| **image == 0).map(|(number, _)| 1 << number).sum();
        let half = images.len().div_ceil(2);
        Self { table, start, step, blocked, low: unions(&images[..half]), high: unions(&images[half..]), half }
    }

    /// The value, to the other side, of the position that these men of the smaller side get to.
    #[inline]
    pub(super) fn value_before(&self, set: u32) -> Wdl {
        let image = self.low[(set & ((1 << self.half) - 1)) as usize] | self.high[(set >> self.half) as usize];
        let column = self.table.index.columns.number(image);
        self.table.value_before((self.start + column * self.step) as u64)
    }
}

/// The union of each choice of some sets.
fn unions(sets: &[u32]) -> Vec<u32> {
    let mut unions = vec![0];
    for set in sets {
        unions.extend_from_within(..);
        let half = unions.len() / 2;
        unions[half..].iter_mut().for_each(|union| *union |= set);
    }
    unions
}
