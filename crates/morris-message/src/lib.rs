// SPDX-License-Identifier: GPL-3.0-or-later
//! Games by message: two players, each with a program, hand each other one line of text a turn,
//! over any chat or email. [`MessageGame`] is the game of one of them, [`Line`] is a line.
//!
//! ```text
//! invitation  nmm2 GAME RULES white|black|any NAME key=KEY
//! acceptance  nmm2 GAME RULES accept NAME key=KEY CHECK
//! turn        nmm2 GAME RULES NUMBER MOVE|+draw|+undo|+yes|+no|+resign|+time CHECK
//! whole game  nmm2 GAME RULES whole NAME key=KEY NUMBER POSITION COUNT TURN… CHECK
//! ```
//!
//! The keys are those of X25519, and HKDF-SHA256 makes the keys of the game from their shared
//! secret. The check letters of a line are the first 40 bits of HMAC-SHA256 over the line before, a
//! line feed, and the line without them. So a stranger who only reads all lines can write none,
//! repeat none, and change the order of none. A stranger who changes the invitation and the
//! acceptance on the way can: then the two players see different safety phrases, unless that
//! stranger is an expert, who can find keys with the same phrase within minutes. Both players know
//! the key, so no line proves anything to a third person. `docs/players.md` describes the
//! format for other programs. Games of version 1, which begin with `nmm1`, go on as they are.
//!
//! Two players, from the invitation to the first moves:
//!
//! ```
//! use morris::Rules;
//! use morris_message::{ColorChoice, MessageGame, News, Question, Reading, Status, Turn};
//!
//! let mut ann = MessageGame::invite(Rules::STANDARD, ColorChoice::White, "Ann".parse()?, [7; 40])?;
//! let mut bob = MessageGame::accept(&ann.invitation().link(), "Bob".parse()?, [8; 32])?;
//! ann.read(&bob.last_line())?;
//! assert_eq!((ann.status(), bob.status()), (Status::YourTurn, Status::FriendsTurn));
//!
//! let board = ann.rules().board;
//! bob.read(&ann.write(Turn::parse("d6", board)?)?.into_line())?;
//! ann.read(&bob.write(Turn::parse("draw", board)?)?.into_line())?;
//! assert_eq!(ann.status(), Status::YourAnswer(Question::Draw));
//! bob.read(&ann.write(Turn::parse("no", board)?)?.into_line())?;
//! ann.read(&bob.write(Turn::parse("f4", board)?)?.into_line())?;
//!
//! // A game goes on after its text has been saved and opened.
//! let mut ann = MessageGame::from_toml(&ann.to_toml())?;
//! assert_eq!(ann.position_line(), bob.position_line());
//!
//! // A resignation is possible out of turn.
//! let reading = ann.read(&bob.write(Turn::Resign)?.into_line())?;
//! let turns = vec![(bob.color().unwrap(), Turn::Resign)];
//! assert_eq!(reading, Reading::Applied(News { turns, ..News::default() }));
//! assert!(matches!(ann.status(), Status::Over(_)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The crate reads no clock, no file, and no random number, and it starts no thread. Random bytes
//! are arguments.
//!
//! | modules | purpose |
//! |---|---|
//! | `line`, `player_name`, `color_choice`, `turn` | the words of a line, found in a text |
//! | `keys` | X25519, check letters |
//! | `course` | what the turns have led to: passes, questions, the end |
//! | `onlooker` | the game without a key, for watchers |
//! | `message_game`, `reading`, `file_text` | invite, accept, write; what a line does; the game as TOML |

#![warn(clippy::print_stdout, clippy::print_stderr)]
#![deny(clippy::unwrap_used, clippy::panic, clippy::unreachable)]

mod color_choice;
mod course;
mod error;
mod file_text;
mod keys;
mod limits;
mod line;
mod message_game;
mod onlooker;
mod player_name;
mod reading;
mod turn;
mod version;

pub use color_choice::{ColorChoice, ParseColorError};
pub use error::{LineError, TurnError};
pub use file_text::{FileTextError, MAX_FILE_TEXT_BYTES};
pub use limits::{LAST_NUMBER, MAX_TEXT_BYTES};
pub use line::{Line, LineKind};
pub use message_game::{ACCEPTANCE_BYTES, INVITATION_BYTES, MessageGame, NotPreset, Role, Status, Writing};
pub use onlooker::Onlooker;
pub use player_name::{LONGEST_NAME, NameError, PlayerName};
pub use reading::{News, Reading};
pub use turn::{Answer, Question, Turn};
pub use version::Version;
