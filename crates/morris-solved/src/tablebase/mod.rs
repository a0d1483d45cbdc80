// SPDX-License-Identifier: GPL-3.0-or-later
//! The solved game: the value of every position of a game by the standard rules; and sectors on the
//! board with diagonals.
//!
//! Positions with nobody holding men in hand lie in [sectors](Sector), solved by retrograde
//! analysis: a draw is what neither side can win, so the draw rules do not matter. Positions with
//! men in hand belong to a [`PlacingPly`] of the placing phase, solved from the last ply back to
//! the empty board, which is a draw.
//!
//! [`solve()`] and [`solve_placing`] make the tables, a file each, [`verify()`] proves them,
//! [`Tables`] answers for positions. Every position is counted once up to the 16 symmetries of the
//! board; the distances of the sectors are plies to the end or the next removal, the winner taking
//! as few as it can and the loser as many.
//!
//! A sector where the side to move has fewer men has no table: every move leads into two sectors
//! that have one, those without removal even into one row, so [`Tables`] looks one move ahead. The
//! verifier computes such sectors as a whole and proves the others from them. The same look answers
//! for a ply of the placing phase that is not there, from the next one.
//!
//! On the board with diagonals of twelve and eleven men's morris ([`BoardKind::Diagonal`]) sectors
//! are solved up to twelve men, beyond which a side may have more than nine; the numbering is the
//! same, since the symmetries are. What a full board means matters for the placing alone, which is
//! not solved: a removal has made room by the time that a sector is reached.
//!
//! What each table holds is in `data/sectors.tsv`; sizes, times, and what was tried are in
//! `docs/engine-log.md`.

mod board_kind;
mod file;
mod index;
mod limits;
mod look_ahead;
mod men_count;
mod placing_ply;
mod probe;
mod sector;
mod solve;
mod subsets;
mod symmetry;
mod symmetry_classes;
mod table_id;
mod tables;
mod verify;
mod wdl;

pub use board_kind::BoardKind;
pub use file::{Kind, Summary, TableError, TableErrorKind, file_name};
pub(crate) use file::{open, open_unfinished};
pub use index::Index;
pub use placing_ply::PlacingPly;
pub use probe::Prober;
pub use sector::{ParseSectorError, Sector};
pub use solve::{
    Keep, LookedAhead, PlacingTask, PlanStep, SectorsTask, SolveError, memory_needed, placing_memory_needed,
    placing_steps, sector_steps, solve, solve_placing, solve_placing_ply, solve_sector,
};
pub use table_id::TableId;
pub use tables::{Tables, check_folder};
pub use verify::{Checked, Proved, Scope, VerifyError, Worth, verify};
pub use wdl::{ProbeResult, Wdl};
