// SPDX-License-Identifier: GPL-3.0-or-later
//! Spelling of moves in game texts.

use crate::moves::PASS;
use crate::{Board, Move, ParseMoveError, Point, escape};

/// Spelling of moves in a game text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum PointNotation {
    /// Points have names: `d6`, `a4-a7xd2`.
    #[default]
    Names,
    /// Points have numbers, counted from 1 in reading order of the picture: `5`, `10-1x20`. Number
    /// 24 is g1.
    Numbers,
}

impl PointNotation {
    /// Reads a move on a board.
    pub fn read(self, word: &str, board: &Board) -> Result<Move, ParseMoveError> {
        match self {
            Self::Names => Move::parse(word, board),
            Self::Numbers => read_numbers(word, board).ok_or_else(|| ParseMoveError(escape(word))),
        }
    }

    /// Returns a move as a word.
    pub fn write(self, mv: Move, board: &Board) -> String {
        match self {
            Self::Names => board.display(mv).to_string(),
            Self::Numbers => {
                let number = |point: Point| (point.index() + 1).to_string();
                if mv == Move::PASS {
                    return PASS.to_owned();
                }
                let from = mv.from.map(|from| number(from) + "-").unwrap_or_default();
                let to = mv.to.map(number).unwrap_or_default();
                let removed: String = mv.removed.into_iter().map(|point| format!("x{}", number(point))).collect();
                from + &to + &removed
            }
        }
    }

    /// Returns the word without a move number in front. If points have names, the number needs no
    /// period after it.
    pub(super) fn without_number(self, word: &str) -> &str {
        let rest = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
        match self {
            Self::Numbers if !rest.starts_with('.') => word,
            _ => rest.trim_start_matches('.'),
        }
    }
}

fn read_numbers(word: &str, board: &Board) -> Option<Move> {
    if word == PASS {
        return Some(Move::PASS);
    }
    let mut parts = word.split(['x', 'X', ':']);
    let main = parts.next()?;
    let mv = match main.split_once(['-', '–']) {
        Some((from, to)) => Move::slide(read_number(from, board)?, read_number(to, board)?),
        None if main.is_empty() && !word.is_empty() => Move::PASS,
        None => Move::place(read_number(main, board)?),
    };
    parts.try_fold(mv, |mv, part| {
        let point = read_number(part, board)?.set();
        (mv.removed & point).is_empty().then(|| mv.removing(mv.removed | point))
    })
}

fn read_number(text: &str, board: &Board) -> Option<Point> {
    let digits = (1..=2).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    let number: usize = text.parse().ok().filter(|number| digits && *number > 0)?;
    Point::new(number - 1).filter(|&point| board.points().contains(point))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PLAIN_24;

    #[test]
    fn numbers_go_from_the_top_left() {
        for (word, mv) in [
            ("1", "a7"),
            ("24", "g1"),
            ("12", "c4"),
            ("13x5", "e4xd6"),
            ("10-1x20", "a4-a7xd2"),
            ("x5", "xd6"),
            ("--", "--"),
        ] {
            let mv: Move = mv.parse().unwrap();
            assert_eq!(PointNotation::Numbers.read(word, &PLAIN_24), Ok(mv));
            assert_eq!(PointNotation::Numbers.write(mv, &PLAIN_24), word);
        }
        for word in ["", "0", "25", "+1", "1-", "-1", "1x", "x", "x1x1", "-x1", "1-2-3", "5x3x3", "d6", "007"] {
            assert_eq!(PointNotation::Numbers.read(word, &PLAIN_24), Err(ParseMoveError(word.to_owned())), "{word}");
        }
    }
}
