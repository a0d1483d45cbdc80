// SPDX-License-Identifier: GPL-3.0-or-later
//! Results of finished games, in total and by any key, and numbers of wins in a row.

use std::collections::HashMap;
use std::hash::Hash;

use crate::persistence::FinishedGame;

/// Results of games for the person who played them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Number of games won.
    pub won: usize,
    /// Number of games drawn.
    pub drawn: usize,
    /// Number of games lost.
    pub lost: usize,
    /// Number of games between two persons. They count as neither won nor lost.
    pub shared: usize,
}

/// Wins in a row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Streak {
    /// Number of wins up to the last game.
    pub now: usize,
    /// Greatest number so far.
    pub best: usize,
}

impl Tally {
    /// Counts all these games.
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

    /// Returns the number of games won, drawn or lost.
    pub const fn decided(&self) -> usize {
        self.won + self.drawn + self.lost
    }
}

/// Counts games by a key, in the order in which the keys first occur. Games without a key are left
/// out.
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
    /// Counts the wins in a row of these games, the newest last. Games between two persons are
    /// ignored.
    pub fn of<'g>(games: impl IntoIterator<Item = &'g FinishedGame>) -> Self {
        games.into_iter().filter_map(FinishedGame::points).fold(Self::default(), |Self { now, best }, points| {
            let now = if points > 0.75 { now + 1 } else { 0 };
            Self { now, best: best.max(now) }
        })
    }
}
