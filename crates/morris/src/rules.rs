// SPDX-License-Identifier: GPL-3.0-or-later
//! Sets of rules as values.

use std::fmt;
use std::str::FromStr;

use super::board::PLAIN_24;
use super::{Board, printable};

/// A set of rules: one value that the whole program takes as a parameter.
///
/// Two sets are the same if their ids are.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    id: &'static str,
    /// Where it is played.
    pub board: &'static Board,
    /// How many men each side begins with.
    pub men: u8,
    /// When a man may go to any empty point.
    pub flying: Flying,
    /// When the game is drawn by itself.
    pub draws: DrawRules,
}

/// When a man may go to any empty point instead of along an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flying {
    /// Never.
    Never,
    /// With no men in hand and exactly this many on the board.
    With(u8),
}

/// The automatic draws; `None` means that there is no such draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawRules {
    /// How often the same position ends the game, the first time counted.
    pub repetition: Option<u8>,
    /// How many quiet plies end the game.
    pub quiet: Option<u16>,
    /// How many quiet plies end the game while both sides have three men.
    pub quiet_three_each: Option<u16>,
    /// What starts the count of quiet plies anew.
    pub counted_from: QuietReset,
}

/// What starts the count of quiet plies anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuietReset {
    /// A removal or a placement.
    RemovalOrPlacement,
    /// A removal alone: placements count as quiet plies.
    Removal,
}

const STANDARD_DRAWS: DrawRules = DrawRules {
    repetition: Some(3),
    quiet: Some(100),
    quiet_three_each: None,
    counted_from: QuietReset::RemovalOrPlacement,
};

const NO_DRAWS: DrawRules = DrawRules { repetition: None, quiet: None, ..STANDARD_DRAWS };

impl Rules {
    /// The default: nine men, flying with three, threefold repetition, 100 quiet plies.
    pub const STANDARD: Self =
        Self { id: "standard", board: &PLAIN_24, men: 9, flying: Flying::With(3), draws: STANDARD_DRAWS };

    /// As `STANDARD` without draws.
    pub const PLAIN: Self = Self { id: "plain", draws: NO_DRAWS, ..Self::STANDARD };

    /// The classroom game: 50 plies without a mill, placing counted, or 10 while both have three men.
    pub const WINDMILL: Self = Self {
        id: "windmill",
        draws: DrawRules {
            repetition: Some(3),
            quiet: Some(50),
            quiet_three_each: Some(10),
            counted_from: QuietReset::Removal,
        },
        ..Self::STANDARD
    };

    /// The AI competition: nobody flies and nothing is a draw; a referee sets its own cap.
    pub const COMPO: Self = Self { id: "compo", flying: Flying::Never, draws: NO_DRAWS, ..Self::STANDARD };

    /// All presets, the default first.
    pub const PRESETS: [Self; 4] = [Self::STANDARD, Self::PLAIN, Self::WINDMILL, Self::COMPO];

    /// The name in saves, texts and on the command line. It never changes.
    #[must_use]
    pub const fn id(&self) -> &'static str {
        self.id
    }
}

impl Default for Rules {
    fn default() -> Self {
        Self::STANDARD
    }
}

impl PartialEq for Rules {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for Rules {}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id)
    }
}

/// An id that no preset has, as far as a message shows it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there are no rules “{0}”; known are {known}", known = Rules::PRESETS.map(|rules| rules.id).join(", "))]
pub struct ParseRulesError(pub String);

impl FromStr for Rules {
    type Err = ParseRulesError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::PRESETS.into_iter().find(|rules| rules.id == text).ok_or_else(|| ParseRulesError(printable(text)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_name_their_rules() {
        for rules in Rules::PRESETS {
            assert_eq!(rules.to_string().parse(), Ok(rules));
        }
        let error = "chess".parse::<Rules>().unwrap_err();
        assert_eq!(error.to_string(), "there are no rules “chess”; known are standard, plain, windmill, compo");
    }
}
