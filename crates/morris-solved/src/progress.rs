// SPDX-License-Identifier: GPL-3.0-or-later
//! Progress of a solver.

use std::fmt;

use crate::small_games::GameSector;
use crate::tablebase::{PlacingPly, Sector, TableId};

/// Progress of a solver.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Current work. `None` while existing tables are read, and at the end.
    pub at: Option<At>,
    /// Number of slots solved in this run. For a small game, earlier runs count as well. Of the
    /// current work, a share is counted that grows with its time.
    pub done: u64,
    /// Number of slots to be solved.
    pub all: u64,
}

/// Current work of a solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum At {
    /// A sector together with its mirror, and the stage of solving it.
    Sector(Sector, Stage),
    /// A ply of the placing phase.
    Ply(PlacingPly),
    /// A sector of a small game, together with its mirror.
    Game(GameSector),
}

/// Stage of solving a sector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Seeds the positions decided by removals and blocking.
    Seed,
    /// Propagates backward the positions decided in this number of plies.
    Spread(u8),
    /// Packs and writes the tables.
    Write,
}

impl At {
    /// Returns the table that this work produces. A small game has only one table, so the result is
    /// `None`.
    pub fn table(self) -> Option<TableId> {
        match self {
            Self::Sector(sector, _) => Some(sector.into()),
            Self::Ply(ply) => Some(ply.into()),
            Self::Game(_) => None,
        }
    }
}

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sector(sector, stage) => write!(f, "{sector}, {stage}"),
            Self::Ply(ply) => ply.fmt(f),
            Self::Game(sector) => sector.fmt(f),
        }
    }
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Seed => f.write_str("removals"),
            Self::Spread(plies) => write!(f, "ply {plies}"),
            Self::Write => f.write_str("writing"),
        }
    }
}
