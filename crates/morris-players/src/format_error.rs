// SPDX-License-Identifier: GPL-3.0-or-later
//! What cannot be understood in a text, and where.

use super::board_file::BoardFileError;
use super::position_formats::PositionTextError;
use super::sanmill::SanmillError;
use morris::{ParsePositionError, PgnError, PgnErrorKind, PositionError, escape};

/// Why a text cannot be read, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {problem}")]
pub struct FormatError {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
    /// What is wrong there.
    #[source]
    pub problem: FormatProblem,
}

/// What is wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FormatProblem {
    /// Nothing stands there.
    #[error("there is nothing to read")]
    Empty,
    /// Something is wrong with a game text.
    #[error(transparent)]
    Game(#[from] PgnErrorKind),
    /// A word that is no move with numbered points.
    #[error("“{0}” is no move; with points from 1 to 24 a move reads 5, 10-1 or 5x16")]
    NumberedMove(String),
    /// It is no position, or none that can be.
    #[error(transparent)]
    Position(#[from] PositionTextError),
    /// Something stands behind the position.
    #[error("the position ends before “{0}”")]
    AfterPosition(String),
    /// The format has no place for games by these rules.
    #[error("the format “{format}” has no place for games by the rules {rules}")]
    Rules {
        /// The name of the format.
        format: &'static str,
        /// The name of the rules.
        rules: &'static str,
    },
    /// It is no board file, or one that cannot be.
    #[error("{}", .0.without_place())]
    Board(BoardFileError),
}

impl From<PgnError> for FormatError {
    fn from(PgnError { line, column, kind }: PgnError) -> Self {
        Self { line, column, problem: kind.into() }
    }
}

impl FormatError {
    /// What is wrong with a board file.
    pub(super) fn of_board(error: BoardFileError) -> Self {
        let (line, column) = match error {
            BoardFileError::Letter { line, column, .. } => (line, column),
            _ => (1, 1),
        };
        Self { line, column, problem: FormatProblem::Board(error) }
    }

    /// What is wrong with a position that stands in a line by itself.
    pub(super) fn of_position(error: PositionTextError, line: usize, text: &str) -> Self {
        let column = column_of(&error, text).unwrap_or_else(|| start(text));
        Self { line, column, problem: error.into() }
    }
}

/// Where in the line it is wrong; `None` if that is nowhere in particular.
fn column_of(error: &PositionTextError, text: &str) -> Option<usize> {
    let word =
        |word: &str| text.split_whitespace().find(|field| escape(field) == word).map(|field| column(text, field));
    match error {
        PositionTextError::Line(PositionError::Unreadable(error)) => match error {
            ParsePositionError::Length { row, .. } => row_start(text, *row),
            ParsePositionError::Letter { row, letter } => {
                let at = row_start(text, *row)?;
                let within = text.chars().skip(at - 1).position(|other| other == *letter)?;
                Some(at + within)
            }
            ParsePositionError::Missing(_) => Some(text.trim_end().chars().count() + 1),
            ParsePositionError::Field { text, .. } => word(text),
            ParsePositionError::OtherRules { .. } | ParsePositionError::Rules(_) => {
                text.split_whitespace().next_back().map(|field| column(text, field))
            }
            ParsePositionError::Rows { .. } => None,
        },
        PositionTextError::Sanmill(SanmillError::Letter(letter)) => {
            text.chars().position(|other| other == *letter).map(|at| at + 1)
        }
        PositionTextError::Sanmill(SanmillError::Field { text, .. }) => word(text),
        PositionTextError::Sanmill(SanmillError::Fields(_)) => Some(text.trim_end().chars().count() + 1),
        _ => None,
    }
}

/// The column at which the text begins.
fn start(text: &str) -> usize {
    1 + text.chars().take_while(|letter| letter.is_whitespace()).count()
}

/// The column at which a row of the board begins, 1 for the first row.
fn row_start(text: &str, row: usize) -> Option<usize> {
    let start = start(text);
    let rows = text.trim_start().split('/').take(row.checked_sub(1)?);
    Some(start + rows.map(|row| row.chars().count() + 1).sum::<usize>())
}

/// The column of a part of the text.
fn column(text: &str, part: &str) -> usize {
    let bytes = (part.as_ptr() as usize).saturating_sub(text.as_ptr() as usize);
    1 + text.get(..bytes).unwrap_or_default().chars().count()
}
