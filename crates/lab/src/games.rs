// SPDX-License-Identifier: GPL-3.0-or-later
//! Games that begin at random and go on with a shallow search.

use std::ops::ControlFlow;

use morris::{Game, Move, Position, Rules};
use morris_engine::{EngineOptions, Limits, Request, Searcher};
use nmm::shared::request;
use rand::RngExt;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;

/// The limits of a search so many plies deep.
pub const fn to_depth(plies: u8) -> Limits {
    Limits { depth: Some(plies), nodes: None, time: None, critical_factor: None }
}

/// What decides a game of those that a seed stands for.
pub const fn game_seed(seed: u64, game: u32) -> u64 {
    // The upper half has no room beside the game; it is mixed in, and nothing in most seeds.
    (seed << 32 | game as u64) ^ (seed >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// How a game goes.
#[derive(Clone, Copy)]
pub struct Plan {
    /// It begins with at most so many random moves, how many is random, too.
    pub most_random: usize,
    /// So many moves follow at most that are searched.
    pub most_searched: usize,
    /// How those are searched.
    pub limits: Limits,
}

impl Plan {
    /// Plays a game; its positions from the last random move on, never none.
    pub fn play(self, rules: Rules, rng: &mut Xoshiro256PlusPlus) -> Vec<Position> {
        let (game, start) = self.play_game(rules, rng);
        game.positions()[start..].to_vec()
    }

    /// Plays a game, and says after how many random moves it is searched.
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

/// The positions of a game that is played by chance alone, up to so many plies.
pub fn random_game(rules: Rules, most: usize, rng: &mut Xoshiro256PlusPlus) -> Vec<Position> {
    let mut game = Game::new(rules);
    while game.cursor() < most && play_random(&mut game, rng).is_some() {}
    game.positions().to_vec()
}

/// A legal move at random; `None` if the rules say that the game is over.
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
