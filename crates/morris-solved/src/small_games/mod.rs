// SPDX-License-Identifier: GPL-3.0-or-later
//! Small games, solved completely: the value of every position, including men in hand, and the
//! plies to the end.
//!
//! A game is [small](is_small) if its positions remember nothing and there are at most about forty
//! million of them. They are grouped into [sectors](GameSector), by the men of each side in hand
//! and on the board, the side to move first. The color of the side to move does not matter.
//! [`solve_game`] solves all of them by retrograde analysis and writes a file. [`verify_game`]
//! proves the file. [`GameTables`] probes the games of a folder. Draws by repetition and by quiet
//! plies are ignored. Everything about moves comes from [`morris`], so any small set of rules can
//! be solved, whether a preset or custom.
//!
//! Tables contain every position that can be set up, counted once up to the symmetries of the
//! board. Only positions in which the side to move has already won by a mill are left out, because
//! they are never probed. Plies are counted to the end of the game, not to the next removal. The
//! winner takes the shortest way, the loser the longest.
//!
//! `data/sectors.tsv` lists the contents of each sector. Sizes and times are in
//! `docs/engine-log.md`.

mod code;
mod file;
mod head;
mod layout;
mod numbering;
mod sector;
mod solve;
mod table;
mod verify;

pub use file::{is_unfinished, remove_tables};
pub use head::{game_file_name, game_path};
pub use layout::is_small;
pub use sector::GameSector;
pub use solve::{GameTask, solve_game};
pub use table::{GameTable, GameTables};
pub use verify::{GameVerifyError, verify_game};
