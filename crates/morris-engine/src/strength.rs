// SPDX-License-Identifier: GPL-3.0-or-later
//! How well the computer plays: the levels as data, fixed depths, perfect play, and limits of a search.

use std::time::Duration;

use super::Oversights;

/// How well to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strength {
    /// As a level, with what it overlooks and with a choice of openings.
    Level(Level),
    /// Looking so many plies ahead, overlooking nothing, without tables of solved positions.
    Depth(FixedDepth),
    /// Never giving value away, as far as there are tables of solved positions, and else at full strength.
    Perfect,
    /// As well as possible within limits.
    Limits(Limits),
}

impl Strength {
    /// Full strength within the thinking time of the settings: for hints.
    pub const FULL: Self = Self::Level(Level::LAST);

    /// Whether it looks into tables of solved positions, where there are any: the strongest level, perfect play and play
    /// within plain limits do. A level below and a fixed depth know no more than they see.
    #[must_use]
    pub fn uses_tables(self) -> bool {
        match self {
            Self::Level(level) => level == Level::LAST,
            Self::Depth(_) => false,
            Self::Perfect | Self::Limits(_) => true,
        }
    }

    /// Whether it knows what shapes are worth: all do but the weaker levels.
    pub(super) const fn knows_shapes(self) -> bool {
        match self {
            Self::Level(level) => level.profile().knows_shapes,
            Self::Perfect | Self::Depth(_) | Self::Limits(_) => true,
        }
    }
}

/// When to stop thinking; whatever is reached first. Without any limit the engine thinks until it is told to stop.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// So many plies, 1 to 127.
    pub depth: Option<u8>,
    /// About so many positions; at most some thousand more.
    pub nodes: Option<u64>,
    /// So much time.
    pub time: Option<Duration>,
}

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
    /// That of a first game: the lowest level.
    pub const FIRST: Self = Self::Level(Level::FIRST);
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

/// A level of play, 1 to 10.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Level(u8);

/// What makes a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LevelProfile {
    /// An English word that names the level in documents; the window translates it.
    pub id: &'static str,
    /// How many plies it searches at most; with 0 it judges what the board looks like after its own move.
    pub depth: u8,
    /// Its share of the thinking time of the settings, in percent.
    pub time_percent: u32,
    /// What it overlooks.
    pub oversights: Oversights,
    /// By how much a move may be worse than the best and still be chosen, in hundredths of a man. Whoever looks ahead has
    /// less slack than a man, so that none is given away for it; a glance sees no man lost anyhow.
    pub slack: i32,
    /// How well it plays, in Elo points above somebody who closes the mills he can and else plays any move (`novice:0`), as
    /// the ladder and games against novices measured it; on the same scale `novice:60` has 180, `novice:100` 340 and
    /// `novice:100+` 500. The errors add up from step to step: ±40 near the lower end, ±110 at the upper.
    pub rating: i32,
    /// Whether it knows what shapes are worth, and not only men, mills and the like.
    pub knows_shapes: bool,
}

const NOTHING: Oversights = Oversights { mills: 0, threats: 0, moves: 0 };

const fn profile(id: &'static str, rating: i32, depth: u8, time_percent: u32) -> LevelProfile {
    LevelProfile { id, depth, time_percent, oversights: NOTHING, slack: 0, rating, knows_shapes: true }
}

impl LevelProfile {
    /// The same for one who has yet to learn.
    const fn beginner(self, oversights: Oversights, slack: i32) -> Self {
        Self { oversights, slack, knows_shapes: false, ..self }
    }
}

/// Overlooks so many of its mills, of the threats against it, and of its moves, in percent.
const fn overlooks(mills: u32, threats: u32, moves: u32) -> Oversights {
    Oversights { mills, threats, moves }
}

/// The profiles of levels 1 to 10. The first three judge at a glance, and miss much: they are for whoever has just learned
/// the rules, and score against novices what `build-aux/test-long novices` holds.
/// Slack and what is overlooked, and not to know what shapes are worth, make the next three weaker than their depths;
/// near the top the time matters more than the depth.
///
/// Each level scores between 65 % and 90 % against the one below, as `nmm match --ladder --thinking-time 2s` prints; the
/// table stands in the README.
pub const PROFILES: [LevelProfile; 10] = [
    profile("first-game", 110, 0, 5).beginner(overlooks(15, 95, 85), 290),
    profile("beginner", 250, 0, 5).beginner(overlooks(9, 90, 58), 120),
    profile("learner", 420, 0, 5).beginner(overlooks(4, 65, 43), 98),
    profile("casual", 710, 4, 5).beginner(overlooks(0, 0, 29), 56),
    profile("practised", 890, 5, 10).beginner(overlooks(0, 0, 19), 37),
    profile("club-player", 1050, 5, 10).beginner(overlooks(0, 0, 7), 12),
    profile("strong", 1250, 3, 15),
    profile("very-strong", 1430, 5, 25),
    profile("expert", 1620, 8, 50),
    profile("master", 1800, 127, 100),
];

impl Level {
    /// The weakest level, that of a first game.
    pub const FIRST: Self = Self(1);
    /// The strongest level.
    pub const LAST: Self = Self(PROFILES.len() as u8);

    /// The level with this number, 1 to 10.
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        if number >= Self::FIRST.0 && number <= Self::LAST.0 { Some(Self(number)) } else { None }
    }

    /// All levels, the weakest first.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (Self::FIRST.0..Self::LAST.0 + 1).map(Self)
    }

    /// The number, 1 to 10.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// What makes the level.
    #[must_use]
    pub const fn profile(self) -> &'static LevelProfile {
        &PROFILES[self.0 as usize - 1]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratings_rise_by_what_65_to_90_percent_of_the_points_are_worth() {
        let steps: Vec<_> = PROFILES.windows(2).map(|pair| pair[1].rating - pair[0].rating).collect();
        assert!(steps.iter().all(|step| (108..=382).contains(step)), "{steps:?}");
    }
}
