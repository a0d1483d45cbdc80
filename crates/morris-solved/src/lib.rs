// SPDX-License-Identifier: GPL-3.0-or-later
//! Solved positions of nine men's morris and its family: the solvers, their files, what proves
//! them, and the look-up.
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
//! * [`tablebase`]: nine men's morris, a file for each sector (by the men on the board) and each ply of the placing phase. Its
//!   [`Prober`](tablebase::Prober) also plays the last placements out, and knows what each move is worth.
//! * [`small_games`]: games of at most some ten million positions, each solved whole into one file.
//!
//! [`solve`] solves either, by a [`Task`], and says how far it is by [`Progress`].
//!
//! The engine, the review and the puzzles ask [`Tables`](tablebase::Tables) and the prober alone.
//! What each table holds is in `data/sectors.tsv`; what was measured and tried is in
//! `docs/engine-log.md`. Nothing here prints.

#![warn(clippy::print_stdout, clippy::print_stderr)]

mod progress;
pub mod small_games;
pub mod tablebase;
mod task;

pub use progress::{At, Progress, Stage};
pub use task::{Task, free_memory, solve};
