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
pub enum FileProblem {
    /// The operating system cannot read the file.
    #[error("cannot be read: {0}")]
    Unreadable(#[source] io::Error),
    /// The path leads to a folder, a device or the like.
    #[error("is not a file")]
    NoFile,
    /// The file is larger than the limit for its kind.
    #[error("is larger than {most} bytes")]
    TooLarge {
        /// Maximum size of a file that is read, in bytes.
        most: u64,
    },
    /// The file is not UTF-8.
    #[error("is not text")]
    NoText,
    /// The text does not resemble a game or a position in any format.
    #[error("is not a game or position of nine men's morris")]
    NoGame,
    /// A text in another format is invalid.
    #[error(transparent)]
    Text(#[from] FormatError),
    /// The file is not TOML.
    #[error("{0}")]
    Syntax(String),
    /// The format version is missing. This is another file, or its beginning was lost.
    #[error("“version” is missing: not a file of this program")]
    NoVersion,
    /// The format version is unknown.
    #[error("has format version {found}; this program knows {known}: a newer one has written it")]
    Version {
        /// Version in the file.
        found: i64,
        /// Newest version that this program reads.
        known: i64,
    },
    /// A required key is missing.
    #[error("“{0}” is missing")]
    Missing(String),
    /// A key is unknown.
    #[error("“{0}” is unknown")]
    UnknownKey(String),
    /// A key has a value that is not allowed.
    #[error("“{key}” cannot be {found}; allowed is {allowed}")]
    Value {
        /// The key.
        key: String,
        /// The value in the file.
        found: String,
        /// Description of the allowed values.
        allowed: String,
    },
    /// The game by message cannot be read.
    #[error("“message”: {0}")]
    Message(#[source] FileTextError),
    /// The rules are invalid.
    #[error(transparent)]
    Rules(#[from] RulesTextError),
    /// The start position is invalid.
    #[error("“start”: {0}")]
    Start(#[source] PositionError),
    /// A move cannot be read.
    #[error("move {number}: {source}")]
    UnreadableMove {
        /// Number of the move, counted from 1.
        number: usize,
        /// Cause.
        source: ParseMoveError,
    },
    /// A move is illegal.
    #[error("move {number} “{}”: {}", board.display(*mv), board.display(*source))]
    IllegalMove {
        /// Number of the move, counted from 1.
        number: usize,
        /// The move.
        mv: Move,
        /// Why the move is illegal.
        source: IllegalMove,
        /// Board of the game.
        board: &'static Board,
    },
    /// The moves contradict the result.
    #[error("the moves do not end the game with “{result}” by “{reason}”")]
    Result {
        /// Result in the file.
        result: String,
        /// Reason in the file.
        reason: String,
    },
}

/// Why a file could not be written.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// The folder does not exist and cannot be created.
    #[error("could not create the folder {}: {source}", escape_path(path))]
    Folder {
        /// Path of the folder.
        path: PathBuf,
        /// Cause.
        source: io::Error,
    },
    /// The file cannot be written. An existing file is unchanged.
    #[error("could not write {}: {source}", escape_path(path))]
    File {
        /// Path of the file.
        path: PathBuf,
        /// Cause.
        source: io::Error,
    },
    /// The file would be too large to be read back.
    #[error("could not write {}: it would be larger than the {most} bytes that can be read back", escape_path(path))]
    TooLarge {
        /// Path of the file.
        path: PathBuf,
        /// Maximum size of a file that is read, in bytes.
        most: u64,
    },
    /// The file cannot be renamed.
    #[error("could not rename {} to {}: {source}", escape_path(from), escape_path(to))]
    Move {
        /// Current path.
        from: PathBuf,
        /// New path.
        to: PathBuf,
        /// Cause.
        source: io::Error,
    },
}

/// Why the saved games could not be listed, read or changed.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The folder cannot be listed.
    #[error("the folder {} cannot be read: {source}", escape_path(path))]
    Folder {
        /// Path of the folder.
        path: PathBuf,
        /// Cause.
        source: io::Error,
    },
    /// A file cannot be read.
    #[error(transparent)]
    Read(#[from] FileError),
    /// A file cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// Another program has continued this game by message. Two lines of one turn must not exist.
    #[error("another program has continued the game {}", escape_path(path))]
    Continued {
        /// Path of the file.
        path: PathBuf,
    },
}
