// SPDX-License-Identifier: GPL-3.0-or-later
//! Puzzles: positions in which something is to be found, made without end out of the tables of
//! solved positions.
//!
//! ```text
//! day ─► daily ─┐                                    from_mistake (of one's own games) ─► Puzzle
//! seed ─────────┴─► candidates ─► PuzzleGenerator ─► Puzzle ─► Attempt ─► Verdict
//!                   values, lines, win_search (what a position is worth, what follows, how quickly it is won)
//!                   theme_finder, difficulty  (what it is about, how hard it is)
//! Attempt ─► Practice: PlayerRating (Glicko-2), Repetition, days, records of runs
//! check: proves a puzzle by another way
//! ```
//!
//! Everything is decided by what the tables say, or proven by a search over it. The tables that
//! come with the program are enough.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, clippy::unreachable)]

mod attempt;
mod candidates;
mod canonical;
mod check;
mod daily;
mod difficulty;
mod endgame;
mod from_game;
mod generator;
mod kind;
mod lines;
mod player_rating;
mod practice;
mod puzzle;
mod repetition;
mod rush;
mod theme_finder;
mod values;
mod win_search;

pub use attempt::{Attempt, AttemptState, Verdict};
pub use canonical::PuzzleKey;
pub use check::{PuzzleFault, check};
pub use daily::{DAILY_RATINGS, daily, daily_seed};
pub use difficulty::{COMMON_RATINGS, FEATURE_NAMES, FEATURES, RATINGS, WEIGHTS, Weights, features_of};
pub use endgame::endgame;
pub use from_game::from_mistake;
pub use generator::{GENERATOR_VERSION, MOST_SHOWN, PuzzleGenerator, Wanted};
pub use kind::{PuzzleKind, Theme, UnknownWord};
pub use player_rating::{PUZZLE_DEVIATION, PlayerRating, RatingScore};
pub use practice::{DailyResult, Practice, Progress, Rated};
pub use puzzle::{HEAD, Puzzle, PuzzleTextError};
pub use repetition::{Card, DAYS, Repetition};
pub use rush::{Run, RunKind};
