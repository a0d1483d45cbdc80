// SPDX-License-Identifier: GPL-3.0-or-later
//! Positions from games, with their values.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::{iter, thread};

use morris::{Color, Phase, Position, Rules};
use morris_engine::lab::Term;
use morris_engine::{Evaluator, Limits};
use morris_solved::tablebase::{Tables, Wdl};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use crate::games::{Plan, game_seed, random_move, to_depth};

/// Number of parameters: the terms of three phases, and the worth of having the move.
pub const PARAMETERS: usize = 3 * Term::ALL.len() + 1;

/// A number for each parameter.
pub type Parameters = [f64; PARAMETERS];

pub const PHASES: [Phase; 3] = [Phase::Placing, Phase::Moving, Phase::Flying];
pub const TEMPO_PLACE: usize = PARAMETERS - 1;

/// Maximum number of random moves at the start of a game.
const MOST_RANDOM: usize = 20;
/// Maximum number of searched moves after them.
const MOST_SEARCHED: usize = 26;
/// Number and length in random moves of the random walks from each position of a game. A search
/// reaches positions that no player would aim for, and the walks add such positions.
const STROLLS: usize = 2;
const STROLL: usize = 2;

/// Maximum number of random moves at the start of games whose result counts, and the number of
/// further moves after which they are drawn.
const MOST_RANDOM_OF_PLAYED: usize = 20;
const LONGEST_PLAYED: usize = 200;

/// The games to be played.
#[derive(Clone, Copy)]
pub struct Games {
    pub rules: Rules,
    /// Nodes for each move of games that are played to their end and whose result counts.
    pub nodes: Option<u64>,
    /// Number of games.
    pub games: u32,
    /// Search depth of the other games, in plies.
    pub depth: u8,
    pub seed: u64,
}

/// A position as the fit uses it.
#[derive(Clone, Copy)]
pub struct Sample {
    /// Number of its game.
    pub game: u32,
    /// Differences in each term, from the view of the side to move.
    pub terms: [i8; PARAMETERS],
    /// Points of the side to move: 1, 1/2, or 0.
    pub points: f32,
}

/// Returns the index of a term in a phase among the parameters.
pub const fn place(phase: usize, term: Term) -> usize {
    phase * Term::ALL.len() + term as usize
}

pub fn play(tables: &Tables, games: Games, threads: u16) -> Vec<Sample> {
    let mut samples = by_threads(games.games, threads, || |game| play_one(tables, game, games));
    samples.sort_by_key(|sample| sample.game);
    samples
}

/// Returns the results of the games in any order. Each thread has its own player.
pub fn by_threads<T: Send, Player: FnMut(u32) -> Vec<T>>(
    games: u32,
    threads: u16,
    player: impl Fn() -> Player + Sync,
) -> Vec<T> {
    let next = AtomicU32::new(0);
    let work = || {
        let numbers = iter::repeat_with(|| next.fetch_add(1, Relaxed)).take_while(|&game| game < games);
        numbers.flat_map(player()).collect::<Vec<_>>()
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("no worker panics")).collect()
    })
}

fn play_one(tables: &Tables, game: u32, games: Games) -> Vec<Sample> {
    let rules = games.rules;
    let evaluator = Evaluator::new(&rules);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(game_seed(games.seed, game));
    let (positions, result) = match games.nodes {
        Some(nodes) => to_the_end(rules, nodes, &mut rng),
        None => (searched(games.depth, &mut rng), None),
    };
    let sample = |position: &Position| {
        if !is_quiet(position, &rules) {
            return None;
        }
        let result = || Some(result?.points(position.side()));
        let points = known(tables, position, &rules).map(points).or_else(result)?;
        Some(Sample { game, terms: terms(position, &rules, &evaluator), points })
    };
    positions.iter().filter_map(sample).collect()
}

fn known(tables: &Tables, position: &Position, rules: &Rules) -> Option<Wdl> {
    match tables.game(rules) {
        Some(game) => game.probe(position).map(|known| known.value),
        None => tables.value(position, rules),
    }
}

/// Winner of a game, or `None` for a draw.
#[derive(Clone, Copy)]
struct GameResult(Option<Color>);

impl GameResult {
    fn points(self, side: Color) -> f32 {
        points(self.0.map_or(Wdl::Draw, |winner| if winner == side { Wdl::Win } else { Wdl::Loss }))
    }
}

fn to_the_end(rules: Rules, nodes: u64, rng: &mut Xoshiro256PlusPlus) -> (Vec<Position>, Option<GameResult>) {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let plan = Plan { most_random: MOST_RANDOM_OF_PLAYED, most_searched: LONGEST_PLAYED, limits };
    let (game, start) = plan.play_game(rules, rng);
    let winner = game.outcome().and_then(|outcome| outcome.winner());
    (game.positions()[start..].to_vec(), Some(GameResult(winner)))
}

/// Returns the positions of a searched game, and of random walks from them.
fn searched(depth: u8, rng: &mut Xoshiro256PlusPlus) -> Vec<Position> {
    let rules = Rules::STANDARD;
    let played =
        Plan { most_random: MOST_RANDOM, most_searched: MOST_SEARCHED, limits: to_depth(depth) }.play(rules, rng);
    let mut positions = played.clone();
    for start in played {
        for _ in 0..STROLLS {
            let next = |from: &Position| Some(from.play_unchecked(random_move(from, &rules, rng)?, &rules));
            positions.extend(iter::successors(Some(start), next).skip(1).take(STROLL));
        }
    }
    positions
}

/// Returns `true` if the game is not over and the side to move cannot close a mill.
fn is_quiet(position: &Position, rules: &Rules) -> bool {
    position.outcome(rules).is_none() && position.legal_moves(rules).iter().all(|mv| mv.removed.is_empty())
}

fn terms(position: &Position, rules: &Rules, evaluator: &Evaluator) -> [i8; PARAMETERS] {
    let mut terms = [0; PARAMETERS];
    let sides = [(position.side(), 1), (position.side().other(), -1)];
    for ((color, sign), counts) in sides.into_iter().zip(evaluator.terms(position)) {
        let phase = PHASES.iter().position(|&phase| phase == position.phase(color, rules));
        let phase = phase.expect("it is one of the phases");
        for (term, count) in Term::ALL.into_iter().zip(counts) {
            // The count of a term is at most the number of lines or points.
            terms[place(phase, term)] += sign * count as i8;
        }
    }
    terms[TEMPO_PLACE] = 1;
    terms
}

pub const fn points(value: Wdl) -> f32 {
    match value {
        Wdl::Win => 1.0,
        Wdl::Draw => 0.5,
        Wdl::Loss => 0.0,
    }
}
