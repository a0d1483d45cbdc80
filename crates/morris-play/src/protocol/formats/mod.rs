// SPDX-License-Identifier: GPL-3.0-or-later
//! Games and positions in the text formats of this and other programs.

mod detect;
mod problem;
mod read;
mod write;

use std::fmt;
use std::str::FromStr;

use super::{PositionInTurn, SanmillForm, shown};
use morris::{Move, Pgn};

pub use problem::{FormatError, FormatProblem};
pub use write::CannotHold;

/// A text format for games or positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// A game with tags, comments and variations.
    Pgn,
    /// A list of moves with numbered points, as PlayOK shows them: `1. 5 12 2. …`.
    PlayOk,
    /// A position in one line.
    PositionLine,
    /// A position as Sanmill writes it.
    Sanmill(SanmillForm),
    /// 24 letters, bottom row first.
    BoardFile,
}

/// A game, or a position as a game without moves, as a text says it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameInText {
    /// The game, where it has ended up.
    pub game: Pgn,
    /// A move after the game that closed a mill and still wants its removal.
    pub half: Option<Move>,
}

impl Format {
    /// All formats, those of whole games first.
    pub const ALL: [Self; 6] = [
        Self::Pgn,
        Self::PlayOk,
        Self::PositionLine,
        Self::Sanmill(SanmillForm::New),
        Self::Sanmill(SanmillForm::Old),
        Self::BoardFile,
    ];

    /// The name on the command line.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Pgn => "game",
            Self::PlayOk => "playok",
            Self::PositionLine => "position",
            Self::Sanmill(SanmillForm::New) => "sanmill",
            Self::Sanmill(SanmillForm::Old) => "sanmill-old",
            Self::BoardFile => "board",
        }
    }

    /// Whether it says how the game went, and not only where it stands.
    #[must_use]
    pub const fn has_moves(self) -> bool {
        matches!(self, Self::Pgn | Self::PlayOk)
    }

    /// What a file of this format ends with.
    #[must_use]
    pub const fn ending(self) -> &'static str {
        match self {
            Self::Pgn => "pgn",
            _ => "txt",
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

/// A name that no format has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no format “{0}”; known are {known}", known = Format::ALL.map(Format::id).join(", "))]
pub struct ParseFormatError(pub String);

impl FromStr for Format {
    type Err = ParseFormatError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL.into_iter().find(|format| format.id() == text).ok_or_else(|| ParseFormatError(shown(text)))
    }
}

impl GameInText {
    /// Where the game stands.
    #[must_use]
    pub fn standing(&self) -> PositionInTurn {
        PositionInTurn { position: *self.game.record.position(), half: self.half }
    }
}

impl From<Pgn> for GameInText {
    fn from(game: Pgn) -> Self {
        Self { game, half: None }
    }
}
