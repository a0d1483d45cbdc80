// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests of widgets: the board, the list of moves, messages, and the page of saved games.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod board;
mod move_list;
mod notices;
mod saved_games;
mod support;
