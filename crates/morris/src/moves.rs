// SPDX-License-Identifier: GPL-3.0-or-later
//! Moves, their notation, and why one is not legal.

use std::fmt;
use std::str::FromStr;

use super::{Board, OnBoard, PLAIN_24, Point, PointSet, escape};

/// A whole move: a placement, slide or flight with its removal; under some rules a removal that
/// stands alone, or nothing, where a side lets the other move first.
///
/// As text `d6`, `a4-a7`, with the removal appended `d6xc3`, alone `xc3`, and nothing `--`; reading
/// also takes capitals, spaces around the signs, `–` for `-` and `:` for `x`. By itself it is
/// printed and read with the names of nine men's morris, since `Display` and `FromStr` know no
/// other board; for others there are [`Board::display`] and [`Self::parse`].
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
    /// Where the man comes from; `None` if it is placed, or if no man goes anywhere.
    pub from: Option<Point>,
    /// Where the man goes; `None` if none goes anywhere.
    pub to: Option<Point>,
    /// The opposing men it removes.
    pub removed: PointSet,
}

impl Move {
    /// Nothing: the other side moves first.
    pub const PASS: Self = Self { from: None, to: None, removed: PointSet::EMPTY };

    /// Placing a man.
    #[must_use]
    pub const fn place(to: Point) -> Self {
        Self { to: Some(to), ..Self::PASS }
    }

    /// Moving a man along an edge or flying.
    #[must_use]
    pub const fn slide(from: Point, to: Point) -> Self {
        Self { from: Some(from), ..Self::place(to) }
    }

    /// Removing men, and nothing else.
    #[must_use]
    pub const fn remove(removed: PointSet) -> Self {
        Self { removed, ..Self::PASS }
    }

    /// The same with these men removed.
    #[must_use]
    pub const fn removing(self, removed: PointSet) -> Self {
        Self { removed, ..self }
    }

    /// The same without its removal.
    #[must_use]
    pub const fn without_removal(self) -> Self {
        self.removing(PointSet::EMPTY)
    }

    /// Whether a man is placed.
    #[must_use]
    pub const fn is_placement(self) -> bool {
        self.from.is_none() && self.to.is_some()
    }
}

/// How a move stands in texts that does nothing.
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

/// A text that is no move, as far as a message shows it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("“{0}” is no move; a move reads d6, a4-a7 or d6xc3")]
pub struct ParseMoveError(pub String);

impl Move {
    /// Reads a move with the names of a board.
    ///
    /// # Errors
    /// If the text is no move there.
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

/// Why a move is not legal. By itself it is printed with the names of nine men's morris, with
/// [`Board::display`] with those of another board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IllegalMove {
    /// The game is over.
    GameOver,
    /// The board has no such point.
    OffBoard(Point),
    /// A man stands where the man should go.
    Occupied(Point),
    /// A man should move while there are men to place.
    MustPlace,
    /// A man should be placed when none is in hand.
    NoneInHand,
    /// No own man stands where the man should come from.
    NotOwn(Point),
    /// No edge joins the two points.
    NotJoined(Point, Point),
    /// The move closes a mill but removes nothing, or fewer men than it has to.
    RemovalMissing,
    /// The move removes a man without closing a mill.
    NoMill,
    /// The move removes a man and closes a mill, but one that removes nothing.
    MillWithoutRemoval,
    /// The move removes more men than it may, which is so many.
    TooManyRemoved(u8),
    /// The point to remove from has no opposing man.
    NotOpposing(Point),
    /// The man to remove stands in a mill while others do not.
    Protected(Point),
    /// A man was removed there, and nobody may go there before all men are placed.
    BlockedPoint(Point),
    /// The first man may not be placed in the center.
    CenterFirst(Point),
    /// The man would go straight back to where it came from and close a mill again.
    StraightBack(Point),
    /// The side to move has to remove a man, and nothing else.
    MustRemove,
    /// The side to move has to let the other move first.
    MustPass,
    /// A man is to be removed, or nothing is to be done, where a man has to be placed or moved.
    NothingMoved,
    /// The move leaves the other side blocked, which has to be let out.
    StillBlocked,
}

impl fmt::Display for OnBoard<'_, IllegalMove> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |point| self.board.display(point);
        match self.value {
            IllegalMove::GameOver => f.write_str("the game is over"),
            IllegalMove::OffBoard(point) => write!(f, "the board has no {}", name(point)),
            IllegalMove::Occupied(point) => write!(f, "{} is occupied", name(point)),
            IllegalMove::MustPlace => f.write_str("men are still in hand: place one"),
            IllegalMove::NoneInHand => f.write_str("no man is in hand: move one"),
            IllegalMove::NotOwn(point) => write!(f, "no man of the side to move stands on {}", name(point)),
            IllegalMove::NotJoined(from, to) => write!(f, "no line joins {} and {}", name(from), name(to)),
            IllegalMove::RemovalMissing => f.write_str("the move closes a mill: name the man to remove"),
            IllegalMove::NoMill => f.write_str("the move closes no mill: nothing may be removed"),
            IllegalMove::MillWithoutRemoval => f.write_str("the mill removes nothing"),
            IllegalMove::TooManyRemoved(0 | 1) => f.write_str("only one man may be removed"),
            IllegalMove::TooManyRemoved(most) => write!(f, "only {most} men may be removed"),
            IllegalMove::NotOpposing(point) => write!(f, "no opposing man stands on {}", name(point)),
            IllegalMove::Protected(point) => write!(f, "the man on {} stands in a mill", name(point)),
            IllegalMove::BlockedPoint(point) => {
                write!(f, "nobody may go to {} before all men are placed", name(point))
            }
            IllegalMove::CenterFirst(point) => write!(f, "the first man may not go to the centre, {}", name(point)),
            IllegalMove::StraightBack(point) => {
                write!(f, "the man may not go straight back to {} to close a mill again", name(point))
            }
            IllegalMove::MustRemove => f.write_str("a man is to be removed, and nothing else: it reads xd6"),
            IllegalMove::MustPass => f.write_str("the other side moves first: that reads --"),
            IllegalMove::NothingMoved => f.write_str("a man has to be placed or moved"),
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
    fn refuses_what_is_no_move() {
        for text in [
            "", "d4", "d6-", "-d6", "d6x", "a4-a7-d7", "d6xc3xc3", "x", "xx", "xd6xd6", "-", "---", "--x", "-xd6",
            "d6 c3", "d66", "ä",
        ] {
            assert_eq!(text.parse::<Move>(), Err(ParseMoveError(text.to_owned())));
        }
    }
}
