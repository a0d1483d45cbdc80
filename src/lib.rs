// SPDX-License-Identifier: GPL-3.0-or-later
//! Nine Men's Morris: the rules, a computer player, the user's files and the window, in layers that
//! `tests/architecture.rs` keeps apart.

#[cfg(feature = "gui")]
pub mod config;
pub mod endgame;
pub mod engine;
pub mod game;
pub mod persistence;
pub mod protocol;
pub mod session;
pub mod setup;
#[cfg(feature = "gui")]
pub mod ui;
