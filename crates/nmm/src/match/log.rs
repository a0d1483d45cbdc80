// SPDX-License-Identifier: GPL-3.0-or-later
//! The games of a match as game texts.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use morris::Pgn;

use crate::path_check::why;
use crate::referee::PlayedGame;

/// Where games are written to.
#[derive(Debug)]
pub enum Log {
    /// All into one file, behind what stands there.
    File(PathBuf, File),
    /// Each into a file of its own, with the next number that is free: a file that is there stays.
    Folder(PathBuf),
}

impl Log {
    /// A folder where there is one, or where the path ends with a slash; else a file.
    pub fn open(path: &Path) -> Result<Self, LogError> {
        let result = if path.is_dir() || path.as_os_str().as_encoded_bytes().ends_with(b"/") {
            fs::create_dir_all(path).map(|()| Self::Folder(path.to_owned()))
        } else {
            OpenOptions::new().create(true).append(true).open(path).map(|file| Self::File(path.to_owned(), file))
        };
        result.map_err(|error| failed(path, error))
    }

    pub fn add(&self, played: &PlayedGame) -> Result<(), LogError> {
        // One write for each game, so that a broken match leaves whole games.
        let text = format!("{}\n", text_of(played));
        match self {
            Self::File(path, file) => add_whole(file, &text).map_err(|error| failed(path, error)),
            Self::Folder(folder) => {
                let (path, file) = next_free(folder, played.number + 1)?;
                (&file).write_all(text.as_bytes()).map_err(|error| {
                    // It holds a piece of a game at most, and would keep its name from a whole one.
                    let _ = fs::remove_file(&path);
                    failed(&path, error)
                })
            }
        }
    }
}

/// Adds a text to a file, or nothing: behind a piece of a game the next one could not be read
/// either.
fn add_whole(mut file: &File, text: &str) -> io::Result<()> {
    // Pipes and devices cannot be cut.
    let before = file.metadata().ok().filter(Metadata::is_file).map(|data| data.len());
    file.write_all(text.as_bytes()).inspect_err(|_| {
        let _ = before.map(|length| file.set_len(length));
    })
}

/// Makes the first file from a number on that is not there yet.
fn next_free(folder: &Path, first: u32) -> Result<(PathBuf, File), LogError> {
    let mut number = first;
    loop {
        let path = folder.join(format!("game-{number:04}.pgn"));
        match OpenOptions::new().create_new(true).write(true).open(&path) {
            Ok(file) => return Ok((path, file)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
            Err(error) => return Err(failed(&path, error)),
        }
    }
}

fn failed(path: &Path, error: io::Error) -> LogError {
    LogError { path: path.to_owned(), error }
}

fn text_of(played: &PlayedGame) -> Pgn {
    let mut text = Pgn::new(played.game.clone());
    let tags = [
        ("Event", "nmm match".to_owned()),
        ("Round", (played.number + 1).to_string()),
        ("White", played.names.white.clone()),
        ("Black", played.names.black.clone()),
    ];
    text.tags.extend(tags.map(|(name, value)| (name.to_owned(), value)));
    text.comments.insert(played.game.cursor(), played.ending.to_string());
    text
}

/// Why a game cannot be written.
// Not named source: only that nobody reads standard output any more is no error.
#[derive(Debug, thiserror::Error)]
#[error("{}: {}", path.display(), why(path, error))]
pub struct LogError {
    path: PathBuf,
    error: io::Error,
}
