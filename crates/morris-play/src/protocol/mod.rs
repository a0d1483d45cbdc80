// SPDX-License-Identifier: GPL-3.0-or-later
//! What is spoken with other programs: positions in their formats, the competition's, the classroom's and the
//! UCI-like protocol, players and a referee.
//!
//! All of it comes from outside: nothing here panics, every refusal is one line in words, and lines are bounded. It
//! prints nothing; what is to be said goes through the callback that it was given.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, clippy::unreachable)]

mod address;
mod board_file;
mod choice;
mod classroom;
pub mod competition;
mod formats;
mod game_in_play;
mod known_position;
mod lines;
mod ours;
mod picture;
mod pipe;
mod player;
mod position_text;
mod process;
mod referee;
mod sanmill;
mod supervisor;
pub mod uci;
mod visitor;

pub use address::{Address, AddressError};
pub use board_file::{BoardFile, BoardFileError, Period};
pub use choice::{ParsePlayerError, PlayerSpec, parse_limits, parse_time, program_sits_down};
pub use classroom::{Agent, AgentError};
pub use formats::{CannotHold, Format, FormatError, FormatProblem, GameInText, ParseFormatError};
pub use game_in_play::{GameInPlay, PlayWordsError};
pub use known_position::{LabelledPosition, LabelledPositionError};
pub use lines::{Line, Lines, MOST_BYTES};
pub use ours::{BuiltinPlayer, OurEngine, Random};
pub use picture::{PngError, picture, png, svg};
pub use player::{NoControl, Player, PlayerConfig, PlayerError, PlayerSignal, Watch};
pub use position_text::{PositionInTurn, PositionTextError};
pub use process::{ExitReport, Process, ProcessError};
pub use referee::{Ending, Terms, play};
pub use sanmill::{SanmillError, SanmillForm};
pub use supervisor::{supervise_if_asked, supervise_with};
pub use visitor::{ProgramEvent, ProgramEventKind, ProgramRequest, Visitor};

/// A word from outside as it can be shown in one line: short, and without control characters.
pub(crate) use morris::printable as shown;

/// A text as it can be shown in one line, without control characters.
pub(crate) fn escaped(text: &str) -> String {
    letters(text).collect()
}

fn letters(text: &str) -> impl Iterator<Item = char> {
    text.chars().flat_map(|letter| {
        let plain = matches!(letter, '\'' | '"' | '\\');
        // These become two letters of which the second is the first.
        letter.escape_debug().skip(usize::from(plain))
    })
}
