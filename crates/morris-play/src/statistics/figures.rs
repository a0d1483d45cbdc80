// SPDX-License-Identifier: GPL-3.0-or-later
//! All figures that the statistics page shows, computed at once. Their size is limited, regardless
//! of the number of games.

use std::cmp::Reverse;

use morris::{Color, Rules};

use crate::adaptive_level;
use crate::persistence::{FinishedGame, OpponentKind, Statistics};
use crate::statistics::tally::{Streak, Tally, tallies};
use morris_teach::puzzles::PlayerRating;

/// Maximum number of games and of accuracies that are kept individually. The latest are kept.
pub const LATEST: usize = 100;

/// Figures of finished games.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Figures {
    /// All games.
    pub all: Tally,
    /// Wins in a row.
    pub streak: Streak,
    /// Games by rules, the most played first.
    pub by_rules: Vec<ByRules>,
    /// Games by opponent, in the order of opponents.
    pub by_opponent: Vec<(OpponentKind, Tally)>,
    /// Games by color, White's first.
    pub by_color: Vec<(Color, Tally)>,
    /// Course of the accuracy, if any game was reviewed.
    pub accuracy: Option<Course>,
    /// Latest games, at most [`LATEST`], the newest last.
    pub latest: Vec<FinishedGame>,
    /// Number of lines of the file that were not understood.
    pub unreadable: usize,
}

/// Games by one set of rules.
#[derive(Clone, Debug, PartialEq)]
pub struct ByRules {
    /// The rules.
    pub rules: Rules,
    /// Results of the games.
    pub tally: Tally,
    /// Rating of the person under these rules.
    pub rating: PlayerRating,
    /// Course of the rating, if any game counted for it.
    pub course: Option<Course>,
}

/// A number that changes from game to game.
#[derive(Clone, Debug, PartialEq)]
pub struct Course {
    /// First value.
    pub first: f64,
    /// Greatest value.
    pub best: f64,
    /// Latest values, at most [`LATEST`], the newest last.
    pub latest: Vec<f64>,
}

impl Figures {
    /// Computes the figures of these games in time linear in their number.
    pub fn of(statistics: &Statistics) -> Self {
        let games = &statistics.games;
        let mut by_opponent = tallies(games, |game| Some(game.opponent.counted()));
        by_opponent.sort_by(|(one, _), (other, _)| one.cmp(other));
        let mut by_color = tallies(games, |game| game.color);
        by_color.sort_by_key(|(color, _)| *color != Color::White);
        Self {
            all: Tally::of(games),
            streak: Streak::of(games),
            by_rules: by_rules(games),
            by_opponent,
            by_color,
            accuracy: Course::of(games.iter().filter_map(|game| game.accuracy).collect()),
            latest: last(games).to_vec(),
            unreadable: statistics.unreadable,
        }
    }

    /// Returns `true` if no game is finished.
    pub fn is_empty(&self) -> bool {
        self.latest.is_empty()
    }

    /// Returns the rating of the person under these rules.
    pub fn rating(&self, rules: &Rules) -> PlayerRating {
        self.by_rules.iter().find(|row| row.rules == *rules).map_or(adaptive_level::FIRST, |row| row.rating)
    }
}

fn by_rules(games: &[FinishedGame]) -> Vec<ByRules> {
    let mut groups = Vec::<(Rules, Vec<&FinishedGame>)>::new();
    for game in games {
        // There are few sets of rules, so comparing them costs less than formatting them.
        match groups.iter_mut().find(|(rules, _)| *rules == game.rules) {
            Some((_, group)) => group.push(game),
            None => groups.push((game.rules, vec![game])),
        }
    }
    let row = |(rules, group): (Rules, Vec<&FinishedGame>)| {
        let games = || group.iter().copied();
        let ratings: Vec<_> = adaptive_level::ratings(games(), &rules).collect();
        let rating = ratings.last().copied().unwrap_or(adaptive_level::FIRST);
        let course = Course::of(ratings.into_iter().map(|rating| rating.rating).collect());
        ByRules { rules, tally: Tally::of(games()), rating, course }
    };
    let mut rows: Vec<_> = groups.into_iter().map(row).collect();
    rows.sort_by_key(|row| Reverse(row.tally.decided() + row.tally.shared));
    rows
}

impl Course {
    fn of(values: Vec<f64>) -> Option<Self> {
        let best = values.iter().copied().reduce(f64::max)?;
        Some(Self { first: *values.first()?, best, latest: last(&values).to_vec() })
    }
}

fn last<T>(all: &[T]) -> &[T] {
    &all[all.len().saturating_sub(LATEST)..]
}
