// SPDX-License-Identifier: GPL-3.0-or-later
//! Teaching: game reviews, puzzles, and the rating of a person's play.
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
//! * [`review`]: the value of each move of a game, the moves that gave value away, and the reasons.
//! * [`explore`](mod@explore): the value of every legal move, and how many replies hold.
//! * [`hint`]: the reason for a recommended move.
//! * [`opening`]: names of openings, recognized by position.
//! * [`coach`]: tips in the first games of a person.
//! * [`puzzles`]: puzzles and questions made from the tables of solved positions, the record of a
//!   person's practice, and the rating of the solver.
//!
//! This crate reads no user files, prints nothing, and does not depend on a window.

#![warn(clippy::print_stdout, clippy::print_stderr)]

pub mod coach;
pub mod explore;
pub mod hint;
pub mod opening;
pub mod puzzles;
pub mod review;
