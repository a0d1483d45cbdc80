// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests of the program from the command line. All are in one test program, because many of them
//! wait and can run in parallel.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod analyze;
mod board_files;
mod competition_paper;
mod convert;
mod examples;
mod matches;
mod paper_boxes;
mod papers;
mod post;
mod puzzles;
mod recorded;
mod review;
mod run_examples;
mod tables;
mod tournament;
mod uci;
mod variants;

recorded::recorded! {
    env!("CARGO_BIN_EXE_nmm"),
    prints_help_and_version
    refuses_outputs
    replaces_named_files
    reports_missing_tables
    reports_streams_it_cannot_write
    reports_wrong_usage
    writes_outputs_where_asked
}
