// SPDX-License-Identifier: GPL-3.0-or-later
//! Packs the resources that the window carries with it. The crate `glib-build-tools` does the same, but has all of gio
//! compiled once more for the build alone.

use std::{path::Path, process::Command};

/// Writes what `list` names, found in the folders, to `target`, and has cargo watch it all.
///
/// Panics, and thereby ends the build, with what `glib-compile-resources` says where it cannot.
pub fn compile(folders: &[&Path], list: &Path, target: &Path) {
    run(folders, &["--target".as_ref(), target, list]);
    println!("cargo:rerun-if-changed={}", list.display());
    for file in run(folders, &["--generate-dependencies".as_ref(), list]).lines() {
        println!("cargo:rerun-if-changed={file}");
    }
}

fn run(folders: &[&Path], arguments: &[&Path]) -> String {
    let output = Command::new("glib-compile-resources")
        .args(folders.iter().flat_map(|folder| [Path::new("--sourcedir"), folder]))
        .args(arguments)
        .output()
        .unwrap_or_else(|error| panic!("cannot run glib-compile-resources (package libglib2.0-dev-bin): {error}"));
    assert!(output.status.success(), "glib-compile-resources: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("names of files in the source are UTF-8")
}
