// SPDX-License-Identifier: GPL-3.0-or-later
//! All that is shown of finished games, worked out at once: however many there are, it is as large
//! as the page that shows it.

use std::cmp::Reverse;

use morris::{Color, Rules};

use crate::adaptive_level;
use crate::persistence::{FinishedGame, OpponentKind, Statistics};
use crate::statistics::tally::{Streak, Tally, tallies};
use morris_teach::puzzles::PlayerRating;

/// So many games are known one by one, and so many accuracies: the last ones.
pub const LATEST: usize = 100;

/// What finished games come to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Figures {
    /// All games.
    pub all: Tally,
    /// Those won one after the other.
    pub streak: Streak,
    /// Those by each set of rules, the most played first.
    pub by_rules: Vec<ByRules>,
    /// Those against each opponent, in their order.
    pub by_opponent: Vec<(OpponentKind, Tally)>,
    /// Those with each color, White's first.
    pub by_color: Vec<(Color, Tally)>,
    /// How accuracy went, if any game was reviewed.
    pub accuracy: Option<Course>,
    /// The last games, at most [`LATEST`], the last one last.
    pub latest: Vec<FinishedGame>,
    /// How many lines of the file were not understood.
    pub unreadable: usize,
}

/// Games by one set of rules.
#[derive(Clone, Debug, PartialEq)]
pub struct ByRules {
    /// The rules.
    pub rules: Rules,
    /// How the games went.
    pub tally: Tally,
    /// How well the person plays by them.
    pub rating: PlayerRating,
}

/// Numbers from game to game.
#[derive(Clone, Debug, PartialEq)]
pub struct Course {
    /// The first.
    pub first: f64,
    /// The greatest.
    pub best: f64,
    /// The last ones, at most [`LATEST`], the last one last.
    pub latest: Vec<f64>,
}

impl Figures {
    /// What these games come to. Takes time for each.
    #[must_use]
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

    /// Whether no game is finished.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.latest.is_empty()
    }

    /// How well the person plays by these rules.
    #[must_use]
    pub fn rating(&self, rules: &Rules) -> PlayerRating {
        self.by_rules.iter().find(|row| row.rules == *rules).map_or(adaptive_level::FIRST, |row| row.rating)
    }
}

fn by_rules(games: &[FinishedGame]) -> Vec<ByRules> {
    let mut groups = Vec::<(Rules, Vec<&FinishedGame>)>::new();
    for game in games {
        // There are few rules: to compare them takes less than to put them into words.
        match groups.iter_mut().find(|(rules, _)| *rules == game.rules) {
            Some((_, group)) => group.push(game),
            None => groups.push((game.rules, vec![game])),
        }
    }
    let row = |(rules, group): (Rules, Vec<&FinishedGame>)| {
        let games = || group.iter().copied();
        ByRules { rules, tally: Tally::of(games()), rating: adaptive_level::rating(games(), &rules) }
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
