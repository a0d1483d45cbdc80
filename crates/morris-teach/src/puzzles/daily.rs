// SPDX-License-Identifier: GPL-3.0-or-later
//! The daily puzzle, which is the same for everyone.

use std::ops::{ControlFlow, RangeInclusive};

use jiff::civil::{Date, date};
use morris::Rules;
use morris_solved::tablebase::Tables;

use super::generator::{GENERATOR_VERSION, PuzzleGenerator, Wanted};
use super::lines::split_mix;
use super::puzzle::Puzzle;

/// Range of ratings of the daily puzzle.
pub const DAILY_RATINGS: RangeInclusive<i32> = 1300..=1700;

/// Distinguishes its seeds from those of other puzzles: "daily" in ASCII.
const SALT: u64 = 0x64_61_69_6C_79;

/// Returns the seed of a day. The date is the local date of the solver. Each version of the
/// generator has other seeds.
#[must_use]
pub fn daily_seed(day: Date) -> u64 {
    let epoch = date(1970, 1, 1);
    let days = day.since((jiff::Unit::Day, epoch)).map_or(0, |span| span.get_days());
    split_mix(split_mix(i64::from(days) as u64) ^ SALT ^ u64::from(GENERATOR_VERSION) << 40)
}

/// Returns the puzzle of a day, under the standard rules. The bundled tables make it the same on
/// every machine. Returns `None` without them, or if `go_on` stops it.
#[must_use]
pub fn daily(tables: &Tables, day: Date, go_on: &mut dyn FnMut() -> ControlFlow<()>) -> Option<Puzzle> {
    let wanted = Wanted { rating: Some(DAILY_RATINGS), ..Wanted::default() };
    PuzzleGenerator::new(tables, &Rules::STANDARD).make(daily_seed(day), &wanted, go_on)
}
