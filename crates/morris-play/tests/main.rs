// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests of games in progress and of the files of the user.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod by_message;
mod counting;
mod formats;
mod parsers;
mod perfect;
mod practice;
mod reading;
mod saves;
mod settings;
mod statistics;
mod tournaments;
