// SPDX-License-Identifier: GPL-3.0-or-later
//! Values of positions from the tables alone, without any search.

use std::sync::Arc;

use morris::{Color, Move, Position, Rules};
use morris_solved::small_games::GameTable;
use morris_solved::tablebase::{PlacingPly, Tables, Wdl};

/// Maximum number of men in the bundled tables once all men are placed.
pub(super) const MOST_MEN: usize = 11;
/// Maximum number of placements whose positions are in the bundled tables or can be looked ahead
/// from.
pub(super) const LAST_PLY: u8 = 10;
/// Last ply that the bundled tables contain. Puzzles of a seed do not use it, so that they stay the
/// same.
const LAST_SHIPPED_PLY: u8 = 11;

/// Looks up positions, and counts the lookups.
///
/// For nine men's morris it only uses the bundled tables, even if more exist, so that a seed gives
/// the same puzzle on every machine.
pub(super) struct Values<'a> {
    tables: &'a Tables,
    game: Option<Arc<GameTable>>,
    last_ply: u8,
    pub(super) rules: &'a Rules,
    /// Number of positions that were looked up.
    pub(super) probes: u64,
}

impl<'a> Values<'a> {
    pub(super) fn new(tables: &'a Tables, rules: &'a Rules) -> Self {
        Self { tables, game: tables.game(rules), last_ply: LAST_PLY, rules, probes: 0 }
    }

    /// Returns the values with the last ply of the bundled tables.
    pub(super) fn with_last_ply(self) -> Self {
        Self { last_ply: LAST_SHIPPED_PLY, ..self }
    }

    /// Returns `true` if the whole game is solved.
    pub(super) const fn knows_all(&self) -> bool {
        self.game.is_some()
    }

    /// Returns the value of a position for the side to move.
    pub(super) fn of(&mut self, position: &Position) -> Option<Wdl> {
        self.probes += 1;
        Wdl::ended(position, self.rules).or_else(|| match &self.game {
            Some(game) => game.probe(position).map(|known| known.value),
            None if is_shipped(position, self.rules, self.last_ply) => self.tables.value(position, self.rules),
            None => None,
        })
    }

    /// Returns the legal moves with their values for the side that plays them, or `None` if a value
    /// is unknown.
    pub(super) fn moves(&mut self, position: &Position) -> Option<Vec<(Move, Wdl)>> {
        let rules = self.rules;
        let value = |mv| Some((mv, self.of(&position.play_unchecked(mv, rules))?.opposite()));
        position.legal_moves(rules).into_iter().map(value).collect()
    }
}

/// Returns `true` if the bundled tables cover a position. Of the placing phase, plies up to the
/// last one count.
fn is_shipped(position: &Position, rules: &Rules, last_ply: u8) -> bool {
    if Color::BOTH.into_iter().all(|color| position.hand(color) == 0) {
        return position.occupied().len() <= MOST_MEN;
    }
    PlacingPly::of(position, rules).is_some_and(|ply| ply.placements() <= last_ply)
}

pub(super) fn best(moves: &[(Move, Wdl)]) -> Option<(Wdl, Vec<Move>)> {
    let best = moves.iter().map(|&(_, value)| value).max()?;
    Some((best, moves.iter().filter(|(_, value)| *value == best).map(|&(mv, _)| mv).collect()))
}
