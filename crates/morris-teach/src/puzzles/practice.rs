// SPDX-License-Identifier: GPL-3.0-or-later
//! What somebody has practiced: ratings, what comes back, days, records.

use std::collections::{BTreeMap, VecDeque};

use jiff::civil::Date;

use super::attempt::Attempt;
use super::canonical::PuzzleKey;
use super::generator::{GENERATOR_VERSION, MOST_SHOWN};
use super::kind::Theme;
use super::player_rating::{PUZZLE_DEVIATION, PlayerRating, RatingScore};
use super::puzzle::Puzzle;
use super::repetition::Repetition;
use super::rush::{Run, RunKind};

/// What an attempt is rated for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rated {
    /// The solver, and each theme.
    Whole,
    /// The themes alone: whoever has chosen the theme knows half of the answer.
    Themes,
    /// Nothing: the puzzle came back, or belongs to a run.
    Nothing,
}

/// How somebody does with puzzles of one sort.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Progress {
    /// The rating.
    pub rating: PlayerRating,
    /// How many were tried to the end without a hint.
    pub tried: u32,
    /// How many of these were solved at once.
    pub solved: u32,
}

/// How the puzzle of a day went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DailyResult {
    /// How it went.
    pub points: RatingScore,
    /// The version of the generator: with another one the day had another puzzle.
    pub version: u32,
}

/// What somebody has practiced.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Practice {
    /// All rated puzzles.
    pub all: Progress,
    /// Those with each theme.
    pub themes: BTreeMap<Theme, Progress>,
    /// What comes back.
    pub repetition: Repetition,
    /// The puzzles of the days.
    pub days: BTreeMap<Date, DailyResult>,
    /// The most that were solved in a run.
    pub records: BTreeMap<RunKind, u32>,
    /// What was shown, the last one last.
    pub shown: VecDeque<PuzzleKey>,
}

impl Progress {
    fn count(&mut self, puzzle: &Puzzle, points: RatingScore) {
        self.rating = self.rating.after(f64::from(puzzle.rating), PUZZLE_DEVIATION, points);
        self.tried = self.tried.saturating_add(1);
        self.solved = self.solved.saturating_add(u32::from(points == RatingScore::Whole));
    }

    fn take_in(&mut self, other: Self) {
        if other.tried > self.tried {
            *self = other;
        }
    }
}

impl Practice {
    /// A puzzle is shown.
    pub fn show(&mut self, puzzle: &Puzzle) {
        self.push_shown(puzzle.key());
    }

    fn push_shown(&mut self, key: PuzzleKey) {
        self.shown.push_back(key);
        while self.shown.len() > MOST_SHOWN {
            self.shown.pop_front();
        }
    }

    /// Takes in what another program had practiced beyond what both know; done twice it changes
    /// nothing more. Of two ratings the one stays that comes out of more puzzles.
    pub fn take_in(&mut self, other: Self) {
        let Self { all, themes, repetition, days, records, shown } = other;
        self.all.take_in(all);
        for (theme, progress) in themes {
            self.themes.entry(theme).or_default().take_in(progress);
        }
        self.repetition.take_in(repetition);
        for (day, result) in days {
            self.days.entry(day).or_insert(result);
        }
        for (kind, most) in records {
            let record = self.records.entry(kind).or_default();
            *record = most.max(*record);
        }
        let new: Vec<_> = shown.into_iter().filter(|key| !self.shown.contains(key)).collect();
        new.into_iter().for_each(|key| self.push_shown(key));
    }

    /// How hard the next rated puzzle is to be: as the solver is rated, as far as there are such
    /// puzzles.
    #[must_use]
    pub fn next_rating(&self) -> std::ops::RangeInclusive<i32> {
        const WIDTH: i32 = 150;
        let [least, most] = super::difficulty::COMMON_RATINGS;
        let middle = (self.all.rating.rating as i32).clamp(least + WIDTH, most - WIDTH);
        middle - WIDTH..=middle + WIDTH
    }

    /// An attempt has come to its end on a day. What took more than one try, or a hint, comes back.
    pub fn tried(&mut self, attempt: &Attempt, rated: Rated, today: Date) {
        let puzzle = attempt.puzzle();
        let Some(result) = attempt.result() else { return };
        self.repetition.tried(puzzle, result, today);
        // A hint leaves nothing to rate.
        let Some(points) = attempt.points() else { return };
        if rated == Rated::Whole {
            self.all.count(puzzle, points);
        }
        if rated != Rated::Nothing {
            for theme in &puzzle.themes {
                self.themes.entry(*theme).or_default().count(puzzle, points);
            }
        }
    }

    /// The puzzle of a day has come to its end; the first result stands.
    pub fn daily_tried(&mut self, day: Date, points: RatingScore) {
        self.days.entry(day).or_insert(DailyResult { points, version: GENERATOR_VERSION });
    }

    /// How many days in a row the puzzle of the day was solved, up to today or yesterday.
    #[must_use]
    pub fn days_in_a_row(&self, today: Date) -> u32 {
        let solved = |day: &Date| self.days.get(day).is_some_and(|result| result.points != RatingScore::Nothing);
        let yesterday = today.yesterday().unwrap_or(today);
        let mut day = if solved(&today) { today } else { yesterday };
        let mut row = 0;
        while solved(&day) {
            row += 1;
            let Ok(before) = day.yesterday() else { break };
            day = before;
        }
        row
    }

    /// A run is over; whether it is a record.
    pub fn finish(&mut self, run: &Run) -> bool {
        let record = self.records.entry(run.kind()).or_default();
        let better = run.solved() > *record;
        *record = run.solved().max(*record);
        better
    }
}
