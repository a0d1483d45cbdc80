// SPDX-License-Identifier: GPL-3.0-or-later
//! Games of Nine Men's Morris being played: what is agreed before one ([`setup`]), one in progress
//! ([`session`]), and the user's files ([`persistence`]). No window.
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
//! [`adaptive_level`] finds the level for somebody, [`statistics`] counts finished games,
//! [`log_filter`] says what the programs tell of their work. What is spoken with other programs is
//! in `morris_players`, puzzles and reviews are in `morris_teach`.

#![warn(clippy::print_stdout, clippy::print_stderr)]

pub mod adaptive_level;
pub mod log_filter;
pub mod persistence;
pub mod session;
pub mod setup;
pub mod statistics;
mod values;
