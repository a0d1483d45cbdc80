// SPDX-License-Identifier: GPL-3.0-or-later
//! Players of all kinds, and the interfaces to other programs: text formats for positions and
//! games, the protocols of the competition and the classroom, the UCI-like protocol, and a referee.
//!
//! ```text
//! referee (nmm match) ───────┐
//! ExternalPlayer (window) ───┴─► GamePlayer ◄── EnginePlayer, NovicePlayer, RandomPlayer
//!                                           ◄── CompetitionClient, UciClient ── Process ── external program
//!                                           ◄── Agent ── HTTP ── external program
//! ```
//!
//! ```
//! use morris::Rules;
//! use morris_players::{Format, GameInText};
//!
//! let read = GameInText::read("1. 5 14 2. 20 11", Format::PlayOk, &Rules::STANDARD)?;
//! assert_eq!(read.pgn.game().moves().len(), 4);
//! # Ok::<(), morris_players::FormatError>(())
//! ```
//!
//! [`PlayerSpec`] describes a player. [`SearchControl`] accompanies each request and tells the
//! player whether the answer is still wanted.
//!
//! All input is untrusted. Nothing here panics, every error message is a single line, and the
//! length of input lines is limited. This crate prints nothing. Output goes through callbacks.
//!
//! | modules | purpose |
//! |---|---|
//! | `player`, `player_spec`, `builtin_players`, `novice` | players |
//! | `program`, `process`, `external_player`, `search_control` | other programs as players |
//! | `referee` | matches |
//! | `uci`, `competition`, `classroom`, `address` | protocols |
//! | `formats`, `board_file`, `sanmill`, `position_formats`, `test_position` | texts of other programs |

#![warn(clippy::print_stdout, clippy::print_stderr)]
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, clippy::unreachable)]

mod address;
mod board_file;
mod builtin_players;
mod classroom;
pub mod competition;
mod external_player;
mod format_error;
mod formats;
mod novice;
mod player;
mod player_spec;
mod position_formats;
mod process;
mod program;
mod referee;
mod sanmill;
mod search_control;
mod test_position;
mod tracked_game;
pub mod uci;

pub use address::{Address, AddressError};
pub use board_file::{BoardFile, BoardFileError, Period};
pub use builtin_players::{BuiltinPlayer, EnginePlayer, RandomPlayer};
pub use external_player::{ExternalPlayer, SeatEvent, SeatEventKind, SeatRequest};
pub use format_error::{FormatError, FormatProblem};
pub use formats::{CannotHold, Format, GameInText, ParseFormatError};
pub use novice::{Novice, NovicePlayer};
pub use player::{AgentError, GamePlayer, PlayerConfig, PlayerError};
pub use player_spec::{ParsePlayerError, PlayerSpec, connect_program, parse_limits, parse_time};
pub use position_formats::{PartialPosition, PositionTextError};
pub use process::{
    ExitReport, HiddenFolders, Line, Lines, MAX_COMMAND_BYTES, MAX_LINE_BYTES, ProcessError, can_hide,
    hide_from_programs, supervise_if_asked, supervise_with,
};
pub use program::{Program, ProtocolKind};
pub use referee::{Ending, Terms, play};
pub use sanmill::{SanmillError, SanmillForm};
pub use search_control::{NoControl, PlayerSignal, SearchControl};
pub use test_position::{TestPosition, TestPositionError};
pub use tracked_game::{PlayWordsError, TrackedGame};
