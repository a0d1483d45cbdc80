// SPDX-License-Identifier: GPL-3.0-or-later
//! Positions out of games, with what they are worth.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::{iter, thread};

use morris::{Color, Phase, Position, Rules};
use morris_engine::{Evaluator, Limits, Term};
use morris_solved::tablebase::{Tables, Wdl};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use crate::games::{Plan, game_seed, random_move, to_depth};

/// The terms of three phases, and the worth of being on move.
pub const PARAMETERS: usize = 3 * Term::ALL.len() + 1;

/// A number for each parameter.
pub type Parameters = [f64; PARAMETERS];

pub const PHASES: [Phase; 3] = [Phase::Placing, Phase::Moving, Phase::Flying];
pub const TEMPO_PLACE: usize = PARAMETERS - 1;

/// A game begins with at most so many random moves.
const MOST_RANDOM: usize = 20;
/// It ends so many moves later at the latest.
const MOST_SEARCHED: usize = 26;
/// A search comes to positions that nobody would play for: from each position of a game so many
/// strolls lead off, of so many random moves.
const STROLLS: usize = 2;
const STROLL: usize = 2;

/// Games whose result counts begin with at most so many random moves, and are drawn when so many
/// more were made.
const MOST_RANDOM_OF_PLAYED: usize = 20;
const LONGEST_PLAYED: usize = 200;

/// Which games are played.
#[derive(Clone, Copy)]
pub struct Games {
    pub rules: Rules,
    /// So many nodes a move, where the games are played to their end and their result counts.
    pub nodes: Option<u64>,
    /// How many.
    pub games: u32,
    /// How deep they are searched otherwise, in plies.
    pub depth: u8,
    pub seed: u64,
}

/// A position as the fit sees it.
#[derive(Clone, Copy)]
pub struct Sample {
    /// The number of its game.
    pub game: u32,
    /// Of each term, by how many the side to move has more.
    pub terms: [i8; PARAMETERS],
    /// What the side to move comes to: 1, 1/2 or 0.
    pub points: f32,
}

/// The place of a side's term among the parameters.
pub const fn place(phase: usize, term: Term) -> usize {
    phase * Term::ALL.len() + term as usize
}

/// The samples of so many games, game after game.
pub fn play(tables: &Tables, games: Games, threads: u16) -> Vec<Sample> {
    let mut samples = by_threads(games.games, threads, || |game| play_one(tables, game, games));
    samples.sort_by_key(|sample| sample.game);
    samples
}

/// What so many games give, each thread having a player of its own; in no order.
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

/// What the tables know of a position.
fn known(tables: &Tables, position: &Position, rules: &Rules) -> Option<Wdl> {
    match tables.game(rules) {
        Some(game) => game.probe(position).map(|known| known.value),
        None => tables.value(position, rules),
    }
}

/// Who has won a game, if anybody has.
#[derive(Clone, Copy)]
struct GameResult(Option<Color>);

impl GameResult {
    fn points(self, side: Color) -> f32 {
        points(self.0.map_or(Wdl::Draw, |winner| if winner == side { Wdl::Win } else { Wdl::Loss }))
    }
}

/// The positions of a game that is played to its end, and how that was.
fn to_the_end(rules: Rules, nodes: u64, rng: &mut Xoshiro256PlusPlus) -> (Vec<Position>, Option<GameResult>) {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let plan = Plan { most_random: MOST_RANDOM_OF_PLAYED, most_searched: LONGEST_PLAYED, limits };
    let (game, start) = plan.play_game(rules, rng);
    let winner = game.outcome().and_then(|outcome| outcome.winner());
    (game.positions()[start..].to_vec(), Some(GameResult(winner)))
}

/// The positions of a game that is searched, and of strolls off it.
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

/// Whether the game goes on and the side to move cannot close a mill at once.
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
            // No term is there more often than there are lines or points.
            terms[place(phase, term)] += sign * count as i8;
        }
    }
    terms[TEMPO_PLACE] = 1;
    terms
}

/// What a value comes to.
pub const fn points(value: Wdl) -> f32 {
    match value {
        Wdl::Win => 1.0,
        Wdl::Draw => 0.5,
        Wdl::Loss => 0.0,
    }
}
