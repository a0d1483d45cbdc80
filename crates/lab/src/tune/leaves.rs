// SPDX-License-Identifier: GPL-3.0-or-later
//! Positions where searches stop, with what they are worth.

use std::sync::Arc;

use morris::{Color, Position, Rules};
use morris_engine::{EngineOptions, Evaluator, Limits, PatternClasses, Score, Searcher};
use morris_solved::tablebase::Tables;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};

use super::sample::{by_threads, points};
use crate::games::{Plan, game_seed, random_game, to_depth};
use crate::move_values::{move_values, some_give_away};
use nmm::shared::{TablesInUse, request};

/// The size of the transposition table in MiB.
const MEMORY: usize = 4;
/// A search has at most so many of its leaves taken.
const MOST_LEAVES: usize = 160;
/// How many times the nodes that are asked for a search has at least, and how many times that at
/// most.
const LEAST_NODES: f64 = 0.5;
const NODES_RANGE: f64 = 60.0;
/// Of a hundred searches so many begin in the placing phase.
const PLACING_PERCENT: u32 = 80;
/// Of a hundred searches so many are left without the shipped tables: of the placing phase, and of
/// the others.
const ALONE_PERCENT: [u32; 2] = [85, 60];
/// Of a hundred games so many are played by chance alone, the others by a shallow search after a
/// random beginning.
const RANDOM_PERCENT: u32 = 75;
/// Games by chance last no longer, in plies: those of the placing phase, and others.
const LONGEST_RANDOM: [usize; 2] = [18, 200];
/// A game has so many of its positions looked at before it is given up.
const MOST_TRIES: usize = 4;

const PLACING: Plan = Plan { most_random: 14, most_searched: 8, limits: to_depth(3) };
const MOVING: Plan = Plan { most_random: 40, most_searched: 40, limits: to_depth(3) };

/// A leaf as the fit sees it.
#[derive(Clone, Copy)]
pub struct LeafSample {
    /// The number of the game that it comes from.
    pub game: u32,
    pub patterns: PatternClasses,
    /// What the evaluation in use says, in hundredths of a man.
    pub evaluation: i16,
    /// What the side to move comes to: 1, 1/2 or 0.
    pub points: f32,
}

/// Which searches are made.
#[derive(Clone, Copy)]
pub struct Searches {
    pub games: u32,
    /// Of each search.
    pub nodes: u64,
    pub seed: u64,
}

/// The leaves of so many searches, one of each game at most, game after game.
pub fn sample(known: &Tables, searches: Searches, threads: u16) -> Vec<LeafSample> {
    let (shipped, none) = (TablesInUse::default().open(), Arc::new(Tables::none()));
    let sampler = || {
        let searcher = Searcher::new(EngineOptions { memory_mib: MEMORY, ..EngineOptions::default() });
        let evaluator = Evaluator::new(&Rules::STANDARD);
        let mut sampler = Sampler { known, shipped: &shipped, none: &none, searcher, evaluator };
        move |game| sampler.leaves(game, searches)
    };
    let mut samples = by_threads(searches.games, threads, sampler);
    // As they come from one thread.
    samples.sort_by_key(|sample| sample.game);
    samples
}

/// What a thread works with.
struct Sampler<'a> {
    known: &'a Tables,
    shipped: &'a Arc<Tables>,
    none: &'a Arc<Tables>,
    searcher: Searcher,
    evaluator: Evaluator,
}

impl Sampler<'_> {
    /// The leaves of a search from some position of a game.
    fn leaves(&mut self, game: u32, searches: Searches) -> Vec<LeafSample> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(game_seed(searches.seed, game));
        let rules = Rules::STANDARD;
        let places = rng.random_range(0..100) < PLACING_PERCENT;
        let Some(root) = self.root(places, &mut rng) else { return Vec::new() };
        let of_phase = usize::from(!places);
        let alone = rng.random_range(0..100) < ALONE_PERCENT[of_phase] || self.shipped.value(&root, &rules).is_some();
        self.searcher.set_tables(Arc::clone(if alone { self.none } else { self.shipped }));
        // As many searches of twice to four times the least as of four to eight times.
        let nodes = (searches.nodes as f64 * LEAST_NODES * NODES_RANGE.powf(rng.random())) as u64;
        let search = request(rules, &[root], Limits { nodes: Some(nodes), ..Limits::default() });
        let leaves = self.searcher.sample_leaves(&search, MOST_LEAVES, rng.random());
        leaves.iter().filter_map(|leaf| self.label(game, leaf)).collect()
    }

    /// A position in which some move gives value away, so that it matters how it is judged.
    fn root(&self, places: bool, rng: &mut Xoshiro256PlusPlus) -> Option<Position> {
        let rules = Rules::STANDARD;
        let by_chance = rng.random_range(0..100) < RANDOM_PERCENT;
        let mut positions = match (by_chance, places) {
            (true, _) => random_game(rules, LONGEST_RANDOM[usize::from(!places)], rng),
            (false, true) => PLACING.play(rules, rng),
            (false, false) => MOVING.play(rules, rng),
        };
        let in_hand = |position: &Position| Color::BOTH.into_iter().any(|color| position.hand(color) > 0);
        positions.retain(|position| in_hand(position) == places);
        positions.shuffle(rng);
        let gives_away = |position: &Position| {
            let known = |after: &Position| self.known.value(after, &rules);
            some_give_away(move_values(position, &rules, known)) == Some(true)
        };
        let goes_on = |position: &Position| position.outcome(&rules).is_none();
        positions.into_iter().take(MOST_TRIES).find(|position| goes_on(position) && gives_away(position))
    }

    fn label(&self, game: u32, leaf: &Position) -> Option<LeafSample> {
        let points = points(self.known.value(leaf, &Rules::STANDARD)?);
        let Score::Value(evaluation) = self.evaluator.value(leaf) else { return None };
        Some(LeafSample { game, patterns: self.evaluator.patterns(leaf)?, evaluation: evaluation as i16, points })
    }
}
