// SPDX-License-Identifier: GPL-3.0-or-later
//! Random beginnings of games.

use morris::{Game, Move, Rules};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;

/// So many random legal moves from the start, fewer only where the game ends before.
pub fn random(rules: Rules, moves: usize, seed: u64) -> Vec<Move> {
    let mut chance = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut record = Game::new(rules);
    while record.cursor() < moves {
        let legal = record.position().legal_moves(&rules);
        match legal.choose(&mut chance) {
            Some(&mv) if record.play(mv).is_ok() => {}
            _ => break,
        }
    }
    // A game that is over before the players sit down shows nothing.
    if record.outcome().is_some() {
        record.undo();
    }
    record.played().to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_seed_decides() {
        let opening = |seed| random(Rules::STANDARD, 4, seed);
        assert_eq!(opening(7), opening(7));
        assert_eq!(opening(7).len(), 4);
        assert!((0..20).any(|seed| opening(seed) != opening(7)));
        assert_eq!(random(Rules::STANDARD, 0, 7), []);
    }
}
