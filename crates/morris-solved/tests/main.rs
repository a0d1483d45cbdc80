// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests of solved positions: solver, verifier, files, and lookup.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;
mod small_games;
mod tables;
