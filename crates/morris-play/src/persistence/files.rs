// SPDX-License-Identifier: GPL-3.0-or-later
//! Files, ours and those that a person names, read and replaced whole.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use rustix::fs::OFlags;
use rustix::io::Errno;
use rustix::process::Signal;

use super::error::{FileError, FileProblem, Located, WriteError};
use super::toml_text::text_of;

/// No file of ours is larger, in bytes.
pub const MAX_FILE_BYTES: u64 = 1024 * 1024;

/// The name of a temporary file begins and ends like this; the middle is random.
const TEMPORARY: (&str, &str) = (".writing-", ".tmp");

/// A temporary file that is older was left behind by a program that was killed.
const TEMPORARY_LIFE: Duration = Duration::from_secs(60);

/// New files are the user's alone to write, as far as the user's mask does not take more.
pub(super) const MODE: u32 = 0o644;

/// No more links than these lead to a file, as for the system.
const MOST_LINKS: usize = 40;

/// What happens to a file that stands where one is to be written.
#[derive(Clone, Copy)]
enum Existing {
    Replaced,
    Stays,
}

/// To be called early in `main`: what is written beyond a limit on the size of files (`ulimit -f`)
/// then fails with an error like anything else that cannot be written. Left alone, the system ends
/// the program there without a word. Programs that this one starts begin as the system has it.
pub fn survive_size_limit() {
    // The system says it again with the error.
    let unread = Arc::new(AtomicBool::new(false));
    if let Err(error) = signal_hook::flag::register(Signal::XFSZ.as_raw(), unread) {
        tracing::debug!("a file that becomes too large will end the program: {error}");
    }
}

/// Reads a text of at most [`MAX_FILE_BYTES`]; see [`read_text_up_to`].
///
/// # Errors
/// Why not.
pub fn read_text(path: &Path) -> Result<String, FileError> {
    read_text_up_to(path, MAX_FILE_BYTES)
}

/// Reads a text of at most so many bytes from a path that anybody may have named: folders, pipes,
/// devices and files that keep one waiting are refused, and what never ends is larger than allowed.
///
/// # Errors
/// Why not.
pub fn read_text_up_to(path: &Path, most: u64) -> Result<String, FileError> {
    text(read(path, most), path)
}

/// Reads a text of at most so many bytes from a stream, to its end; `name` stands in errors.
///
/// # Errors
/// Why not.
pub fn read_text_from(stream: impl Read, name: &Path, most: u64) -> Result<String, FileError> {
    text(read_from(stream, most), name)
}

fn text(bytes: Result<Vec<u8>, FileProblem>, path: &Path) -> Result<String, FileError> {
    let bytes = bytes.map_err(|problem| Located::from(problem).of(path))?;
    String::from_utf8(bytes)
        .or_else(|error| text_of(error.as_bytes()).map(str::to_owned))
        .map_err(|located| located.of(path))
}

/// Replaces a file that a person has named in one step; what is no file, such as a pipe or a
/// device, is written to.
///
/// # Errors
/// Why not; then what stood there before still does.
pub fn write_file(path: &Path, content: impl AsRef<[u8]>) -> Result<(), WriteError> {
    let is_something_else = fs::metadata(path).is_ok_and(|there| !there.is_file());
    if !is_something_else {
        return write(path, content);
    }
    // Nobody waits for somebody who may never read.
    let flags = OFlags::NONBLOCK.bits() as i32;
    let opened = OpenOptions::new().write(true).custom_flags(flags).open(path);
    let written = opened.and_then(|mut stream| stream.write_all(content.as_ref()));
    written.map_err(|source| WriteError::File { path: path.to_owned(), source })
}

/// Reads a file of at most so many bytes. Whatever the path leads to, this neither waits nor reads
/// more: what is no plain file is refused, before it is opened, as opening alone can do something
/// to a device.
pub(super) fn read(path: &Path, most: u64) -> Result<Vec<u8>, FileProblem> {
    if !fs::metadata(path).map_err(FileProblem::Unreadable)?.is_file() {
        return Err(FileProblem::NoFile);
    }
    // Some files of the system look plain, and let one wait for more; and a pipe may have taken the
    // place meanwhile.
    let flags = OFlags::NONBLOCK.bits() as i32;
    let file = OpenOptions::new().read(true).custom_flags(flags).open(path).map_err(FileProblem::Unreadable)?;
    if !file.metadata().map_err(FileProblem::Unreadable)?.is_file() {
        return Err(FileProblem::NoFile);
    }
    read_from(file, most)
}

/// Reads a stream of at most so many bytes to its end.
pub(super) fn read_from(stream: impl Read, most: u64) -> Result<Vec<u8>, FileProblem> {
    let mut bytes = Vec::new();
    stream.take(most + 1).read_to_end(&mut bytes).map_err(FileProblem::Unreadable)?;
    if bytes.len() as u64 > most { Err(FileProblem::TooLarge { most }) } else { Ok(bytes) }
}

/// Replaces a file with a text that has to be read back: one that is too large for it is refused.
pub(super) fn write_text(path: &Path, text: &str) -> Result<(), WriteError> {
    if !fits(text) {
        return Err(WriteError::TooLarge { path: path.to_owned(), most: MAX_FILE_BYTES });
    }
    write(path, text)
}

/// Whether a text can be read back.
pub(super) const fn fits(text: &str) -> bool {
    text.len() as u64 <= MAX_FILE_BYTES
}

/// Replaces a file in one step, and returns when the disk has it. Its folder is made if it is
/// missing.
///
/// # Errors
/// Why not; then what stood there before still does.
pub(super) fn write(path: &Path, content: impl AsRef<[u8]>) -> Result<(), WriteError> {
    put(path, content.as_ref(), Existing::Replaced)
}

/// Makes a file in one step where there is none; one that is there, or comes meanwhile, stays as it
/// is.
///
/// # Errors
/// Why not.
pub(super) fn write_new(path: &Path, content: impl AsRef<[u8]>) -> Result<(), WriteError> {
    put(path, content.as_ref(), Existing::Stays)
}

fn put(path: &Path, content: &[u8], existing: Existing) -> Result<(), WriteError> {
    let place = place(path)?;
    put_at(&place, content, existing).map_err(|source| WriteError::File { path: place, source })
}

fn put_at(path: &Path, content: &[u8], existing: Existing) -> io::Result<()> {
    if path.is_dir() {
        return Err(ErrorKind::IsADirectory.into());
    }
    let (folder, (prefix, suffix)) = (folder_of(path), TEMPORARY);
    // Opened and written by ourselves: else an error names the temporary file, of which nobody has
    // heard.
    let temporary = tempfile::Builder::new()
        .prefix(prefix)
        .suffix(suffix)
        .make_in(folder, |path| OpenOptions::new().write(true).create_new(true).mode(MODE).open(path))?;
    temporary.as_file().write_all(content)?;
    temporary.as_file().sync_all()?;
    match existing {
        Existing::Replaced => _ = temporary.persist(path)?,
        Existing::Stays => match temporary.persist_noclobber(path) {
            Err(error) if error.error.kind() == ErrorKind::AlreadyExists => return Ok(()),
            persisted => _ = persisted?,
        },
    }
    sync(folder)
}

/// Where a file is to be written: a link stays a link, and what it leads to is written, also where
/// nothing stands there yet. The folder is made if it is missing.
///
/// # Errors
/// Why not. Of a link that leads nowhere it is the link that is named: the user knows no other
/// file.
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

/// Where a path leads. The system follows only links to what is there.
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

/// Renames a file within its folder to `name(1)`, or, if there is such a file, `name(2)` and so on.
pub(super) fn move_aside(path: &Path, name: impl Fn(usize) -> PathBuf) -> Result<PathBuf, WriteError> {
    let to = (1..).map(name).find(|to| is_free(to)).unwrap_or_default();
    match fs::rename(path, &to) {
        Ok(()) => Ok(to),
        Err(source) => Err(WriteError::Move { from: path.to_owned(), to, source }),
    }
}

/// Gives a file that cannot be used another name: `x.toml.broken`, `x.toml.broken-2` and so on. A
/// link to it stays.
pub(super) fn set_aside(path: &Path) -> Result<PathBuf, WriteError> {
    let target = fs::canonicalize(path).ok().filter(|target| target.is_file());
    set_link_aside(&target.unwrap_or_else(|| path.to_owned()))
}

/// The same; of a link it is the link that gets another name.
pub(super) fn set_link_aside(path: &Path) -> Result<PathBuf, WriteError> {
    move_aside(path, |number| with_ending(path, "broken", number))
}

/// `path.ending`, and `path.ending-2` for the second.
pub(super) fn with_ending(path: &Path, ending: &str, number: usize) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{ending}"));
    if number > 1 {
        name.push(format!("-{number}"));
    }
    name.into()
}

/// Removes what writers that were killed have left in a folder.
pub(super) fn remove_stale_files(folder: &Path) {
    let (prefix, suffix) = TEMPORARY;
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if name.starts_with(prefix) && name.ends_with(suffix) && is_older(&entry.path(), TEMPORARY_LIFE) {
            // What cannot be removed now does no harm until the next time.
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Whether a file, or the link to it, has not been written for so long; one from the future is
/// young.
pub(super) fn is_older(path: &Path, than: Duration) -> bool {
    let written = fs::symlink_metadata(path).and_then(|data| data.modified());
    written.ok().and_then(|time| time.elapsed().ok()).is_some_and(|age| age > than)
}

/// Whether nothing can be read at a path, because nothing is there; so it is with a link that leads
/// nowhere.
pub(super) fn is_missing(path: &Path) -> bool {
    is_free(path) || fs::metadata(path).is_err_and(|error| error.kind() == ErrorKind::NotFound)
}

/// Whether a name is not taken.
pub(super) fn is_free(path: &Path) -> bool {
    fs::symlink_metadata(path).is_err()
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Waits until the names in a folder are on the disk.
fn sync(folder: &Path) -> io::Result<()> {
    match File::open(folder).and_then(|folder| folder.sync_all()) {
        // Some file systems cannot do it for folders; there is nothing better then.
        Err(error) if matches!(error.kind(), ErrorKind::InvalidInput | ErrorKind::Unsupported) => Ok(()),
        result => result,
    }
}
