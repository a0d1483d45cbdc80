// SPDX-License-Identifier: GPL-3.0-or-later
//! Men on a board as anybody may have put them, what is to be remembered besides, and what keeps
//! them from being a position.

use super::{
    Blocked, ByColor, Color, MIN_MEN, MillReuse, Placing, PlacingRemovals, Point, PointSet, Rules, RulesTextError,
    escape, zobrist,
};

/// Anything that can be put on a board, legal or not.
///
/// As text the position line: `.../.W./.../...B../.../.W./... b 7 8 0`. Printed and read by itself
/// it is one of the boards of 24 points; for others there are [`Self::line`] and [`Self::parse`].
///
/// ```
/// use morris::{Arrangement, Rules};
///
/// let mut arrangement: Arrangement = ".../.W./.../...B../.../.W./... b 7 8 0".parse()?;
/// assert!(arrangement.check(&Rules::STANDARD).is_ok());
///
/// arrangement.hand.black = 3;
/// let errors = arrangement.check(&Rules::STANDARD).unwrap_err();
/// assert!(errors.to_string().contains("White begins"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Arrangement {
    /// The men on the board.
    pub men: ByColor<PointSet>,
    /// How many men each side has in hand.
    pub hand: ByColor<u8>,
    /// The side to move.
    pub side: Color,
    /// Quiet plies so far, as the rules count them.
    pub quiet: u16,
    /// What the rules have a position remember.
    pub memory: Memory,
}

/// One reason why an arrangement is no position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ArrangementError {
    /// Men of both colors on one point.
    #[error("men of both colours stand on {0}")]
    Overlap(PointSet),
    /// Men where the board has no points.
    #[error("the board has no {0}")]
    OffBoard(PointSet),
    /// More men than the rules have.
    #[error("{color} has {men} men on the board and in hand, more than {most}")]
    TooManyMen {
        /// Whose.
        color: Color,
        /// How many, on the board and in hand.
        men: usize,
        /// How many the rules have.
        most: u8,
    },
    /// Hands that placing in turn cannot lead to.
    #[error(
        "{white} and {black} men in hand with {side} to move cannot be: White begins and both place in turn, \
         so both have as many in hand when White is to move, and White one less when Black is"
    )]
    HandsOutOfStep {
        /// White's hand.
        white: u8,
        /// Black's hand.
        black: u8,
        /// The side to move.
        side: Color,
    },
    /// Something is remembered that these rules do not remember, or that cannot be.
    #[error("{0} cannot be remembered here")]
    Memory(&'static str),
    /// Neither side has three men.
    #[error("both sides have fewer than three men")]
    BothTooFew,
}

/// All reasons why an arrangement is no position; never empty.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
pub struct ArrangementErrors(pub Vec<ArrangementError>);

impl Arrangement {
    /// Men on the board, men in hand and the side to move, with no quiet plies and nothing
    /// remembered.
    #[must_use]
    pub fn new(men: ByColor<PointSet>, hand: ByColor<u8>, side: Color) -> Self {
        Self { men, hand, side, quiet: 0, memory: Memory::default() }
    }

    /// The start of a game.
    #[must_use]
    pub fn start(rules: &Rules) -> Self {
        Self::new(ByColor::default(), ByColor { white: rules.men, black: rules.men }, Color::White)
    }

    /// All reasons why it is no position under these rules.
    pub fn errors(&self, rules: &Rules) -> impl Iterator<Item = ArrangementError> + use<> {
        let ByColor { white, black } = self.men;
        let overlap = white & black;
        let off = (white | black) - rules.board.points();
        let men = ByColor::from_fn(|color| self.men[color].len() + usize::from(self.hand[color]));
        let most = rules.men;
        let too_many = Color::BOTH.map(|color| {
            (men[color] > most.into()).then_some(ArrangementError::TooManyMen { color, men: men[color], most })
        });
        [
            (!overlap.is_empty()).then_some(ArrangementError::Overlap(overlap)),
            (!off.is_empty()).then_some(ArrangementError::OffBoard(off)),
            (men.white < usize::from(MIN_MEN) && men.black < usize::from(MIN_MEN))
                .then_some(ArrangementError::BothTooFew),
            self.hands_out_of_step().filter(|_| rules.placing == Placing::First),
            self.not_remembered(rules).map(ArrangementError::Memory),
        ]
        .into_iter()
        .chain(too_many)
        .flatten()
    }

    fn hands_out_of_step(&self) -> Option<ArrangementError> {
        let ByColor { white, black } = self.hand;
        let in_step = match self.side {
            Color::White => white == black,
            Color::Black => (white, black) == (0, 0) || u16::from(white) + 1 == u16::from(black),
        };
        (!in_step).then_some(ArrangementError::HandsOutOfStep { white, black, side: self.side })
    }

    /// What is remembered and cannot be.
    fn not_remembered(&self, rules: &Rules) -> Option<&'static str> {
        let Memory { blocked: _, paid, last_mill, first_mill, removals, let_out } = self.memory;
        let points = self.memory.blocked_points();
        let room = rules.board.points() - self.men.white - self.men.black;
        let blocks = rules.while_placing == PlacingRemovals::AfterPlacing && self.hand != ByColor::default();
        let lines = rules.board.lines().count();
        let one_each = rules.while_placing == PlacingRemovals::OneEach;
        let placed = self.hand == ByColor::default();
        let lets_out = rules.blocked == Blocked::MustBeLetOut && removals == 0 && first_mill.is_none();
        let is_line = |paid: u32| u64::from(paid) >> lines == 0;
        let wrong = [
            ("a blocked point", !points.is_empty() && (!blocks || !room.contains_all(points))),
            ("a line", paid != ByColor::default() && rules.reforming != MillReuse::EachLineOnce),
            ("a line", !is_line(paid.white) || !is_line(paid.black)),
            ("the first mill", first_mill.is_some_and(|color| !one_each || placed && color == self.side)),
            ("a removal to come", removals > 0 && (!one_each || !placed || removals > 2 || first_mill.is_some())),
            ("a side to be let out", let_out.is_some_and(|color| !lets_out || color == self.side)),
            ("a mill closed", last_mill != ByColor::default() && rules.reforming != MillReuse::NotStraightBack),
        ];
        wrong.into_iter().find(|&(_, wrong)| wrong).map(|(what, _)| what)
    }
}

/// Why a text is no position line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParsePositionError {
    /// Other rows than the board has.
    #[error("the board has {found} rows, not {expected}")]
    Rows {
        /// How many there are.
        found: usize,
        /// How many there should be.
        expected: usize,
    },
    /// A row of the wrong length.
    #[error("row {row} has {found} points, not {expected}")]
    Length {
        /// The row, 1 at the top.
        row: usize,
        /// How many letters it has.
        found: usize,
        /// How many it should have.
        expected: usize,
    },
    /// A letter that is none of `W`, `B` and `.`.
    #[error("row {row} has “{}”, which is none of W, B and .", escape(&letter.to_string()))]
    Letter {
        /// The row, 1 at the top.
        row: usize,
        /// The letter.
        letter: char,
    },
    /// A field that is missing.
    #[error("{0} is missing")]
    Missing(&'static str),
    /// The line says other rules than those it is read by.
    #[error("the position is one of the rules {said}, not {asked}")]
    OtherRules {
        /// What the line says.
        said: String,
        /// Those it is read by.
        asked: String,
    },
    /// The line says rules that are none.
    #[error(transparent)]
    Rules(#[from] RulesTextError),
    /// A field that cannot be read.
    #[error("{field} cannot be “{text}”")]
    Field {
        /// What it should be.
        field: &'static str,
        /// What stands there.
        text: String,
    },
}

/// What some rules have a position remember. Under all others it is empty, so that equality and
/// hash may always count it.
///
/// ```
/// use morris::{Position, MillReuse, Rules};
///
/// let rules = Rules::builder(Rules::STANDARD).reforming(MillReuse::NotStraightBack).build()?;
/// let position = Position::parse("WW./..W/.../B.B.B./.../.../... w 0 0 0", &rules)?;
/// let mill = position.legal_moves(&rules).into_iter().find(|mv| !mv.removed.is_empty()).unwrap();
/// assert!(position.memory().is_empty() && !position.play(mill, &rules)?.memory().is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Memory {
    /// Points that nobody may go to before all men are placed, and whose man was removed there
    /// ([`PlacingRemovals::AfterPlacing`](super::PlacingRemovals::AfterPlacing)).
    pub blocked: ByColor<PointSet>,
    /// The lines that each side has closed, whether a man was removed for it or not, bit `i` for
    /// line `i` of the board ([`MillReuse::EachLineOnce`](super::MillReuse::EachLineOnce)).
    pub paid: ByColor<u32>,
    /// Origin and target of each side's last move if it closed a mill by a slide or flight
    /// ([`MillReuse::NotStraightBack`](super::MillReuse::NotStraightBack)).
    pub last_mill: ByColor<Option<(Point, Point)>>,
    /// Who closed the first mill while men were placed, or else, once all are, the second player
    /// ([`PlacingRemovals::OneEach`](super::PlacingRemovals::OneEach)).
    pub first_mill: Option<Color>,
    /// How many of the two removals between placing and moving are still to be made.
    pub removals: u8,
    /// The blocked side that the side to move has to let out
    /// ([`Blocked::MustBeLetOut`](super::Blocked::MustBeLetOut)).
    pub let_out: Option<Color>,
}

impl Memory {
    /// Whether there is nothing to remember.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// All points that are blocked.
    #[must_use]
    #[inline]
    pub const fn blocked_points(&self) -> PointSet {
        self.blocked.white.union(self.blocked.black)
    }

    /// Its part of a position's hash: nought if it is empty.
    #[must_use]
    pub fn hash(&self) -> u64 {
        let path = |path: Option<(Point, Point)>| {
            path.map_or(0, |(a, b)| (a.index() as u64) << 8 | b.index() as u64 | 1 << 16)
        };
        let color = |color: Option<Color>| color.map_or(0, |color| color as u64 + 1);
        zobrist::memory(0, self.blocked.white.to_u64())
            ^ zobrist::memory(1, self.blocked.black.to_u64())
            ^ zobrist::memory(2, self.paid.white.into())
            ^ zobrist::memory(3, self.paid.black.into())
            ^ zobrist::memory(4, path(self.last_mill.white))
            ^ zobrist::memory(5, path(self.last_mill.black))
            ^ zobrist::memory(6, color(self.first_mill))
            ^ zobrist::memory(7, self.removals.into())
            ^ zobrist::memory(8, color(self.let_out))
    }
}
