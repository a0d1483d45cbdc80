// SPDX-License-Identifier: GPL-3.0-or-later
//! Runs: puzzles of increasing difficulty, until the first failure or against the clock, and points
//! to be found by name.

use std::ops::RangeInclusive;
use std::time::Duration;

morris::with_ids! {
    /// Kind of run.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub enum RunKind {
        /// Until the first failure, without a time limit.
        Streak = "streak",
        /// Three minutes, until the third failure.
        Rush3 = "rush-3",
        /// Five minutes, until the third failure.
        Rush5 = "rush-5",
        /// Points to be found by name, for a minute.
        Coordinates = "coordinates",
    }
}

/// Number of easy puzzles at the beginning of a run.
const EASY: u32 = 3;
/// Range of ratings of the easy puzzles: wins in one move.
const EASIEST: RangeInclusive<i32> = 800..=1000;
/// Range of ratings for the first puzzle after the easy ones.
const FIRST: RangeInclusive<i32> = 1200..=1400;
/// Increase of the rating from puzzle to puzzle.
const STEP: i32 = 20;
/// Upper limit of the range.
const LAST: i32 = 2000;

impl RunKind {
    /// Returns the time for the whole run, if it is limited.
    pub const fn time(self) -> Option<Duration> {
        match self {
            Self::Streak => None,
            Self::Rush3 => Some(Duration::from_secs(3 * 60)),
            Self::Rush5 => Some(Duration::from_secs(5 * 60)),
            Self::Coordinates => Some(Duration::from_secs(60)),
        }
    }

    /// Returns the number of failures that ends the run.
    pub(crate) const fn most_wrong(self) -> u32 {
        match self {
            Self::Streak => 1,
            Self::Rush3 | Self::Rush5 => 3,
            Self::Coordinates => u32::MAX,
        }
    }
}

/// A run in progress. The caller reports the elapsed time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    kind: RunKind,
    left: Option<Duration>,
    solved: u32,
    wrong: u32,
}

impl Run {
    /// Creates a run that begins.
    pub const fn new(kind: RunKind) -> Self {
        Self { kind, left: kind.time(), solved: 0, wrong: 0 }
    }

    /// Returns the kind of the run.
    pub const fn kind(&self) -> RunKind {
        self.kind
    }

    /// Returns the remaining time, if it is limited.
    pub const fn left(&self) -> Option<Duration> {
        self.left
    }

    /// Returns the number of solved puzzles.
    pub const fn solved(&self) -> u32 {
        self.solved
    }

    /// Returns the number of failures.
    pub const fn wrong(&self) -> u32 {
        self.wrong
    }

    /// Returns `true` if the run is over, by failures or by time.
    pub fn is_over(&self) -> bool {
        self.wrong >= self.kind.most_wrong() || self.left == Some(Duration::ZERO)
    }

    /// Returns the range of ratings for the next puzzle.
    pub fn next_rating(&self) -> RangeInclusive<i32> {
        let Some(beyond) = (self.solved + self.wrong).checked_sub(EASY) else { return EASIEST };
        let harder = i32::try_from(beyond).unwrap_or(i32::MAX).saturating_mul(STEP);
        let harder = harder.min(LAST - FIRST.end());
        FIRST.start() + harder..=FIRST.end() + harder
    }

    /// Subtracts elapsed time.
    pub fn tick(&mut self, elapsed: Duration) {
        if !self.is_over() {
            self.left = self.left.map(|left| left.saturating_sub(elapsed));
        }
    }

    /// Records that a puzzle was solved at the first try.
    pub fn solve(&mut self) {
        if !self.is_over() {
            self.solved += 1;
        }
    }

    /// Records that a move gave value away. The next puzzle follows.
    pub fn fail(&mut self) {
        if !self.is_over() {
            self.wrong += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_streak_ends_with_the_first_that_goes_wrong() {
        let mut run = Run::new(RunKind::Streak);
        run.tick(Duration::from_secs(1_000_000));
        run.solve();
        run.solve();
        run.fail();
        run.solve();
        assert!(run.is_over());
        assert_eq!((run.solved(), run.wrong()), (2, 1));
    }

    #[test]
    fn a_rush_ends_with_its_time_or_with_three_wrong() {
        let mut run = Run::new(RunKind::Rush3);
        run.solve();
        run.tick(Duration::from_secs(179));
        assert!(!run.is_over());
        run.tick(Duration::from_secs(2));
        run.solve();
        assert!(run.is_over());
        assert_eq!((run.solved(), run.left()), (1, Some(Duration::ZERO)));
        let mut run = Run::new(RunKind::Rush5);
        (0..3).for_each(|_| run.fail());
        assert!(run.is_over());
        assert_eq!(run.left(), Some(Duration::from_secs(300)));
    }

    #[test]
    fn wrong_points_do_not_end_a_run() {
        let mut run = Run::new(RunKind::Coordinates);
        (0..100).for_each(|_| run.fail());
        assert!(!run.is_over());
        run.tick(Duration::from_secs(60));
        assert!(run.is_over());
    }

    #[test]
    fn puzzles_grow_harder_up_to_a_limit() {
        let mut run = Run::new(RunKind::Streak);
        let mut before = *run.next_rating().start();
        assert_eq!(before, 800, "the first ones are easy");
        for _ in 0..100 {
            run.solve();
            assert!(*run.next_rating().start() >= before && *run.next_rating().end() <= LAST);
            before = *run.next_rating().start();
        }
        assert_eq!(*run.next_rating().end(), LAST);
    }
}
