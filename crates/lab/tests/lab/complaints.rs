// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests the error messages of `lab`: one line on standard error and exit status 2.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::process::{Command, Stdio};

fn command(arguments: &[impl AsRef<OsStr>]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lab"));
    command.args(arguments).stdin(Stdio::null());
    command
}

/// Returns the message about wrong arguments.
fn said(arguments: &[impl AsRef<OsStr>]) -> String {
    let output = command(arguments).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(2), &[][..]), "{said}");
    let line = said.strip_prefix("lab: ").unwrap_or_else(|| panic!("{said}"));
    assert_eq!(line.lines().count(), 1, "{line}");
    assert!(line.chars().count() < 600 && !line.trim_end().contains(char::is_control), "{line}");
    line.trim_end().to_owned()
}

#[test]
fn odd_files_are_refused_in_one_short_line() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("word"), "?".repeat(1 << 20)).unwrap();
    fs::write(at("escapes"), "\u{1b}]0;x\u{7}\u{1b}[2J\n").unwrap();
    fs::write(at("two\nlines"), "x").unwrap();
    for name in ["word", "escapes", "two\nlines"] {
        said(&[OsStr::new("blunders"), at(name).as_os_str(), OsStr::new("--depth"), OsStr::new("1")]);
    }
    for name in ["/dev/zero", "/dev/full", ".", &"x".repeat(100_000), "a\u{1b}[2J"] {
        said(&["blunders", name, "--depth", "1"]);
    }
    said(&[OsStr::new("blunders"), OsStr::from_bytes(b"y\xff.txt")]);
}

#[test]
fn closed_pipe_is_not_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let table = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/endgame/3-3.values");
    fs::copy(table, folder.path().join("3-3.values")).unwrap();
    for words in ["--help", "blunders --depth 1 --memory 1 --tables .", "positions --dir . --sectors 1 --placing 0"] {
        let mut command = command(&words.split(' ').collect::<Vec<_>>());
        command.current_dir(folder.path()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), err.contains("lab:")), (Some(0), false), "{words}: {err}");
    }
}

#[test]
fn tables_that_are_not_there_are_named() {
    let folder = tempfile::tempdir().unwrap();
    for (command, option) in [("positions", "--dir"), ("tune", "--dir"), ("blunders", "--tables")] {
        let line = said(&[command, option, "/nowhere"]);
        assert!(line.ends_with("/nowhere: No such file or directory (os error 2)"), "{command}: {line}");
    }
    for command in ["positions", "tune"] {
        assert_eq!(said(&[command, "--dir", "/etc/passwd"]), "/etc/passwd is not a folder");
    }
    let here = folder.path().to_str().unwrap();
    fs::write(folder.path().join("3-3.values"), "something else").unwrap();
    for command in ["positions", "tune"] {
        assert_eq!(
            said(&[command, "--dir", here]),
            format!("{here}/3-3.values: this is not a table of solved positions")
        );
    }
    fs::rename(folder.path().join("3-3.values"), folder.path().join("tapatan.game")).unwrap();
    let damaged = format!("{here}/tapatan.game: this is not a table of solved positions");
    assert_eq!(said(&["positions", "--rules", "tapatan", "--dir", here]), damaged);
}

#[test]
fn unsolved_positions_are_unknown() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/endgame");
    let words = "positions with pieces in hand are not known by the rules lasker: omit them with --placing 0";
    assert_eq!(said(&["positions", "--rules", "lasker", "--dir", folder]), words);
}

#[test]
fn a_dash_is_refused_where_files_are_made_that_standard_output_cannot_take() {
    for words in ["tune --games 50 --patterns -", "man -"] {
        let line = said(&words.split(' ').collect::<Vec<_>>());
        assert!(line.contains("standard output") && line.contains("./-"), "{words}: {line}");
    }
}
