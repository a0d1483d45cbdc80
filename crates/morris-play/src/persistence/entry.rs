// SPDX-License-Identifier: GPL-3.0-or-later
//! The list of saved games.

use std::path::Path;

use jiff::Timestamp;

use super::{FileError, SaveId, SavedGame};
use crate::setup::GameSetup;
use morris::{Outcome, Position};

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
        let SavedGame { name, saved, setup, record, .. } = game;
        let (moves, outcome, position) = (record.cursor(), record.outcome(), *record.position());
        Self { id, name, saved, setup, moves, outcome, position }
    }
}
