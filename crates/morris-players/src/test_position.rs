// SPDX-License-Identifier: GPL-3.0-or-later
//! Positions of known value, one per line.

use std::fmt;

use morris::{Move, ParsePositionError, Position, PositionError, Rules, escape, rules_of_line};
use morris_solved::tablebase::Wdl;

/// A position of known value.
///
/// The text form has five fields separated by tabs: the position line, with its rules unless they
/// are the standard ones; `W`, `D` or `L`; the plies to the end, or `-` if they are unknown; the
/// number of legal moves; and the moves that keep the value, separated by spaces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestPosition {
    /// Rules of the position.
    pub rules: Rules,
    /// The position.
    pub position: Position,
    /// Value for the side to move.
    pub value: Wdl,
    /// Plies to the end, or `None` if they are unknown.
    pub plies: Option<u32>,
    /// Number of legal moves.
    pub legal: usize,
    /// Moves that keep the value. Never empty.
    pub keeping: Vec<Move>,
}

/// Why a line is not a test position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum TestPositionError {
    #[error("there are {0} fields divided by tabs, not 5")]
    Fields(usize),
    #[error(transparent)]
    Position(#[from] PositionError),
    #[error("the value cannot be “{0}”; it is W, D or L")]
    Value(String),
    #[error("{field} cannot be “{text}”")]
    Number { field: &'static str, text: String },
    #[error("there are {found} legal moves, not {said}")]
    Legal { found: usize, said: usize },
    #[error("“{0}” is not a legal move there")]
    Move(String),
    #[error("no move keeps the value")]
    NoMove,
}

impl TestPosition {
    /// Parses a line. `asked` selects the rules, else the line does, else the standard rules apply.
    pub fn parse(line: &str, asked: Option<&Rules>) -> Result<Self, TestPositionError> {
        let fields: Vec<_> = line.split('\t').map(str::trim).collect();
        let &[position, value, plies, said, moves] = fields.as_slice() else {
            return Err(TestPositionError::Fields(fields.len()));
        };
        let by_line = rules_of_line(position).map_err(|error| PositionError::from(ParsePositionError::from(error)))?;
        let rules = asked.copied().or(by_line).unwrap_or_default();
        let position = Position::parse(position, &rules)?;
        let value =
            value.parse().ok().and_then(Wdl::of_letter).ok_or_else(|| TestPositionError::Value(escape(value)))?;
        let plies = if matches!(plies, "" | "-") { None } else { Some(number(plies, "the number of plies")?) };
        let legal = position.legal_moves(&rules);
        let (found, said) = (legal.len(), number(said, "the number of legal moves")?);
        if found != said {
            return Err(TestPositionError::Legal { found, said });
        }
        let mv = |word: &str| {
            let mv = Move::parse(word, rules.board).ok().filter(|mv| legal.contains(mv));
            mv.ok_or_else(|| TestPositionError::Move(escape(word)))
        };
        let keeping = moves.split_whitespace().map(mv).collect::<Result<Vec<_>, _>>()?;
        if keeping.is_empty() {
            Err(TestPositionError::NoMove)
        } else {
            Ok(Self { rules, position, value, plies, legal: found, keeping })
        }
    }
}

impl fmt::Display for TestPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rules, position, value, plies, legal, keeping } = self;
        let value = value.letter();
        let plies = plies.map_or_else(|| "-".to_owned(), |plies| plies.to_string());
        let moves: Vec<_> = keeping.iter().map(|&mv| rules.board.display(mv).to_string()).collect();
        write!(f, "{}\t{value}\t{plies}\t{legal}\t{}", position.line_with_rules(rules), moves.join(" "))
    }
}

fn number<N: std::str::FromStr>(text: &str, field: &'static str) -> Result<N, TestPositionError> {
    text.parse().map_err(|_| TestPositionError::Number { field, text: escape(text) })
}

#[cfg(test)]
mod tests {
    use super::*;

    const WON: &str = "WW./.../.../..W.../.../B../.BB w 0 0 0\tW\t1\t56\tc4-g7xb2 c4-g7xd1 c4-g7xg1";

    fn read(line: &str) -> Result<TestPosition, String> {
        TestPosition::parse(line, None).map_err(|error| error.to_string())
    }

    #[test]
    fn reading_and_writing_are_inverse() {
        // The point c3 of this board has another name on the board of nine men's morris.
        let other = "WW./B../... b 1 2 0 rules=tapatan\tD\t-\t6\tc3".to_owned();
        for line in [WON, &WON.replace("\tW\t1", "\tD\t-"), &other] {
            assert_eq!(read(line).map(|known| known.to_string()), Ok(line.to_owned()));
        }
    }

    #[test]
    fn positions_against_the_rules_are_refused() {
        for (from, to, words) in [
            ("\tW", " W", "there are 4 fields divided by tabs, not 5"),
            ("\tW", "\tX", "the value cannot be “X”; it is W, D or L"),
            ("\t1\t", "\tsoon\t", "the number of plies cannot be “soon”"),
            ("\t56", "\t55", "there are 56 legal moves, not 55"),
            ("c4-g7xb2", "c4-g7", "“c4-g7” is not a legal move there"),
            ("c4-g7xb2 c4-g7xd1 c4-g7xg1", "", "no move keeps the value"),
            (" w 0 0", " w 0 1", "cannot be: White begins"),
        ] {
            let error = read(&WON.replace(from, to)).unwrap_err();
            assert!(error.contains(words), "{error}");
        }
    }
}
