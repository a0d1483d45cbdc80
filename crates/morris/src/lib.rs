// SPDX-License-Identifier: GPL-3.0-or-later
//! The rules: points, boards, moves, positions, records and their texts.
//!
//! It prints nothing, reads no clock, no file and no random number, and translates nothing. The words are those of
//! the game: a *move* is a placement, slide or flight with its removal, and one ply.

#![warn(clippy::print_stdout, clippy::print_stderr)]

mod arrangement;
mod board;
mod boards;
mod builder;
mod color;
mod game;
mod memory;
mod movegen;
mod moves;
mod outcome;
mod perft;
mod pgn;
mod points;
mod position;
mod position_line;
mod presets;
mod printable;
mod rules;
mod symmetries;
pub mod zobrist;

pub use arrangement::{Arrangement, ArrangementError, ArrangementErrors, ParsePositionError};
pub use board::{Board, Layout, Symmetry};
pub use boards::{
    CROSS_17, DIAG_9, DIAG_24, MOEBIUS_24, PLAIN_9, PLAIN_24, POLYGON_3, POLYGON_5, POLYGON_6, RING_16, SUNMILL_32,
    WINDMILL_28,
};
pub use builder::{RulesBuilder, RulesError};
pub use color::{ByColor, Color};
pub use game::{Game, LONGEST_GAME};
pub use memory::Memory;
pub use moves::{IllegalMove, Move, ParseMoveError};
pub use outcome::{DrawReason, Outcome, WinReason};
pub use perft::perft;
pub use pgn::{Pgn, PgnError, PgnErrorKind, PointNotation, Variation};
pub use points::{MOST_POINTS, POINTS, ParsePointError, Point, PointSet};
pub use position::{Phase, Position, PositionError};
pub use presets::ParseRulesError;
pub use printable::{MOST_QUOTED, printable, printable_path};
pub use rules::{
    Blocked, DrawRules, FirstPoint, Flying, FromMills, FullBoard, Goal, Placing, QuietReset, Reforming,
    RemovalWhilePlacing, Removals, Rules,
};
