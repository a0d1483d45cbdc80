// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests of the engine: search, levels, clocks, and play with tables.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod clock;
mod common;
mod engine;
mod levels;
mod small_games;
#[allow(dead_code, reason = "some of it is for the tests of the solver")]
#[path = "../../morris-solved/tests/small_games/support.rs"]
mod support;
