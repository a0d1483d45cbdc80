// SPDX-License-Identifier: GPL-3.0-or-later
//! Games that begin at random and go on with a shallow search, for the positions in them.

use std::ops::ControlFlow;

use morris::{Game, Move, Position, Rules};
use morris_engine::{EngineOptions, Limits, Request, Searcher};
use rand::RngExt;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;

use super::request::request;

/// How a game goes.
#[derive(Clone, Copy)]
pub struct Plan {
    /// It begins with at most so many random moves, how many is random, too.
    pub most_random: usize,
    /// So many moves follow at most that are searched.
    pub most_searched: usize,
    /// How deep those are searched, in plies.
    pub depth: u8,
}

impl Plan {
    /// Plays a game of standard rules; its positions from the last random move on, never none.
    pub fn play(self, chance: &mut Xoshiro256PlusPlus) -> Vec<Position> {
        let mut record = Game::new(Rules::STANDARD);
        let random = chance.random_range(0..=self.most_random);
        while record.cursor() < random && play_random(&mut record, chance).is_some() {}
        let start = record.cursor();
        let mut thinker = Searcher::new(EngineOptions { memory_mib: 1, ..EngineOptions::default() });
        while record.cursor() < start + self.most_searched
            && play_searched(&mut record, &mut thinker, self.depth, chance).is_some()
        {}
        record.positions()[start..].to_vec()
    }
}

/// A legal move at random; `None` if the rules say that the game is over.
pub fn random_move(position: &Position, rules: &Rules, chance: &mut Xoshiro256PlusPlus) -> Option<Move> {
    let moves = if position.outcome(rules).is_none() { position.legal_moves(rules) } else { Vec::new() };
    moves.choose(chance).copied()
}

fn play_random(record: &mut Game, chance: &mut Xoshiro256PlusPlus) -> Option<()> {
    let mv = random_move(record.position(), record.rules(), chance)?;
    record.play(mv).ok()
}

fn play_searched(record: &mut Game, thinker: &mut Searcher, depth: u8, chance: &mut Xoshiro256PlusPlus) -> Option<()> {
    if record.outcome().is_some() {
        return None;
    }
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let request = Request { seed: chance.random(), ..request(*record.rules(), record.positions(), limits) };
    let best = thinker.think(&request, || ControlFlow::Continue(()), |_| {})?;
    record.play(best.mv).ok()
}
