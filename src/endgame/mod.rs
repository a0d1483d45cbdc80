// SPDX-License-Identifier: GPL-3.0-or-later
//! Solved sectors: the value of every position with nobody holding men in hand, by retrograde analysis.
//!
//! A position with men in hand or with fewer than three men of a side lies in no sector. The turns are those of the
//! standard rules; a draw is what neither side can win, so the draw rules do not matter.
//!
//! [`solve()`] makes the tables, a file for each [`Sector`], [`verify()`] proves them, [`Tables`] answers for positions.
//! Every position is counted once up to the 16 symmetries of the board; the distances are plies to the end or the next
//! removal, the winner taking as few as it can and the loser as many.
//!
//! | sector | positions | wins | draws | losses | longest win | longest loss |
//! |---|---|---|---|---|---|---|
//! | 3-3 | 169626 | 140621 | 269 | 28736 | 25 | 26 |
//! | 4-3 | 760398 | 75397 | 681906 | 3095 | 1 | 10 |
//! | 3-4 | 760398 | 102281 | 658117 | 0 | 11 | 0 |
//! | 5-3 | 2580390 | 580660 | 1999730 | 0 | 3 | 0 |
//! | 4-4 | 3225597 | 159 | 3225409 | 29 | 9 | 8 |
//! | 3-5 | 2580390 | 6301 | 2564412 | 9677 | 1 | 2 |
//! | 6-3 | 6875320 | 2752371 | 4122949 | 0 | 7 | 0 |
//! | 5-4 | 10310496 | 9889 | 10300599 | 8 | 29 | 4 |
//! | 4-5 | 10310496 | 51 | 10308935 | 1510 | 5 | 28 |
//! | 3-6 | 6875320 | 0 | 6683320 | 192000 | 0 | 6 |
//! | 7-3 | 14725688 | 13411581 | 1314107 | 0 | 31 | 0 |
//! | 6-4 | 25765792 | 5985293 | 19780495 | 4 | 153 | 2 |
//! | 5-5 | 30914424 | 28819 | 30881316 | 4289 | 33 | 32 |
//! | 4-6 | 25765792 | 22 | 24115798 | 1649972 | 3 | 152 |
//! | 3-7 | 14725688 | 0 | 7759904 | 6965784 | 0 | 30 |

mod cache;
mod classes;
mod file;
mod index;
mod men;
mod ply;
mod sector;
mod solve;
mod subject;
mod subsets;
mod symmetry;
mod tables;
mod value;
mod verify;

pub use file::{Kind, Summary, TableError, TableErrorKind, file_name};
pub use index::Index;
pub use ply::Ply;
pub use sector::{ParseSectorError, Sector};
pub use solve::{
    Keep, PlacingProgress, PlacingTask, Progress, SolveError, Stage, Task, memory_needed, placing_memory_needed, solve,
    solve_placing,
};
pub use subject::Subject;
pub use tables::Tables;
pub use value::Value;
pub use verify::{Checked, VerifyError, Worth, verify};
