// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests of games in progress and of the files of the user.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod by_message;
mod counting;
mod formats;
mod parsers;
mod perfect;
mod practice;
mod reading;
mod saves;
mod settings;
mod statistics;
mod tournaments;

use std::io::ErrorKind;

use morris_play::persistence::WriteError;

/// Writes again until no other program holds the lock. On a busy disk, other writers may hold it
/// longer than a program waits.
fn write_when_free(mut write: impl FnMut() -> Result<(), WriteError>) {
    while let Err(error) = write() {
        assert!(
            matches!(&error, WriteError::File { source, .. } if source.kind() == ErrorKind::ResourceBusy),
            "{error}"
        );
    }
}

/// Returns the lines of the file of a release that a written file lacks. If there are any, the
/// format has changed: give it a new version, and keep the file of the release as a test.
fn lost_lines<'a>(released: &'a str, written: &str) -> Vec<&'a str> {
    released.lines().filter(|line| !written.lines().any(|other| other == *line)).collect()
}
