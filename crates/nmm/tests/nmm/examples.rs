// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests the examples in the help of the commands.

use std::path::Path;

use super::run_examples::run_examples;

#[test]
fn runs_every_example() {
    let run = run_examples(Path::new(env!("CARGO_BIN_EXE_nmm")), "nmm");
    assert!(run > 20, "{run}");
}
