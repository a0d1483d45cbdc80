// SPDX-License-Identifier: GPL-3.0-or-later
//! Tournaments of people and programs: who meets whom, what a result is worth, and the table.

#![warn(clippy::print_stdout, clippy::print_stderr)]
#![deny(clippy::unwrap_used, clippy::panic, clippy::unreachable)]

mod change;
mod circle;
mod export;
mod file_text;
mod knock_out;
mod matching;
mod meeting;
mod pairing;
mod past;
mod points;
mod settings;
mod standings;
mod swiss;
mod tally;
mod tournament;
mod undo;
mod words;

pub use change::{Change, ChangeError};
pub use circle::circle;
pub use file_text::{FileTextError, MAX_FILE_TEXT_BYTES};
pub use knock_out::{Bracket, BracketPair};
pub use meeting::{GameScore, Meeting, Side};
pub use pairing::PairingError;
pub use points::Points;
pub use settings::{
    Absence, Clock, Format, KnockOut, Level, LimitError, MOST_ENTRANTS, Order, Scoring, Settings, TieBreak,
};
pub use tally::{Cell, Row, Standings, Tally};
pub use tournament::{Bye, Correction, Entrant, Place, Round, Stage, Tournament};
pub use undo::{MOST_UNDONE, Undoable};
pub use words::games_of_letters;
