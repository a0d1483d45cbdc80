// SPDX-License-Identifier: GPL-3.0-or-later
//! Reads and replaces whole files, both those of this program and those that the user names.

use std::fs::{self, File, OpenOptions};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, ErrorKind, Read, Write};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use rustix::fs::OFlags;
use rustix::io::Errno;
use rustix::process::Signal;

use super::error::{FileError, FileProblem, Located, WriteError};
use super::toml_text::text_of;

/// Maximum size of this program's files and of game texts, in bytes. The statistics file has a
/// larger limit of its own.
pub const MAX_FILE_BYTES: u64 = 1024 * 1024;

/// Beginning and end of the names of temporary files. The middle is random.
const TEMPORARY: (&str, &str) = (".writing-", ".tmp");

/// Age after which a temporary file counts as left behind by a killed program.
const TEMPORARY_LIFE: Duration = Duration::from_secs(60);

/// Mode of new files, from which the user's umask may take away permissions. Only the user may
/// write.
pub(super) const MODE: u32 = 0o644;

/// Maximum number of symbolic links that are followed, as in the kernel.
const MOST_LINKS: usize = 40;

/// Mode of new files that no one else may read.
pub(super) const PRIVATE_MODE: u32 = 0o600;

/// Treatment of an existing file at the path to be written.
#[derive(Clone, Copy)]
pub(super) enum Existing {
    Replaced,
    Stays,
    /// It is an error.
    Refused,
}

/// Must be called early in `main`. Writing beyond a limit on file sizes (`ulimit -f`) then fails
/// with an error. By default the kernel would end the program without a message. Programs started
/// by this one have the default behavior.
pub fn survive_size_limit() {
    // The error of the write itself suffices.
    let unread = Arc::new(AtomicBool::new(false));
    if let Err(error) = signal_hook::flag::register(Signal::XFSZ.as_raw(), unread) {
        tracing::debug!("a file that becomes too large will end the program: {error}");
    }
}

/// Reads a text of at most [`MAX_FILE_BYTES`]. See [`read_text_up_to`].
pub fn read_text(path: &Path) -> Result<String, FileError> {
    read_text_up_to(path, MAX_FILE_BYTES)
}

/// Reads a text of at most `most` bytes from an untrusted path. Folders, pipes, devices and files
/// that would block are refused. An endless file counts as too large.
pub fn read_text_up_to(path: &Path, most: u64) -> Result<String, FileError> {
    text(read(path, most), path)
}

/// Reads a text of at most `most` bytes from a stream, to its end. `name` appears in errors.
pub fn read_text_from(stream: impl Read, name: &Path, most: u64) -> Result<String, FileError> {
    text(read_from(stream, most), name)
}

fn text(bytes: Result<Vec<u8>, FileProblem>, path: &Path) -> Result<String, FileError> {
    let bytes = bytes.map_err(|problem| Located::from(problem).of(path))?;
    String::from_utf8(bytes)
        .or_else(|error| text_of(error.as_bytes()).map(str::to_owned))
        .map_err(|located| located.of(path))
}

/// Replaces a file that the user has named in one step. If the path is not a file but a pipe or a
/// device, writes to it.
///
/// # Errors
/// Returns an error if the file cannot be written. An existing file is then unchanged.
pub fn write_file(path: &Path, content: impl AsRef<[u8]>) -> Result<(), WriteError> {
    let is_something_else = fs::metadata(path).is_ok_and(|there| !there.is_file());
    if !is_something_else {
        return write(path, content);
    }
    // Does not block on a pipe without a reader.
    let flags = OFlags::NONBLOCK.bits() as i32;
    let opened = OpenOptions::new().write(true).custom_flags(flags).open(path);
    let written = opened.and_then(|mut stream| stream.write_all(content.as_ref()));
    written.map_err(|source| WriteError::File { path: path.to_owned(), source })
}

/// Reads a file of at most `most` bytes. Never blocks and never reads more, wherever the path
/// leads. Anything but a regular file is refused before it is opened, since opening a device can
/// have effects.
pub(super) fn read(path: &Path, most: u64) -> Result<Vec<u8>, FileProblem> {
    read_from(open(path)?, most)
}

/// Opens a file to be read, as [`read`] does.
pub(super) fn open(path: &Path) -> Result<File, FileProblem> {
    if !fs::metadata(path).map_err(FileProblem::Unreadable)?.is_file() {
        return Err(FileProblem::NoFile);
    }
    // Some system files look regular but block. A pipe may also have taken the place since the
    // check.
    let flags = OFlags::NONBLOCK.bits() as i32;
    let file = OpenOptions::new().read(true).custom_flags(flags).open(path).map_err(FileProblem::Unreadable)?;
    if !file.metadata().map_err(FileProblem::Unreadable)?.is_file() {
        return Err(FileProblem::NoFile);
    }
    Ok(file)
}

/// Reads a stream of at most `most` bytes to its end.
pub(super) fn read_from(stream: impl Read, most: u64) -> Result<Vec<u8>, FileProblem> {
    let mut bytes = Vec::new();
    stream.take(most + 1).read_to_end(&mut bytes).map_err(FileProblem::Unreadable)?;
    if bytes.len() as u64 > most { Err(FileProblem::TooLarge { most }) } else { Ok(bytes) }
}

/// Replaces a file of this mode with a text that must be readable again. A text that is too large
/// is refused.
pub(super) fn write_text(path: &Path, text: &str, mode: u32) -> Result<(), WriteError> {
    if !fits(text) {
        return Err(WriteError::TooLarge { path: path.to_owned(), most: MAX_FILE_BYTES });
    }
    put(path, text.as_bytes(), Existing::Replaced, mode)
}

/// Returns `true` if a text of this size can be read back.
pub(super) const fn fits(text: &str) -> bool {
    text.len() as u64 <= MAX_FILE_BYTES
}

/// Replaces a file in one step, and returns when it is on the disk. Creates its folder if
/// necessary.
///
/// # Errors
/// Returns an error if the file cannot be written. An existing file is then unchanged.
pub(super) fn write(path: &Path, content: impl AsRef<[u8]>) -> Result<(), WriteError> {
    put(path, content.as_ref(), Existing::Replaced, MODE)
}

/// Creates a file in one step if there is none. An existing file, even one that appears in the
/// meantime, is unchanged.
pub(super) fn write_new(path: &Path, content: impl AsRef<[u8]>) -> Result<(), WriteError> {
    put(path, content.as_ref(), Existing::Stays, MODE)
}

fn put(path: &Path, content: &[u8], existing: Existing, mode: u32) -> Result<(), WriteError> {
    let place = place(path)?;
    put_at(&place, content, existing, mode).map_err(|source| WriteError::File { path: place, source })
}

/// Writes a file with this mode, or less if it exists with less, in a folder that exists, without
/// following links.
pub(super) fn put_at(path: &Path, content: &[u8], existing: Existing, mode: u32) -> io::Result<()> {
    if path.is_dir() {
        return Err(ErrorKind::IsADirectory.into());
    }
    let (folder, (prefix, suffix)) = (folder_of(path), TEMPORARY);
    // What the user has closed to others stays closed.
    let mode = fs::metadata(path).map_or(mode, |there| mode & there.permissions().mode());
    // Opens and writes the file without the help of `tempfile`, whose errors would name the
    // temporary file.
    let temporary = tempfile::Builder::new()
        .prefix(prefix)
        .suffix(suffix)
        .make_in(folder, |path| OpenOptions::new().write(true).create_new(true).mode(mode).open(path))?;
    temporary.as_file().write_all(content)?;
    temporary.as_file().sync_all()?;
    match existing {
        Existing::Replaced => _ = temporary.persist(path)?,
        Existing::Refused => _ = temporary.persist_noclobber(path)?,
        Existing::Stays => match temporary.persist_noclobber(path) {
            Err(error) if error.error.kind() == ErrorKind::AlreadyExists => return Ok(()),
            persisted => _ = persisted?,
        },
    }
    sync(folder)
}

/// Returns the path at which a file is written. Symbolic links are kept and followed, even if their
/// target does not exist. Creates the folder if necessary.
///
/// # Errors
/// Returns an error if the links cannot be followed or the folder cannot be created. The error
/// names the link, since the user knows no other file.
pub(super) fn place(path: &Path) -> Result<PathBuf, WriteError> {
    let failed = |source| WriteError::File { path: path.to_owned(), source };
    let target = target(path).map_err(failed)?;
    let folder = folder_of(&target);
    fs::create_dir_all(folder).map_err(|source| match path.is_symlink() {
        true => failed(source),
        false => WriteError::Folder { path: folder.to_owned(), source },
    })?;
    Ok(target)
}

/// Follows the symbolic links of a path. Unlike the operating system, it also follows links to
/// missing files.
pub(super) fn target(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        match (fs::canonicalize(&path), fs::read_link(&path)) {
            (Ok(target), _) => return Ok(target),
            (_, Ok(next)) => path = folder_of(&path).join(next),
            (_, Err(_)) => return Ok(path),
        }
    }
    Err(Errno::LOOP.into())
}

/// Renames a file within its folder to `name(1)`, or to the first of `name(2)` and so on that is
/// free.
pub(super) fn move_aside(path: &Path, name: impl Fn(usize) -> PathBuf) -> Result<PathBuf, WriteError> {
    let to = (1..).map(name).find(|to| is_free(to)).unwrap_or_default();
    match fs::rename(path, &to) {
        Ok(()) => Ok(to),
        Err(source) => Err(WriteError::Move { from: path.to_owned(), to, source }),
    }
}

/// Renames a file that cannot be used to `x.toml.broken`, `x.toml.broken-2` and so on. A link to it
/// is kept.
pub(super) fn set_aside(path: &Path) -> Result<PathBuf, WriteError> {
    let target = fs::canonicalize(path).ok().filter(|target| target.is_file());
    set_link_aside(&target.unwrap_or_else(|| path.to_owned()))
}

/// Renames a file as [`set_aside`] does, but renames a link instead of its target.
pub(super) fn set_link_aside(path: &Path) -> Result<PathBuf, WriteError> {
    move_aside(path, |number| with_ending(path, "broken", number))
}

/// Returns `path.ending`, or `path.ending-2` for the second.
pub(super) fn with_ending(path: &Path, ending: &str, number: usize) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{ending}"));
    if number > 1 {
        name.push(format!("-{number}"));
    }
    name.into()
}

/// Removes the temporary files that killed programs have left in a folder.
pub(super) fn remove_stale_files(folder: &Path) {
    let (prefix, suffix) = TEMPORARY;
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if name.starts_with(prefix) && name.ends_with(suffix) && is_older(&entry.path(), TEMPORARY_LIFE) {
            // A file that cannot be removed now is removed another time.
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Returns `true` if a file, or the link to it, was last written longer ago than `than`. A time in
/// the future counts as recent.
pub(super) fn is_older(path: &Path, than: Duration) -> bool {
    let written = fs::symlink_metadata(path).and_then(|data| data.modified());
    written.ok().and_then(|time| time.elapsed().ok()).is_some_and(|age| age > than)
}

/// Returns `true` if no file can be read at a path because none exists. This includes links to
/// missing files.
pub(super) fn is_missing(path: &Path) -> bool {
    is_free(path) || fs::metadata(path).is_err_and(|error| error.kind() == ErrorKind::NotFound)
}

pub(super) fn is_free(path: &Path) -> bool {
    fs::symlink_metadata(path).is_err()
}

/// Returns a hash of a file's contents, by which a change of another program is noticed.
pub(super) fn hash(bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    hasher.finish()
}

pub(super) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Waits until the directory entries of a folder are on the disk.
fn sync(folder: &Path) -> io::Result<()> {
    // Some file systems do not support this for folders. A folder in which files can be made need
    // not be readable.
    let harmless = [ErrorKind::InvalidInput, ErrorKind::Unsupported, ErrorKind::PermissionDenied];
    match File::open(folder).and_then(|folder| folder.sync_all()) {
        Err(error) if harmless.contains(&error.kind()) => Ok(()),
        result => result,
    }
}
