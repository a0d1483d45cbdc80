// SPDX-License-Identifier: GPL-3.0-or-later
//! The list of saved games: their ids, and what there is to show of each.

use std::ffi::{OsStr, OsString};
use std::fmt;
use std::path::{Path, PathBuf};

use jiff::{Timestamp, Zoned};

use super::error::FileError;
use super::saved_game::SavedGame;
use crate::setup::GameSetup;
use morris::{Outcome, Position};

/// The ending of a saved game's file.
const ENDING: &str = "toml";

/// How many random letters a new id has.
const LETTERS: usize = 5;

/// Which saved game: the name of its file without the ending.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SaveId(OsString);

impl SaveId {
    /// An id for a new game: the date and a few random letters, such as `2026-11-21-kqzfm`.
    #[must_use]
    pub fn new() -> Self {
        let letters: String = (0..LETTERS).map(|_| char::from(rand::random_range(b'a'..=b'z'))).collect();
        Self(format!("{}-{letters}", Zoned::now().date()).into())
    }

    /// The id of a file; `None` if its name has another ending.
    #[must_use]
    pub fn of_file(path: &Path) -> Option<Self> {
        let name = path.file_stem().filter(|_| path.extension() == Some(OsStr::new(ENDING)));
        name.map(|name| Self(name.to_owned()))
    }

    /// Its file in a folder.
    pub(super) fn path(&self, folder: &Path) -> PathBuf {
        self.numbered_path(folder, 1)
    }

    /// Its file, and for a second one of this name one with a number behind it.
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
    /// A game that can be gone on with.
    Game(Box<Summary>),
    /// A file that is none.
    Broken(Broken),
}

/// What there is to show of a saved game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// Which.
    pub id: SaveId,
    /// What a person calls it.
    pub name: Option<String>,
    /// When it was saved.
    pub saved: Timestamp,
    /// What was agreed.
    pub setup: GameSetup,
    /// How many moves were played.
    pub moves: usize,
    /// How it ended; `None` if it goes on.
    pub outcome: Option<Outcome>,
    /// Where it stands.
    pub position: Position,
}

/// A file among the saved games that cannot be read as one.
#[derive(Debug)]
pub struct Broken {
    /// Which.
    pub id: SaveId,
    /// What is wrong, and where; with the path.
    pub error: FileError,
}

impl Entry {
    /// Which.
    #[must_use]
    pub const fn id(&self) -> &SaveId {
        match self {
            Self::Game(summary) => &summary.id,
            Self::Broken(broken) => &broken.id,
        }
    }

    /// What a file is.
    pub(super) fn read(id: SaveId, path: &Path) -> Self {
        match SavedGame::read(path) {
            Ok(game) => Self::Game(Box::new(Summary::new(id, game))),
            Err(error) => Self::Broken(Broken { id, error }),
        }
    }

    /// Greater for newer.
    pub(super) fn age_key(&self) -> (Option<Timestamp>, &SaveId) {
        match self {
            Self::Game(summary) => (Some(summary.saved), &summary.id),
            Self::Broken(broken) => (None, &broken.id),
        }
    }
}

impl Summary {
    /// What there is to show of a game.
    #[must_use]
    pub fn new(id: SaveId, game: SavedGame) -> Self {
        let SavedGame { name, saved, setup, game, .. } = game;
        let (moves, outcome, position) = (game.cursor(), game.outcome(), *game.position());
        Self { id, name, saved, setup, moves, outcome, position }
    }
}
