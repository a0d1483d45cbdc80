// SPDX-License-Identifier: GPL-3.0-or-later
//! The list of saved games: their ids and their summaries.

use std::collections::HashMap;
use std::ffi::{OsStr, OsString};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{fmt, fs};

use jiff::{Timestamp, Zoned};

use super::error::FileError;
use super::saved_game::{SavedGame, SavedKind};
use crate::session::LastLine;
use crate::setup::GameSetup;
use morris::{Outcome, Position};
use morris_message::Status;

/// File extension of saved games.
const ENDING: &str = "toml";

/// Number of random letters of a new id.
const LETTERS: usize = 5;

/// Id of a saved game: the name of its file without the extension.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SaveId(OsString);

impl SaveId {
    /// Creates an id for a new game: the date and a few random letters, such as `2026-11-21-kqzfm`.
    pub fn new() -> Self {
        let letters: String = (0..LETTERS).map(|_| char::from(rand::random_range(b'a'..=b'z'))).collect();
        Self(format!("{}-{letters}", Zoned::now().date()).into())
    }

    /// Returns the id of a file, or `None` if the file has another extension.
    pub fn of_file(path: &Path) -> Option<Self> {
        let name = path.file_stem().filter(|_| path.extension() == Some(OsStr::new(ENDING)));
        name.map(|name| Self(name.to_owned()))
    }

    pub(super) fn path(&self, folder: &Path) -> PathBuf {
        self.numbered_path(folder, 1)
    }

    /// Returns the path of the file, with a number appended to the name if `number` is greater than
    /// 1.
    pub(super) fn numbered_path(&self, folder: &Path, number: usize) -> PathBuf {
        let mut name = self.0.clone();
        if number > 1 {
            name.push(format!("-{number}"));
        }
        name.push(format!(".{ENDING}"));
        folder.join(name)
    }
}

impl Default for SaveId {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Display for SaveId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.to_string_lossy().fmt(f)
    }
}

/// A file in the list of saved games.
#[derive(Debug)]
pub enum Entry {
    /// A saved game.
    Game(Arc<Summary>),
    /// A file that is not a saved game.
    Broken(Broken),
}

/// Summary of a saved game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// Id of the game.
    pub id: SaveId,
    /// Whether it is a game or an analysis.
    pub kind: SavedKind,
    /// Name that the user has given to the game.
    pub name: Option<String>,
    /// Time at which it was saved.
    pub saved: Timestamp,
    /// Setup of the game.
    pub setup: GameSetup,
    /// Number of moves played.
    pub moves: usize,
    /// Outcome, or `None` if the game is not over.
    pub outcome: Option<Outcome>,
    /// Current position.
    pub position: Position,
    /// What a game by message waits for. It has done so since [`Self::saved`].
    pub message: Option<Status>,
    /// Whether the user still has to send the last line of a game by message.
    pub last_line: LastLine,
}

/// A file among the saved games that cannot be read.
#[derive(Debug)]
pub struct Broken {
    /// Id of the file.
    pub id: SaveId,
    /// The error, with path and line.
    pub error: FileError,
}

/// Summaries of the games in a folder, so that a file that has not changed is read once.
#[derive(Debug, Default)]
pub(super) struct ReadGames(HashMap<SaveId, (Stamp, Arc<Summary>)>);

/// Inode, size, and times of a file. They change with its content.
type Stamp = (u64, u64, [i64; 4]);

impl ReadGames {
    /// Returns the entries of all saved games among the files of a folder.
    pub fn entries(&mut self, files: &[PathBuf]) -> Vec<Entry> {
        let mut before = std::mem::take(&mut self.0);
        let mut entry = |path: &PathBuf| {
            let id = SaveId::of_file(path)?;
            let stamp = stamp(path);
            let known = before.remove(&id).filter(|(known, _)| Some(*known) == stamp);
            let entry = known.map_or_else(|| Entry::read(id.clone(), path), |(_, summary)| Entry::Game(summary));
            if let (Entry::Game(summary), Some(stamp)) = (&entry, stamp) {
                self.0.insert(id, (stamp, Arc::clone(summary)));
            }
            Some(entry)
        };
        files.iter().filter_map(&mut entry).collect()
    }
}

fn stamp(path: &Path) -> Option<Stamp> {
    let data = fs::metadata(path).ok()?;
    let times = [data.mtime(), data.mtime_nsec(), data.ctime(), data.ctime_nsec()];
    Some((data.ino(), data.size(), times))
}

impl Entry {
    /// Returns the id.
    pub fn id(&self) -> &SaveId {
        match self {
            Self::Game(summary) => &summary.id,
            Self::Broken(broken) => &broken.id,
        }
    }

    /// Reads the entry of a file.
    pub(super) fn read(id: SaveId, path: &Path) -> Self {
        match SavedGame::read(path) {
            Ok(game) => Self::Game(Arc::new(Summary::new(id, game))),
            Err(error) => Self::Broken(Broken { id, error }),
        }
    }

    /// Returns a key that is greater for newer entries.
    pub(super) fn age_key(&self) -> (Option<Timestamp>, &SaveId) {
        match self {
            Self::Game(summary) => (Some(summary.saved), &summary.id),
            Self::Broken(broken) => (None, &broken.id),
        }
    }
}

impl Summary {
    /// Creates the summary of a game.
    pub fn new(id: SaveId, game: SavedGame) -> Self {
        let SavedGame { kind, name, saved, setup, game, message, last_line, .. } = game;
        let (moves, outcome, position) = (game.cursor(), game.outcome(), *game.position());
        let message = message.map(|message| message.status());
        Self { id, kind, name, saved, setup, moves, outcome, position, message, last_line }
    }

    /// Returns `true` in a game by message, if the user has to write the next line or to send it.
    /// The last line of a game has to be sent, too.
    pub fn waits_for_user(&self) -> bool {
        self.message.is_some_and(|waits| waits.is_yours() || self.last_line == LastLine::Unsent)
    }

    /// Returns `true` in a game by message that is not over, if the friend has to write the next
    /// line.
    pub fn waits_for_friend(&self) -> bool {
        self.message.is_some() && self.outcome.is_none() && !self.waits_for_user()
    }

    /// Returns `true` if the user can continue the game: it is not over, or in a game by message,
    /// the user has to write or send a line.
    pub fn can_be_continued(&self) -> bool {
        match self.kind {
            SavedKind::Game => self.outcome.is_none(),
            SavedKind::Message => self.waits_for_user(),
            SavedKind::Analysis => false,
        }
    }
}
