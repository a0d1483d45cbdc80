// SPDX-License-Identifier: GPL-3.0-or-later
//! How well somebody plays, measured by games against the levels, and the level that suits him: one that he beats about every
//! other time.

use morris::Rules;
use morris_engine::{Level, LevelProfile, Oversights};

use crate::persistence::{FinishedGame, OpponentKind};
use crate::puzzles::{PlayerRating, Points};
use crate::setup::{NewGameOptions, Opponent, Skill};

/// Somebody of whom nothing is known is taken for a beginner; nothing is certain about it.
pub const FIRST: PlayerRating = PlayerRating { rating: 420.0, deviation: 350.0, volatility: 0.06 };

/// How certain the ratings of the levels are.
const LEVEL_DEVIATION: f64 = 60.0;

/// The rating of somebody after all games by these rules against levels, on the scale of theirs
/// ([`LevelProfile::rating`]). Games with a hint, an undo or Move Now do not count, nor those of which nobody knows.
#[must_use]
pub fn rating<'g>(games: impl IntoIterator<Item = &'g FinishedGame>, rules: &Rules) -> PlayerRating {
    let counted = games.into_iter().filter(|game| game.rules == *rules);
    counted.filter_map(result).fold(FIRST, |rating, (level, points)| rating.after(level, LEVEL_DEVIATION, points))
}

/// The level's rating and the person's points, if a game counts.
fn result(game: &FinishedGame) -> Option<(f64, Points)> {
    let OpponentKind::Level(level) = game.opponent else { return None };
    let level = Level::new(level).filter(|_| game.aids.is_some_and(|aids| aids.are_none()))?;
    let points = match game.points()? {
        points if points > 0.75 => Points::Whole,
        points if points > 0.25 => Points::Half,
        _ => Points::Nothing,
    };
    Some((level.profile().rating.into(), points))
}

/// The nearest level to somebody's rating by these rules.
#[must_use]
pub fn level<'g>(games: impl IntoIterator<Item = &'g FinishedGame>, rules: &Rules) -> Level {
    suited(rating(games, rules).rating).0
}

/// What is chosen, with the level that suits the person where that is wanted.
#[must_use]
pub fn chosen<'g>(choice: &NewGameOptions, games: impl IntoIterator<Item = &'g FinishedGame>) -> NewGameOptions {
    let mut choice = choice.clone();
    if choice.suits_you && choice.opponent == Opponent::Computer {
        choice.skill = Skill::Level(level(games, &choice.rules));
    }
    choice
}

/// The level to play next, after a game that counts, where that is another one: a higher one only after a game that was
/// won, and a lower one only after one that was lost.
#[must_use]
pub fn next_level(games: &[FinishedGame], last: &FinishedGame) -> Option<Level> {
    let (played, points) = result(last)?;
    let level = level(games, &last.rules);
    let rating = f64::from(level.profile().rating);
    let suits = match points {
        Points::Whole => rating > played,
        Points::Half => false,
        Points::Nothing => rating < played,
    };
    suits.then_some(level)
}

/// The nearest level to a rating, and its profile with what it overlooks and its slack as far between those of its two
/// neighbours as the rating is. The profile's own rating is that which was asked for, as far as the levels reach.
#[must_use]
pub fn suited(rating: f64) -> (Level, LevelProfile) {
    let at = |level: Level| f64::from(level.profile().rating);
    let above = Level::all().find(|&level| at(level) >= rating).unwrap_or(Level::LAST);
    let below = Level::all().rev().find(|&level| at(level) <= rating).unwrap_or(Level::FIRST);
    let gap = at(above) - at(below);
    let share = if gap > 0.0 { (rating - at(below)) / gap } else { 0.0 };
    let nearest = if share > 0.5 { above } else { below };
    let (low, high) = (below.profile(), above.profile());
    let between = |low: f64, high: f64| (low + (high - low) * share).round();
    let percent = |of: fn(&Oversights) -> u32| between(of(&low.oversights).into(), of(&high.oversights).into()) as u32;
    let profile = LevelProfile {
        oversights: Oversights {
            mills: percent(|it| it.mills),
            threats: percent(|it| it.threats),
            moves: percent(|it| it.moves),
        },
        slack: between(low.slack.into(), high.slack.into()) as i32,
        rating: between(low.rating.into(), high.rating.into()) as i32,
        ..*nearest.profile()
    };
    (nearest, profile)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn at_the_rating_of_a_level_it_is_that_level() {
        for level in Level::all() {
            assert_eq!(suited(level.profile().rating.into()), (level, *level.profile()));
        }
        assert_eq!(suited(-500.0), (Level::FIRST, *Level::FIRST.profile()));
        assert_eq!(suited(5000.0), (Level::LAST, *Level::LAST.profile()));
    }

    #[test]
    fn between_two_levels_it_overlooks_less_and_less() {
        let mut before = suited(0.0).1;
        for rating in 0..=1900 {
            let (level, profile) = suited(rating.into());
            assert!(profile.slack <= before.slack && profile.oversights.moves <= before.oversights.moves, "{rating}");
            assert!(profile.rating >= before.rating && profile.depth == level.profile().depth);
            before = profile;
        }
        let (level, profile) = suited(800.0);
        assert_eq!((level.number(), profile.slack, profile.oversights.moves), (4, 47, 24));
    }
}
