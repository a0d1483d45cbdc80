// SPDX-License-Identifier: GPL-3.0-or-later
//! Positions in this project's format and in that of Sanmill.

use super::sanmill::{self, SanmillError, Stage};
use morris::{
    Arrangement, ArrangementErrors, IllegalMove, Move, ParsePositionError, Point, PointSet, Position, PositionError,
    Rules, rules_of_line,
};

/// A position, and the part of a move that has been made from there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartialPosition {
    /// The position before the move.
    pub position: Position,
    /// A move that closed a mill and still lacks its removal.
    pub partial: Option<Move>,
}

/// Why a text is not a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum PositionTextError {
    #[error(transparent)]
    Line(#[from] PositionError),
    #[error(transparent)]
    Sanmill(#[from] SanmillError),
    #[error(transparent)]
    Arrangement(#[from] ArrangementErrors),
    #[error("a piece must be removed, but the side to move cannot have closed a mill")]
    NoMill,
}

impl PartialPosition {
    /// Reads a position line of this project or a FEN of Sanmill. The rows of the board distinguish
    /// the two.
    pub fn read(text: &str, rules: &Rules) -> Result<Self, PositionTextError> {
        if !is_sanmill(text) {
            return Ok(Self { position: Position::parse(text, rules)?, partial: None });
        }
        let (arrangement, stage) = sanmill::read(text, rules)?;
        if stage == Stage::Move {
            return Ok(Self { position: arrangement.check(rules)?, partial: None });
        }
        before_removal(arrangement, stage, rules).ok_or(PositionTextError::NoMill)
    }

    /// Reads a position as [`Self::read`] does. `asked` selects the rules, else the position line
    /// does, else the standard rules apply.
    ///
    /// # Errors
    /// Returns an error as [`Self::read`] does. Rules in the line that differ from `asked` are also
    /// an error.
    pub fn read_with_rules(text: &str, asked: Option<&Rules>) -> Result<(Self, Rules), PositionTextError> {
        let said = rules_of_line(text).map_err(|error| PositionError::from(ParsePositionError::from(error)))?;
        let rules = asked.copied().or(said).unwrap_or_default();
        Ok((Self::read(text, &rules)?, rules))
    }

    /// Returns the partial position in which the side to move has just closed a mill and must
    /// remove a man. `after` is the arrangement after closing the mill.
    pub(super) fn before_removal(after: Arrangement, rules: &Rules) -> Option<Self> {
        let stages = [Stage::RemovalAfterPlacing, Stage::RemovalAfterMoving];
        stages.into_iter().find_map(|stage| before_removal(after, stage, rules))
    }

    /// Returns the position line, with the rules unless they are the standard ones, and with the
    /// partial move.
    pub fn line(&self, rules: &Rules) -> String {
        let partial = self.partial.map(|partial| format!(" after {}", rules.board.display(partial)));
        self.position.line_with_rules(rules) + &partial.unwrap_or_default()
    }

    /// Returns the moves that complete the partial move. Empty if there is no partial move.
    pub fn finishes(&self, rules: &Rules) -> Vec<Move> {
        let Some(partial) = self.partial else { return Vec::new() };
        let mut moves = self.position.legal_moves(rules);
        moves
            .retain(|mv| mv.without_removal() == partial.without_removal() && mv.removed.contains_all(partial.removed));
        moves
    }
}

/// Returns `true` if the board is in the form of Sanmill: three rows with other letters than in a
/// position line.
pub(super) fn is_sanmill(text: &str) -> bool {
    let board = text.split_whitespace().next().unwrap_or_default();
    board.split('/').count() == 3 && (!board.contains(['W', 'B', '.', 'w', 'b']) || board.contains(['O', '@', '*']))
}

/// Undoes the placement or move that may have closed the mill. If several are possible, the choice
/// does not matter, since all lead to the same position.
fn before_removal(after: Arrangement, stage: Stage, rules: &Rules) -> Option<PartialPosition> {
    let us = after.men[after.side];
    let empty = rules.board.points() - after.men.white - after.men.black;
    let paths = us.into_iter().flat_map(|to| {
        let placed = (stage == Stage::RemovalAfterPlacing).then_some((None, to));
        let origins = if placed.is_some() { PointSet::EMPTY } else { empty };
        placed.into_iter().chain(origins.into_iter().map(move |from| (Some(from), to)))
    });
    paths.filter_map(|(from, to)| taken_back(after, from, to, rules)).next()
}

fn taken_back(mut arrangement: Arrangement, from: Option<Point>, to: Point, rules: &Rules) -> Option<PartialPosition> {
    let side = arrangement.side;
    let mv = from.map_or(Move::place(to), |from| Move::slide(from, to));
    arrangement.men[side] = arrangement.men[side] - to.set();
    match from {
        Some(from) => arrangement.men[side] |= from.set(),
        None => arrangement.hand[side] = arrangement.hand[side].saturating_add(1),
    }
    let position = arrangement.check(rules).ok()?;
    let closes = position.check(mv, rules) == Err(IllegalMove::RemovalMissing);
    closes.then_some(PartialPosition { position, partial: Some(mv) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn too_many_men_in_hand_before_a_removal_are_refused() {
        let text = "O*******/********/******** w p r 1 255 0 9 1 0 0 1";
        assert_eq!(PartialPosition::read(text, &Rules::STANDARD), Err(PositionTextError::NoMill));
    }
}
