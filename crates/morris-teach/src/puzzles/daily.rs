// SPDX-License-Identifier: GPL-3.0-or-later
//! The puzzle of the day, the same for everybody.

use std::ops::{ControlFlow, RangeInclusive};

use jiff::civil::{Date, date};
use morris::Rules;
use morris_solved::tablebase::Tables;

use super::generator::{GENERATOR_VERSION, PuzzleGenerator, Wanted};
use super::lines::split_mix;
use super::puzzle::Puzzle;

/// How hard the puzzle of a day is.
pub const DAILY_RATINGS: RangeInclusive<i32> = 1300..=1700;

/// Tells its seeds from those of other puzzles: "daily".
const SALT: u64 = 0x64_61_69_6C_79;

/// The seed of a day, whose date is that of whoever solves it. With another version of the
/// generator it is another one.
#[must_use]
pub fn daily_seed(day: Date) -> u64 {
    let epoch = date(1970, 1, 1);
    let days = day.since((jiff::Unit::Day, epoch)).map_or(0, |span| span.get_days());
    split_mix(split_mix(i64::from(days) as u64) ^ SALT ^ u64::from(GENERATOR_VERSION) << 40)
}

/// The puzzle of a day, by the standard rules. The tables that come with the program make it the
/// same on every machine; `None` without them, or if `go_on` says no.
#[must_use]
pub fn daily(tables: &Tables, day: Date, go_on: &mut dyn FnMut() -> ControlFlow<()>) -> Option<Puzzle> {
    let wanted = Wanted { rating: Some(DAILY_RATINGS), ..Wanted::default() };
    PuzzleGenerator::new(tables, &Rules::STANDARD).make(daily_seed(day), &wanted, go_on)
}
