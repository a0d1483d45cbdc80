// SPDX-License-Identifier: GPL-3.0-or-later
//! The color that a player wants.

use std::fmt;
use std::str::FromStr;

use morris::{Color, escape};

/// Color of the player who invites.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ColorChoice {
    /// White, which begins.
    White,
    /// Black.
    Black,
    /// One that follows from both keys. The player who invites cannot choose it. The other player
    /// learns it first, and could accept with one key after another until it is the wanted one.
    #[default]
    Any,
}

impl ColorChoice {
    /// All choices.
    pub const ALL: [Self; 3] = [Self::White, Self::Black, Self::Any];

    /// Returns the word of the choice.
    pub const fn word(self) -> &'static str {
        match self {
            Self::White => "white",
            Self::Black => "black",
            Self::Any => "any",
        }
    }
}

impl From<Color> for ColorChoice {
    fn from(color: Color) -> Self {
        match color {
            Color::White => Self::White,
            Color::Black => Self::Black,
        }
    }
}

impl fmt::Display for ColorChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// Word that is not a color, shortened for messages.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("“{0}” is not a color; colors are white, black, and any")]
pub struct ParseColorError(String);

impl FromStr for ColorChoice {
    type Err = ParseColorError;

    fn from_str(word: &str) -> Result<Self, Self::Err> {
        Self::ALL.into_iter().find(|choice| choice.word() == word).ok_or_else(|| ParseColorError(escape(word)))
    }
}
