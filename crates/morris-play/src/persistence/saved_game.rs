// SPDX-License-Identifier: GPL-3.0-or-later
//! A game as it is saved.

use std::path::Path;
use std::time::Duration;

use jiff::Timestamp;

use super::document::{Misfit, text_of};
use super::forms::to_milliseconds;
use super::{FileError, MOST_BYTES, WriteError, atomic, saved_text};
use crate::setup::GameSetup;
use morris::{ByColor, Game, Pgn};

/// A game as it is saved: all that is needed to go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedGame {
    /// What a person calls it.
    pub name: Option<String>,
    /// When it was saved; kept to the millisecond.
    pub saved: Timestamp,
    /// What was agreed. Its rules are those of the record.
    pub setup: GameSetup,
    /// The game, with the moves that were taken back.
    pub record: Game,
    /// What a text of another program said besides the moves of `record`, with the moves as they were then.
    pub notes: Option<Pgn>,
    /// The time each side has left, kept to the millisecond and up to a week; `None` without a clock.
    pub clocks: Option<ByColor<Duration>>,
}

impl SavedGame {
    /// A game saved now, without a name.
    #[must_use]
    pub fn now(setup: GameSetup, record: Game, clocks: Option<ByColor<Duration>>) -> Self {
        Self { name: None, saved: to_milliseconds(Timestamp::now()), setup, record, notes: None, clocks }
    }

    /// Reads a game from a file anywhere, and plays it through.
    ///
    /// # Errors
    /// What is wrong, and in which line.
    pub fn read(path: &Path) -> Result<Self, FileError> {
        let bytes = atomic::read(path, MOST_BYTES).map_err(|problem| Misfit::from(problem).of(path))?;
        Self::from_bytes(&bytes, path)
    }

    /// Writes the game to a file anywhere, in place of what stands there.
    ///
    /// # Errors
    /// Why not, also if it would be too large to be read back; then what stood there still does.
    pub fn write(&self, path: &Path) -> Result<(), WriteError> {
        atomic::write_text(path, &self.to_text())
    }

    pub(super) fn from_bytes(bytes: &[u8], path: &Path) -> Result<Self, FileError> {
        text_of(bytes).and_then(saved_text::parse).map_err(|misfit| misfit.of(path))
    }

    /// The game without the comments and variations of its notes, if there are any; the tags stay.
    pub(super) fn without_comments(&self) -> Option<Self> {
        let notes =
            self.notes.as_ref().filter(|notes| !notes.record.moves().is_empty() || !notes.comments.is_empty())?;
        let start = Game::from_position(*notes.record.rules(), *notes.record.start());
        let tags = Pgn { tags: notes.tags.clone(), ..Pgn::new(start) };
        Some(Self { notes: Some(tags), ..self.clone() })
    }

    pub(super) fn to_text(&self) -> String {
        saved_text::text(self)
    }
}
