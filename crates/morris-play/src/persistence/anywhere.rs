// SPDX-License-Identifier: GPL-3.0-or-later
//! Files of any kind, wherever the user keeps them.

use std::fs::{self, OpenOptions};
use std::io::{Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use rustix::fs::OFlags;

use super::error::Located;
use super::toml_text::text_of;
use super::{FileError, FileProblem, MOST_BYTES, WriteError, atomic};

/// Reads a text of at most [`MOST_BYTES`]; see [`read_text_up_to`].
///
/// # Errors
/// Why not.
pub fn read_text(path: &Path) -> Result<String, FileError> {
    read_text_up_to(path, MOST_BYTES)
}

/// Reads a text of at most so many bytes from a path that anybody may have named: folders, pipes, devices and files that
/// keep one waiting are refused, and what never ends is larger than allowed.
///
/// # Errors
/// Why not.
pub fn read_text_up_to(path: &Path, most: u64) -> Result<String, FileError> {
    text(atomic::read(path, most), path)
}

/// Reads a text of at most [`MOST_BYTES`] from a stream, to its end; `name` stands in errors.
///
/// # Errors
/// Why not.
pub fn read_text_from(stream: impl Read, name: &Path) -> Result<String, FileError> {
    text(atomic::read_from(stream, MOST_BYTES), name)
}

fn text(bytes: Result<Vec<u8>, FileProblem>, path: &Path) -> Result<String, FileError> {
    let bytes = bytes.map_err(|problem| Located::from(problem).of(path))?;
    String::from_utf8(bytes)
        .or_else(|error| text_of(error.as_bytes()).map(str::to_owned))
        .map_err(|located| located.of(path))
}

/// Replaces a file that a person has named in one step; what is no file, such as a pipe or a device, is written to.
///
/// # Errors
/// Why not; then what stood there before still does.
pub fn write_file(path: &Path, content: impl AsRef<[u8]>) -> Result<(), WriteError> {
    let is_something_else = fs::metadata(path).is_ok_and(|there| !there.is_file());
    if !is_something_else {
        return atomic::write(path, content);
    }
    // Nobody waits for somebody who may never read.
    let flags = OFlags::NONBLOCK.bits() as i32;
    let opened = OpenOptions::new().write(true).custom_flags(flags).open(path);
    let written = opened.and_then(|mut stream| stream.write_all(content.as_ref()));
    written.map_err(|source| WriteError::File { path: path.to_owned(), source })
}
