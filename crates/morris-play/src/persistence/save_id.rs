// SPDX-License-Identifier: GPL-3.0-or-later
//! Names of saved games.

use std::ffi::{OsStr, OsString};
use std::fmt;
use std::path::{Path, PathBuf};

use jiff::Zoned;

/// The ending of a saved game's file.
const ENDING: &str = "toml";

/// How many random letters a new id has.
const LETTERS: usize = 5;

/// Which saved game: the name of its file without the ending.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SaveId(OsString);

impl SaveId {
    /// An id for a new game: the date and a few random letters, such as `2026-11-21-kqzfm`.
    #[must_use]
    pub fn new() -> Self {
        let letters: String = (0..LETTERS).map(|_| char::from(rand::random_range(b'a'..=b'z'))).collect();
        Self(format!("{}-{letters}", Zoned::now().date()).into())
    }

    /// The id of a file; `None` if its name has another ending.
    #[must_use]
    pub fn of_file(path: &Path) -> Option<Self> {
        let name = path.file_stem().filter(|_| path.extension() == Some(OsStr::new(ENDING)));
        name.map(|name| Self(name.to_owned()))
    }

    /// Its file in a folder.
    pub(super) fn path(&self, folder: &Path) -> PathBuf {
        self.numbered_path(folder, 1)
    }

    /// Its file, and for a second one of this name one with a number behind it.
    pub(super) fn numbered_path(&self, folder: &Path, number: usize) -> PathBuf {
        let mut name = self.0.clone();
        if number > 1 {
            name.push(format!("-{number}"));
        }
        name.push(format!(".{ENDING}"));
        folder.join(name)
    }
}

impl Default for SaveId {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Display for SaveId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.to_string_lossy().fmt(f)
    }
}
