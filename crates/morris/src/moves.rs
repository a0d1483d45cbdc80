// SPDX-License-Identifier: GPL-3.0-or-later
//! Moves, their notation, and why one is not legal.

use std::fmt;
use std::str::FromStr;

use super::{Point, PointSet, printable};

/// A whole move: a placement, slide or flight with its removal.
///
/// As text `d6`, `a4-a7`, with the removal appended `d6xc3`; reading also takes capitals, spaces around the signs,
/// `–` for `-` and `:` for `x`.
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
    /// Where the man comes from; `None` if it is placed.
    pub from: Option<Point>,
    /// Where the man goes.
    pub to: Point,
    /// The opposing men it removes.
    pub removed: PointSet,
}

impl Move {
    /// Placing a man.
    #[must_use]
    pub const fn place(to: Point) -> Self {
        Self { from: None, to, removed: PointSet::EMPTY }
    }

    /// Moving a man along an edge or flying.
    #[must_use]
    pub const fn slide(from: Point, to: Point) -> Self {
        Self { from: Some(from), to, removed: PointSet::EMPTY }
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
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(from) = self.from {
            write!(f, "{from}-")?;
        }
        write!(f, "{}", self.to)?;
        for point in self.removed {
            write!(f, "x{point}")?;
        }
        Ok(())
    }
}

/// A text that is no move, as far as a message shows it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("“{0}” is no turn; a turn reads d6, a4-a7 or d6xc3")]
pub struct ParseMoveError(pub String);

impl FromStr for Move {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        parse(text).ok_or_else(|| ParseMoveError(printable(text)))
    }
}

fn parse(text: &str) -> Option<Move> {
    let text = text.to_lowercase().replace('–', "-").replace(':', "x");
    let mut parts = text.split('x').map(str::trim);
    let main = parts.next()?;
    let (from, to) = match main.split_once('-') {
        Some((from, to)) => (Some(from.trim_end().parse().ok()?), to.trim_start()),
        None => (None, main),
    };
    let to = to.parse().ok()?;
    let mut removed = PointSet::EMPTY;
    for part in parts {
        let point: Point = part.parse().ok()?;
        if removed.contains(point) {
            return None;
        }
        removed |= point.set();
    }
    Some(Move { from, to, removed })
}

/// Why a move is not legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum IllegalMove {
    /// The game is over.
    #[error("the game is over")]
    GameOver,
    /// The board has no such point.
    #[error("the board has no {0}")]
    OffBoard(Point),
    /// A man stands where the man should go.
    #[error("{0} is occupied")]
    Occupied(Point),
    /// A man should move while there are men to place.
    #[error("men are still in hand: place one")]
    MustPlace,
    /// A man should be placed when none is in hand.
    #[error("no man is in hand: move one")]
    NoneInHand,
    /// No own man stands where the man should come from.
    #[error("no man of the side to move stands on {0}")]
    NotOwn(Point),
    /// No edge joins the two points.
    #[error("no line joins {0} and {1}")]
    NotJoined(Point, Point),
    /// The move closes a mill but removes nothing.
    #[error("the turn closes a mill: name the man to remove")]
    RemovalMissing,
    /// The move removes a man without closing a mill.
    #[error("the turn closes no mill: nothing may be removed")]
    NoMill,
    /// The move removes more men than it may: mostly one.
    #[error("only one man may be removed")]
    TooManyRemoved,
    /// The point to remove from has no opposing man.
    #[error("no opposing man stands on {0}")]
    NotOpposing(Point),
    /// The man to remove stands in a mill while others do not.
    #[error("the man on {0} stands in a mill")]
    Protected(Point),
    /// A man was removed there, and nobody may place on it before placing ends.
    #[error("nobody may place on {0} before all men are placed")]
    BlockedPoint(Point),
    /// The first man may not be placed in the centre.
    #[error("the first man may not go to the centre, {0}")]
    CentreFirst(Point),
    /// The man would go straight back to where it came from and close a mill again.
    #[error("the man may not go straight back to {0} to close a mill again")]
    StraightBack(Point),
}

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
            (" d6 ", "d6"),
        ] {
            assert_eq!(text.parse::<Move>().map(|mv| mv.to_string()), Ok(short.to_owned()), "{text}");
        }
    }

    #[test]
    fn refuses_what_is_no_turn() {
        for text in ["", "d4", "d6-", "-d6", "d6x", "a4-a7-d7", "d6xc3xc3", "x", "d6 c3", "d66", "ä"] {
            assert_eq!(text.parse::<Move>(), Err(ParseMoveError(text.to_owned())));
        }
    }
}
