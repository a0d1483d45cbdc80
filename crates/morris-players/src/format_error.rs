// SPDX-License-Identifier: GPL-3.0-or-later
//! Errors in texts, with their position.

use super::board_file::BoardFileError;
use super::position_formats::PositionTextError;
use super::sanmill::SanmillError;
use morris::{ParsePositionError, PgnError, PgnErrorKind, PositionError, escape};

/// Why a text cannot be read, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {problem}")]
pub struct FormatError {
    /// Line, counted from 1.
    pub line: usize,
    /// Column in characters, counted from 1.
    pub column: usize,
    /// Problem at this place.
    #[source]
    pub problem: FormatProblem,
}

/// Problem in a text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum FormatProblem {
    #[error("there is nothing to read")]
    Empty,
    #[error(transparent)]
    Game(#[from] PgnErrorKind),
    #[error("“{0}” is not a move; with points from 1 to 24 a move reads 5, 10-1 or 5x16")]
    NumberedMove(String),
    #[error(transparent)]
    Position(#[from] PositionTextError),
    #[error("the position ends before “{0}”")]
    AfterPosition(String),
    #[error("the format “{format}” has no place for games by the rules {rules}")]
    Rules { format: &'static str, rules: &'static str },
    #[error("{}", .0.without_place())]
    Board(BoardFileError),
}

impl From<PgnError> for FormatError {
    fn from(PgnError { line, column, kind }: PgnError) -> Self {
        Self { line, column, problem: kind.into() }
    }
}

impl FormatError {
    pub(super) fn of_board(error: BoardFileError) -> Self {
        let (line, column) = match error {
            BoardFileError::Letter { line, column, .. } => (line, column),
            _ => (1, 1),
        };
        Self { line, column, problem: FormatProblem::Board(error) }
    }

    /// Creates an error for a position that occupies a line.
    pub(super) fn of_position(error: PositionTextError, line: usize, text: &str) -> Self {
        let column = column_of(&error, text).unwrap_or_else(|| start(text));
        Self { line, column, problem: error.into() }
    }
}

/// Returns the column of the error in the line, or `None` if the error has no particular place.
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

/// Returns the column at which the text begins.
fn start(text: &str) -> usize {
    1 + text.chars().take_while(|letter| letter.is_whitespace()).count()
}

/// Returns the column at which a row of the board begins. The first row is number 1.
fn row_start(text: &str, row: usize) -> Option<usize> {
    let start = start(text);
    let rows = text.trim_start().split('/').take(row.checked_sub(1)?);
    Some(start + rows.map(|row| row.chars().count() + 1).sum::<usize>())
}

fn column(text: &str, part: &str) -> usize {
    let bytes = (part.as_ptr() as usize).saturating_sub(text.as_ptr() as usize);
    1 + text.get(..bytes).unwrap_or_default().chars().count()
}
