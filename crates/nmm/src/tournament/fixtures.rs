// SPDX-License-Identifier: GPL-3.0-or-later
//! The schedule of a tournament.

use morris::ByColor;
use morris_club::{Order, circle};

/// Maximum number of games in a tournament.
pub const MOST_GAMES: usize = 1_000_000;

/// A scheduled game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// Number of the round, from 1.
    pub round: u32,
    /// Indexes of the players, from 0.
    pub players: ByColor<usize>,
}

/// Returns all games in order, or `None` if there are more than [`MOST_GAMES`]. In each round every
/// player meets every other with both colors. The order keeps waiting times short.
pub fn fixtures(players: usize, rounds: u32) -> Option<Vec<Fixture>> {
    let games = players.checked_mul(players.saturating_sub(1))?.checked_mul(rounds as usize)?;
    if games > MOST_GAMES {
        return None;
    }
    let pairs: Vec<_> = circle(players, Order::Slide).into_iter().flatten().collect();
    let both = |&(one, other): &(usize, usize)| [(one, other), (other, one)];
    let of_round = |round| {
        let games = pairs.iter().flat_map(both);
        games.map(move |(white, black)| Fixture { round, players: ByColor { white, black } })
    };
    Some((1..=rounds).flat_map(of_round).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn all_pairs_meet_with_both_colors() {
        for players in 0..10 {
            let fixtures = fixtures(players, 2).unwrap();
            let different: BTreeSet<_> =
                fixtures.iter().map(|game| (game.round, game.players.white, game.players.black)).collect();
            assert_eq!((fixtures.len(), different.len()), (2 * players * players.saturating_sub(1), fixtures.len()));
            assert!(fixtures.iter().all(|game| game.players.white != game.players.black));
            assert!(fixtures.is_sorted_by_key(|game| game.round));
        }
        assert_eq!(fixtures(2_000, 1), None);
    }

    /// All players, except one that sits out, have played before any starts its second pair of
    /// games.
    #[test]
    fn no_one_waits_long() {
        let fixtures = fixtures(6, 1).unwrap();
        let first: BTreeSet<_> =
            fixtures[..6].iter().flat_map(|game| [game.players.white, game.players.black]).collect();
        assert_eq!(first.len(), 6);
    }
}
