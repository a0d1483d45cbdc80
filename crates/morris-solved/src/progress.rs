// SPDX-License-Identifier: GPL-3.0-or-later
//! How far a solver is, whatever it solves.

use std::fmt;

use crate::small_games::GameSector;
use crate::tablebase::{PlacingPly, Sector, TableId};

/// How far a solver is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// What it is at; `None` at the end.
    pub at: Option<At>,
    /// How many slots are solved: in this run, of a small game in earlier runs, too. Of what it is
    /// at a share is counted that grows with the time it takes.
    pub done: u64,
    /// How many there are to be solved.
    pub all: u64,
}

/// What a solver is at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum At {
    /// A sector, together with its mirror, and what it does there.
    Sector(Sector, Stage),
    /// A ply of the placing phase.
    Ply(PlacingPly),
    /// A sector of a small game, together with its mirror.
    Game(GameSector),
}

/// What the solver does in a sector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// It looks at what removals and blocking decide.
    Seed,
    /// It carries back what is decided in so many plies.
    Spread(u8),
    /// It packs and writes the tables.
    Write,
}

impl At {
    /// Which table comes of it; of a small game there is only one.
    #[must_use]
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
