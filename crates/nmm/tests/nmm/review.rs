// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests the progress line of `nmm review`.

use std::fs;
use std::process::{Command, Stdio};

/// The review of a game outside all tables takes time. A terminal shows its progress.
#[test]
fn shows_progress_on_a_terminal() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("game.pgn"), "1. d6 f4 2. d2 b4 *\n").unwrap();
    let mut terminal = Command::new("script");
    terminal.args(["-qec", &format!("'{}' review game.pgn --tables .", env!("CARGO_BIN_EXE_nmm")), "/dev/null"]);
    let output = terminal.current_dir(folder.path()).stdin(Stdio::null()).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && text.contains(" %  ply 1 of 4"), "{text}");
    assert!(text.rsplit('\r').any(|line| line.contains("all values are estimates")), "{text}");
    // The progress line is cleared at the end.
    let (_, after) = text.rsplit_once(" %  ply").unwrap();
    assert!(after.contains("\r\u{1b}[K"), "{text}");
}
