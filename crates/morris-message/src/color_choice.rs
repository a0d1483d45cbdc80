// SPDX-License-Identifier: GPL-3.0-or-later
//! The color that a player wants.

use std::str::FromStr;

use morris::{Color, escape};

morris::with_ids! {
    /// Color of the player who invites.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum ColorChoice {
        /// White, which begins.
        White = "white",
        /// Black.
        Black = "black",
        /// One that follows from both keys. The player who invites cannot choose it. The other
        /// player learns it first, and could accept with one key after another until it is the
        /// wanted one.
        #[default]
        Any = "any",
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

/// Word that is not a color, shortened for messages.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("“{0}” is not a color; colors are white, black, and any")]
pub struct ParseColorError(String);

impl FromStr for ColorChoice {
    type Err = ParseColorError;

    fn from_str(word: &str) -> Result<Self, Self::Err> {
        Self::of_id(word).ok_or_else(|| ParseColorError(escape(word)))
    }
}
