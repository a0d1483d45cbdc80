// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests of what comes with the program: arguments, counts, metadata, papers, sounds, and
//! translations.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod arguments;
mod counts;
mod endings;
mod metadata;
mod papers;
mod sounds;
mod translations;

use std::fs;
use std::path::{Path, PathBuf};

fn path(of: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(of)
}

fn read(name: &str) -> String {
    fs::read_to_string(path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}
