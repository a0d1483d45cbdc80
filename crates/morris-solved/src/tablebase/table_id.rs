// SPDX-License-Identifier: GPL-3.0-or-later
//! Identifiers of tables.

use std::fmt;

use super::limits::{FEWEST, MOST};
use super::men_count::MenCount;
use super::placing_ply::MenBlock;
use super::{BoardKind, PlacingGame, PlacingPly, Sector};
use morris::Rules;

/// Number of different numbers of men that a side can have in a sector.
const SIDE: usize = (MOST - FEWEST + 1) as usize;

/// The positions that share a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TableId {
    /// Positions without men in hand.
    Sector(Sector),
    /// Positions with men in hand after some number of placements.
    Placing(PlacingPly),
}

impl TableId {
    /// Returns all tables. Those of nine men's morris come first. On each board, the sectors come
    /// before the plies.
    pub fn all() -> impl Iterator<Item = Self> {
        BoardKind::ALL.into_iter().flat_map(Self::all_on)
    }

    /// Returns the tables on a board.
    pub fn all_on(board_kind: BoardKind) -> impl Iterator<Item = Self> {
        let games = PlacingGame::ALL.iter().filter(move |game| game.board_kind() == board_kind);
        Sector::all_on(board_kind).map(Self::from).chain(games.flat_map(|game| game.plies()).map(Self::from))
    }

    /// Returns `true` if its positions occur in games by these rules and its values are valid
    /// there.
    pub fn is_of(self, rules: &Rules) -> bool {
        match self {
            Self::Sector(sector) => {
                let fits = sector.mover().max(sector.other()) <= rules.men;
                fits && BoardKind::of(rules) == Some(sector.board_kind())
            }
            Self::Placing(ply) => PlacingGame::of(rules) == Some(ply.game()),
        }
    }

    /// Returns the ply, if the table is one of a ply.
    pub const fn ply(self) -> Option<PlacingPly> {
        match self {
            Self::Sector(_) => None,
            Self::Placing(ply) => Some(ply),
        }
    }

    /// Returns the sector, if the table is one of a sector.
    pub const fn sector(self) -> Option<Sector> {
        match self {
            Self::Sector(sector) => Some(sector),
            Self::Placing(_) => None,
        }
    }

    /// Returns the board of the positions.
    pub const fn board_kind(self) -> BoardKind {
        match self {
            Self::Sector(sector) => sector.board_kind(),
            Self::Placing(ply) => ply.game().board_kind(),
        }
    }

    /// Returns the table with the positions with these numbers of men after a move from this table.
    /// Returns `None` if a side has lost in such positions.
    pub(super) fn after_move(self, men: MenCount) -> Option<Self> {
        match self.ply().and_then(PlacingPly::next) {
            Some(next) => next.part(men).map(|_| next.into()),
            None => Some(Sector::on(self.board_kind(), men.mover, men.other)?.into()),
        }
    }

    /// Returns the location in the table of the positions with these numbers of men, if it has any.
    pub(super) fn part(self, men: MenCount) -> Option<MenBlock> {
        match self {
            Self::Sector(sector) => Some(MenBlock { men, start: 0 }).filter(|_| MenCount::from(sector) == men),
            Self::Placing(ply) => ply.part(men),
        }
    }

    pub(super) const COUNT: usize = BoardKind::ALL.len() * SIDE * SIDE + PlacingGame::PLIES;

    /// Returns the index of the table among all tables.
    pub(super) fn number(self) -> usize {
        match self {
            Self::Sector(sector) => {
                let first = sector.board_kind() as usize * SIDE * SIDE;
                first + usize::from(sector.mover() - FEWEST) * SIDE + usize::from(sector.other() - FEWEST)
            }
            Self::Placing(ply) => {
                BoardKind::ALL.len() * SIDE * SIDE + ply.game().first_ply() + usize::from(ply.placements())
            }
        }
    }

    /// Returns the number of slots in the table.
    pub fn slots(self) -> u64 {
        match self {
            Self::Sector(sector) => sector.slots(),
            Self::Placing(ply) => ply.slots(),
        }
    }

    /// Returns the number of positions, with symmetric positions counted once.
    pub fn positions(self) -> u64 {
        match self {
            Self::Sector(sector) => sector.positions(),
            Self::Placing(ply) => ply.positions(),
        }
    }
}

impl From<Sector> for TableId {
    fn from(sector: Sector) -> Self {
        Self::Sector(sector)
    }
}

impl From<PlacingPly> for TableId {
    fn from(ply: PlacingPly) -> Self {
        Self::Placing(ply)
    }
}

impl fmt::Display for TableId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sector(sector) => sector.fmt(f),
            Self::Placing(ply) => ply.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_table_has_a_number_of_its_own() {
        let mut numbers: Vec<_> = TableId::all().map(TableId::number).collect();
        numbers.sort_unstable();
        let all = numbers.len();
        numbers.dedup();
        assert_eq!(numbers.len(), all);
        assert!(numbers.last().is_some_and(|last| *last < TableId::COUNT));
    }

    #[test]
    fn games_have_the_sectors_that_they_can_reach() {
        let count = |rules: &str| {
            let rules = rules.parse().unwrap();
            TableId::all().filter(|table| table.is_of(&rules)).partition::<Vec<_>, _>(|table| table.ply().is_none())
        };
        for (rules, sectors, plies) in
            [("standard", 49, 18), ("eleven", 81, 22), ("twelve", 100, 24), ("lasker", 49, 0)]
        {
            let (found_sectors, found_plies) = count(rules);
            assert_eq!((found_sectors.len(), found_plies.len()), (sectors, plies), "{rules}");
        }
    }
}
