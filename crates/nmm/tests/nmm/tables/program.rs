// SPDX-License-Identifier: GPL-3.0-or-later
//! Runs the program on a folder of tables.

use std::path::Path;
use std::process::{Command, Output};

/// Runs a command on a folder.
pub fn nmm(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_nmm")).args(arguments).arg("--dir").arg(folder).output().unwrap()
}

/// Returns the standard output of a command that must succeed.
pub fn stdout_of(output: &Output) -> String {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout.clone()).unwrap()
}
