// SPDX-License-Identifier: GPL-3.0-or-later
//! Files of any kind, wherever the user keeps them.

use std::path::Path;

use super::document::{Misfit, text_of};
use super::{FileError, WriteError, atomic};

/// Reads a text of at most a mebibyte.
///
/// # Errors
/// Why not.
pub fn read_text(path: &Path) -> Result<String, FileError> {
    let bytes = atomic::read(path).map_err(|problem| Misfit::from(problem).of(path))?;
    text_of(&bytes).map(str::to_owned).map_err(|misfit| misfit.of(path))
}

/// Replaces a file in one step.
///
/// # Errors
/// Why not; then what stood there before still does.
pub fn write_file(path: &Path, content: impl AsRef<[u8]>) -> Result<(), WriteError> {
    atomic::write(path, content)
}
