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
//! 1. d6 f4 {a quiet start} (1... d2 2. f4 (2. b4) 2... b4) 2. d2 b4 1-0
//! ```

mod notation;
mod read;
mod tokens;
mod write;

use std::collections::BTreeMap;

use super::{
    Board, Game, GameTree, IllegalMove, Move, ParseMoveError, ParseRulesError, PositionError, Rules, RulesTextError,
};

pub use notation::PointNotation;

/// Tags that always come first, in this order.
const ROSTER: [&str; 6] = ["Event", "Site", "Date", "Round", "White", "Black"];

/// Returns the value of such a tag that is not known. It is written, and not kept when it is read.
fn unknown(name: &str) -> &'static str {
    if name == "Date" { "????.??.??" } else { "?" }
}

/// Tag that stores rules other than the presets, together with `Variant "custom"`.
const RULES: &str = "Rules";

/// Maximum number of moves of a text, with those of its variations. A file of the largest size that
/// is read cannot hold more with their numbers.
const MAX_MOVES: usize = 250_000;

/// A game with its variations, comments, glyphs, and tags.
///
/// `FromStr` and `Display` are inverse except for white space, the order of tags, the spelling of
/// moves, and variations that begin with the same move, which become one. Moves after a declared
/// end are written as a variation that begins with the last move.
///
/// ```
/// use morris::{Pgn, PointNotation, Rules};
///
/// let pgn = Pgn::read("1. d6 f4 {near} (1... d2 (1... b4)) 2. d2 *", PointNotation::default(), Rules::STANDARD)?;
/// assert_eq!(pgn.game().moves().len(), 3);
/// let [d6, f4, ..] = pgn.tree.main_line()[..] else { panic!() };
/// assert_eq!(pgn.tree.comment(f4), "near");
/// assert_eq!(pgn.tree.children(d6).len(), 3);
/// # Ok::<(), morris::PgnError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pgn {
    /// The game with its variations, comments, and glyphs.
    pub tree: GameTree,
    /// Tags by name, without those derived from the game: `Result`, `Variant`, `SetUp`, `FEN`,
    /// `Termination`. Unknown values such as `?` are left out.
    pub tags: BTreeMap<String, String>,
}

impl From<GameTree> for Pgn {
    fn from(tree: GameTree) -> Self {
        Self { tree, tags: BTreeMap::new() }
    }
}

impl Pgn {
    /// Creates a game text without tags and comments. Moves that are taken back are left out.
    pub fn new(game: &Game) -> Self {
        GameTree::from_game(game).into()
    }

    /// Returns the game without variations. It is replayed by this call.
    pub fn game(&self) -> Game {
        self.tree.game()
    }

    /// Returns the rules of the game.
    pub const fn rules(&self) -> &Rules {
        self.tree.rules()
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
#[expect(missing_docs, reason = "the messages say it")]
pub enum PgnErrorKind {
    #[error("a tag reads [Name \"value\"]")]
    Tag,
    #[error("a tag stands before the moves")]
    LateTag,
    #[error("the comment has no closing brace")]
    OpenComment,
    #[error("the variation has no closing parenthesis")]
    OpenVariation,
    #[error("there is no variation to close")]
    Unopened,
    #[error("there are more than {MAX_MOVES} moves")]
    TooManyMoves,
    #[error("there is no move that the variation could stand for")]
    NothingToVary,
    #[error(transparent)]
    Rules(#[from] ParseRulesError),
    #[error(transparent)]
    OwnRules(#[from] RulesTextError),
    #[error("the rules are custom, but no tag {RULES} says which")]
    NoRules,
    #[error(transparent)]
    Position(#[from] PositionError),
    #[error(transparent)]
    Move(#[from] ParseMoveError),
    /// Moves are counted from 1 over both sides.
    #[error("move {number}, {}: {}", board.display(*mv), board.display(*reason))]
    Illegal { number: usize, mv: Move, reason: IllegalMove, board: &'static Board },
    #[error("the result is {found}, but on the board it is {expected}")]
    Result { found: String, expected: &'static str },
    #[error("the game goes on, or a second one begins, after the result; only one game is read")]
    AfterResult,
}
