// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests of `lab` from the command line.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod complaints;
mod man;
#[path = "../../../nmm/tests/nmm/run_examples.rs"]
mod run_examples;
#[allow(dead_code, reason = "some of it is for the tests of the solver")]
#[path = "../../../morris-solved/tests/tables/support.rs"]
mod support;
mod tools;

use std::path::Path;

#[test]
fn every_example_runs() {
    assert_eq!(run_examples::run_examples(Path::new(env!("CARGO_BIN_EXE_lab")), "lab"), 5);
}
