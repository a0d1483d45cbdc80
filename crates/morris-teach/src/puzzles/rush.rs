// SPDX-License-Identifier: GPL-3.0-or-later
//! Puzzles one after the other, harder and harder: until the first that goes wrong, or against the
//! clock.

use std::ops::RangeInclusive;
use std::time::Duration;

/// What sort of run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RunKind {
    /// Until the first one goes wrong, as long as one likes.
    Streak,
    /// Three minutes, and three may go wrong.
    Rush3,
    /// The same with five minutes.
    Rush5,
}

/// The ratings of the first puzzle of a run.
const FIRST: RangeInclusive<i32> = 1200..=1400;
/// By how much the next one is harder.
const STEP: i32 = 20;
/// The range grows no further than this.
const LAST: i32 = 2000;

impl RunKind {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Streak, Self::Rush3, Self::Rush5];

    /// The time for the whole run.
    #[must_use]
    pub const fn time(self) -> Option<Duration> {
        match self {
            Self::Streak => None,
            Self::Rush3 => Some(Duration::from_secs(3 * 60)),
            Self::Rush5 => Some(Duration::from_secs(5 * 60)),
        }
    }

    /// With so many wrong it is over.
    #[must_use]
    pub const fn most_wrong(self) -> u32 {
        match self {
            Self::Streak => 1,
            Self::Rush3 | Self::Rush5 => 3,
        }
    }

    /// Its word in files.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Streak => "streak",
            Self::Rush3 => "rush-3",
            Self::Rush5 => "rush-5",
        }
    }
}

/// A run in progress. The time comes in from outside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    kind: RunKind,
    left: Option<Duration>,
    solved: u32,
    wrong: u32,
}

impl Run {
    /// A run that begins.
    #[must_use]
    pub const fn new(kind: RunKind) -> Self {
        Self { kind, left: kind.time(), solved: 0, wrong: 0 }
    }

    /// What sort it is.
    #[must_use]
    pub const fn kind(&self) -> RunKind {
        self.kind
    }

    /// The time that is left, if there is a clock.
    #[must_use]
    pub const fn left(&self) -> Option<Duration> {
        self.left
    }

    /// How many puzzles were solved.
    #[must_use]
    pub const fn solved(&self) -> u32 {
        self.solved
    }

    /// How many went wrong.
    #[must_use]
    pub const fn wrong(&self) -> u32 {
        self.wrong
    }

    /// Whether it is over: too many went wrong, or there is no time left.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.wrong >= self.kind.most_wrong() || self.left == Some(Duration::ZERO)
    }

    /// How hard the next puzzle is to be.
    #[must_use]
    pub fn next_rating(&self) -> RangeInclusive<i32> {
        let harder = i32::try_from(self.solved + self.wrong).unwrap_or(i32::MAX).saturating_mul(STEP);
        let harder = harder.min(LAST - FIRST.end());
        FIRST.start() + harder..=FIRST.end() + harder
    }

    /// Time goes by.
    pub fn tick(&mut self, elapsed: Duration) {
        if !self.is_over() {
            self.left = self.left.map(|left| left.saturating_sub(elapsed));
        }
    }

    /// A puzzle was solved at once.
    pub fn solve(&mut self) {
        if !self.is_over() {
            self.solved += 1;
        }
    }

    /// A move gave value away: the next puzzle follows.
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
    fn puzzles_grow_harder_up_to_a_limit() {
        let mut run = Run::new(RunKind::Streak);
        let mut before = *run.next_rating().start();
        for _ in 0..100 {
            run.solve();
            assert!(*run.next_rating().start() >= before && *run.next_rating().end() <= LAST);
            before = *run.next_rating().start();
        }
        assert_eq!(*run.next_rating().end(), LAST);
    }
}
