// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests of the program from the command line. All are in one test program, because many of them
//! wait and can run in parallel.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod analyze;
mod board_files;
mod competition_paper;
mod complaints;
mod convert;
mod examples;
mod matches;
mod outputs;
mod paper_boxes;
mod papers;
mod post;
mod puzzles;
mod review;
mod run_examples;
mod tables;
mod tournament;
mod uci;
mod variants;
