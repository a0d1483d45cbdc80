// SPDX-License-Identifier: GPL-3.0-or-later
//! The program as those who call it have it. One test program for all: much of it waits, so it goes
//! side by side.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod analyse;
mod board_files;
mod competition_paper;
mod complaints;
mod convert;
mod examples;
mod matches;
mod outputs;
mod paper_boxes;
mod papers;
mod pipes;
mod puzzles;
mod review;
mod run_examples;
mod tables;
mod tournament;
mod uci;
mod variants;
