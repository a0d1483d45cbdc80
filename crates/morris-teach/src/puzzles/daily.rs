// SPDX-License-Identifier: GPL-3.0-or-later
//! The daily puzzles, which are the same for everyone: one of each grade.

use std::ops::{ControlFlow, RangeInclusive};

use jiff::civil::{Date, date};
use morris::Rules;
use morris_solved::tablebase::Tables;

use super::generator::{GENERATOR_VERSION, PuzzleGenerator, Wanted};
use super::lines::split_mix;
use super::puzzle::Puzzle;

/// Difficulty of a daily puzzle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DailyGrade {
    /// For newcomers.
    #[default]
    Easy,
    /// For players with some practice.
    Medium,
    /// For strong players.
    Hard,
}

impl DailyGrade {
    /// All grades, the easiest first.
    pub const ALL: [Self; 3] = [Self::Easy, Self::Medium, Self::Hard];

    /// Returns the range of ratings of its puzzles.
    pub const fn ratings(self) -> RangeInclusive<i32> {
        match self {
            Self::Easy => 750..=1050,
            Self::Medium => 1150..=1450,
            Self::Hard => 1550..=1850,
        }
    }

    /// Returns the grade that suits a rating.
    pub fn for_rating(rating: f64) -> Self {
        let suits = |grade: &Self| rating < f64::from(*grade.ratings().end()) + 50.0;
        Self::ALL.into_iter().find(suits).unwrap_or(Self::Hard)
    }
}

/// Distinguishes its seeds from those of other puzzles: "daily" in ASCII.
const SALT: u64 = 0x64_61_69_6C_79;

/// Returns the seed of a day. The date is the local date of the solver. Each version of the
/// generator has other seeds.
pub fn daily_seed(day: Date) -> u64 {
    let epoch = date(1970, 1, 1);
    let days = day.since((jiff::Unit::Day, epoch)).map_or(0, |span| span.get_days());
    split_mix(split_mix(i64::from(days) as u64) ^ SALT ^ u64::from(GENERATOR_VERSION) << 40)
}

/// Returns the puzzle of a day and a grade, under the standard rules. The bundled tables make it
/// the same on every machine. Returns `None` without them, or if `go_on` stops it.
pub fn daily(
    tables: &Tables,
    day: Date,
    grade: DailyGrade,
    go_on: &mut dyn FnMut() -> ControlFlow<()>,
) -> Option<Puzzle> {
    let wanted = Wanted { rating: Some(grade.ratings()), ..Wanted::default() };
    PuzzleGenerator::new(tables, &Rules::STANDARD).make(daily_seed(day), &wanted, go_on)
}
