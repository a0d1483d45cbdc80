// SPDX-License-Identifier: GPL-3.0-or-later
//! Games as text that other programs read: tags, numbered moves, comments, variations, a result.
//!
//! ```text
//! [White "Ada"]
//! [Black "Computer, level 3"]
//! [Result "1-0"]
//! [Variant "standard"]
//!
//! 1. d6 f4 {a quiet start} (1... d2) 2. d2 b4 1-0
//! ```

mod notation;
mod read;
mod tokens;
mod write;

use std::collections::BTreeMap;

use super::{Board, Game, IllegalMove, Move, ParseMoveError, ParseRulesError, PositionError, RulesTextError};

pub use notation::PointNotation;

/// The tags that come first, in this order, always.
const ROSTER: [&str; 6] = ["Event", "Site", "Date", "Round", "White", "Black"];

/// The tag of rules that are no preset, beside `Variant "custom"`.
const RULES: &str = "Rules";

/// A game with what a text says besides its moves.
///
/// `FromStr` and `Display` are inverse up to white space, the order of tags and the spelling of
/// moves.
///
/// ```
/// use morris::{Pgn, PointNotation, Rules};
///
/// let pgn = Pgn::read("1. d6 f4 {near} 2. d2 *", PointNotation::default(), Rules::STANDARD)?;
/// assert_eq!(pgn.game.moves().len(), 3);
/// assert_eq!(pgn.comments[&2], "near");
/// # Ok::<(), morris::PgnError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pgn {
    /// The game. Moves taken back are not written.
    pub game: Game,
    /// Tags by name, without those that the game gives: `Result`, `Variant`, `SetUp`, `FEN`,
    /// `Termination`.
    pub tags: BTreeMap<String, String>,
    /// Comments by the number of moves after which they stand.
    pub comments: BTreeMap<usize, String>,
    /// Glyphs such as `$2` for a mistake (Numeric Annotation Glyphs, 0 to 255), which is also read
    /// as `?`, by the number of moves after which they stand, in the order of the text.
    pub glyphs: BTreeMap<usize, Vec<u8>>,
    /// What could have been played instead, in the order of the text.
    pub variations: Vec<Variation>,
}

/// Moves that could have been played instead of others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Variation {
    /// How many moves of the game stand before its first.
    pub after: usize,
    /// The moves.
    pub moves: Vec<Move>,
    /// Comments by the number of its moves after which they stand.
    pub comments: BTreeMap<usize, String>,
    /// Glyphs by the number of its moves after which they stand.
    pub glyphs: BTreeMap<usize, Vec<u8>>,
}

impl Pgn {
    /// A game without tags and comments.
    #[must_use]
    pub const fn new(game: Game) -> Self {
        Self { game, tags: BTreeMap::new(), comments: BTreeMap::new(), glyphs: BTreeMap::new(), variations: Vec::new() }
    }
}

/// Why a text is no game, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {kind}")]
pub struct PgnError {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
    /// What is wrong there.
    #[source]
    pub kind: PgnErrorKind,
}

/// What is wrong with a game text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PgnErrorKind {
    /// A tag that is not `[Name "value"]`.
    #[error("a tag reads [Name \"value\"]")]
    Tag,
    /// A tag after the first move.
    #[error("a tag stands before the moves")]
    LateTag,
    /// A comment that does not end.
    #[error("the comment has no closing brace")]
    OpenComment,
    /// A variation that does not end.
    #[error("the variation has no closing parenthesis")]
    OpenVariation,
    /// The end of a variation that has no beginning.
    #[error("there is no variation to close")]
    Unopened,
    /// A variation in a variation.
    #[error("a variation within a variation cannot be read")]
    Nested,
    /// A variation before the first move.
    #[error("there is no move that the variation could stand for")]
    NothingToVary,
    /// Unknown rules.
    #[error(transparent)]
    Rules(#[from] ParseRulesError),
    /// Rules of somebody's own that are none.
    #[error(transparent)]
    OwnRules(#[from] RulesTextError),
    /// Rules of somebody's own that are not said.
    #[error("the rules are custom, but no tag {RULES} says which")]
    NoRules,
    /// A start position that cannot be.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A word that is no move.
    #[error(transparent)]
    Move(#[from] ParseMoveError),
    /// A move that is not legal.
    #[error("move {number}, {}: {}", board.display(*mv), board.display(*reason))]
    Illegal {
        /// The number of the move, from 1, both sides counted.
        number: usize,
        /// The move.
        mv: Move,
        /// Why.
        reason: IllegalMove,
        /// Where it is played.
        board: &'static Board,
    },
    /// A result that is not the one on the board.
    #[error("the result is {found}, but on the board it is {expected}")]
    Result {
        /// What the text says.
        found: String,
        /// What the board says.
        expected: &'static str,
    },
    /// Something after the result, such as a second game.
    #[error("the game goes on, or a second one begins, after the result; only one game is read")]
    AfterResult,
}
