// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests of commands whose reader has gone, and of numbers that are too large.

use std::process::{Command, Output};

fn nmm(arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_nmm"));
    command.args(arguments.split(' '));
    command
}

#[test]
fn commands_end_quietly_when_nobody_reads_any_more() {
    let no_tables = concat!("--tables ", env!("CARGO_MANIFEST_DIR"), "/tests/data");
    for arguments in [
        "perft 2",
        &format!("analyze --depth 2 {no_tables}"),
        &format!("bench --memory 1 {no_tables}"),
        "match --first random --second random --games 2",
        "match --ladder --levels 1-2 --games 2",
    ] {
        let (reader, writer) = rustix::pipe::pipe().unwrap();
        drop(reader);
        let Output { status, stderr, .. } = nmm(arguments).stdout(writer).output().unwrap();
        assert!(status.success() && stderr.is_empty(), "{arguments}: {status} {}", String::from_utf8_lossy(&stderr));
    }
}

#[test]
fn numbers_that_are_too_large_are_refused() {
    for arguments in [
        "perft 60000",
        "perft 101",
        "bench --memory 99999999999",
        "bench --memory 0",
        "bench --memory 4097",
        "bench --threads 0",
        "bench --threads 65",
        "bench --threads 99999999",
        "match --first random --second random --opening 99999999999",
        "match --first random --second random --most-plies 99999999999",
        "match --first random --second random --thinking-time 1e18s",
        "analyze --time 1e18s",
    ] {
        let Output { status, stdout, stderr } = nmm(arguments).output().unwrap();
        let errors = String::from_utf8(stderr).unwrap();
        assert_eq!(status.code(), Some(2), "{arguments}: {errors}");
        assert!(stdout.is_empty() && errors.contains("invalid value"), "{arguments}: {errors}");
    }
}
