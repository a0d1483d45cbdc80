// SPDX-License-Identifier: GPL-3.0-or-later
//! Plays matches for the tests.

use std::process::Command;

pub struct Outcome {
    pub status: i32,
    pub output: String,
    pub errors: String,
}

pub fn nmm() -> &'static str {
    env!("CARGO_BIN_EXE_nmm")
}

/// Plays a match. `arguments` is split at spaces, `more` is not.
pub fn play(arguments: &str, more: &[&str]) -> Outcome {
    let output =
        Command::new(nmm()).arg("match").args(arguments.split_whitespace()).args(more).output().expect("nmm starts");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    Outcome {
        status: output.status.code().expect("an exit status"),
        output: text(output.stdout),
        errors: text(output.stderr),
    }
}

/// Returns the command of a player in `tests/data/players` that behaves in this way.
pub fn outside(way: &str) -> String {
    format!("sh '{}/tests/data/players/uci.sh' {way}", env!("CARGO_MANIFEST_DIR"))
}

/// Returns the command of a competition player that behaves in this way.
pub fn competitor(way: &str) -> String {
    format!("sh '{}/tests/data/players/compo.sh' {way}", env!("CARGO_MANIFEST_DIR"))
}

/// Returns the path of an example player.
pub fn example(file: &str) -> String {
    format!("{}/../../examples/players/{file}", env!("CARGO_MANIFEST_DIR"))
}
