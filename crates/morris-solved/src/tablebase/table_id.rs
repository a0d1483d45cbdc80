// SPDX-License-Identifier: GPL-3.0-or-later
//! What a table is about.

use std::fmt;

use super::limits::{FEWEST, MOST};
use super::men_count::MenCount;
use super::placing_ply::MenBlock;
use super::{BoardKind, PlacingPly, Sector};
use morris::Rules;

/// How many numbers of men a side can have in a sector.
const SIDE: usize = (MOST - FEWEST + 1) as usize;

/// The positions that share a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TableId {
    /// Nobody holds men in hand.
    Sector(Sector),
    /// So many men have been placed, and others are in hand.
    Placing(PlacingPly),
}

impl TableId {
    /// All of them: those of nine men's morris, the sectors first, then the plies; then the sectors
    /// of the other boards.
    pub fn all() -> impl Iterator<Item = Self> {
        BoardKind::ALL.into_iter().flat_map(Self::all_on)
    }

    /// Those on a board.
    pub fn all_on(board_kind: BoardKind) -> impl Iterator<Item = Self> {
        let plies = PlacingPly::all().filter(move |_| board_kind == BoardKind::Plain);
        Sector::all_on(board_kind).map(Self::from).chain(plies.map(Self::from))
    }

    /// Whether its positions come up in games by these rules, and are worth there what it says.
    #[must_use]
    pub fn is_of(self, rules: &Rules) -> bool {
        match self {
            Self::Sector(sector) => BoardKind::of(rules) == Some(sector.board_kind()),
            Self::Placing(_) => PlacingPly::are_played_by(rules),
        }
    }

    /// The ply, if it is one.
    #[must_use]
    pub const fn ply(self) -> Option<PlacingPly> {
        match self {
            Self::Sector(_) => None,
            Self::Placing(ply) => Some(ply),
        }
    }

    /// The sector, if it is one.
    #[must_use]
    pub const fn sector(self) -> Option<Sector> {
        match self {
            Self::Sector(sector) => Some(sector),
            Self::Placing(_) => None,
        }
    }

    /// The board that the positions are on.
    #[must_use]
    pub const fn board_kind(self) -> BoardKind {
        match self {
            Self::Sector(sector) => sector.board_kind(),
            Self::Placing(_) => BoardKind::Plain,
        }
    }

    /// Which table holds the positions with so many men after a move from these; `None` if nobody
    /// has such positions without having lost.
    pub(super) fn after_move(self, men: MenCount) -> Option<Self> {
        match self.ply().and_then(PlacingPly::next) {
            Some(next) => next.part(men).map(|_| next.into()),
            None => Some(Sector::new(men.mover, men.other)?.on(self.board_kind()).into()),
        }
    }

    /// Where the positions with so many men are in its table, if it holds any.
    pub(super) fn part(self, men: MenCount) -> Option<MenBlock> {
        match self {
            Self::Sector(sector) => Some(MenBlock { men, start: 0 }).filter(|_| MenCount::from(sector) == men),
            Self::Placing(ply) => ply.part(men),
        }
    }

    /// How many there are.
    pub(super) const COUNT: usize = BoardKind::ALL.len() * SIDE * SIDE + 18;

    /// Its number among them.
    pub(super) fn number(self) -> usize {
        match self {
            Self::Sector(sector) => {
                let first = sector.board_kind() as usize * SIDE * SIDE;
                first + usize::from(sector.mover() - FEWEST) * SIDE + usize::from(sector.other() - FEWEST)
            }
            Self::Placing(ply) => BoardKind::ALL.len() * SIDE * SIDE + usize::from(ply.placements()),
        }
    }

    /// How many slots the table has.
    #[must_use]
    pub fn slots(self) -> u64 {
        match self {
            Self::Sector(sector) => sector.slots(),
            Self::Placing(ply) => ply.slots(),
        }
    }

    /// How many positions there are, those that a symmetry of the board carries into each other
    /// counted once.
    #[must_use]
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
