// SPDX-License-Identifier: GPL-3.0-or-later
//! How many positions there are with so many men on the board.

use std::sync::LazyLock;

use super::limits::MOST;
use super::subsets::choose;
use morris::{PLAIN_24, POINTS, Point, PointSet, Symmetry};

/// How many men stand on the board: of the side to move and of the other, 0 to 9 each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct MenCount {
    pub(super) mover: u8,
    pub(super) other: u8,
}

impl MenCount {
    /// Those of the side to move and of the other.
    pub(super) fn of([mover, other]: [PointSet; 2]) -> Self {
        Self { mover: mover.len() as u8, other: other.len() as u8 }
    }

    /// The side to move has lost a man, if it has any.
    pub(super) fn one_less(self) -> Option<Self> {
        Some(Self { mover: self.mover.checked_sub(1)?, ..self })
    }

    pub(super) fn larger(self) -> u8 {
        self.mover.max(self.other)
    }

    pub(super) fn smaller(self) -> u8 {
        self.mover.min(self.other)
    }

    /// How many positions there are, those that a symmetry of the board carries into each other
    /// counted once.
    pub(super) fn positions(self) -> u64 {
        // Burnside's lemma: the mean, over the symmetries, of the positions that the symmetry
        // keeps.
        let symmetries = PLAIN_24.symmetries();
        symmetries.iter().map(|symmetry| self.kept_by(symmetry)).sum::<u64>() / symmetries.len() as u64
    }

    /// How many slots an [`Index`](super::Index) has for them.
    pub(super) fn slots(self) -> u64 {
        // The classes are counted and not made: this is asked of every file when tables are opened.
        static CLASSES: LazyLock<[u64; MOST as usize + 1]> =
            LazyLock::new(|| std::array::from_fn(|mover| MenCount { mover: mover as u8, other: 0 }.positions()));
        CLASSES[usize::from(self.larger())] * choose(POINTS as u8 - self.larger(), self.smaller())
    }

    /// How many positions a symmetry keeps: each of its cycles is empty or belongs to one side.
    fn kept_by(self, symmetry: &Symmetry) -> u64 {
        let (mover, other) = (usize::from(self.mover), usize::from(self.other));
        let mut ways = vec![vec![0; other + 1]; mover + 1];
        ways[0][0] = 1;
        for length in cycles(symmetry) {
            for a in (0..=mover).rev() {
                for b in (0..=other).rev() {
                    ways[a][b] += a.checked_sub(length).map_or(0, |a| ways[a][b]);
                    ways[a][b] += b.checked_sub(length).map_or(0, |b| ways[a][b]);
                }
            }
        }
        ways[mover][other]
    }
}

/// The lengths of the cycles of a symmetry.
fn cycles(symmetry: &Symmetry) -> impl Iterator<Item = usize> + '_ {
    Point::all().filter_map(move |start| {
        let cycle = orbit(symmetry, start);
        (cycle.iter().min() == Some(&start)).then_some(cycle.len())
    })
}

fn orbit(symmetry: &Symmetry, start: Point) -> Vec<Point> {
    let mut orbit = vec![start];
    loop {
        let next = symmetry[orbit[orbit.len() - 1].index()];
        if next == start {
            return orbit;
        }
        orbit.push(next);
    }
}
