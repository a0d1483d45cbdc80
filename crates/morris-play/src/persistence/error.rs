// SPDX-License-Identifier: GPL-3.0-or-later
//! What can be wrong with a file.

use std::io;
use std::path::{Path, PathBuf};

use morris::{Board, IllegalMove, Move, ParseMoveError, PositionError, RulesTextError, escape_path};
use morris_players::FormatError;

/// Something wrong in a file, and where.
#[derive(Debug, thiserror::Error)]
#[error("{}{}: {problem}", escape_path(path), line.map(|line| format!(", line {line}")).unwrap_or_default())]
pub struct FileError {
    /// The file.
    pub path: PathBuf,
    /// The line, counted from 1, where the problem has one.
    pub line: Option<usize>,
    /// What is wrong.
    #[source]
    pub problem: FileProblem,
}

/// Something wrong in a text, and its line.
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
    /// The same, in a file.
    pub fn of(self, path: &Path) -> FileError {
        FileError { path: path.to_owned(), line: self.line, problem: self.problem }
    }
}

/// What is wrong with a file or in it.
#[derive(Debug, thiserror::Error)]
pub enum FileProblem {
    /// The system does not give it.
    #[error("cannot be read: {0}")]
    Unreadable(#[source] io::Error),
    /// A folder, a device or the like.
    #[error("is not a file")]
    NoFile,
    /// Larger than any file of this kind.
    #[error("is larger than {most} bytes")]
    TooLarge {
        /// The size that is read at most, in bytes.
        most: u64,
    },
    /// Not UTF-8.
    #[error("is not text")]
    NoText,
    /// Nothing that was ever meant to be a game or a position, as far as one can see.
    #[error("is not a game or position of nine men's morris")]
    NoGame,
    /// A text of another format that cannot be understood.
    #[error(transparent)]
    Text(#[from] FormatError),
    /// Not TOML.
    #[error("{0}")]
    Syntax(String),
    /// No format version: some other file, or one without its head.
    #[error("“version” is missing: not a file of this program")]
    NoVersion,
    /// A format version that is not known.
    #[error("has format version {found}; this program knows {known}: a newer one has written it")]
    Version {
        /// What the file says.
        found: i64,
        /// The newest that can be read.
        known: i64,
    },
    /// A key that has to be there.
    #[error("“{0}” is missing")]
    Missing(String),
    /// A key that means nothing.
    #[error("“{0}” is not known")]
    UnknownKey(String),
    /// A value that a key cannot have.
    #[error("“{key}” cannot be {found}; allowed is {allowed}")]
    Value {
        /// The key.
        key: String,
        /// What stands there.
        found: String,
        /// What could.
        allowed: String,
    },
    /// Choices that make no rules.
    #[error(transparent)]
    Rules(#[from] RulesTextError),
    /// A position line that is none.
    #[error("“start”: {0}")]
    Start(#[source] PositionError),
    /// A move that cannot be read.
    #[error("move {number}: {source}")]
    UnreadableMove {
        /// Which move, counted from 1.
        number: usize,
        /// Why not.
        source: ParseMoveError,
    },
    /// A move that is not legal.
    #[error("move {number} “{}”: {}", board.display(*mv), board.display(*source))]
    IllegalMove {
        /// Which move, counted from 1.
        number: usize,
        /// The move.
        mv: Move,
        /// Why not.
        source: IllegalMove,
        /// Where it is played.
        board: &'static Board,
    },
    /// An end that the moves do not lead to.
    #[error("the moves do not end the game with “{result}” by “{reason}”")]
    Result {
        /// The result in the file.
        result: String,
        /// The reason in the file.
        reason: String,
    },
}

/// Why nothing was written.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// The folder is not there and cannot be made.
    #[error("could not create the folder {}: {source}", escape_path(path))]
    Folder {
        /// The folder.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// The file cannot be written; what stood there before still does.
    #[error("could not write {}: {source}", escape_path(path))]
    File {
        /// The file.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// It could not be read back.
    #[error("could not write {}: it would be larger than the {most} bytes that can be read back", escape_path(path))]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// The size that is read at most, in bytes.
        most: u64,
    },
    /// The file cannot get another name.
    #[error("could not rename {} to {}: {source}", escape_path(from), escape_path(to))]
    Move {
        /// Its name.
        from: PathBuf,
        /// The new name.
        to: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// The file cannot be removed.
    #[error("could not remove {}: {source}", escape_path(path))]
    Remove {
        /// The file.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
}

/// Why the saved games could not be listed, read or changed.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The folder cannot be listed.
    #[error("the folder {} cannot be read: {source}", escape_path(path))]
    Folder {
        /// The folder.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// A file cannot be read.
    #[error(transparent)]
    Read(#[from] FileError),
    /// A file cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
}
