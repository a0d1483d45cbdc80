// SPDX-License-Identifier: GPL-3.0-or-later
//! How well the computer plays, as a person chooses it.

use super::{Level, Strength};

/// How well the computer plays, as a person chooses it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Skill {
    /// As one of the levels.
    Level(Level),
    /// Looking so many plies ahead at every move, however long it takes, and overlooking nothing.
    Depth(FixedDepth),
    /// Never giving value away, as far as there are tables of solved positions, and else at full strength.
    Perfect,
}

/// How many plies are looked ahead in fixed-depth play, 1 to 20.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FixedDepth(u8);

impl FixedDepth {
    /// The shallowest.
    pub const FIRST: Self = Self(1);
    /// The deepest.
    pub const LAST: Self = Self(20);

    /// So many plies, 1 to 20.
    #[must_use]
    pub const fn new(plies: u8) -> Option<Self> {
        if plies >= Self::FIRST.0 && plies <= Self::LAST.0 { Some(Self(plies)) } else { None }
    }

    /// How many plies.
    #[must_use]
    pub const fn plies(self) -> u8 {
        self.0
    }
}

impl Skill {
    /// The level of a first game.
    pub const EASY: Self = Self::Level(Level::EASY);
}

impl From<Skill> for Strength {
    fn from(skill: Skill) -> Self {
        match skill {
            Skill::Level(level) => Self::Level(level),
            Skill::Depth(depth) => Self::Depth(depth),
            Skill::Perfect => Self::Perfect,
        }
    }
}
