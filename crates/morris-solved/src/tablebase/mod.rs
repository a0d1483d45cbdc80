// SPDX-License-Identifier: GPL-3.0-or-later
//! Solved games: the value of every position of nine men's morris, and of twelve and eleven men's
//! morris on the board with diagonals.
//!
//! Positions without men in hand form [sectors](Sector), which are solved by retrograde analysis. A
//! draw is a position that neither side can win, so the draw rules do not matter. Positions with
//! men in hand belong to a [`PlacingPly`] of the placing phase of a [`PlacingGame`]. The plies are
//! solved from the last one back to the empty board, which is a draw in nine men's morris and a win
//! in the other two games. A ply is solved part by part, by numbers of men; after an interruption,
//! it continues after the last part that has a checkpoint. Before it gets its name, random
//! positions of it are proved, because the next ply may then be removed.
//!
//! [`solve()`] and [`solve_placing`] make the tables, one file each. [`verify()`] proves them.
//! [`Tables`] returns the values of positions. Every position is counted once up to the 16
//! symmetries of the board. The distances in the sectors are plies to the end or the next removal.
//! The winner takes the shortest way, the loser the longest.
//!
//! A sector where the side to move has fewer men has no table. Its moves lead into two sectors that
//! have one, and moves without a removal even into a single row, so [`Tables`] looks one move
//! ahead. The verifier computes such sectors completely and proves the others from them. The same
//! look-ahead replaces a missing ply of the placing phase, using the next ply.
//!
//! On the board with diagonals of twelve and eleven men's morris ([`BoardKind::Diagonal`]), a side
//! has up to twelve men. The numbering is the same, because the symmetries are. Both games share
//! the sectors. In twelve men's morris, the last man may fill the board, which is a draw: those
//! positions are a sector of their own.
//!
//! `data/sectors.tsv` lists the contents of each table. Sizes, times and experiments are in
//! `docs/engine-log.md`.

mod board_kind;
mod file;
mod index;
mod limits;
mod look_ahead;
mod men_count;
mod placing_game;
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
pub use file::{Kind, Summary, TableError, TableErrorKind, file_name, remove_unfinished};
pub(crate) use file::{lock, open, open_unfinished};
pub use index::Index;
pub use placing_game::PlacingGame;
pub use placing_ply::PlacingPly;
pub use probe::Prober;
pub use sector::{ParseSectorError, Sector};
pub use solve::{
    Keep, LookedAhead, PlacingTask, PlanStep, SectorsTask, SolveError, check_room_for_all, memory_needed,
    placing_memory_needed, placing_steps, placing_work_left, remove_tables, remove_temporary, sector_steps, solve,
    solve_placing, solve_placing_ply, solve_sector,
};
pub use table_id::TableId;
pub use tables::{Tables, check_folder};
pub use verify::{Checked, Proved, Scope, VerifyError, Worth, verify};
pub use wdl::{ProbeResult, Wdl};
