// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests of `lab` from the command line.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod man;
#[path = "../../../nmm/tests/nmm/recorded.rs"]
mod recorded;
#[path = "../../../nmm/tests/nmm/run_examples.rs"]
mod run_examples;
#[allow(dead_code, reason = "some of it is for the tests of the solver")]
#[path = "../../../morris-solved/tests/tables/support.rs"]
mod support;
mod tools;

use std::fs;
use std::path::Path;
use std::process::Command;

// For the module `recorded`, which is in another crate.
use snapbox as _;

recorded::recorded! { env!("CARGO_BIN_EXE_lab"), measures_positions reports_wrong_input }

#[test]
fn runs_every_example() {
    assert_eq!(run_examples::run_examples(Path::new(env!("CARGO_BIN_EXE_lab")), "lab"), 7);
}

/// The papers contain commands of `lab` that take long. The definitions of the commands parse them,
/// since a final `--help` keeps the program from doing anything else.
#[test]
fn parses_the_commands_in_the_papers() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let asked = |line: &str| {
        let line = line.replacen("lab ", &format!("'{}' ", env!("CARGO_BIN_EXE_lab")), 1);
        Command::new("sh").args(["-c", &format!("{line} --help")]).output().unwrap()
    };
    let mut parsed = 0;
    for paper in ["solved-game.md", "../CONTRIBUTING.md"] {
        let text = fs::read_to_string(docs.join(paper)).unwrap();
        let long = text.split("```sh long\n").skip(1).flat_map(|rest| rest.split("```").next().unwrap().lines());
        for line in long.filter(|line| line.starts_with("lab ")) {
            let output = asked(line);
            assert!(output.status.success(), "{paper}: {line}: {}", String::from_utf8_lossy(&output.stderr));
            parsed += 1;
        }
    }
    assert!(parsed >= 5, "{parsed}");
    assert!(!asked("lab blunders --nods 1").status.success());
}
