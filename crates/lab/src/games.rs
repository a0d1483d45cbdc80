// SPDX-License-Identifier: GPL-3.0-or-later
//! Plays games that begin at random and continue with a shallow search.

use std::ops::ControlFlow;

use morris::{Game, Move, Position, Rules};
use morris_engine::{EngineOptions, Limits, Request, Searcher};
use nmm::shared::request;
use rand::RngExt;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;

/// Returns limits for a search to this depth in plies.
pub const fn to_depth(plies: u8) -> Limits {
    Limits { depth: Some(plies), nodes: None, time: None, critical_factor: None }
}

/// Returns the seed of one game. `seed` is that of all games.
pub const fn game_seed(seed: u64, game: u32) -> u64 {
    // The upper half of the seed does not fit beside the number of the game, so it is mixed in. It
    // is 0 in most seeds.
    (seed << 32 | game as u64) ^ (seed >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// Parameters of a game.
#[derive(Clone, Copy)]
pub struct Plan {
    /// Maximum number of random moves at the start. The actual number is random.
    pub most_random: usize,
    /// Maximum number of searched moves after them.
    pub most_searched: usize,
    /// Limits of those searches.
    pub limits: Limits,
}

impl Plan {
    /// Plays a game. Returns its positions from the last random move on, which is at least one.
    pub fn play(self, rules: Rules, rng: &mut Xoshiro256PlusPlus) -> Vec<Position> {
        let (game, start) = self.play_game(rules, rng);
        game.positions()[start..].to_vec()
    }

    /// Plays a game. Returns it with the number of its random moves.
    pub fn play_game(self, rules: Rules, rng: &mut Xoshiro256PlusPlus) -> (Game, usize) {
        let mut game = Game::new(rules);
        let random = rng.random_range(0..=self.most_random);
        while game.cursor() < random && play_random(&mut game, rng).is_some() {}
        let start = game.cursor();
        let mut searcher = Searcher::new(EngineOptions { memory_mib: 1, ..EngineOptions::default() });
        while game.cursor() < start + self.most_searched
            && play_searched(&mut game, &mut searcher, self.limits, rng).is_some()
        {}
        (game, start)
    }
}

/// Returns the positions of a random game of at most `most` plies.
pub fn random_game(rules: Rules, most: usize, rng: &mut Xoshiro256PlusPlus) -> Vec<Position> {
    let mut game = Game::new(rules);
    while game.cursor() < most && play_random(&mut game, rng).is_some() {}
    game.positions().to_vec()
}

/// Returns a random legal move, or `None` if the game is over by the rules.
pub fn random_move(position: &Position, rules: &Rules, rng: &mut Xoshiro256PlusPlus) -> Option<Move> {
    let moves = if position.outcome(rules).is_none() { position.legal_moves(rules) } else { Vec::new() };
    moves.choose(rng).copied()
}

fn play_random(game: &mut Game, rng: &mut Xoshiro256PlusPlus) -> Option<()> {
    let mv = random_move(game.position(), game.rules(), rng)?;
    game.play(mv).ok()
}

fn play_searched(game: &mut Game, searcher: &mut Searcher, limits: Limits, rng: &mut Xoshiro256PlusPlus) -> Option<()> {
    if game.outcome().is_some() {
        return None;
    }
    let request = Request { seed: rng.random(), ..request(*game.rules(), game.positions(), limits) };
    let best = searcher.think(&request, || ControlFlow::Continue(()), |_| {})?;
    game.play(best.mv).ok()
}

#[cfg(test)]
mod tests {
    use super::game_seed;

    #[test]
    fn every_bit_of_a_seed_counts() {
        assert_eq!(game_seed(7, 5), 7 << 32 | 5);
        let seeds = (0..64).map(|bit| game_seed(1 ^ 1 << bit, 3));
        assert_eq!(seeds.chain([game_seed(1, 3)]).collect::<std::collections::HashSet<_>>().len(), 65);
    }
}
