// SPDX-License-Identifier: GPL-3.0-or-later
//! The puzzles at the end of a lesson.

/// Number of puzzles.
pub const LENGTH: u32 = 3;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Series {
    ended: u32,
    solved: u32,
}

impl Series {
    /// Records the end of a puzzle.
    pub const fn end(&mut self, solved: bool) {
        self.ended += 1;
        self.solved += solved as u32;
    }

    pub const fn is_over(self) -> bool {
        self.ended >= LENGTH
    }

    /// Returns the number of the current puzzle, from 1. After the end it stays that of the last
    /// puzzle.
    pub fn number(self) -> u32 {
        LENGTH.min(self.ended + 1)
    }

    /// Returns the number of puzzles solved at the first attempt.
    pub const fn solved(self) -> u32 {
        self.solved
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_puzzles_are_a_series() {
        let mut series = Series::default();
        for (number, solved) in [(1, true), (2, false), (3, true)] {
            assert_eq!((series.number(), series.is_over()), (number, false));
            series.end(solved);
        }
        assert_eq!((series.number(), series.is_over(), series.solved()), (3, true, 2));
    }
}
