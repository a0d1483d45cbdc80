// SPDX-License-Identifier: GPL-3.0-or-later
//! A row of the file of openings.

use std::fmt;
use std::str::FromStr;

use morris::{Game, IllegalMove, Move, ParseMoveError, Position, Rules, escape};
use morris_solved::tablebase::Wdl;

/// Comment line with the names of the fields, which are separated by tabs.
pub const HEAD: &str = "# id\tfamily\tname\tother names\tmoves\tvalues\tmoves that hold";

/// A named line of the placing phase, or its beginning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// Word for files and translations.
    pub id: String,
    /// Id of the opening that is the main line of the family.
    pub family: String,
    /// English name. That of a main line is also the name of its family.
    pub name: String,
    /// Names that others use, in any language.
    pub other_names: Vec<String>,
    /// Moves of both sides from the start of the game.
    pub moves: Vec<Move>,
    /// Value for White after each move.
    pub values: Vec<Wdl>,
    /// Moves that hold in the position after each move. Shorter than `moves` where the values of
    /// the next moves are unknown.
    pub holding: Vec<Holding>,
}

/// Number of moves in a position that keep its value, and of all moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Holding {
    /// Number of moves that keep the value.
    pub holding: usize,
    /// Number of legal moves.
    pub of: usize,
}

impl Opening {
    /// Returns the game of the opening.
    ///
    /// # Errors
    /// Returns the first illegal move.
    pub fn game(&self) -> Result<Game, OpeningError> {
        let mut game = Game::new(Rules::STANDARD);
        for (&mv, number) in self.moves.iter().zip(1..) {
            game.play(mv).map_err(|source| OpeningError::Illegal { number, mv, source })?;
        }
        Ok(game)
    }

    /// Returns the moves that hold after this number of moves, if they are known.
    pub fn holding_after(&self, moves: usize) -> Option<Holding> {
        match moves.checked_sub(1) {
            Some(index) => self.holding.get(index).copied(),
            // With best play, every first move draws.
            None => Some(Position::start(&Rules::STANDARD).legal_moves(&Rules::STANDARD).len())
                .map(|of| Holding { holding: of, of }),
        }
    }
}

/// Reads a row. Values and counts may be missing, as in a row that is new.
impl FromStr for Opening {
    type Err = OpeningError;

    fn from_str(text: &str) -> Result<Self, OpeningError> {
        let fields: Vec<_> = text.split('\t').map(str::trim).collect();
        let [id, family, name, other_names, moves, ref verdicts @ ..] = *fields.as_slice() else {
            return Err(OpeningError::Fields(fields.len()));
        };
        let value = |letter: char| Wdl::of_letter(letter).ok_or(OpeningError::Value(letter));
        let holding = |word: &str| {
            let read = word.split_once('/').and_then(|(holding, of)| Some((holding.parse().ok()?, of.parse().ok()?)));
            read.map(|(holding, of)| Holding { holding, of }).ok_or_else(|| OpeningError::Holding(escape(word)))
        };
        let [values, counts] = [0, 1].map(|place| verdicts.get(place).copied().unwrap_or_default());
        let opening = Self {
            id: id.to_owned(),
            family: family.to_owned(),
            name: name.to_owned(),
            other_names: other_names.split("; ").filter(|name| !name.is_empty()).map(str::to_owned).collect(),
            moves: moves.split_whitespace().map(str::parse).collect::<Result<_, _>>()?,
            values: values.chars().map(value).collect::<Result<_, _>>()?,
            holding: counts.split_whitespace().map(holding).collect::<Result<_, _>>()?,
        };
        opening.game().map(|_| opening)
    }
}

impl fmt::Display for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { id, family, name, other_names, moves, values, holding } = self;
        let moves: Vec<_> = moves.iter().map(ToString::to_string).collect();
        let values = values.iter().map(|value| value.letter());
        let holding: Vec<_> = holding.iter().map(|Holding { holding, of }| format!("{holding}/{of}")).collect();
        let (other_names, moves, values) = (other_names.join("; "), moves.join(" "), values.collect::<String>());
        write!(f, "{id}\t{family}\t{name}\t{other_names}\t{moves}\t{values}\t{}", holding.join(" "))
    }
}

/// Reason why a line of text is not an opening.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum OpeningError {
    #[error("there are {0} fields divided by tabs, not 5 or 7")]
    Fields(usize),
    #[error(transparent)]
    Move(#[from] ParseMoveError),
    /// Moves are counted from 1.
    #[error("move {number}, {mv}: {source}")]
    Illegal { number: usize, mv: Move, source: IllegalMove },
    #[error("a value cannot be “{0}”; it is W, D or L")]
    Value(char),
    #[error("“{0}” is not a count of moves; it reads 3/15")]
    Holding(String),
}
