// SPDX-License-Identifier: GPL-3.0-or-later
//! The rules of nine men's morris and its family: points, boards, rules, positions, moves, games
//! and their text formats.
//!
//! ```text
//!   Board ◄── Rules ◄── Position ◄── Game ◄── GameTree ◄── Pgn
//!   points    choices   men, hands   history  variations   a tree
//!   edges     presets   and memory;  cursor   comments     with tags
//!   lines     builder   legal moves  outcome  glyphs       as text
//!     ▲                    ▲
//!   Point, PointSet       Move, Arrangement (a position that is not checked), perft
//! ```
//!
//! Each type has an example. This one plays a random game with this crate alone:
//!
//! ```
//! use morris::{Game, Rules};
//!
//! let mut game = Game::new(Rules::STANDARD);
//! let mut number = 1_usize;
//! while game.outcome().is_none() {
//!     let moves = game.position().legal_moves(game.rules());
//!     number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
//!     game.play(moves[(number >> 33) % moves.len()])?;
//! }
//! println!("{} after {} moves", game.outcome().unwrap().result(), game.moves().len());
//! # Ok::<(), morris::IllegalMove>(())
//! ```
//!
//! The crate prints nothing and translates nothing. It reads no clock, no file and no random
//! number. A *move* is a placement, slide or flight with its removals, and one *ply*. *Turn* only
//! means whose turn it is.
//!
//! Structs that will grow are `#[non_exhaustive]`. The enums of rules, refusals and outcomes are
//! exhaustive on purpose, so that the compiler points out every `match` that a new variant affects.
//!
//! | modules | purpose |
//! |---|---|
//! | `points` | points and sets of them |
//! | `board`, `boards`, `symmetries`, `display` | boards, their table, symmetries, and names of points and moves on a board |
//! | `rules`, `presets`, `choices`, `builder`, `rules_text` | rules, their tables, and rules as words |
//! | `position`, `arrangement`, `position_line` | positions, and what describes one |
//! | `movegen`, `forced_move`, `moves`, `steps`, `outcome`, `zobrist` | legal moves, moves between phases as in shax, moves as numbers, ends, hashes |
//! | `game`, `game_tree` | games with cursor, undo, and repetition; variations, comments, glyphs |
//! | `pgn`, `text_picture`, `transformation` | texts, and boards mirrored or turned |
//! | `names`, `escape`, `legible` | text from outside |
//! | `ids` | the macro [`with_ids!`]: enums whose values have words |
//!
//! Compatibility: minor versions keep what is public. Text formats and [`Position::hash`] never
//! change. A newer Rust than 1.85 needs a new minor version.

#![warn(clippy::print_stdout, clippy::print_stderr)]

mod arrangement;
mod board;
mod boards;
mod builder;
mod choices;
mod color;
mod display;
mod escape;
mod forced_move;
mod game;
mod game_tree;
mod ids;
mod legible;
mod movegen;
mod moves;
pub mod names;
mod outcome;
mod pgn;
mod points;
mod position;
mod position_line;
mod presets;
mod rules;
mod rules_text;
#[cfg(feature = "serde")]
mod serde;
mod steps;
mod symmetries;
mod text_picture;
mod transformation;
pub mod zobrist;

pub use arrangement::{Arrangement, ArrangementError, ArrangementErrors, Memory, ParsePositionError};
pub use board::{Board, Layout, Symmetry};
pub use boards::{
    CROSS_17, DIAG_9, DIAG_24, MOEBIUS_24, MOVES_24, PLAIN_9, PLAIN_24, POLYGON_3, POLYGON_5, POLYGON_6, RING_16,
    SESOTHO_25, SUNMILL_32, WHEEL_9, WINDMILL_28,
};
pub use builder::RulesError;
pub use choices::{Choice, Values};
pub use color::{ByColor, Color};
pub use display::OnBoard;
pub use escape::{MAX_QUOTED, escape, escape_path};
pub use forced_move::ForcedMove;
pub use game::{Game, LONGEST_GAME};
pub use game_tree::{GameTree, NodeId, Place, Row, Walk};
pub use legible::{MAX_MARKS, MAX_SHOWN, legible, shortened, shown};
pub use movegen::{MAX_REMOVED, perft};
pub use moves::{IllegalMove, Move, ParseMoveError};
pub use outcome::{DrawReason, Outcome, WinReason};
pub use pgn::{Pgn, PgnError, PgnErrorKind, PointNotation};
pub use points::{MAX_POINTS, POINTS, ParsePointError, Point, PointSet};
pub use position::{Phase, Position, PositionError};
pub use position_line::rules_of_line;
pub use presets::ParseRulesError;
pub use rules::{
    Blocked, CaptureBetween, DrawRules, FirstPlacement, Flying, FlyingCounts, FullBoard, Goal, MIN_MEN, MillProtection,
    MillReuse, Placing, PlacingRemovals, QuietReset, Removals, Rules, RulesBuilder,
};
pub use rules_text::{RulesTextError, RulesWarning};
pub use steps::{ActionError, Steps};
pub use text_picture::text_picture;
pub use transformation::Transformation;
