// SPDX-License-Identifier: GPL-3.0-or-later
//! All positions of a small game, by sectors and slots.

use std::collections::HashMap;

use super::numbering::{MOST_POINTS, Numbering};
use super::sector::GameSector;
use morris::{Arrangement, PointSet, Position, Rules};

/// The most positions of a game that is solved whole, before twins are left out: so many bytes of
/// memory.
const MOST_POSITIONS: u64 = 40_000_000;

/// All positions of a small game, by sectors and slots.
pub(super) struct Layout {
    /// The rules, without the draws that the course of a game brings.
    pub(super) rules: Rules,
    pub(super) numbering: Numbering,
    /// In the order of solving.
    pub(super) sectors: Vec<GameSector>,
    numbers: HashMap<GameSector, usize>,
}

/// Whether a game is small enough to be solved whole: a position has to remember nothing, and there
/// have to be at most some ten million of them.
#[must_use]
pub fn is_small(rules: &Rules) -> bool {
    let points = rules.board.points().len();
    if points > MOST_POINTS || rules.have_memory() {
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

/// The same rules without the draws by repetition and quiet plies, which tables leave aside.
pub(super) fn without_draws(rules: &Rules) -> Rules {
    Rules::builder(*rules).draws(Rules::PLAIN.draws).build().expect("draws make no rules unplayable")
}

impl Layout {
    /// That of a game, if it is [small](is_small).
    pub(super) fn new(rules: &Rules) -> Option<Self> {
        if !is_small(rules) {
            return None;
        }
        let rules = without_draws(rules);
        let sectors = GameSector::all(&rules);
        let numbers = sectors.iter().copied().zip(0..).collect();
        Some(Self { rules, numbering: Numbering::new(rules.board), sectors, numbers })
    }

    /// The place of a sector in the order of solving.
    pub(super) fn number(&self, sector: GameSector) -> Option<usize> {
        self.numbers.get(&sector).copied()
    }

    /// How many slots a sector has.
    pub(super) fn slots(&self, sector: GameSector) -> usize {
        self.numbering.rows(sector.men[0]) * self.numbering.columns(sector.men)
    }

    /// The sector of a position, by its number, and its slot; `None` where the game is over because
    /// men are lacking.
    #[inline]
    pub(super) fn find(&self, position: &Position) -> Option<(usize, usize)> {
        let number = self.number(GameSector::of(position))?;
        let side = position.side();
        Some((number, self.numbering.slot(position.men(side), position.men(side.other()))))
    }

    /// Calls `visit` with each position of a row, in the order of the slots; `None` for a slot
    /// without one.
    pub(super) fn for_each_in_row(&self, sector: GameSector, row: usize, mut visit: impl FnMut(Option<Position>)) {
        let hand = sector.by_color(sector.hands);
        let position = |men: [PointSet; 2]| {
            let arrangement = Arrangement::new(sector.by_color(men), hand, sector.mover());
            arrangement.check(&self.rules).ok()
        };
        self.numbering.for_each_in_row(sector.men, row, |men| visit(men.and_then(position)));
    }
}
