// SPDX-License-Identifier: GPL-3.0-or-later
//! Games as text that other programs can read: tags, numbered moves, comments, variations and a
//! result.
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

/// Tags that always come first, in this order.
const ROSTER: [&str; 6] = ["Event", "Site", "Date", "Round", "White", "Black"];

/// Tag that stores rules other than the presets, together with `Variant "custom"`.
const RULES: &str = "Rules";

/// A game with its tags, comments, glyphs and variations.
///
/// `FromStr` and `Display` are inverse except for white space, the order of tags and the spelling
/// of moves.
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
    /// Tags by name, without those derived from the game: `Result`, `Variant`, `SetUp`, `FEN`,
    /// `Termination`.
    pub tags: BTreeMap<String, String>,
    /// Comments by the number of moves before them.
    pub comments: BTreeMap<usize, String>,
    /// Numeric Annotation Glyphs (0 to 255) by the number of moves before them, in the order of the
    /// text. `$2` means a mistake, and `?` is read as the same glyph.
    pub glyphs: BTreeMap<usize, Vec<u8>>,
    /// Alternatives to played moves, in the order of the text.
    pub variations: Vec<Variation>,
}

/// Moves that could have been played instead.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Variation {
    /// Number of moves of the game before the first move of the variation.
    pub after: usize,
    /// Moves of the variation.
    pub moves: Vec<Move>,
    /// Comments by the number of its moves before them.
    pub comments: BTreeMap<usize, String>,
    /// Glyphs by the number of its moves before them.
    pub glyphs: BTreeMap<usize, Vec<u8>>,
}

impl Pgn {
    /// Creates a game text without tags and comments.
    #[must_use]
    pub const fn new(game: Game) -> Self {
        Self { game, tags: BTreeMap::new(), comments: BTreeMap::new(), glyphs: BTreeMap::new(), variations: Vec::new() }
    }
}

/// Reason why a text is not a game, with its place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {kind}")]
pub struct PgnError {
    /// Line, counted from 1.
    pub line: usize,
    /// Column in characters, counted from 1.
    pub column: usize,
    /// Kind of the error.
    #[source]
    pub kind: PgnErrorKind,
}

/// Kind of error in a game text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PgnErrorKind {
    /// A tag that is not `[Name "value"]`.
    #[error("a tag reads [Name \"value\"]")]
    Tag,
    /// A tag after the first move.
    #[error("a tag stands before the moves")]
    LateTag,
    /// A comment without an end.
    #[error("the comment has no closing brace")]
    OpenComment,
    /// A variation without an end.
    #[error("the variation has no closing parenthesis")]
    OpenVariation,
    /// The end of a variation without a beginning.
    #[error("there is no variation to close")]
    Unopened,
    /// A variation inside a variation.
    #[error("a variation within a variation cannot be read")]
    Nested,
    /// A variation before the first move.
    #[error("there is no move that the variation could stand for")]
    NothingToVary,
    /// Rules with an unknown name.
    #[error(transparent)]
    Rules(#[from] ParseRulesError),
    /// Custom rules that are not valid.
    #[error(transparent)]
    OwnRules(#[from] RulesTextError),
    /// Custom rules without a tag that defines them.
    #[error("the rules are custom, but no tag {RULES} says which")]
    NoRules,
    /// An illegal start position.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A word that is not a move.
    #[error(transparent)]
    Move(#[from] ParseMoveError),
    /// An illegal move.
    #[error("move {number}, {}: {}", board.display(*mv), board.display(*reason))]
    Illegal {
        /// Number of the move, counted from 1 over both sides.
        number: usize,
        /// The illegal move.
        mv: Move,
        /// Reason why it is illegal.
        reason: IllegalMove,
        /// Board on which it is played.
        board: &'static Board,
    },
    /// A result that differs from the result on the board.
    #[error("the result is {found}, but on the board it is {expected}")]
    Result {
        /// Result in the text.
        found: String,
        /// Result on the board.
        expected: &'static str,
    },
    /// Text after the result, such as a second game.
    #[error("the game goes on, or a second one begins, after the result; only one game is read")]
    AfterResult,
}
