// SPDX-License-Identifier: GPL-3.0-or-later
//! Moves, their notation, and the reasons why a move is illegal.

use std::fmt;
use std::str::FromStr;

use super::{Board, OnBoard, PLAIN_24, Point, PointSet, escape};

/// A whole move: a placement, slide or flight with its removal. Under some rules a move is a
/// removal alone, or nothing if a side lets the other move first.
///
/// The text form is `d6` or `a4-a7`, with a removal `d6xc3`, a removal alone `xc3`, and nothing
/// `--`. The parser also accepts capitals, spaces around the signs, `–` for `-` and `:` for `x`.
/// `Display` and `FromStr` use the names of nine men's morris. For other boards use
/// [`Board::display`] and [`Self::parse`].
///
/// ```
/// use morris::Move;
///
/// let mv: Move = "a4-a7xd6".parse()?;
/// assert_eq!(mv.from.map(|point| point.name()), Some("a4"));
/// assert_eq!(mv.without_removal().to_string(), "a4-a7");
/// # Ok::<(), morris::ParseMoveError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    /// Origin of the man. `None` if it is placed, or if no man moves.
    pub from: Option<Point>,
    /// Target of the man. `None` if no man moves.
    pub to: Option<Point>,
    /// Opposing men that the move removes.
    pub removed: PointSet,
}

impl Move {
    /// The pass: the side does nothing, and the other side moves first.
    pub const PASS: Self = Self { from: None, to: None, removed: PointSet::EMPTY };

    /// Creates a placement.
    pub const fn place(to: Point) -> Self {
        Self { to: Some(to), ..Self::PASS }
    }

    /// Creates a slide along an edge, or a flight.
    pub const fn slide(from: Point, to: Point) -> Self {
        Self { from: Some(from), ..Self::place(to) }
    }

    /// Creates a move that only removes men.
    pub const fn remove(removed: PointSet) -> Self {
        Self { removed, ..Self::PASS }
    }

    /// Returns the move with `removed` as its removal.
    #[must_use]
    pub const fn removing(self, removed: PointSet) -> Self {
        Self { removed, ..self }
    }

    /// Returns the move without its removal.
    #[must_use]
    pub const fn without_removal(self) -> Self {
        self.removing(PointSet::EMPTY)
    }

    /// Returns `true` if the move places a man.
    pub const fn is_placement(self) -> bool {
        self.from.is_none() && self.to.is_some()
    }
}

/// Text form of the pass.
pub(super) const PASS: &str = "--";

impl fmt::Display for OnBoard<'_, Move> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { value: Move { from, to, removed }, board } = *self;
        if self.value == Move::PASS {
            return f.write_str(PASS);
        }
        if let Some(from) = from {
            write!(f, "{}-", board.display(from))?;
        }
        if let Some(to) = to {
            write!(f, "{}", board.display(to))?;
        }
        removed.into_iter().try_for_each(|point| write!(f, "x{}", board.display(point)))
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        PLAIN_24.display(*self).fmt(f)
    }
}

/// Text that is not a move, shortened for messages.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("“{0}” is not a move; a move reads d6, a4-a7 or d6xc3")]
pub struct ParseMoveError(pub String);

impl Move {
    /// Reads a move with the names of a board.
    pub fn parse(text: &str, board: &Board) -> Result<Self, ParseMoveError> {
        parse(text, board).ok_or_else(|| ParseMoveError(escape(text)))
    }
}

impl FromStr for Move {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::parse(text, &PLAIN_24)
    }
}

fn parse(text: &str, board: &Board) -> Option<Move> {
    let text = text.to_lowercase().replace('–', "-").replace(':', "x");
    if text.trim() == PASS {
        return Some(Move::PASS);
    }
    let alone = text.trim_start().starts_with('x');
    let mut parts = text.split('x').map(str::trim);
    let main = parts.next()?;
    let (from, to) = match main.split_once('-') {
        Some((from, to)) => (Some(board.point(from.trim_end())?), Some(board.point(to.trim_start())?)),
        None if alone => (None, None),
        None => (None, Some(board.point(main)?)),
    };
    let mut removed = PointSet::EMPTY;
    for part in parts {
        let point = board.point(part)?;
        if removed.contains(point) {
            return None;
        }
        removed |= point.set();
    }
    Some(Move { from, to, removed })
}

/// Reason why a move is illegal. `Display` uses the names of nine men's morris, [`Board::display`]
/// those of another board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IllegalMove {
    /// The game is over.
    GameOver,
    /// The board has no such point.
    OffBoard(Point),
    /// The target is occupied.
    Occupied(Point),
    /// The move slides a man while there are men to place.
    MustPlace,
    /// The move places a man while none is in hand.
    NoneInHand,
    /// The origin has no man of the side to move.
    NotOwn(Point),
    /// No edge joins the two points.
    NotJoined(Point, Point),
    /// The move closes a mill but removes fewer men than it must.
    RemovalMissing,
    /// The move comes between two opposing men but does not remove both of one pair.
    PairMissing,
    /// The move removes a man without closing a mill.
    NoMill,
    /// The move closes a mill that removes nothing, but names a man to remove.
    MillWithoutRemoval,
    /// The move removes more men than the given number, which is the most it may remove.
    TooManyRemoved(u8),
    /// The point to remove from has no opposing man.
    NotOpposing(Point),
    /// The man to remove is in a mill while others are not.
    Protected(Point),
    /// A man was removed from the point, so neither side may use it before all men are placed.
    BlockedPoint(Point),
    /// The first man may not be placed in the center.
    CenterFirst(Point),
    /// The man would return straight to its origin and close a mill again.
    StraightBack(Point),
    /// The side to move must remove a man and do nothing else.
    MustRemove,
    /// The side to move must let the other side move first.
    MustPass,
    /// The move only removes a man or does nothing, but a man must be placed or moved.
    NothingMoved,
    /// The move leaves the opponent blocked, although it must let it out.
    StillBlocked,
}

impl fmt::Display for OnBoard<'_, IllegalMove> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |point| self.board.display(point);
        match self.value {
            IllegalMove::GameOver => f.write_str("the game is over"),
            IllegalMove::OffBoard(point) => write!(f, "the board has no {}", name(point)),
            IllegalMove::Occupied(point) => write!(f, "{} is occupied", name(point)),
            IllegalMove::MustPlace => f.write_str("pieces are still in hand: place one"),
            IllegalMove::NoneInHand => f.write_str("no piece is in hand: move one"),
            IllegalMove::NotOwn(point) => write!(f, "no piece of the side to move is on {}", name(point)),
            IllegalMove::NotJoined(from, to) => write!(f, "no line joins {} and {}", name(from), name(to)),
            IllegalMove::RemovalMissing => f.write_str("the move closes a mill: name the piece to remove"),
            IllegalMove::PairMissing => f.write_str("the move comes between two pieces: name the two pieces to remove"),
            IllegalMove::NoMill => f.write_str("the move closes no mill: nothing may be removed"),
            IllegalMove::MillWithoutRemoval => f.write_str("the mill removes nothing"),
            IllegalMove::TooManyRemoved(0 | 1) => f.write_str("only one piece may be removed"),
            IllegalMove::TooManyRemoved(most) => write!(f, "only {most} pieces may be removed"),
            IllegalMove::NotOpposing(point) => write!(f, "no opposing piece is on {}", name(point)),
            IllegalMove::Protected(point) => write!(f, "the piece on {} is in a mill", name(point)),
            IllegalMove::BlockedPoint(point) => {
                write!(f, "no piece may go to {} before all pieces are placed", name(point))
            }
            IllegalMove::CenterFirst(point) => write!(f, "the first piece may not go to the center, {}", name(point)),
            IllegalMove::StraightBack(point) => {
                write!(f, "the piece may not go straight back to {} to close a mill again", name(point))
            }
            IllegalMove::MustRemove => f.write_str("a piece is to be removed, and nothing else: it reads xd6"),
            IllegalMove::MustPass => f.write_str("the other side moves first: that reads --"),
            IllegalMove::NothingMoved => f.write_str("a piece has to be placed or moved"),
            IllegalMove::StillBlocked => f.write_str("the move has to give the blocked side a way out"),
        }
    }
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        PLAIN_24.display(*self).fmt(f)
    }
}

impl std::error::Error for IllegalMove {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_every_spelling_and_prints_the_short_one() {
        for (text, short) in [
            ("d6", "d6"),
            ("D6", "d6"),
            ("a4-a7", "a4-a7"),
            ("A4 – A7", "a4-a7"),
            ("a4–a7:d2", "a4-a7xd2"),
            ("d6 x c3", "d6xc3"),
            ("d6xc3 : a1", "d6xc3xa1"),
            ("x D6", "xd6"),
            (":d6", "xd6"),
            (" -- ", "--"),
            ("–-", "--"),
            (" d6 ", "d6"),
        ] {
            assert_eq!(text.parse::<Move>().map(|mv| mv.to_string()), Ok(short.to_owned()), "{text}");
        }
    }

    #[test]
    fn refuses_text_that_is_not_a_move() {
        for text in [
            "", "d4", "d6-", "-d6", "d6x", "a4-a7-d7", "d6xc3xc3", "x", "xx", "xd6xd6", "-", "---", "--x", "-xd6",
            "d6 c3", "d66", "ä",
        ] {
            assert_eq!(text.parse::<Move>(), Err(ParseMoveError(text.to_owned())));
        }
    }
}
