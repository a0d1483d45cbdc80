// SPDX-License-Identifier: GPL-3.0-or-later
//! How well the computer plays: the levels as data, what lies between two of them, fixed depths,
//! perfect play, and limits of a search.

use std::time::Duration;

use super::Oversights;
use super::time_management::Budget;

/// How well to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strength {
    /// As a level, with what it overlooks and with a choice of openings.
    Level(Level),
    /// As well as a rating says, between two levels.
    Rating(Rating),
    /// Looking so many plies ahead, overlooking nothing, without tables of solved positions.
    Depth(FixedDepth),
    /// Never giving value away, as far as there are tables of solved positions, and else at full
    /// strength.
    Perfect,
    /// As well as possible within limits.
    Limits(Limits),
}

impl Strength {
    /// Full strength within the thinking time of the settings: for hints.
    pub const FULL: Self = Self::Level(Level::LAST);

    /// Whether it looks into tables of solved positions, where there are any: the strongest level,
    /// perfect play and play within plain limits do. A level below and a fixed depth know no more
    /// than they see.
    #[must_use]
    pub fn uses_tables(self) -> bool {
        match self {
            Self::Level(level) => level == Level::LAST,
            Self::Rating(rating) => rating.level() == Level::LAST,
            Self::Depth(_) => false,
            Self::Perfect | Self::Limits(_) => true,
        }
    }

    /// Whether it knows what shapes are worth: all do but the weaker levels.
    pub(super) fn knows_shapes(self) -> bool {
        match self.limits() {
            StrengthLimits::Profile(profile) => profile.knows_shapes,
            StrengthLimits::Limits(_) => true,
        }
    }

    /// What limits it.
    pub(super) fn limits(self) -> StrengthLimits {
        match self {
            Self::Level(level) => StrengthLimits::Profile(*level.profile()),
            Self::Rating(rating) => StrengthLimits::Profile(rating.profile()),
            Self::Perfect => StrengthLimits::Profile(*Level::LAST.profile()),
            Self::Depth(depth) => StrengthLimits::Limits(Limits { depth: Some(depth.plies()), ..Limits::default() }),
            Self::Limits(limits) => StrengthLimits::Limits(limits),
        }
    }
}

/// What limits how well the computer plays.
pub(super) enum StrengthLimits {
    /// What is overlooked, and a share of the thinking time.
    Profile(LevelProfile),
    /// Nothing but these.
    Limits(Limits),
}

/// When to stop thinking; whatever is reached first. Without any limit the engine thinks until it
/// is told to stop.
///
/// ```
/// use morris::{Position, Rules};
/// use morris_engine::{EngineOptions, Limits, Request, Searcher, Strength};
/// use std::ops::ControlFlow;
///
/// let rules = Rules::STANDARD;
/// let limits = Limits { depth: Some(3), ..Limits::default() };
/// let request = Request::new(rules, vec![Position::start(&rules)], Strength::Limits(limits));
/// let mut deepest = 0;
/// let mut searcher = Searcher::new(EngineOptions::default());
/// searcher.think(&request, || ControlFlow::Continue(()), |info| deepest = info.depth);
/// assert_eq!(deepest, 3);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// So many plies, 1 to 127.
    pub depth: Option<u8>,
    /// About so many positions; at most some thousand more.
    pub nodes: Option<u64>,
    /// So much time.
    pub time: Option<Duration>,
    /// Up to so many times the nodes and the time where a position is critical, and half of them
    /// where little hangs on the move; with 1, or nothing, all of them at every move.
    pub critical_factor: Option<u32>,
}

impl Limits {
    pub(super) fn nodes_allowed(&self) -> Option<Budget<u64>> {
        Some(Budget { usual: self.nodes?, most: self.nodes?.saturating_mul(self.factor().into()) })
    }

    pub(super) fn time_allowed(&self) -> Option<Budget<Duration>> {
        Some(Budget { usual: self.time?, most: self.time?.saturating_mul(self.factor()) })
    }

    fn factor(&self) -> u32 {
        self.critical_factor.unwrap_or(1).max(1)
    }
}

/// How well the computer plays, as a person chooses it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Skill {
    /// As one of the levels.
    Level(Level),
    /// As well as somebody, between two levels.
    Rating(Rating),
    /// Looking so many plies ahead at every move, however long it takes, and overlooking nothing.
    Depth(FixedDepth),
    /// Never giving value away, as far as there are tables of solved positions, and else at full
    /// strength.
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
            Skill::Rating(rating) => Self::Rating(rating),
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
    /// How many plies it searches at most; with 0 it judges what the board looks like after its own
    /// move.
    pub depth: u8,
    /// Its share of the thinking time of the settings, in percent.
    pub time_percent: u32,
    /// What of this it takes where nothing calls for more, in percent; 100 is all of it at every
    /// move.
    pub usual_percent: u32,
    /// What it overlooks.
    pub oversights: Oversights,
    /// By how much a move may be worse than the best and still be chosen, in hundredths of a man.
    /// Whoever looks ahead has less margin than a man, so that none is given away for it; a glance
    /// sees no man lost anyhow.
    pub random_margin: i32,
    /// How well it plays, in Elo points above somebody who closes the mills he can and else plays
    /// any move (`novice:0`), as the ladder and games against novices measured it; on the same
    /// scale `novice:60` has 180, `novice:100` 340 and `novice:100+` 500. The errors add up from
    /// step to step: ±40 near the lower end, ±110 at the upper.
    pub rating: i32,
    /// What it scored against the level below, in percent of the points, in the ladder of
    /// [`PROFILES`]; the first has none below.
    pub score: Option<u8>,
    /// Whether it knows what shapes are worth, and not only men, mills and the like.
    pub knows_shapes: bool,
}

const NOTHING: Oversights = Oversights { mills: 0, threats: 0, moves: 0 };

const fn profile(id: &'static str, rating: i32, depth: u8, time_percent: u32) -> LevelProfile {
    LevelProfile {
        id,
        depth,
        time_percent,
        usual_percent: 100,
        oversights: NOTHING,
        random_margin: 0,
        rating,
        score: None,
        knows_shapes: true,
    }
}

impl LevelProfile {
    /// The same with what it scored against the level below.
    const fn scoring(self, percent: u8) -> Self {
        Self { score: Some(percent), ..self }
    }

    /// The same for one who has yet to learn.
    const fn beginner(self, oversights: Oversights, random_margin: i32) -> Self {
        Self { oversights, random_margin, knows_shapes: false, ..self }
    }

    /// The same for one who takes all of its time only where it is critical.
    const fn usually(self, usual_percent: u32) -> Self {
        Self { usual_percent, ..self }
    }
}

/// Overlooks so many of its mills, of the threats against it, and of its moves, in percent.
const fn overlooks(mills: u32, threats: u32, moves: u32) -> Oversights {
    Oversights { mills, threats, moves }
}

/// The profiles of levels 1 to 10. The first three judge at a glance, and miss much: they are for
/// whoever has just learned the rules, and score against novices what `build-aux/test-long novices`
/// holds. Slack and what is overlooked, and not to know what shapes are worth, make the next three
/// weaker than their depths; near the top the time matters more than the depth.
///
/// Each level scores between 65 % and 90 % against the one below, as `nmm match --ladder
/// --thinking-time 2s` prints. README and the set-up of a game say what these rows say.
pub const PROFILES: [LevelProfile; 10] = [
    profile("first-game", 110, 0, 5).beginner(overlooks(15, 95, 85), 290),
    profile("beginner", 250, 0, 5).scoring(69).beginner(overlooks(9, 90, 58), 120),
    profile("learner", 420, 0, 5).scoring(74).beginner(overlooks(4, 65, 43), 98),
    profile("casual", 710, 4, 5).scoring(84).beginner(overlooks(0, 0, 29), 56),
    profile("practised", 890, 5, 10).scoring(75).beginner(overlooks(0, 0, 19), 37),
    profile("club-player", 1050, 5, 10).scoring(71).beginner(overlooks(0, 0, 7), 12),
    profile("strong", 1370, 3, 15).scoring(86),
    profile("very-strong", 1500, 5, 25).scoring(68),
    profile("expert", 1610, 8, 50).scoring(66),
    profile("master", 1800, 127, 100).scoring(66).usually(25),
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

/// How well somebody plays, in the points of [`LevelProfile::rating`]: from what the lowest level
/// has to what the highest has.
///
/// Whoever plays so stands between the levels about him: of 400 games a rating halfway between
/// levels 2 and 3 scored 55.5 % against level 2 and 37 % against level 3 (±4.9); between 3 and 4 73
/// % and 29 %; between 5 and 6 63 % and 40 %.
///
/// ```
/// use morris_engine::{Level, Rating};
///
/// let between = Rating::new(640).expect("there are weaker and stronger levels");
/// assert_eq!(between.level(), Rating::nearest(640.2).level());
/// assert_eq!(Rating::nearest(9_999.0).level(), Level::LAST);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Rating(i32);

impl Rating {
    /// That of the lowest level.
    pub const FIRST: Self = Self(PROFILES[0].rating);
    /// That of the highest level.
    pub const LAST: Self = Self(PROFILES[PROFILES.len() - 1].rating);

    /// So many points, if there are levels that have as few or as many.
    #[must_use]
    pub const fn new(points: i32) -> Option<Self> {
        if points >= Self::FIRST.0 && points <= Self::LAST.0 { Some(Self(points)) } else { None }
    }

    /// The rating that is nearest to so many points.
    #[must_use]
    pub fn nearest(points: f64) -> Self {
        Self((points.round() as i32).clamp(Self::FIRST.0, Self::LAST.0))
    }

    /// How many points.
    #[must_use]
    pub const fn points(self) -> i32 {
        self.0
    }

    /// The level that is nearest to it, the lower one where two are.
    #[must_use]
    pub fn level(self) -> Level {
        let distance = |level: &Level| level.profile().rating.abs_diff(self.0);
        Level::all().min_by_key(distance).unwrap_or(Level::FIRST)
    }

    /// The profile of the nearest level, with what it overlooks and its margin as far between those
    /// of the two levels about it as the rating is.
    #[must_use]
    pub fn profile(self) -> LevelProfile {
        let below = Level::all().rfind(|level| level.profile().rating <= self.0).unwrap_or(Level::FIRST);
        let above = Level::all().find(|level| level.profile().rating >= self.0).unwrap_or(Level::LAST);
        let (low, high) = (below.profile(), above.profile());
        let gap = f64::from(high.rating - low.rating).max(1.0);
        let share = f64::from(self.0 - low.rating) / gap;
        let between = |low: f64, high: f64| (low + (high - low) * share).round();
        let percent = |of: fn(&Oversights) -> u32| between(of(&low.oversights).into(), of(&high.oversights).into());
        LevelProfile {
            oversights: Oversights {
                mills: percent(|it| it.mills) as u32,
                threats: percent(|it| it.threats) as u32,
                moves: percent(|it| it.moves) as u32,
            },
            random_margin: between(low.random_margin.into(), high.random_margin.into()) as i32,
            rating: self.0,
            ..*self.level().profile()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn at_the_rating_of_a_level_it_is_that_level() {
        for level in Level::all() {
            let rating = Rating::new(level.profile().rating).unwrap();
            assert_eq!((rating.level(), rating.profile()), (level, *level.profile()));
        }
        assert_eq!([-500.0, f64::NAN, 5000.0].map(Rating::nearest), [Rating::FIRST, Rating::FIRST, Rating::LAST]);
        assert_eq!([109, 1801].map(Rating::new), [None; 2]);
    }

    #[test]
    fn between_two_levels_it_overlooks_less_and_less() {
        let mut before = Rating::FIRST.profile();
        for points in Rating::FIRST.points()..=Rating::LAST.points() {
            let rating = Rating::new(points).unwrap();
            let (level, profile) = (rating.level(), rating.profile());
            assert!(
                profile.random_margin <= before.random_margin && profile.oversights.moves <= before.oversights.moves,
                "{points}"
            );
            assert_eq!((profile.rating, profile.depth), (points, level.profile().depth));
            before = profile;
        }
        let rating = Rating::nearest(800.0);
        assert_eq!(
            (rating.level().number(), rating.profile().random_margin, rating.profile().oversights.moves),
            (4, 47, 24)
        );
    }

    #[test]
    fn ratings_rise_by_what_65_to_90_percent_of_the_points_are_worth() {
        let steps: Vec<_> = PROFILES.windows(2).map(|pair| pair[1].rating - pair[0].rating).collect();
        assert!(steps.iter().all(|step| (108..=382).contains(step)), "{steps:?}");
    }
}
