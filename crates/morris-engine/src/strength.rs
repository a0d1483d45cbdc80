// SPDX-License-Identifier: GPL-3.0-or-later
//! Playing strength: the levels as data, ratings between two levels, fixed depths, perfect play,
//! and limits of a search.

use std::time::Duration;

use super::Oversights;
use super::time_management::Budget;

/// Playing strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strength {
    /// Strength of a level, with its oversights and a choice of openings.
    Level(Level),
    /// Strength of a rating, between two levels.
    Rating(Rating),
    /// A fixed search depth, without oversights and without tables of solved positions.
    Depth(FixedDepth),
    /// Perfect play as far as tables of solved positions exist, and full strength otherwise.
    Perfect,
    /// Full strength within limits.
    Limits(Limits),
}

impl Strength {
    /// Full strength within the thinking time of the settings. Used for hints.
    pub const FULL: Self = Self::Level(Level::LAST);

    /// Returns `true` if tables of solved positions are used, if they exist. The strongest level,
    /// perfect play and play within limits use them. Lower levels and fixed depths do not.
    pub fn uses_tables(self) -> bool {
        match self {
            Self::Level(level) => level == Level::LAST,
            Self::Rating(rating) => rating.level() == Level::LAST,
            Self::Depth(_) => false,
            Self::Perfect | Self::Limits(_) => true,
        }
    }

    /// Returns `true` if shapes are evaluated. Only the weaker levels do not evaluate them.
    pub(super) fn knows_shapes(self) -> bool {
        match self.limits() {
            StrengthLimits::Profile(profile) => profile.knows_shapes,
            StrengthLimits::Limits(_) => true,
        }
    }

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

pub(super) enum StrengthLimits {
    /// Oversights and a share of the thinking time.
    Profile(LevelProfile),
    /// Only these limits.
    Limits(Limits),
}

/// Limits of a search. It ends at the first limit reached. Without limits the engine thinks until
/// it is stopped.
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
    /// Maximum depth in plies, 1 to 127.
    pub depth: Option<u8>,
    /// Approximate maximum number of positions. The search may exceed it by some thousands.
    pub nodes: Option<u64>,
    /// Maximum time.
    pub time: Option<Duration>,
    /// Factor by which nodes and time may grow if a position is critical. If the move hardly
    /// matters, half of them is used. With 1 or `None`, all of them are used for every move.
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

/// Playing strength as a person chooses it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Skill {
    /// One of the levels.
    Level(Level),
    /// A rating between two levels.
    Rating(Rating),
    /// A fixed search depth for every move, without oversights and whatever time it takes.
    Depth(FixedDepth),
    /// Perfect play as far as tables of solved positions exist, and full strength otherwise.
    Perfect,
}

/// Search depth of fixed-depth play in plies, 1 to 20.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FixedDepth(u8);

impl FixedDepth {
    /// The smallest depth.
    pub const FIRST: Self = Self(1);
    /// The greatest depth.
    pub const LAST: Self = Self(20);

    /// Creates a depth of 1 to 20 plies.
    pub const fn new(plies: u8) -> Option<Self> {
        if plies >= Self::FIRST.0 && plies <= Self::LAST.0 { Some(Self(plies)) } else { None }
    }

    /// Returns the number of plies.
    pub const fn plies(self) -> u8 {
        self.0
    }
}

impl Skill {
    /// Skill for a first game: the lowest level.
    pub const FIRST: Self = Self::Level(Level::FIRST);
}

impl Default for Skill {
    fn default() -> Self {
        Self::FIRST
    }
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

/// Properties of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LevelProfile {
    /// English word that identifies the level in documents. The window translates it.
    pub id: &'static str,
    /// Maximum search depth in plies. At depth 0 the level evaluates the position after its own
    /// move.
    pub depth: u8,
    /// Share of the thinking time in the settings, in percent.
    pub time_percent: u32,
    /// Usual part of this share, in percent, unless the position is critical. With 100, every move
    /// takes the whole share.
    pub usual_percent: u32,
    /// Oversights.
    pub oversights: Oversights,
    /// Margin in hundredths of a man by which a move may be worse than the best and still be
    /// chosen. For levels that search it is less than a man, so that no man is given away for it.
    /// Levels without a search do not see the loss of a man anyway.
    pub random_margin: i32,
    /// Playing strength in Elo points above a player that closes its mills and otherwise plays
    /// random moves (`novice:0`), as measured by the ladder and by games against novices. On the
    /// same scale `novice:60` has 180, `novice:100` 340 and `novice:100+` 500. The errors
    /// accumulate from level to level: ±40 near the lower end, ±110 at the upper.
    pub rating: i32,
    /// Score against the level below, in percent of the points, in the ladder of [`PROFILES`].
    /// `None` for the first level.
    pub score: Option<u8>,
    /// Whether shapes are evaluated, rather than only men, mills and other terms.
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
    /// Returns the profile with its score against the level below.
    const fn scoring(self, percent: u8) -> Self {
        Self { score: Some(percent), ..self }
    }

    /// Returns the profile with oversights and without evaluation of shapes.
    const fn beginner(self, oversights: Oversights, random_margin: i32) -> Self {
        Self { oversights, random_margin, knows_shapes: false, ..self }
    }

    /// Returns the profile with the part of its time that it usually takes.
    const fn usually(self, usual_percent: u32) -> Self {
        Self { usual_percent, ..self }
    }
}

const fn overlooks(mills: u32, threats: u32, moves: u32) -> Oversights {
    Oversights { mills, threats, moves }
}

/// The profiles of levels 1 to 10. The first three do not search and overlook a lot. They are for
/// people who have just learned the rules. `build-aux/test-long novices` checks their scores
/// against novices. The next three are weaker than their depths suggest, because of random margins,
/// oversights and the evaluation without shapes. Near the top the time matters more than the depth.
///
/// Each level scores between 65 % and 90 % against the level below, as `nmm match --ladder
/// --thinking-time 2s` prints. `docs/levels.md` and the page for setting up a
/// game repeat the data of these rows.
pub const PROFILES: [LevelProfile; 10] = [
    profile("first-game", 110, 0, 5).beginner(overlooks(15, 95, 85), 290),
    profile("beginner", 250, 0, 5).scoring(70).beginner(overlooks(9, 90, 58), 120),
    profile("learner", 420, 0, 5).scoring(73).beginner(overlooks(4, 65, 43), 98),
    profile("casual", 710, 4, 5).scoring(81).beginner(overlooks(0, 0, 29), 56),
    profile("practised", 890, 5, 10).scoring(78).beginner(overlooks(0, 0, 19), 37),
    profile("club-player", 1050, 5, 10).scoring(66).beginner(overlooks(0, 0, 7), 12),
    profile("strong", 1370, 3, 15).scoring(86),
    profile("very-strong", 1500, 5, 25).scoring(66),
    profile("expert", 1610, 8, 50).scoring(69),
    profile("master", 1800, 127, 100).scoring(67).usually(25),
];

impl Level {
    /// The weakest level, for a first game.
    pub const FIRST: Self = Self(1);
    /// The strongest level.
    pub const LAST: Self = Self(PROFILES.len() as u8);

    /// Returns the level with this number, 1 to 10.
    pub const fn new(number: u8) -> Option<Self> {
        if number >= Self::FIRST.0 && number <= Self::LAST.0 { Some(Self(number)) } else { None }
    }

    /// Returns all levels, the weakest first.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (Self::FIRST.0..Self::LAST.0 + 1).map(Self)
    }

    /// Returns the number, 1 to 10.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Returns the properties of the level.
    pub const fn profile(self) -> &'static LevelProfile {
        &PROFILES[self.0 as usize - 1]
    }
}

/// Playing strength in the points of [`LevelProfile::rating`], from those of the lowest level to
/// those of the highest.
///
/// A rating plays between the two nearest levels. In 400 games each, a rating halfway between
/// levels 2 and 3 scored 55.5 % against level 2 and 37 % against level 3 (±4.9). Halfway between 3
/// and 4 it scored 73 % and 29 %, halfway between 5 and 6 63 % and 40 %.
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
    /// Rating of the lowest level.
    pub const FIRST: Self = Self(PROFILES[0].rating);
    /// Rating of the highest level.
    pub const LAST: Self = Self(PROFILES[PROFILES.len() - 1].rating);

    /// Creates a rating, if it is in the range of the levels.
    pub const fn new(points: i32) -> Option<Self> {
        if points >= Self::FIRST.0 && points <= Self::LAST.0 { Some(Self(points)) } else { None }
    }

    /// Returns the rating that is nearest to `points`.
    pub fn nearest(points: f64) -> Self {
        Self((points.round() as i32).clamp(Self::FIRST.0, Self::LAST.0))
    }

    /// Returns the number of points.
    pub const fn points(self) -> i32 {
        self.0
    }

    /// Returns the nearest level, the lower one if two are equally near.
    pub fn level(self) -> Level {
        let distance = |level: &Level| level.profile().rating.abs_diff(self.0);
        Level::all().min_by_key(distance).unwrap_or(Level::FIRST)
    }

    /// Returns the profile of the nearest level, with oversights and margin interpolated between
    /// the two neighboring levels.
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
    fn ratings_rise_by_65_to_90_percent_scores() {
        let steps: Vec<_> = PROFILES.windows(2).map(|pair| pair[1].rating - pair[0].rating).collect();
        assert!(steps.iter().all(|step| (108..=382).contains(step)), "{steps:?}");
    }
}
