// SPDX-License-Identifier: GPL-3.0-or-later
//! Errors of files.

use std::io;
use std::path::{Path, PathBuf};

use morris::{Board, IllegalMove, Move, ParseMoveError, PositionError, RulesTextError, escape_path};
use morris_message::FileTextError;
use morris_players::FormatError;

/// A problem in a file, with its place.
#[derive(Debug, thiserror::Error)]
#[error("{}{}: {problem}", escape_path(path), line.map(|line| format!(", line {line}")).unwrap_or_default())]
pub struct FileError {
    /// Path of the file.
    pub path: PathBuf,
    /// Line, counted from 1, if the problem has a line.
    pub line: Option<usize>,
    /// The problem.
    #[source]
    pub problem: FileProblem,
}

/// A problem in a text, with its line.
#[derive(Debug)]
pub(super) struct Located {
    pub line: Option<usize>,
    pub problem: FileProblem,
}

impl From<FileProblem> for Located {
    fn from(problem: FileProblem) -> Self {
        Self { line: None, problem }
    }
}

impl Located {
    /// Adds the path of the file.
    pub fn of(self, path: &Path) -> FileError {
        FileError { path: path.to_owned(), line: self.line, problem: self.problem }
    }
}

/// A problem with a file or its contents.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum FileProblem {
    #[error("cannot be read: {0}")]
    Unreadable(#[source] io::Error),
    /// The path leads to a folder, a device or the like.
    #[error("is not a file")]
    NoFile,
    #[error("is larger than {most} bytes")]
    TooLarge { most: u64 },
    /// The file is not UTF-8.
    #[error("is not text")]
    NoText,
    #[error("is not a game or position of nine men's morris")]
    NoGame,
    #[error(transparent)]
    Text(#[from] FormatError),
    #[error("{0}")]
    Syntax(String),
    /// The format version is missing. This is another file, or its beginning was lost.
    #[error("“version” is missing: not a file of this program")]
    NoVersion,
    #[error("has format version {found}; this program knows {known}: a newer one has written it")]
    Version { found: i64, known: i64 },
    #[error("“{0}” is missing")]
    Missing(String),
    #[error("“{0}” is unknown")]
    UnknownKey(String),
    #[error("“{key}” cannot be {found}; allowed is {allowed}")]
    Value { key: String, found: String, allowed: String },
    #[error("“message”: {0}")]
    Message(#[source] FileTextError),
    #[error(transparent)]
    Rules(#[from] RulesTextError),
    #[error("“start”: {0}")]
    Start(#[source] PositionError),
    /// Moves are counted from 1.
    #[error("move {number}: {source}")]
    UnreadableMove { number: usize, source: ParseMoveError },
    /// Moves are counted from 1.
    #[error("move {number} “{}”: {}", board.display(*mv), board.display(*source))]
    IllegalMove { number: usize, mv: Move, source: IllegalMove, board: &'static Board },
    #[error("the moves do not end the game with “{result}” by “{reason}”")]
    Result { result: String, reason: String },
}

/// Why a file could not be written.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum WriteError {
    #[error("could not create the folder {}: {source}", escape_path(path))]
    Folder { path: PathBuf, source: io::Error },
    /// The file cannot be written. An existing file is unchanged.
    #[error("could not write {}: {source}", escape_path(path))]
    File { path: PathBuf, source: io::Error },
    #[error("could not write {}: it would be larger than the {most} bytes that can be read back", escape_path(path))]
    TooLarge { path: PathBuf, most: u64 },
    #[error("could not rename {} to {}: {source}", escape_path(from), escape_path(to))]
    Move { from: PathBuf, to: PathBuf, source: io::Error },
}

/// Why the saved games could not be listed, read or changed.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum StoreError {
    #[error("the folder {} cannot be read: {source}", escape_path(path))]
    Folder { path: PathBuf, source: io::Error },
    #[error(transparent)]
    Read(#[from] FileError),
    #[error(transparent)]
    Write(#[from] WriteError),
    /// Another program has continued this game by message. Two lines of one turn must not exist.
    #[error("another program has continued the game {}", escape_path(path))]
    Continued { path: PathBuf },
}
