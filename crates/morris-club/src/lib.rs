// SPDX-License-Identifier: GPL-3.0-or-later
//! Tournaments of people and programs: who meets whom, what a result is worth, and the table.
//!
//! A [`Tournament`] is a list of entrants and of rounds. Each format is a function that makes the
//! next round from what has happened ([`Tournament::next_round`]); results, tables, undo, and files
//! do not know the format. [`Tournament::change`] is the only way to change one, and a refused
//! [`Change`] changes nothing. [`Undoable`] keeps the last hundred states.
//!
//! ```
//! use morris_club::{Change, Format, GameScore, Place, Settings, Stage, Tournament};
//!
//! let mut evening = Tournament::new(Settings::new("Club evening", Format::Swiss { rounds: 2 }))?;
//! for name in ["Ann", "Bob", "Cem", "Dora"] {
//!     evening.change(&Change::Add { name: name.to_owned(), program: None })?;
//! }
//! evening.change(&Change::Pair)?;
//! for at in evening.open_meetings() {
//!     // Three points of two games: a win and a draw.
//!     let games = GameScore::worth(2, 3)[0].iter().copied().map(Some).collect();
//!     evening.change(&Change::Result { at, games, when: String::new() })?;
//! }
//! let table = evening.standings(Stage::All);
//! assert_eq!((table.rows[0].entrant, table.rows[0].points.to_string().as_str()), (0, "3"));
//!
//! // A tournament goes on after its text has been saved and opened.
//! let mut evening = Tournament::from_text(&evening.to_text())?;
//! evening.change(&Change::Pair)?;
//! let winners = evening.meeting(Place { round: 1, table: 0 }).unwrap();
//! assert!(winners.has(0) && winners.is_open());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Entrants, rounds, tables, and games are numbered from 0 here, and from 1 in files and on screen.
//! The crate reads no clock, no file, and no random number: times are texts, and lots are
//! arguments.
//!
//! | modules | purpose |
//! |---|---|
//! | `settings`, `meeting`, `tournament`, `points` | what a tournament is |
//! | `change`, `undo`, `error` | what can happen to it, and why a change is refused |
//! | `pairing` | the next round, by `circle` (round robin), `swiss` with `matching`, or `knock_out` |
//! | `past` | who has met whom, and the colors |
//! | `standings`, `tally` | the table and its tie-breaks |
//! | `file_text`, `words`, `export` | text of the file; TSV and TRF for other programs |

#![warn(clippy::print_stdout, clippy::print_stderr)]
#![deny(clippy::unwrap_used, clippy::panic, clippy::unreachable)]

mod change;
mod circle;
mod error;
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

pub use change::Change;
pub use circle::circle;
pub use error::{ChangeError, MOST_ENTRANTS, missing_results};
pub use file_text::{FileTextError, MAX_FILE_TEXT_BYTES};
pub use knock_out::{Bracket, BracketPair};
pub use meeting::{GameScore, Meeting, Place, Side, games_of_letters, letters_of_games};
pub use points::Points;
pub use settings::{Absence, Clock, Format, Level, Order, Scoring, Settings, TieBreak};
pub use tally::{Cell, Row, Standings, Tally};
pub use tournament::{Correction, Entrant, OWN_PROGRAM, Round, Stage, Tournament};
pub use undo::{MOST_UNDONE, Undoable};
