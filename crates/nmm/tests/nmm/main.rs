// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests of the program from the command line. All are in one test program, because many of them
//! wait and can run in parallel.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod club;
mod competition_paper;
mod examples;
mod help_figures;
mod matches;
mod openings;
mod paper_boxes;
mod papers;
mod post;
mod puzzles;
mod recorded;
mod review;
mod room;
mod run_examples;
mod tables;
mod tournament;
mod uci;

use std::io::Write;

/// Says why nothing is tested, also where the output of a test that passes is not shown.
fn not_tested(why: &str) {
    _ = writeln!(std::io::stderr(), "not tested: {why}");
}

recorded::recorded! {
    env!("CARGO_BIN_EXE_nmm"),
    analyzes_positions
    answers_uci_commands
    converts_formats
    draws_boards
    lists_and_verifies_tables
    makes_puzzles
    moves_on_text_boards
    players_fail
    plays_tournaments
    plays_variants
    post_accepts_and_refuses
    post_closes_gaps
    post_plays_a_game
    prints_help_and_version
    refuses_club_changes
    refuses_games_it_cannot_read
    refuses_matches
    refuses_outputs
    refuses_text_boards
    replaces_named_files
    reports_damaged_tables
    reports_missing_tables
    reports_streams_it_cannot_write
    reports_wrong_usage
    reviews_games
    runs_club_evenings
    solves_small_games
    solves_twelve_men
    writes_outputs_where_asked
}
