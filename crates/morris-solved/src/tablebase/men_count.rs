// SPDX-License-Identifier: GPL-3.0-or-later
//! Number of positions with given numbers of men on the board.

use std::sync::LazyLock;

use super::limits::MOST;
use super::subsets::choose;
use morris::{PLAIN_24, POINTS, Point, PointSet, Symmetry};

/// Numbers of men on the board, of the side to move and of the other side, 0 to 12 each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct MenCount {
    pub(super) mover: u8,
    pub(super) other: u8,
}

impl MenCount {
    /// Counts the men of the side to move and of the other side.
    pub(super) fn of([mover, other]: [PointSet; 2]) -> Self {
        Self { mover: mover.len() as u8, other: other.len() as u8 }
    }

    /// Returns the counts after the side to move has lost a man, or `None` if it has none.
    pub(super) fn one_less(self) -> Option<Self> {
        Some(Self { mover: self.mover.checked_sub(1)?, ..self })
    }

    pub(super) fn larger(self) -> u8 {
        self.mover.max(self.other)
    }

    pub(super) fn smaller(self) -> u8 {
        self.mover.min(self.other)
    }

    /// Returns the number of positions, with symmetric positions counted once.
    pub(super) fn positions(self) -> u64 {
        // Burnside's lemma: the mean, over the symmetries, of the number of positions that the
        // symmetry preserves.
        let symmetries = PLAIN_24.symmetries();
        symmetries.iter().map(|symmetry| self.kept_by(symmetry)).sum::<u64>() / symmetries.len() as u64
    }

    /// Returns the number of slots that an [`Index`](super::Index) has for these counts.
    pub(super) fn slots(self) -> u64 {
        // Counts the classes without building them, because this is computed for every file when
        // tables are opened.
        static CLASSES: LazyLock<[u64; MOST as usize + 1]> =
            LazyLock::new(|| std::array::from_fn(|mover| MenCount { mover: mover as u8, other: 0 }.positions()));
        CLASSES[usize::from(self.larger())] * choose(POINTS as u8 - self.larger(), self.smaller())
    }

    /// Returns the number of positions that a symmetry preserves. Each of its cycles is empty or
    /// belongs to one side.
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

/// Returns the lengths of the cycles of a symmetry.
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
