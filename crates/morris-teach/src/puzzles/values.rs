// SPDX-License-Identifier: GPL-3.0-or-later
//! What positions are worth by the tables alone: looked up, never searched for.

use std::sync::Arc;

use morris::{Color, Move, Position, Rules};
use morris_solved::small_games::GameTable;
use morris_solved::tablebase::{PlacingPly, Tables, Wdl};

/// What comes with the program holds positions of so many men at most, once all are placed.
pub(super) const MOST_MEN: usize = 11;
/// Of the placing phase it holds, or can be looked ahead into, the positions after so many
/// placements at most.
pub(super) const LAST_PLY: u8 = 10;

/// Looks positions up, and counts how many.
///
/// Of nine men's morris it knows what comes with the program, however much more there is: so a seed
/// makes the same puzzle on every machine.
pub(super) struct Values<'a> {
    tables: &'a Tables,
    game: Option<Arc<GameTable>>,
    pub(super) rules: &'a Rules,
    /// How many positions were looked up.
    pub(super) probes: u64,
}

impl<'a> Values<'a> {
    pub(super) fn new(tables: &'a Tables, rules: &'a Rules) -> Self {
        Self { tables, game: tables.game(rules), rules, probes: 0 }
    }

    /// Whether the game is solved whole.
    pub(super) const fn knows_all(&self) -> bool {
        self.game.is_some()
    }

    /// What a position is worth to the side to move.
    pub(super) fn of(&mut self, position: &Position) -> Option<Wdl> {
        self.probes += 1;
        Wdl::ended(position, self.rules).or_else(|| match &self.game {
            Some(game) => game.probe(position).map(|known| known.value),
            None if is_shipped(position) => self.tables.value(position, self.rules),
            None => None,
        })
    }

    /// The legal moves with what each is worth to the side that plays it; `None` where one is not
    /// known.
    pub(super) fn moves(&mut self, position: &Position) -> Option<Vec<(Move, Wdl)>> {
        let rules = self.rules;
        let value = |mv| Some((mv, self.of(&position.play_unchecked(mv, rules))?.opposite()));
        position.legal_moves(rules).into_iter().map(value).collect()
    }
}

/// Whether the tables that come with the program are asked about a position.
fn is_shipped(position: &Position) -> bool {
    if Color::BOTH.into_iter().all(|color| position.hand(color) == 0) {
        return position.occupied().len() <= MOST_MEN;
    }
    PlacingPly::of(position).is_some_and(|ply| ply.placements() <= LAST_PLY)
}

/// The best value among moves, and those that have it.
pub(super) fn best(moves: &[(Move, Wdl)]) -> Option<(Wdl, Vec<Move>)> {
    let best = moves.iter().map(|&(_, value)| value).max()?;
    Some((best, moves.iter().filter(|(_, value)| *value == best).map(|&(mv, _)| mv).collect()))
}
