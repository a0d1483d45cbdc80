// SPDX-License-Identifier: GPL-3.0-or-later
//! Puzzles: positions in which something is to be found, made without end out of the tables of solved positions.
//!
//! ```text
//! seed ─► candidates ─► PuzzleMaker ─► Puzzle ─► Attempt ─► Verdict
//!                        values, lines, win_search (what a position is worth, what follows, how quickly it is won)
//!                        theme_finder, difficulty  (what it is about, how hard it is)
//! ```
//!
//! Everything is decided by what the tables say, or proven by a search over it. The tables that come with the program are
//! enough.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, clippy::unreachable)]

mod attempt;
mod candidates;
mod canonical;
mod difficulty;
mod kind;
mod lines;
mod maker;
mod player_rating;
mod puzzle;
mod theme_finder;
mod values;
mod win_search;

pub use attempt::{Attempt, AttemptState, Verdict};
pub use canonical::PuzzleKey;
pub use difficulty::{FEATURE_NAMES, FEATURES, RATINGS, WEIGHTS, Weights};
pub use kind::{PuzzleKind, Theme, UnknownWord};
pub use maker::{GENERATOR_VERSION, PuzzleMaker, Wanted};
pub use player_rating::{PUZZLE_DEVIATION, PlayerRating, Points};
pub use puzzle::{HEAD, Puzzle, PuzzleTextError};
