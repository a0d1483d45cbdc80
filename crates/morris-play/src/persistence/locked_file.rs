// SPDX-License-Identifier: GPL-3.0-or-later
//! Text files that one program at a time changes.

use std::io;
use std::path::{Path, PathBuf};

use rustix::io::Errno;

use super::error::{FileError, FileProblem, Located, WriteError};
use super::files::{self, Existing, MODE};
use super::lock::{Lock, Patience};

/// A text file. No other program of this kind can change it as long as this value lives.
#[derive(Debug)]
pub struct LockedFile {
    /// Path with links resolved.
    path: PathBuf,
    text: String,
    mode: u32,
    /// `None` if the folder cannot be opened.
    _lock: Option<Lock>,
}

impl LockedFile {
    /// Creates a file in one step. It never replaces anything, and creates no folder.
    ///
    /// # Errors
    /// Returns an error if the path exists, even as a link, or if the file cannot be written.
    pub fn create(path: &Path, text: &str) -> Result<(), WriteError> {
        Self::create_with(path, text, MODE)
    }

    pub(super) fn create_with(path: &Path, text: &str, mode: u32) -> Result<(), WriteError> {
        let written = match files::is_free(path) {
            true => files::put_at(path, text.as_bytes(), Existing::Refused, mode),
            false => Err(Errno::EXIST.into()),
        };
        written.map_err(|source| WriteError::File { path: path.to_owned(), source })
    }

    /// Opens and locks a file of at most `most` bytes.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read or locked, is too large, or is not UTF-8.
    pub fn open(path: &Path, most: u64) -> Result<Self, FileError> {
        Self::open_with(path, most, MODE)
    }

    pub(super) fn open_with(path: &Path, most: u64, mode: u32) -> Result<Self, FileError> {
        let failed = |source: io::Error| Located::from(FileProblem::Unreadable(source)).of(path);
        let target = files::target(path).map_err(failed)?;
        let folder = files::folder_of(&target);
        // The folder is locked, since the file is replaced.
        let lock = Lock::folder(folder, Patience::Usual).map_err(failed)?;
        let text = files::read_text_up_to(path, most)?;
        files::remove_stale_files(folder);
        Ok(Self { path: target, text, mode, _lock: lock })
    }

    /// Returns the text of the file as it was when it was opened.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the path with links resolved.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Replaces the file in one step.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written. The old file is unchanged then.
    pub fn replace(&self, text: &str) -> Result<(), WriteError> {
        files::put_at(&self.path, text.as_bytes(), Existing::Replaced, self.mode)
            .map_err(|source| WriteError::File { path: self.path.clone(), source })
    }
}
