// SPDX-License-Identifier: GPL-3.0-or-later
//! Small games, solved whole: the value of every position, men in hand and all, and the plies to
//! the end.
//!
//! A game is [small](is_small) if its positions remember nothing and there are at most some ten
//! million of them. They lie in [sectors](GameSector), by the men of each side in hand and on the
//! board, the side to move first: who is White and who Black does not matter. [`solve_game`] solves
//! all of them by retrograde analysis and keeps a file, [`verify_game`] proves it, [`GameTables`]
//! answer for the games of a folder. Draws by repetition and by quiet plies are left aside.
//! Everything about moves comes from [`morris`]: a set of rules is solved as soon as it can be
//! played, presets and rules of one's own.
//!
//! Every position that can be set up is there, counted once up to the symmetries of the board, but
//! those where who is to move has won already by a mill: nobody asks about these. Plies go to the
//! end of the game, not to the next removal: the winner takes as few as it can, the loser as many.
//!
//! What each sector holds is in `data/sectors.tsv`; sizes and times are in `docs/engine-log.md`.

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
pub use solve::{GameTask, solve_game};
pub use table::{GameTable, GameTables};
pub use verify::{GameVerifyError, verify_game};
