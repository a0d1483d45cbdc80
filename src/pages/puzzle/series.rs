// SPDX-License-Identifier: GPL-3.0-or-later
//! The few puzzles that a lesson ends with.

/// How many they are.
pub const LENGTH: u32 = 3;

/// How far one is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Series {
    ended: u32,
    solved: u32,
}

impl Series {
    /// A puzzle has come to its end.
    pub const fn end(&mut self, solved: bool) {
        self.ended += 1;
        self.solved += solved as u32;
    }

    /// Whether there is no further one.
    pub const fn is_over(self) -> bool {
        self.ended >= LENGTH
    }

    /// The number of the puzzle after those that have ended, from 1; of the last one for ever.
    pub fn number(self) -> u32 {
        LENGTH.min(self.ended + 1)
    }

    /// How many were solved at once.
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
