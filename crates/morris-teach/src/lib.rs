// SPDX-License-Identifier: GPL-3.0-or-later
//! What teaches: games reviewed, puzzles to solve, and how well somebody solves them.
//!
//! ```
//! use morris::{Position, Rules};
//! use morris_solved::tablebase::{Tables, Wdl};
//! use morris_teach::review::move_values;
//!
//! let tables = Tables::open("../../data/endgame".as_ref()).0;
//! let values = move_values(&tables, &Rules::STANDARD, &[Position::start(&Rules::STANDARD)]);
//! assert!(values.len() == 24 && values.iter().all(|(_, known)| known.value == Wdl::Draw));
//! ```
//!
//! * [`review`]: what the moves of a game were worth, which gave value away, and why.
//! * [`puzzles`]: positions in which something is to be found, made out of the tables; what was practiced, and the rating
//!   of who did.
//!
//! Nothing here reads a file of the user, prints, or knows a window.

#![warn(clippy::print_stdout, clippy::print_stderr)]

pub mod puzzles;
pub mod review;
