// SPDX-License-Identifier: GPL-3.0-or-later
//! Reading games and positions.

use super::{Format, FormatError, FormatProblem, GameInText};
use crate::protocol::{BoardFile, Period, PositionInTurn, shown};
use morris::{Game, Pgn, PgnErrorKind, PointNotation, Rules};

impl GameInText {
    /// Reads a text. `rules` are those of a text that does not say any. Of a board file it is assumed that it was taken
    /// while men were placed, unless one side has no men left to place.
    ///
    /// # Errors
    /// What cannot be understood, and where.
    pub fn read(text: &str, format: Format, rules: &Rules) -> Result<Self, FormatError> {
        let text = text.trim_start_matches('\u{feff}');
        if text.trim().is_empty() {
            return Err(FormatError { line: 1, column: 1, problem: FormatProblem::Empty });
        }
        match format {
            Format::Pgn => Ok(Pgn::read(text, PointNotation::Names, *rules)?.into()),
            Format::PlayOk => read_list(text, rules),
            Format::PositionLine | Format::Sanmill(_) => read_position(text, rules),
            Format::BoardFile => read_board(text, rules),
        }
    }
}

fn read_list(text: &str, rules: &Rules) -> Result<GameInText, FormatError> {
    let game = Pgn::read(text, PointNotation::Numbers, *rules).map_err(|error| {
        let mut error = FormatError::from(error);
        if let FormatProblem::Game(PgnErrorKind::Move(word)) = &error.problem {
            error.problem = FormatProblem::NumberedMove(shown(&word.0));
        }
        error
    })?;
    Ok(game.into())
}

/// A position stands in the first line that is not empty; nothing stands behind it.
fn read_position(text: &str, rules: &Rules) -> Result<GameInText, FormatError> {
    let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let Some((number, line)) = lines.next() else {
        return Err(FormatError { line: 1, column: 1, problem: FormatProblem::Empty });
    };
    let standing =
        PositionInTurn::read(line, rules).map_err(|error| FormatError::of_position(error, number + 1, line))?;
    if let Some((number, after)) = lines.next() {
        let problem = FormatProblem::AfterPosition(shown(after.trim()));
        return Err(FormatError { line: number + 1, column: 1, problem });
    }
    let PositionInTurn { position, half } = standing;
    Ok(GameInText { game: Pgn::new(Game::from_position(*rules, position)), half })
}

fn read_board(text: &str, rules: &Rules) -> Result<GameInText, FormatError> {
    let board: BoardFile = text.parse().map_err(FormatError::of_board)?;
    let period = match board.hand(Period::Opening).white {
        0 => Period::Game,
        _ => Period::Opening,
    };
    let position = board.position(period, None, rules).map_err(FormatError::of_board)?;
    Ok(Pgn::new(Game::from_position(*rules, position)).into())
}
