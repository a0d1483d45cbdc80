// SPDX-License-Identifier: GPL-3.0-or-later
//! Positions out of games, with what they are worth.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::time::Duration;
use std::{iter, thread};

use nine_mens_morris::endgame::{Tables, Value};
use nine_mens_morris::engine::{EngineOptions, Limits, Request, Strength, Term, Thinker, Ticket, term_counts};
use nine_mens_morris::game::{Phase, Position, Record, Rules};
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

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
    let mut chance = Xoshiro256PlusPlus::seed_from_u64(seed << 32 | u64::from(game));
    let mut record = Record::new(rules);
    let random = chance.random_range(0..=MOST_RANDOM);
    while record.cursor() < random && play_random(&mut record, &mut chance).is_some() {}
    let start = record.cursor();
    let mut thinker = Thinker::new(EngineOptions { memory_mib: 1, ..EngineOptions::default() });
    while record.cursor() < start + MOST_SEARCHED
        && play_searched(&mut record, &mut thinker, depth, &mut chance).is_some()
    {}
    // From the end on: a position that no table holds is worth what comes of it.
    let mut samples = Vec::new();
    let mut value: Option<Value> = None;
    for position in record.positions()[start..].iter().rev() {
        value = value_of(tables, position, &rules).or(value.map(Value::opposite));
        let kept = chance.random_ratio(1, ONE_OF);
        if let Some(value) = value
            && kept
            && is_quiet(position, &rules)
        {
            samples.push(Sample { game, terms: terms(position, &rules), points: points(value) });
        }
    }
    samples
}

fn play_random(record: &mut Record, chance: &mut Xoshiro256PlusPlus) -> Option<()> {
    let legal = if record.outcome().is_none() { record.position().legal_moves(record.rules()) } else { Vec::new() };
    record.play(*legal.choose(chance)?).ok()
}

fn play_searched(record: &mut Record, thinker: &mut Thinker, depth: u8, chance: &mut Xoshiro256PlusPlus) -> Option<()> {
    if record.outcome().is_some() {
        return None;
    }
    let request = Request {
        ticket: Ticket(0),
        rules: *record.rules(),
        positions: record.positions().to_vec(),
        among: Vec::new(),
        strength: Strength::Limits(Limits { depth: Some(depth), ..Limits::default() }),
        seed: chance.random(),
        at_least: Duration::ZERO,
    };
    let best = thinker.think(&request, || ControlFlow::Continue(()), |_| {})?;
    record.play(best.turn).ok()
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

fn terms(position: &Position, rules: &Rules) -> Parameters {
    let mut terms = [0.0; PARAMETERS];
    let sides = [(position.side(), 1.0), (position.side().other(), -1.0)];
    for ((color, sign), counts) in sides.into_iter().zip(term_counts(position, rules)) {
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
