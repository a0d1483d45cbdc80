// SPDX-License-Identifier: GPL-3.0-or-later
//! The rules: points, boards, moves, positions, records and their texts.
//!
//! It prints nothing, reads no clock, no file and no random number, and translates nothing. The words are those of
//! the game: a *move* is a placement, slide or flight with its removal, and one ply.

#![warn(clippy::print_stdout, clippy::print_stderr)]

mod arrangement;
mod board;
mod color;
mod pgn;

mod game;
mod movegen;
mod moves;
mod outcome;
mod perft;
mod point;
mod point_set;
mod position;
mod printable;
mod rules;
#[cfg(feature = "serde")]
mod serde;
pub mod zobrist;

pub use arrangement::{Arrangement, ArrangementError, ArrangementErrors, ParsePositionError};
pub use board::{Board, PLAIN_24, Symmetry};
pub use color::{ByColor, Color};
pub use game::{Game, LONGEST_GAME};
pub use movegen::IllegalMove;
pub use moves::{Move, ParseMoveError};
pub use outcome::{DrawReason, Outcome, WinReason};
pub use perft::perft;
pub use pgn::{Pgn, PgnError, PgnErrorKind, PointNotation, Variation};
pub use point::{POINTS, ParsePointError, Point};
pub use point_set::PointSet;
pub use position::{Phase, Position, PositionError};
pub use printable::{MOST_QUOTED, printable, printable_path};
pub use rules::{DrawRules, Flying, ParseRulesError, QuietReset, Rules};
