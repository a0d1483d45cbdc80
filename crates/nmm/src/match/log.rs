// SPDX-License-Identifier: GPL-3.0-or-later
//! Writes the games of a match as game texts.

use std::cell::Cell;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use morris::Pgn;

use crate::path_check::why;
use crate::referee::PlayedGame;

/// Destination of the games.
#[derive(Debug)]
pub enum Log {
    /// All games are appended to one file.
    File(PathBuf, File),
    /// Each game gets its own file with the next free number. Existing files are kept. The files
    /// from the first number up to the second exist.
    Folder(PathBuf, Cell<(u32, u32)>),
}

impl Log {
    /// Opens a folder if one exists or the path ends with a slash, and otherwise a file.
    pub fn open(path: &Path) -> Result<Self, LogError> {
        let result = if path.is_dir() || path.as_os_str().as_encoded_bytes().ends_with(b"/") {
            fs::create_dir_all(path).map(|()| Self::Folder(path.to_owned(), Cell::default()))
        } else {
            OpenOptions::new().create(true).append(true).open(path).map(|file| Self::File(path.to_owned(), file))
        };
        result.map_err(|error| failed(path, error))
    }

    pub fn add(&self, played: &PlayedGame) -> Result<(), LogError> {
        // Writes each game at once, so that an interrupted match leaves complete games.
        let text = format!("{}\n", text_of(played));
        match self {
            Self::File(path, file) => add_whole(file, &text).map_err(|error| failed(path, error)),
            Self::Folder(folder, taken) => {
                let (path, file) = next_free(folder, played.number + 1, taken)?;
                (&file).write_all(text.as_bytes()).map_err(|error| {
                    // The file holds at most a part of a game, and would keep its name from a
                    // complete one.
                    let _ = fs::remove_file(&path);
                    failed(&path, error)
                })
            }
        }
    }
}

/// Appends a text to a file completely or not at all. After a part of a game the next one would be
/// unreadable too.
fn add_whole(mut file: &File, text: &str) -> io::Result<()> {
    // Pipes and devices cannot be truncated.
    let before = file.metadata().ok().filter(Metadata::is_file).map(|data| data.len());
    file.write_all(text.as_bytes()).inspect_err(|_| {
        let _ = before.map(|length| file.set_len(length));
    })
}

/// Creates the first file, counted from `first`, that does not exist yet. Does not try those in
/// `taken` again: each game would try all files of earlier matches.
fn next_free(folder: &Path, first: u32, taken: &Cell<(u32, u32)>) -> Result<(PathBuf, File), LogError> {
    let (from, mut number) = match taken.get() {
        (from, end) if (from..end).contains(&first) => (from, end),
        _ => (first, first),
    };
    loop {
        let path = folder.join(format!("game-{number:04}.pgn"));
        match OpenOptions::new().create_new(true).write(true).open(&path) {
            Ok(file) => {
                taken.set((from, number + 1));
                return Ok((path, file));
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
            Err(error) => return Err(failed(&path, error)),
        }
    }
}

fn failed(path: &Path, error: io::Error) -> LogError {
    LogError { path: path.to_owned(), error }
}

fn text_of(played: &PlayedGame) -> Pgn {
    let mut text = Pgn::new(&played.game);
    let tags = [
        ("Event", "nmm match".to_owned()),
        ("Round", (played.number + 1).to_string()),
        ("White", played.names.white.clone()),
        ("Black", played.names.black.clone()),
    ];
    text.tags.extend(tags.map(|(name, value)| (name.to_owned(), value)));
    text.tree.set_comment(text.tree.end(), &played.ending.to_string());
    text
}

/// Error of writing a game.
// The field is not named `source`, so that a broken pipe in it is not taken for a closed standard
// output, which is not an error.
#[derive(Debug, thiserror::Error)]
#[error("{}: {}", path.display(), why(path, error))]
pub struct LogError {
    path: PathBuf,
    error: io::Error,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_found_taken_are_not_tried_again() {
        let folder = tempfile::tempdir().unwrap();
        let name = |number: u32| folder.path().join(format!("game-{number:04}.pgn"));
        (1..=3).for_each(|number| fs::write(name(number), "").unwrap());
        let taken = Cell::default();
        let next = |first| next_free(folder.path(), first, &taken).unwrap().0;
        assert_eq!((next(2), next(1)), (name(4), name(5)));
        // Only a number that is tried would be found free now.
        fs::remove_file(name(3)).unwrap();
        assert_eq!((next(2), next(1), next(9), next(4)), (name(6), name(7), name(9), name(8)));
    }
}
