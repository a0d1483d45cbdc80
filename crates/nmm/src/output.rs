// SPDX-License-Identifier: GPL-3.0-or-later
//! Destinations to which commands write their results.
//!
//! A regular file is replaced in one step. Any other destination, such as a pipe, a device, or an
//! open descriptor, is written to directly and stays as it is. `-` means standard output. A command
//! never overwrites its input, and it overwrites an existing file of a default name only if forced.

use std::error::Error;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::os::fd::AsFd;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use clap::builder::{PathBufValueParser, TypedValueParser};
use morris_play::persistence::{WriteError, write_file};

use super::path_check::why;

/// Name of standard input where a command reads, and of standard output where it writes.
pub const STANDARD: &str = "-";

/// Maximum length of a chain of symbolic links, which is that of the system.
const MOST_LINKS: usize = 40;

/// Format of a result on standard output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// For people.
    Text,
    /// For programs.
    Json,
}

/// A destination for the result of a command.
#[derive(Debug)]
pub struct Output {
    /// Path as the user named it.
    path: PathBuf,
    place: Destination,
}

#[derive(Debug)]
enum Destination {
    /// A regular file, or one that does not exist yet, with links resolved.
    File(PathBuf),
    /// An open descriptor, to which text is appended.
    Append,
    /// A pipe or a device.
    Through,
    StandardOutput,
    StandardError,
}

impl Output {
    /// Returns the destination for standard output.
    pub fn standard() -> Self {
        Self { path: PathBuf::from("standard output"), place: Destination::StandardOutput }
    }

    /// Returns the destination that an option names. `input` is the file that the command reads, or
    /// `-` for standard input.
    pub fn named(path: &Path, input: Option<&Path>) -> Result<Self, OutputError> {
        let place = Destination::of(path)?;
        if let Destination::File(file) = &place {
            if input.is_some_and(|input| is_same(file, input)) {
                return Err(OutputError::Input(path.to_owned()));
            }
        }
        Ok(Self { path: path.to_owned(), place })
    }

    /// Returns the destination of a default name. An existing file is an error unless `force` is
    /// set.
    pub fn chosen(path: &Path, input: &Path, force: bool) -> Result<Self, OutputError> {
        let output = Self::named(path, Some(input))?;
        if !force && fs::symlink_metadata(path).is_ok() {
            return Err(OutputError::Exists(path.to_owned()));
        }
        Ok(output)
    }

    /// Returns an error if both destinations are the same file, even under different names.
    pub fn refuse_same(&self, other: &Self) -> Result<(), OutputError> {
        // The files need not exist yet.
        let name = |file: &Path| (fs::canonicalize(folder_of(file)).ok(), file.file_name().map(ToOwned::to_owned));
        match (&self.place, &other.place) {
            (Destination::File(file), Destination::File(also)) if name(file) == name(also) || is_same(file, also) => {
                Err(OutputError::Twice(other.path.clone()))
            }
            (Destination::StandardOutput, Destination::StandardOutput) => Err(OutputError::Twice(other.path.clone())),
            _ => Ok(()),
        }
    }

    /// Returns `true` for standard output, where the command may print nothing else.
    pub const fn is_standard(&self) -> bool {
        matches!(self.place, Destination::StandardOutput)
    }

    /// Returns the path as the user named it.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes the whole content.
    pub fn write(&self, content: impl AsRef<[u8]>) -> Result<(), OutputError> {
        let content = content.as_ref();
        let path = &self.path;
        let through = |options: &mut OpenOptions| options.open(path).and_then(|mut file| file.write_all(content));
        match &self.place {
            Destination::File(file) => return Ok(write_file(file, content)?),
            Destination::Append => through(OpenOptions::new().append(true)),
            Destination::Through => through(OpenOptions::new().write(true)),
            Destination::StandardOutput => return write_out(content).map_err(OutputError::StandardOutput),
            Destination::StandardError => io::stderr().write_all(content),
        }
        .map_err(|error| OutputError::Failed { path: path.clone(), error })
    }
}

fn write_out(content: &[u8]) -> io::Result<()> {
    let mut output = io::stdout().lock();
    output.write_all(content)?;
    output.flush()
}

impl Destination {
    fn of(path: &Path) -> Result<Self, OutputError> {
        if path == Path::new(STANDARD) {
            return Ok(Self::StandardOutput);
        }
        let links = links(path);
        match links.iter().find_map(|path| descriptor(path)) {
            Some(1) => return Ok(Self::StandardOutput),
            Some(2) => return Ok(Self::StandardError),
            Some(_) => return Ok(Self::Append),
            None => {}
        }
        let failed = |error| OutputError::Failed { path: path.to_owned(), error };
        match fs::metadata(path) {
            Ok(data) if data.is_dir() => Err(OutputError::Folder(path.to_owned())),
            Ok(data) if !data.is_file() => Ok(Self::Through),
            Err(error) if error.kind() != ErrorKind::NotFound => Err(failed(error)),
            _ => {
                let file = links.into_iter().next_back().unwrap_or_default();
                let folder = folder_of(&file);
                let is_there = fs::metadata(folder).is_ok_and(|data| data.is_dir());
                let none = || OutputError::NoFolder { path: path.to_owned(), folder: folder.to_owned() };
                if is_there { Ok(Self::File(file)) } else { Err(none()) }
            }
        }
    }
}

/// Returns a path followed by the targets of its chain of symbolic links.
fn links(path: &Path) -> Vec<PathBuf> {
    let mut links = vec![path.to_owned()];
    while let Some(next) = links.last().and_then(|link| Some(folder_of(link).join(fs::read_link(link).ok()?))) {
        if links.len() > MOST_LINKS {
            break;
        }
        links.push(next);
    }
    links
}

/// Returns the number of the open descriptor of this process that a path names, such as 1 for
/// `/proc/self/fd/1`, the target of `/dev/stdout`.
fn descriptor(path: &Path) -> Option<u32> {
    let number = path.file_name()?.to_str()?.parse().ok()?;
    let [folder, own] = [folder_of(path), Path::new("/proc/self/fd")].map(|folder| fs::canonicalize(folder).ok());
    (folder? == own?).then_some(number)
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Returns `true` if a file is the input, under any name.
fn is_same(file: &Path, input: &Path) -> bool {
    let which = |data: Metadata| (data.dev(), data.ino());
    let input = if input == Path::new(STANDARD) { standard_input() } else { fs::metadata(input) };
    let (file, input) = (fs::metadata(file).map(which), input.map(which));
    matches!((file, input), (Ok(file), Ok(input)) if file == input)
}

fn standard_input() -> io::Result<Metadata> {
    File::from(io::stdin().as_fd().try_clone_to_owned()?).metadata()
}

/// Parses the path of a folder, or of a file. It refuses `-`, since the command prints its own text
/// on standard output.
pub fn named_place() -> impl TypedValueParser<Value = PathBuf> {
    let is_named = |path: PathBuf| if path == Path::new(STANDARD) { Err(NoName) } else { Ok(path) };
    PathBufValueParser::new().try_map(is_named)
}

/// Error for `-` where standard output cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("it means standard input or standard output, which is not possible here; a file with this name is ./-")]
struct NoName;

/// What a command returns. A plain [`io::Error`] is one of standard output.
pub type Done<T = ()> = Result<T, Box<dyn Error + Send + Sync>>;

/// Error of writing a result.
#[derive(Debug, thiserror::Error)]
pub enum OutputError {
    #[error("could not write {}: it is a folder", .0.display())]
    Folder(PathBuf),
    #[error("could not write {}: there is no folder {}", path.display(), folder.display())]
    NoFolder { path: PathBuf, folder: PathBuf },
    #[error("could not write {}: it is the file that is read", .0.display())]
    Input(PathBuf),
    #[error("could not write {}: something else is written there too", .0.display())]
    Twice(PathBuf),
    #[error("{} already exists: choose another file with -o, or replace it with --force", .0.display())]
    Exists(PathBuf),
    // The field is not named `source`, because a broken pipe with this name is an error, unlike a
    // closed standard output.
    #[error("could not write {}: {}", path.display(), why(path, error))]
    Failed { path: PathBuf, error: io::Error },
    #[error("could not write to standard output: {0}")]
    StandardOutput(#[source] io::Error),
    #[error(transparent)]
    File(#[from] WriteError),
}
