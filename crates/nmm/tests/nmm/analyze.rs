// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests of `nmm analyze`.

use std::process::Command;

/// Runs `nmm`. Returns the exit status, and both outputs one after the other.
fn nmm(arguments: &[&str]) -> (i32, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_nmm")).args(arguments).output().unwrap();
    let text = [output.stdout, output.stderr].concat();
    (output.status.code().unwrap(), String::from_utf8(text).unwrap())
}

#[test]
fn the_best_moves_come_first() {
    let (status, text) = nmm(&["analyze", "WW./.../.../..W.../.../B../.BB w 0 0", "--depth", "4", "--lines", "4"]);
    assert_eq!(status, 0, "{text}");
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines.len(), 4);
    for (number, line) in lines.iter().enumerate() {
        assert!(line.starts_with(&format!("{:2}  ", number + 1)), "{line}");
        assert_eq!(line.contains("  win in 1  ") && line.contains(" c4-g7x"), number < 3, "{line}");
    }
    // Positions and moves in Sanmill's form are accepted too, even in the middle of a move.
    let half = "O*******/O*@***@*/O******* w p r 3 6 2 7 1 0 0 0 0 0 0 0 3";
    let (_, text) = nmm(&["analyze", half, "--depth", "3"]);
    assert_eq!(text.lines().count(), 2, "{text}");
    assert!(text.contains("xf4") && text.contains("xb4"), "{text}");
    assert_eq!(nmm(&["analyze", "W.W/.../.../....../.../..B/W.B b 0 0"]), (0, "the game is over: 1-0\n".to_owned()));
    let (status, text) = nmm(&["analyze", "W.W", "w"]);
    assert_eq!((status, text.lines().count()), (2, 1), "{text}");
}

#[test]
fn the_older_spelling_still_works_and_is_not_shown() {
    let ended = "W.W/.../.../....../.../..B/W.B b 0 0";
    assert_eq!(nmm(&["analyse", ended]), nmm(&["analyze", ended]));
    for arguments in [&["--help"][..], &["analyze", "--help"], &["analyse", "--help"]] {
        let (status, text) = nmm(arguments);
        assert!(status == 0 && text.contains("analyze") && !text.contains("analyse"), "{arguments:?}: {text}");
    }
}
