// SPDX-License-Identifier: GPL-3.0-or-later
//! Positions out of games, with what they are worth.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::{iter, thread};

use nine_mens_morris::endgame::{Tables, Value};
use nine_mens_morris::engine::{Evaluator, Term};
use nine_mens_morris::game::{Phase, Position, Rules};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use super::super::games::Plan;
use super::fit::{PARAMETERS, Parameters};

pub const PHASES: [Phase; 3] = [Phase::Placing, Phase::Moving, Phase::Flying];
pub const TEMPO_PLACE: usize = PARAMETERS - 1;

/// A game begins with at most so many random turns.
const MOST_RANDOM: usize = 24;
/// It ends so many turns later at the latest.
const MOST_SEARCHED: usize = 30;
/// One of so many positions is kept: neighbours say much the same.
const ONE_OF: u32 = 3;

/// A position as the fit sees it.
pub struct Sample {
    /// The number of its game.
    pub game: u32,
    /// Of each term, by how many the side to move has more.
    pub terms: Parameters,
    /// What the side to move comes to: 1, 1/2 or 0.
    pub points: f64,
}

/// The place of a side's term among the parameters.
pub const fn place(phase: usize, term: Term) -> usize {
    phase * Term::ALL.len() + term as usize
}

/// The samples of so many games, game after game.
pub fn play(tables: &Tables, games: u32, depth: u8, seed: u64, threads: u16) -> Vec<Sample> {
    let next = AtomicU32::new(0);
    let work = || {
        let games = iter::repeat_with(|| next.fetch_add(1, Relaxed)).take_while(|&game| game < games);
        games.flat_map(|game| play_one(tables, game, depth, seed)).collect::<Vec<_>>()
    };
    let mut samples: Vec<_> = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("no worker panics")).collect()
    });
    samples.sort_by_key(|sample| sample.game);
    samples
}

fn play_one(tables: &Tables, game: u32, depth: u8, seed: u64) -> Vec<Sample> {
    let rules = Rules::STANDARD;
    let evaluator = Evaluator::new(&rules);
    let mut chance = Xoshiro256PlusPlus::seed_from_u64(seed << 32 | u64::from(game));
    let positions = Plan { most_random: MOST_RANDOM, most_searched: MOST_SEARCHED, depth }.play(&mut chance);
    // From the end on: a position that no table holds is worth what comes of it.
    let mut samples = Vec::new();
    let mut value: Option<Value> = None;
    for position in positions.iter().rev() {
        value = value_of(tables, position, &rules).or(value.map(Value::opposite));
        let kept = chance.random_ratio(1, ONE_OF);
        if let Some(value) = value
            && kept
            && is_quiet(position, &rules)
        {
            samples.push(Sample { game, terms: terms(position, &rules, &evaluator), points: points(value) });
        }
    }
    samples
}

fn value_of(tables: &Tables, position: &Position, rules: &Rules) -> Option<Value> {
    match position.outcome(rules).and_then(|outcome| outcome.winner()) {
        Some(winner) => Some(if winner == position.side() { Value::Win } else { Value::Loss }),
        None => tables.value(position, rules),
    }
}

/// Whether the game goes on and the side to move cannot close a mill at once.
fn is_quiet(position: &Position, rules: &Rules) -> bool {
    position.outcome(rules).is_none() && position.legal_moves(rules).iter().all(|turn| turn.removed.is_empty())
}

fn terms(position: &Position, rules: &Rules, evaluator: &Evaluator) -> Parameters {
    let mut terms = [0.0; PARAMETERS];
    let sides = [(position.side(), 1.0), (position.side().other(), -1.0)];
    for ((color, sign), counts) in sides.into_iter().zip(evaluator.terms(position)) {
        let phase = PHASES.iter().position(|&phase| phase == position.phase(color, rules));
        let phase = phase.expect("it is one of the phases");
        for (term, count) in Term::ALL.into_iter().zip(counts) {
            terms[place(phase, term)] += sign * f64::from(count);
        }
    }
    terms[TEMPO_PLACE] = 1.0;
    terms
}

const fn points(value: Value) -> f64 {
    match value {
        Value::Win => 1.0,
        Value::Draw => 0.5,
        Value::Loss => 0.0,
    }
}
