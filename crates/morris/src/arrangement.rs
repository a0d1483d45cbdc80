// SPDX-License-Identifier: GPL-3.0-or-later
//! Men on a board as anybody may have put them, the position line, and the check that makes a position of them.

use std::fmt;
use std::str::FromStr;

use super::{ByColor, Color, Point, PointSet, Position, Rules, printable};

/// The lengths of the rows of the position line, from the top of the picture.
const ROWS: [usize; 7] = [3, 3, 3, 6, 3, 3, 3];

/// Anything that can be put on a board, legal or not.
///
/// As text the position line: `.../.W./.../...B../.../.W./... b 7 8 0`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Arrangement {
    /// The men on the board.
    pub men: ByColor<PointSet>,
    /// How many men each side has in hand.
    pub hand: ByColor<u8>,
    /// The side to move.
    pub side: Color,
    /// Quiet plies so far, as the rules count them.
    pub quiet: u16,
}

/// One reason why an arrangement is no position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ArrangementError {
    /// Men of both colours on one point.
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
    /// Hands that taking moves cannot lead to.
    #[error(
        "{white} and {black} men in hand with {side} to move cannot be: White begins and both place in mv, \
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
    /// Neither side has three men.
    #[error("both sides have fewer than three men")]
    BothTooFew,
}

/// All reasons why an arrangement is no position; never empty.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
pub struct ArrangementErrors(pub Vec<ArrangementError>);

impl Arrangement {
    /// The start of a game.
    #[must_use]
    pub const fn start(rules: &Rules) -> Self {
        Self {
            men: ByColor { white: PointSet::EMPTY, black: PointSet::EMPTY },
            hand: ByColor { white: rules.men, black: rules.men },
            side: Color::White,
            quiet: 0,
        }
    }

    /// The position it is under these rules.
    ///
    /// # Errors
    /// All reasons why it is none.
    pub fn check(self, rules: &Rules) -> Result<Position, ArrangementErrors> {
        let errors: Vec<_> = self.errors(rules).collect();
        if errors.is_empty() { Ok(Position::from_arrangement(self)) } else { Err(ArrangementErrors(errors)) }
    }

    fn errors(&self, rules: &Rules) -> impl Iterator<Item = ArrangementError> {
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
            (men.white < 3 && men.black < 3).then_some(ArrangementError::BothTooFew),
            self.hands_out_of_step(),
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
}

impl From<Position> for Arrangement {
    fn from(position: Position) -> Self {
        Self {
            men: ByColor::from_fn(|color| position.men(color)),
            hand: ByColor::from_fn(|color| position.hand(color)),
            side: position.side(),
            quiet: position.quiet(),
        }
    }
}

impl fmt::Display for Arrangement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut points = Point::all();
        for (row, length) in ROWS.into_iter().enumerate() {
            if row > 0 {
                f.write_str("/")?;
            }
            for point in points.by_ref().take(length) {
                f.write_str(match (self.men.white.contains(point), self.men.black.contains(point)) {
                    (false, false) => ".",
                    (_, false) => "W",
                    (_, true) => "B",
                })?;
            }
        }
        let side = match self.side {
            Color::White => 'w',
            Color::Black => 'b',
        };
        write!(f, " {side} {} {} {}", self.hand.white, self.hand.black, self.quiet)
    }
}

/// Why a text is no position line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParsePositionError {
    /// Not seven rows.
    #[error("the board has {0} rows, not 7")]
    Rows(usize),
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
    #[error("row {row} has “{}”, which is none of W, B and .", printable(&letter.to_string()))]
    Letter {
        /// The row, 1 at the top.
        row: usize,
        /// The letter.
        letter: char,
    },
    /// A field that is missing.
    #[error("{0} is missing")]
    Missing(&'static str),
    /// A field that cannot be read.
    #[error("{field} cannot be “{text}”")]
    Field {
        /// What it should be.
        field: &'static str,
        /// What stands there.
        text: String,
    },
}

impl FromStr for Arrangement {
    type Err = ParsePositionError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut fields = text.split_whitespace();
        let men = parse_men(fields.next().ok_or(ParsePositionError::Missing("the board"))?)?;
        let side = match required(fields.next(), SIDE)? {
            "w" | "W" => Color::White,
            "b" | "B" => Color::Black,
            other => return Err(ParsePositionError::Field { field: SIDE, text: printable(other) }),
        };
        let white = number(required(fields.next(), WHITE_HAND)?, WHITE_HAND)?;
        let black = number(required(fields.next(), BLACK_HAND)?, BLACK_HAND)?;
        let quiet = fields.next().map_or(Ok(0), |text| number(text, "the number of quiet plies"))?;
        match fields.next() {
            Some(text) => Err(ParsePositionError::Field { field: "a sixth field", text: printable(text) }),
            None => Ok(Self { men, hand: ByColor { white, black }, side, quiet }),
        }
    }
}

const SIDE: &str = "the side to move";
const WHITE_HAND: &str = "the number of men in White's hand";
const BLACK_HAND: &str = "the number of men in Black's hand";

fn required<'a>(text: Option<&'a str>, field: &'static str) -> Result<&'a str, ParsePositionError> {
    text.ok_or(ParsePositionError::Missing(field))
}

fn number<N: FromStr>(text: &str, field: &'static str) -> Result<N, ParsePositionError> {
    text.parse().map_err(|_| ParsePositionError::Field { field, text: printable(text) })
}

fn parse_men(text: &str) -> Result<ByColor<PointSet>, ParsePositionError> {
    let rows = text.split('/').count();
    if rows != ROWS.len() {
        return Err(ParsePositionError::Rows(rows));
    }
    let mut men = ByColor::<PointSet>::default();
    let mut points = Point::all();
    for (index, (letters, expected)) in text.split('/').zip(ROWS).enumerate() {
        let (row, found) = (index + 1, letters.chars().count());
        if found != expected {
            return Err(ParsePositionError::Length { row, found, expected });
        }
        for (letter, point) in letters.chars().zip(points.by_ref().take(expected)) {
            match letter.to_ascii_uppercase() {
                'W' => men.white |= point.set(),
                'B' => men.black |= point.set(),
                '.' => {}
                _ => return Err(ParsePositionError::Letter { row, letter }),
            }
        }
    }
    Ok(men)
}
