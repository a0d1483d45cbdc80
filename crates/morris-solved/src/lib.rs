// SPDX-License-Identifier: GPL-3.0-or-later
//! Solved positions of nine men's morris and its family: solvers, table files, verifiers and
//! probing.
//!
//! ```
//! use morris::{Position, Rules};
//! use morris_solved::tablebase::{Tables, Wdl};
//!
//! let (tables, refused) = Tables::open("../../data/endgame".as_ref());
//! assert!(refused.is_empty());
//! let start = Position::start(&Rules::STANDARD);
//! assert_eq!(tables.value(&start, &Rules::STANDARD), Some(Wdl::Draw));
//! ```
//!
//! * [`tablebase`]: nine, eleven, and twelve men's morris, with a file for each sector (by the men on
//!   the board) and for each ply of the placing phase. Its [`Prober`](tablebase::Prober) also plays out the last
//!   placements, and knows the value of each move.
//! * [`small_games`]: games of at most about forty million positions, each solved completely into one
//!   file.
//!
//! [`solve`] solves either kind from a [`Task`] and reports its [`Progress`].
//!
//! The engine, the review and the puzzles only use [`Tables`](tablebase::Tables) and the prober.
//! `data/sectors.tsv` lists the contents of each table. Measurements and experiments are in
//! `docs/engine-log.md`. This crate prints nothing.
//!
//! | modules | purpose |
//! |---|---|
//! | `tablebase`: `sector`, `placing_ply`, `index` | positions and their numbers |
//! | `tablebase`: `solve`, `verify`, `file` | making, checking, and storing tables |
//! | `tablebase`: `tables`, `probe` | lookup, with one move of search where a table is left out |
//! | `small_games` | the same for small games |
//! | `task`, `progress` | work for both |
//!
//! Compatibility: minor versions keep what is public, and read the tables of older ones. A newer
//! Rust than 1.85 needs a new minor version.

#![warn(clippy::print_stdout, clippy::print_stderr)]

mod progress;
pub mod small_games;
pub mod tablebase;
mod task;

pub use progress::{At, Progress, Stage};
pub use task::{Task, free_memory, solve};
