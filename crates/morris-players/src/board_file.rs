// SPDX-License-Identifier: GPL-3.0-or-later
//! Text board files: 24 letters that give the contents of the points, bottom row first. White is to
//! move.

use std::fmt;
use std::str::FromStr;

use morris::{Arrangement, ArrangementErrors, ByColor, Color, POINTS, Point, PointSet, Position, Rules, escape};

/// Index of the point for each letter, in the order of the letters.
const ORDER: [u8; POINTS] = [21, 22, 23, 18, 19, 20, 15, 16, 17, 9, 10, 11, 12, 13, 14, 6, 7, 8, 3, 4, 5, 0, 1, 2];
/// The men on a board, as in a text board file.
///
/// Reading accepts `W`, `B`, and for an empty point `x`, `E` or `.`, in any case and with white
/// space anywhere. Writing produces one line of `W`, `B` and `x`.
///
/// ```
/// use morris::{Color, Rules};
/// use morris_players::{BoardFile, Period};
///
/// let file: BoardFile = "WWx xxx xxx xxx xxx xxx xxx xBB".parse()?;
/// let position = file.position(Period::Opening, None, &Rules::STANDARD)?;
/// assert_eq!((position.side(), position.hand(Color::White)), (Color::White, 7));
/// # Ok::<(), morris_players::BoardFileError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct BoardFile {
    /// Men of each color.
    pub men: ByColor<PointSet>,
}

/// The part of the game that a board file comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Period {
    /// Period 1: men are placed.
    Opening,
    /// Period 2: men move along lines or fly.
    Game,
}

/// Why a text is not a board file, or why its position cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum BoardFileError {
    #[error("there are {0} letters, not {POINTS}")]
    Letters(usize),
    /// Line and column, in characters, are counted from 1. The letter is escaped.
    #[error("line {line}, column {column}: “{letter}” is none of W, B, x, E and .")]
    Letter { line: usize, column: usize, letter: String },
    #[error("{color} has {men} pieces on the board, more than {most}")]
    TooManyMen { color: Color, men: usize, most: u8 },
    #[error("the period cannot be “{0}”; it is 1 (opening) or 2 (mid- and endgame)")]
    Period(String),
    #[error("in the opening White places a piece, but has none in hand")]
    NoneInHand,
    #[error("in period 2 there are no pieces in hand")]
    HandInGame,
    #[error(transparent)]
    Arrangement(#[from] ArrangementErrors),
}

impl BoardFileError {
    /// Returns the message without line and column, for callers that report these themselves.
    pub(super) fn without_place(&self) -> String {
        let text = self.to_string();
        match self {
            Self::Letter { line, column, .. } => text.replacen(&format!("line {line}, column {column}: "), "", 1),
            _ => text,
        }
    }
}

impl BoardFile {
    /// Returns the men in hand that follow from the men on the board. In the opening both sides
    /// have placed equally many men, and no more men than necessary have been removed.
    pub fn hand(&self, period: Period, rules: &Rules) -> ByColor<u8> {
        let placed = self.men.white.len().max(self.men.black.len());
        let left = rules.men.saturating_sub(u8::try_from(placed).unwrap_or(rules.men));
        match period {
            Period::Opening => ByColor { white: left, black: left },
            Period::Game => ByColor::default(),
        }
    }

    /// Returns the position with White to move. `hand` replaces the men in hand that follow from
    /// the men on the board.
    pub fn position(
        &self,
        period: Period,
        hand: Option<ByColor<u8>>,
        rules: &Rules,
    ) -> Result<Position, BoardFileError> {
        let (count, most) = (|color: Color| self.men[color].len(), rules.men);
        if let Some(color) = Color::BOTH.into_iter().find(|&color| count(color) > most.into()) {
            return Err(BoardFileError::TooManyMen { color, men: count(color), most });
        }
        let hand = hand.unwrap_or_else(|| self.hand(period, rules));
        match period {
            Period::Opening if hand.white == 0 => return Err(BoardFileError::NoneInHand),
            Period::Game if hand != ByColor::default() => return Err(BoardFileError::HandInGame),
            _ => {}
        }
        Ok(Arrangement::new(self.men, hand, Color::White).check(rules)?)
    }
}

impl FromStr for Period {
    type Err = BoardFileError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "1" => Ok(Self::Opening),
            "2" => Ok(Self::Game),
            _ => Err(BoardFileError::Period(escape(text))),
        }
    }
}

impl FromStr for BoardFile {
    type Err = BoardFileError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut file = Self::default();
        let mut points = ORDER.into_iter().filter_map(|index| Point::new(index.into()));
        let mut letters = 0;
        for (line, row) in text.trim_start_matches('\u{feff}').lines().enumerate() {
            for (column, letter) in row.chars().enumerate().filter(|(_, letter)| !letter.is_whitespace()) {
                letters += 1;
                let set = points.next().map(Point::set).unwrap_or_default();
                match letter.to_ascii_uppercase() {
                    'W' => file.men.white |= set,
                    'B' => file.men.black |= set,
                    'X' | 'E' | '.' => {}
                    _ => {
                        let (line, column, letter) = (line + 1, column + 1, letter.escape_debug().to_string());
                        return Err(BoardFileError::Letter { line, column, letter });
                    }
                }
            }
        }
        if letters != POINTS {
            return Err(BoardFileError::Letters(letters));
        }
        Ok(file)
    }
}

impl fmt::Display for BoardFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        ORDER.into_iter().filter_map(|index| Point::new(index.into())).try_for_each(|point| {
            f.write_str(match (self.men.white.contains(point), self.men.black.contains(point)) {
                (true, _) => "W",
                (_, true) => "B",
                _ => "x",
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Board in the text of the classroom task.
    const EXAMPLE: &str = "xWxBWBxxWxBBxBxxxWxxBxxx";

    #[test]
    fn letters_begin_with_the_bottom_row() {
        let file: BoardFile = EXAMPLE.parse().unwrap();
        assert_eq!(file.men.white.to_string(), "e5 e3 d2 d1");
        assert_eq!(file.men.black.to_string(), "f6 b4 c4 f4 b2 f2");
        assert_eq!(file.to_string(), EXAMPLE);
        let loose = "\u{feff}xwx\r\nbwb eEw .bB xbx xxW\n\n xxb xxx".parse();
        assert_eq!(loose, Ok(file));
    }

    #[test]
    fn both_have_placed_as_many_as_the_side_with_more_men() {
        let file: BoardFile = EXAMPLE.parse().unwrap();
        assert_eq!(file.hand(Period::Opening, &Rules::STANDARD), ByColor { white: 3, black: 3 });
        assert_eq!(file.hand(Period::Game, &Rules::STANDARD), ByColor { white: 0, black: 0 });
    }

    #[test]
    fn invalid_board_files_are_named() {
        let error = |text: &str| text.parse::<BoardFile>().unwrap_err().to_string();
        assert_eq!(error("xxx"), "there are 3 letters, not 24");
        assert_eq!(error(&"x".repeat(25)), "there are 25 letters, not 24");
        assert_eq!(error("xWx\nB qW"), "line 2, column 3: “q” is none of W, B, x, E and .");
        assert_eq!(error("xW\u{0}"), "line 1, column 3: “\\0” is none of W, B, x, E and .");
        let ten: BoardFile = ("W".repeat(10) + &"x".repeat(14)).parse().unwrap();
        let error = ten.position(Period::Opening, None, &Rules::STANDARD).unwrap_err().to_string();
        assert_eq!(error, "White has 10 pieces on the board, more than 9");
        assert_eq!(
            "3".parse::<Period>().unwrap_err().to_string(),
            "the period cannot be “3”; it is 1 (opening) or 2 (mid- and endgame)"
        );
    }

    #[test]
    fn hands_go_with_the_period() {
        let file: BoardFile = EXAMPLE.parse().unwrap();
        let hand = |men| Some(ByColor { white: men, black: men });
        let rules = &Rules::STANDARD;
        assert_eq!(file.position(Period::Opening, None, rules).unwrap().hand(Color::White), 3);
        assert_eq!(file.position(Period::Opening, hand(2), rules).unwrap().hand(Color::Black), 2);
        assert_eq!(file.position(Period::Opening, hand(0), rules), Err(BoardFileError::NoneInHand));
        assert_eq!(file.position(Period::Game, hand(1), rules), Err(BoardFileError::HandInGame));
        assert!(matches!(file.position(Period::Opening, hand(4), rules), Err(BoardFileError::Arrangement(_))));
    }
}
