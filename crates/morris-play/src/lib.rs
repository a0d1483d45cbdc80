// SPDX-License-Identifier: GPL-3.0-or-later
//! Games of Nine Men's Morris in progress: their setup ([`setup`]), their course ([`session`]), and
//! the user's files ([`persistence`]). This crate does not depend on a window.
//!
//! ```
//! use morris::Rules;
//! use morris_play::session::{Effect, Input, Session};
//! use morris_play::setup::GameSetup;
//!
//! let mut session = Session::new(GameSetup::between_persons(Rules::STANDARD), 1);
//! session.handle(Input::Begin);
//! let effects = session.handle(Input::Tap("d6".parse()?));
//! assert!(effects.iter().any(|effect| matches!(effect, Effect::Autosave)));
//! # Ok::<(), morris::ParsePointError>(())
//! ```
//!
//! [`draft`] is a position being set up, [`analysis`] edits the tree of a game, [`adaptive_level`]
//! rates a person and finds a suitable opponent, [`statistics`] counts finished games, and
//! [`log_filter`] selects the log level. The
//! interfaces to other programs are in `morris_players`, puzzles and reviews in `morris_teach`.
//!
//! | modules | purpose |
//! |---|---|
//! | `setup`, `session`, `narration` | a game in progress, and what to say about it |
//! | `draft`, `analysis` | a position being set up, a tree with a shown node and its edits |
//! | `persistence`, `log_filter` | files of the user, the log |
//! | `statistics`, `adaptive_level` | finished games, the matching level |

#![warn(clippy::print_stdout, clippy::print_stderr)]

pub mod adaptive_level;
pub mod analysis;
pub mod draft;
pub mod log_filter;
pub mod narration;
pub mod persistence;
pub mod session;
pub mod setup;
pub mod statistics;
mod values;
