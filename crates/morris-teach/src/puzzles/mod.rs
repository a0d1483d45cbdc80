// SPDX-License-Identifier: GPL-3.0-or-later
//! Puzzles, generated without limit from the tables of solved positions.
//!
//! ```text
//! day ─► daily ─┐                                    from_mistake (from a person's game) ─► Puzzle
//! seed ─────────┴─► candidates ─► PuzzleGenerator ─► Puzzle ─► Attempt ─► Verdict
//!                   values, lines, win_search (value of a position, its continuation, length of a win)
//!                   theme_finder, difficulty  (themes, rating)
//! Attempt ─► Practice: PlayerRating (Glicko-2), Repetition, days, records of runs
//! Endgame ─► EndgamePlay ─► EndgameState, EndgameRecord
//! question (is a move of a game of weak levels a mistake?) ─► Question
//! check: verifies a puzzle independently
//! ```
//!
//! All decisions come from the tables, or are proven by a search over them. The bundled tables are
//! sufficient.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, clippy::unreachable)]

mod attempt;
mod candidates;
mod canonical;
mod check;
mod daily;
mod difficulty;
mod endgame;
mod endgame_play;
mod from_game;
mod generator;
mod judgment;
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
pub use daily::{DailyGrade, daily, daily_seed};
pub use difficulty::{FEATURE_NAMES, FEATURES, RATINGS, WEIGHTS, Weights, features_of};
pub use endgame::{Endgame, EndgameGoal, EndgameRecord, MOVES_TO_HOLD, endgame};
pub use endgame_play::{EndgamePlay, EndgameState};
pub use from_game::from_mistake;
pub use generator::{GENERATOR_VERSION, MOST_SHOWN, PuzzleGenerator, Wanted};
pub use judgment::{QUESTION_RATINGS, Question, question};
pub use kind::{PuzzleKind, Theme, UnknownWord};
pub use player_rating::{PUZZLE_DEVIATION, PlayerRating, RatingScore};
pub use practice::{DailyResult, Practice, Progress, Rated};
pub use puzzle::{HEAD, Puzzle, PuzzleTextError};
pub use repetition::{Card, DAYS, LineDue, Repetition};
pub use rush::{Run, RunKind};
