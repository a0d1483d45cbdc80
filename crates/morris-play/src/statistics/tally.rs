// SPDX-License-Identifier: GPL-3.0-or-later
//! Finished games, counted: how they went, sorted by whatever one asks for, and how many were won
//! in a row.

use std::collections::HashMap;
use std::hash::Hash;

use crate::persistence::FinishedGame;

/// How games went for the person who played them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// So many were won.
    pub won: usize,
    /// So many were drawn.
    pub drawn: usize,
    /// So many were lost.
    pub lost: usize,
    /// So many were played between two persons: whose points they are nobody knows.
    pub shared: usize,
}

/// Games won one after the other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Streak {
    /// So many, up to the last game.
    pub now: usize,
    /// The most there were.
    pub best: usize,
}

impl Tally {
    /// All these games.
    #[must_use]
    pub fn of<'g>(games: impl IntoIterator<Item = &'g FinishedGame>) -> Self {
        games.into_iter().fold(Self::default(), Self::with)
    }

    fn with(mut self, game: &FinishedGame) -> Self {
        *match game.points() {
            None => &mut self.shared,
            Some(points) if points > 0.75 => &mut self.won,
            Some(points) if points > 0.25 => &mut self.drawn,
            Some(_) => &mut self.lost,
        } += 1;
        self
    }

    /// How many games were won, drawn or lost.
    #[must_use]
    pub const fn decided(&self) -> usize {
        self.won + self.drawn + self.lost
    }
}

/// The games by a key, in the order in which the keys come first; those without one are left out.
pub fn tallies<'g, K: Clone + Eq + Hash>(
    games: impl IntoIterator<Item = &'g FinishedGame>,
    key: impl Fn(&'g FinishedGame) -> Option<K>,
) -> Vec<(K, Tally)> {
    let (mut tallies, mut places) = (Vec::<(K, Tally)>::new(), HashMap::new());
    for game in games {
        let Some(key) = key(game) else { continue };
        let place = *places.entry(key.clone()).or_insert(tallies.len());
        match tallies.get_mut(place) {
            Some((_, tally)) => *tally = tally.with(game),
            None => tallies.push((key, Tally::of([game]))),
        }
    }
    tallies
}

impl Streak {
    /// Of these games, the last one last. Those between two persons break nothing.
    #[must_use]
    pub fn of<'g>(games: impl IntoIterator<Item = &'g FinishedGame>) -> Self {
        games.into_iter().filter_map(FinishedGame::points).fold(Self::default(), |Self { now, best }, points| {
            let now = if points > 0.75 { now + 1 } else { 0 };
            Self { now, best: best.max(now) }
        })
    }
}
