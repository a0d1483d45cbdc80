// SPDX-License-Identifier: GPL-3.0-or-later
//! Small games, solved whole: the value of every position and the plies to the end.

mod code;
mod file;
mod layout;
mod numbering;
mod sector;
mod solve;
mod table;
mod verify;

pub use file::{game_file_name, is_begun, remove_tables};
pub use layout::is_small;
pub use sector::GameSector;
pub use solve::{GameProgress, GameTask, solve_game};
pub use table::{GameTable, GameTables};
pub use verify::{GameVerifyError, verify_game};
