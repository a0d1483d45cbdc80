// SPDX-License-Identifier: GPL-3.0-or-later
//! Named openings of the standard rules, recognized by position.
//!
//! ```text
//! data/openings.tsv ─► line (a row: moves, values, how many moves hold) ─► book (position ─► name)
//!                                          drill (a decision ─► Puzzle) ◄────┘
//! refuted (a published move that loses ─► Puzzle)
//! ```
//!
//! The order of the moves and the side of the board do not matter. All verdicts come from the
//! tables: `lab openings` writes them into the file.

mod book;
mod drill;
mod line;
mod refuted;

pub use book::{InGame, OpeningName, made, name, of_game, openings};
pub use drill::LineCard;
pub use line::{HEAD, Holding, Opening, OpeningError};
pub use refuted::RefutedMove;
