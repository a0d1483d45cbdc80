// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests of the rules: boards, moves, texts of games, and path counts.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod boards;
mod game_text;
mod perft;
mod rules;
mod steps;
mod variants;
