// SPDX-License-Identifier: GPL-3.0-or-later
//! The points beside the larger side's men.

use crate::tablebase::symmetry::{compress, spread};
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
