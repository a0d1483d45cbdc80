// SPDX-License-Identifier: GPL-3.0-or-later
//! Games of Nine Men's Morris being played: what is agreed before one ([`setup`]), one in progress ([`session`]), who
//! plays and what is spoken with other programs ([`protocol`]), and the user's files ([`persistence`]). No window.

#![warn(clippy::print_stdout, clippy::print_stderr)]

pub mod log_filter;
pub mod names;
pub mod persistence;
pub mod protocol;
pub mod puzzles;
pub mod session;
pub mod setup;
pub mod suits_you;
pub mod tally;
mod values;
