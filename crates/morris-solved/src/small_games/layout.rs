// SPDX-License-Identifier: GPL-3.0-or-later
//! Layout of all positions of a small game, by sectors and slots.

use std::collections::HashMap;

use super::numbering::{MOST_POINTS, Numbering};
use super::sector::GameSector;
use morris::{Arrangement, Goal, PointSet, Position, Rules};

/// Maximum number of positions of a game that is solved completely, counted before symmetric
/// duplicates within rows are dropped. Each takes one byte of memory.
const MOST_POSITIONS: u64 = 40_000_000;

/// Layout of all positions of a small game, by sectors and slots.
pub(super) struct Layout {
    /// Rules without the draws by repetition and quiet plies.
    pub(super) rules: Rules,
    pub(super) numbering: Numbering,
    /// Sectors in the order of solving.
    pub(super) sectors: Vec<GameSector>,
    numbers: HashMap<GameSector, usize>,
}

/// Returns `true` if a game is small enough to be solved completely. Its positions must remember
/// nothing, and there must be at most about forty million of them. In a misere game the winner need
/// not make the last move, which the code of values assumes.
pub fn is_small(rules: &Rules) -> bool {
    let points = rules.board.points().len();
    if points > MOST_POINTS || rules.have_memory() || rules.goal == Goal::Misere {
        return false;
    }
    let choose =
        |of: usize, taken: u8| (0..usize::from(taken)).fold(1, |ways, i| ways * (of - i) as u64 / (i as u64 + 1));
    let ways = |sector: GameSector| {
        let [mover, other] = sector.men;
        choose(points, mover) * choose(points - usize::from(mover), other)
    };
    let all: u64 = GameSector::all(rules).into_iter().map(ways).sum();
    all / rules.board.symmetries().len() as u64 <= MOST_POSITIONS
}

/// Returns the rules without the draws by repetition and quiet plies, which tables ignore.
pub(super) fn without_draws(rules: &Rules) -> Rules {
    Rules::builder(*rules).draws(Rules::PLAIN.draws).build().expect("draws make no rules unplayable")
}

impl Layout {
    /// Creates the layout of a game, or returns `None` if the game is not [small](is_small).
    pub(super) fn new(rules: &Rules) -> Option<Self> {
        if !is_small(rules) {
            return None;
        }
        let rules = without_draws(rules);
        let sectors = GameSector::all(&rules);
        let numbers = sectors.iter().copied().zip(0..).collect();
        Some(Self { rules, numbering: Numbering::new(rules.board), sectors, numbers })
    }

    /// Returns the index of a sector in the order of solving.
    pub(super) fn number(&self, sector: GameSector) -> Option<usize> {
        self.numbers.get(&sector).copied()
    }

    pub(super) fn slots(&self, sector: GameSector) -> usize {
        self.numbering.rows(sector.men[0]) * self.numbering.columns(sector.men)
    }

    /// Returns the index of a position's sector and the position's slot. Returns `None` if the game
    /// is over because a side has too few men.
    #[inline]
    pub(super) fn find(&self, position: &Position) -> Option<(usize, usize)> {
        let number = self.number(GameSector::of(position))?;
        let side = position.side();
        Some((number, self.numbering.slot(position.men(side), position.men(side.other()))))
    }

    /// Calls `visit` with each position of a row, in the order of the slots, and with `None` for a
    /// slot without a position.
    pub(super) fn for_each_in_row(&self, sector: GameSector, row: usize, mut visit: impl FnMut(Option<Position>)) {
        let hand = sector.by_color(sector.hands);
        let position = |men: [PointSet; 2]| {
            let arrangement = Arrangement::new(sector.by_color(men), hand, sector.mover());
            arrangement.check(&self.rules).ok()
        };
        self.numbering.for_each_in_row(sector.men, row, |men| visit(men.and_then(position)));
    }
}
