// SPDX-License-Identifier: GPL-3.0-or-later
//! What a player answers.

use std::fmt;
use std::str::FromStr;

use morris::Point;

/// What a player answers: points by their numbers, 0 for a7 to 23 for g1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The point to place on, or the man to remove: `15`.
    One(Point),
    /// From and to: `0 15`.
    Two(Point, Point),
}

/// A line that is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("an answer is one or two numbers from 0 to 23")]
pub struct AnswerError;

impl FromStr for Answer {
    type Err = AnswerError;

    fn from_str(line: &str) -> Result<Self, AnswerError> {
        let point = |word: &str| word.parse().ok().and_then(Point::new).ok_or(AnswerError);
        match *line.split_whitespace().collect::<Vec<_>>() {
            [one] => Ok(Self::One(point(one)?)),
            [from, to] => Ok(Self::Two(point(from)?, point(to)?)),
            _ => Err(AnswerError),
        }
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::One(point) => write!(f, "{}", point.index()),
            Self::Two(from, to) => write!(f, "{} {}", from.index(), to.index()),
        }
    }
}
