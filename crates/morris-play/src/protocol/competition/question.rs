// SPDX-License-Identifier: GPL-3.0-or-later
//! What a referee asks.

use std::fmt;
use std::str::FromStr;

use crate::protocol::{PositionInTurn, PositionTextError, shown};
use morris::{Arrangement, ByColor, Color, Move, Point, PointSet, Position, Rules};

/// What a referee asks: the men on the board and in hand, and what it wants to know.
///
/// As text `EEEEEEEEEEEEEEEEEEEEEEEE 9 9 0`; the letters may also stand apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// The men on the board.
    pub men: ByColor<PointSet>,
    /// How many men each side has in hand.
    pub hand: ByColor<u8>,
    /// What it wants to know.
    pub wanted: Wanted,
}

/// What a referee wants to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// Where to place, or from where to where.
    Turn,
    /// A mill is closed: the man to remove.
    Removal,
}

/// Why a line is no question.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum QuestionError {
    /// A letter that is none of them.
    #[error("the board has “{}”, which is none of W, B and E", shown(&.0.to_string()))]
    Letter(char),
    /// Not 24 letters.
    #[error("the board has {0} letters, not 24")]
    Letters(usize),
    /// Not three numbers behind the board.
    #[error("behind the board stand {0} numbers, not 3")]
    Fields(usize),
    /// A number that cannot be.
    #[error("{field} cannot be “{text}”")]
    Number {
        /// What it should be.
        field: &'static str,
        /// What stands there.
        text: String,
    },
}

impl Question {
    /// Asks the side to move for its turn.
    #[must_use]
    pub fn mv(position: &Position) -> Self {
        Self {
            men: ByColor::from_fn(|color| position.men(color)),
            hand: ByColor::from_fn(|color| position.hand(color)),
            wanted: Wanted::Turn,
        }
    }

    /// Asks the side to move which man it removes with this move.
    #[must_use]
    pub fn removal(position: &Position, mv: Move) -> Self {
        let mut question = Self { wanted: Wanted::Removal, ..Self::mv(position) };
        let side = position.side();
        let from = mv.from.map_or(PointSet::EMPTY, Point::set);
        question.men[side] = (question.men[side] - from) | mv.to.set();
        if mv.from.is_none() {
            question.hand[side] = question.hand[side].saturating_sub(1);
        }
        question
    }

    /// Where the game stands when this side is asked.
    ///
    /// # Errors
    /// It stands nowhere: such a game cannot be.
    pub fn standing(&self, side: Color, rules: &Rules) -> Result<PositionInTurn, PositionTextError> {
        let arrangement =
            Arrangement { men: self.men, hand: self.hand, side, quiet: 0, memory: morris::Memory::default() };
        match self.wanted {
            Wanted::Turn => Ok(PositionInTurn { position: arrangement.check(rules)?, half: None }),
            Wanted::Removal => PositionInTurn::before_removal(arrangement, rules).ok_or(PositionTextError::NoMill),
        }
    }
}

impl FromStr for Question {
    type Err = QuestionError;

    fn from_str(line: &str) -> Result<Self, Self::Err> {
        let is_board = |word: &&str| word.chars().all(|letter| !letter.is_ascii_digit());
        let words: Vec<_> = line.split_whitespace().collect();
        let (board, fields) = words.split_at(words.iter().take_while(|word| is_board(word)).count());
        let letters: Vec<_> = board.iter().flat_map(|word| word.chars()).collect();
        let mut men = ByColor { white: PointSet::EMPTY, black: PointSet::EMPTY };
        for (point, letter) in Point::all().zip(&letters) {
            match letter.to_ascii_uppercase() {
                'W' => men.white |= point.set(),
                'B' => men.black |= point.set(),
                'E' => {}
                _ => return Err(QuestionError::Letter(*letter)),
            }
        }
        if letters.len() != Point::all().len() {
            return Err(QuestionError::Letters(letters.len()));
        }
        let &[white, black, wanted] = fields else { return Err(QuestionError::Fields(fields.len())) };
        let number = |field, text: &str| {
            text.parse().ok().filter(|&men| men <= 9).ok_or(QuestionError::Number { field, text: shown(text) })
        };
        let hand = ByColor { white: number("White's hand", white)?, black: number("Black's hand", black)? };
        let wanted = match wanted {
            "0" => Wanted::Turn,
            "1" => Wanted::Removal,
            _ => return Err(QuestionError::Number { field: "the state of the mill", text: shown(wanted) }),
        };
        Ok(Self { men, hand, wanted })
    }
}

impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |point| match (self.men.white.contains(point), self.men.black.contains(point)) {
            (true, _) => 'W',
            (_, true) => 'B',
            _ => 'E',
        };
        let board: String = Point::all().map(letter).collect();
        write!(f, "{board} {} {} {}", self.hand.white, self.hand.black, u8::from(self.wanted == Wanted::Removal))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reading_and_writing_are_inverse() {
        for line in ["EEEEEEEEEEEEEEEEEEEEEEEE 9 9 0", "WWWEEEEEEEEEEEEEEEEEEBBE 6 7 1"] {
            assert_eq!(line.parse::<Question>().unwrap().to_string(), line);
        }
        let apart = "w W w E E E E E E E E E EEEEEEEEE b b E 6 7 1";
        assert_eq!(apart.parse::<Question>().unwrap().to_string(), "WWWEEEEEEEEEEEEEEEEEEBBE 6 7 1");
    }

    #[test]
    fn what_cannot_be_read_is_named() {
        for (line, words) in [
            ("EEEE 9 9 0", "the board has 4 letters, not 24"),
            ("EEEEEEEEEEEEEEEEEEEEEEEX 9 9 0", "the board has “X”"),
            ("EEEEEEEEEEEEEEEEEEEEEEEE 9 9", "behind the board stand 2 numbers, not 3"),
            ("EEEEEEEEEEEEEEEEEEEEEEEE 9 10 0", "Black's hand cannot be “10”"),
            ("EEEEEEEEEEEEEEEEEEEEEEEE 9 9 2", "the state of the mill cannot be “2”"),
            ("", "the board has 0 letters"),
        ] {
            let error = line.parse::<Question>().unwrap_err().to_string();
            assert!(error.contains(words), "{line}: {error}");
        }
    }

    #[test]
    fn a_removal_is_asked_for_with_the_turn_done() {
        let rules = Rules::COMPO;
        for (line, mv, asked) in [
            ("WW./.../..B/....../B../.../... w 7 7 0", "g7", "WWWEEEEEBEEEEEEBEEEEEEEE 6 7 1"),
            ("WW./.../.../.....W/B../BB./... w 0 0 0", "g4-g7", "WWWEEEEEEEEEEEEBEEBBEEEE 0 0 1"),
        ] {
            let position = Position::parse(line, &rules).unwrap();
            let question = Question::removal(&position, mv.parse().unwrap());
            assert_eq!(question.to_string(), asked);
            let standing = question.standing(Color::White, &rules).unwrap();
            let finishes: Vec<_> = standing.finishes(&rules).iter().map(|mv| mv.removed.to_string()).collect();
            assert_eq!(finishes.join(" "), position.men(Color::Black).to_string());
        }
    }
}
