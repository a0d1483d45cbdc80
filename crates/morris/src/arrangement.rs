// SPDX-License-Identifier: GPL-3.0-or-later
//! Arrangements: men on a board that need not be legal, the memory that some rules require, and the
//! reasons why an arrangement is not a position.

use super::{
    Blocked, ByColor, Color, MillReuse, Placing, PlacingRemovals, Point, PointSet, Rules, RulesTextError, escape,
    zobrist,
};

/// Men on a board, men in hand and the side to move, legal or not.
///
/// The text form is the position line: `.../.W./.../...B../.../.W./... b 7 8 0`. `Display` and
/// `FromStr` assume a board of 24 points. For other boards use [`Self::line`] and [`Self::parse`].
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
    /// Number of men that each side has in hand.
    pub hand: ByColor<u8>,
    /// The side to move.
    pub side: Color,
    /// Number of quiet plies so far, as the rules count them.
    pub quiet: u16,
    /// State that the rules require beyond men, hands and the side to move.
    pub memory: Memory,
}

/// One reason why an arrangement is not a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum ArrangementError {
    #[error("pieces of both colors are on {0}")]
    Overlap(PointSet),
    #[error("the board has no {0}")]
    OffBoard(PointSet),
    #[error("{color} has {men} pieces on the board and in hand, more than {most}")]
    TooManyMen { color: Color, men: usize, most: u8 },
    #[error(
        "{white} and {black} pieces in hand with {side} to move cannot be: White begins and both place in turn, \
         so both have as many in hand when White is to move, and White one less when Black is"
    )]
    HandsOutOfStep { white: u8, black: u8, side: Color },
    /// Remembered state that these rules do not use, or that cannot occur.
    #[error("{0} cannot be remembered here")]
    Memory(&'static str),
    #[error("both sides have too few pieces")]
    BothTooFew,
}

/// All reasons why an arrangement is not a position. Never empty.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
pub struct ArrangementErrors(pub Vec<ArrangementError>);

impl Arrangement {
    /// Creates an arrangement without quiet plies and with an empty memory.
    pub fn new(men: ByColor<PointSet>, hand: ByColor<u8>, side: Color) -> Self {
        Self { men, hand, side, quiet: 0, memory: Memory::default() }
    }

    /// Creates the arrangement at the start of a game.
    pub fn start(rules: &Rules) -> Self {
        Self::new(ByColor::default(), ByColor { white: rules.men, black: rules.men }, Color::White)
    }

    /// Returns all reasons why this is not a position under `rules`.
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
            Color::BOTH
                .into_iter()
                .all(|color| men[color] < usize::from(rules.least_men))
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

    /// Returns the first part of the memory that cannot occur under `rules`.
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

/// Reason why a text is not a position line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum ParsePositionError {
    #[error("the board has {found} rows, not {expected}")]
    Rows { found: usize, expected: usize },
    /// Rows are counted from 1 at the top.
    #[error("row {row} has {found} points, not {expected}")]
    Length { row: usize, found: usize, expected: usize },
    /// Rows are counted from 1 at the top.
    #[error("row {row} has “{}”, which is none of W, B and .", escape(&letter.to_string()))]
    Letter { row: usize, letter: char },
    #[error("{0} is missing")]
    Missing(&'static str),
    /// The line names other rules than those it is read with.
    #[error("the position is one of the rules {said}, not {asked}")]
    OtherRules { said: String, asked: String },
    #[error(transparent)]
    Rules(#[from] RulesTextError),
    #[error("{field} cannot be “{text}”")]
    Field { field: &'static str, text: String },
}

/// State that some rules require beyond men, hands and the side to move. Under all other rules it
/// is empty, so equality and hash can always include it.
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
    /// Points that neither side may use before all men are placed, by the color of the man removed
    /// there ([`PlacingRemovals::AfterPlacing`](super::PlacingRemovals::AfterPlacing)).
    pub blocked: ByColor<PointSet>,
    /// Lines that each side has closed, whether or not a man was removed for it. Bit `i` is line
    /// `i` of the board ([`MillReuse::EachLineOnce`](super::MillReuse::EachLineOnce)).
    pub paid: ByColor<u32>,
    /// Origin and target of each side's last move, if it was a slide or flight that closed a mill
    /// ([`MillReuse::NotStraightBack`](super::MillReuse::NotStraightBack)).
    pub last_mill: ByColor<Option<(Point, Point)>>,
    /// Side that closed the first mill while men were placed. If neither did, Black once all men
    /// are placed ([`PlacingRemovals::OneEach`](super::PlacingRemovals::OneEach)).
    pub first_mill: Option<Color>,
    /// Number of removals still due between placing and moving, at most two.
    pub removals: u8,
    /// Blocked side that the side to move has to let out
    /// ([`Blocked::MustBeLetOut`](super::Blocked::MustBeLetOut)).
    pub let_out: Option<Color>,
}

impl Memory {
    /// Returns `true` if the memory is empty.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Returns the blocked points of both colors.
    #[inline]
    pub const fn blocked_points(&self) -> PointSet {
        self.blocked.white.union(self.blocked.black)
    }

    /// Returns the memory's part of a position's hash. It is 0 if the memory is empty.
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
