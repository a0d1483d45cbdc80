// SPDX-License-Identifier: GPL-3.0-or-later
//! Positions at the leaves of searches, with their values.

use std::sync::Arc;

use morris::{Color, Position, Rules};
use morris_engine::lab::PatternClasses;
use morris_engine::{EngineOptions, Evaluator, Limits, Score, Searcher};
use morris_solved::tablebase::Tables;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};

use super::sample::{by_threads, points};
use crate::games::{Plan, game_seed, random_game, to_depth};
use crate::move_values::{move_values, some_give_away};
use nmm::shared::{TablesInUse, request};

/// Size of the transposition table in MiB.
const MEMORY: usize = 4;
/// Maximum number of leaves taken from one search.
const MOST_LEAVES: usize = 160;
/// Minimum number of nodes of a search as a multiple of the requested nodes, and the ratio of the
/// maximum to that minimum.
const LEAST_NODES: f64 = 0.5;
const NODES_RANGE: f64 = 60.0;
/// Percentage of searches that begin in the placing phase.
const PLACING_PERCENT: u32 = 80;
/// Percentages of searches without the bundled tables: in the placing phase, and in the others.
const ALONE_PERCENT: [u32; 2] = [85, 60];
/// Percentage of random games. The others continue with a shallow search after a random start.
const RANDOM_PERCENT: u32 = 75;
/// Maximum length of random games in plies: for the placing phase, and for the others.
const LONGEST_RANDOM: [usize; 2] = [18, 200];
/// Maximum number of positions of a game that are tried as roots.
const MOST_TRIES: usize = 4;

const PLACING: Plan = Plan { most_random: 14, most_searched: 8, limits: to_depth(3) };
const MOVING: Plan = Plan { most_random: 40, most_searched: 40, limits: to_depth(3) };

/// A leaf as the fit uses it.
#[derive(Clone, Copy)]
pub struct LeafSample {
    /// Number of its game.
    pub game: u32,
    pub patterns: PatternClasses,
    /// Evaluation with the weights in use, in hundredths of a man.
    pub evaluation: i16,
    /// Points of the side to move: 1, 1/2, or 0.
    pub points: f32,
}

/// The searches to be made.
#[derive(Clone, Copy)]
pub struct Searches {
    pub games: u32,
    /// Nodes requested for each search.
    pub nodes: u64,
    pub seed: u64,
}

/// Returns the leaves of the searches, at most one search for each game, game after game.
pub fn sample(known: &Tables, searches: Searches, threads: u16) -> Vec<LeafSample> {
    let (shipped, none) = (TablesInUse::default().open(), Arc::new(Tables::none()));
    let sampler = || {
        let searcher = Searcher::new(EngineOptions { memory_mib: MEMORY, ..EngineOptions::default() });
        let evaluator = Evaluator::new(&Rules::STANDARD);
        let mut sampler = Sampler { known, shipped: &shipped, none: &none, searcher, evaluator };
        move |game| sampler.leaves(game, searches)
    };
    let mut samples = by_threads(searches.games, threads, sampler);
    // The order is the same as with one thread.
    samples.sort_by_key(|sample| sample.game);
    samples
}

/// State of one thread.
struct Sampler<'a> {
    known: &'a Tables,
    shipped: &'a Arc<Tables>,
    none: &'a Arc<Tables>,
    searcher: Searcher,
    evaluator: Evaluator,
}

impl Sampler<'_> {
    fn leaves(&mut self, game: u32, searches: Searches) -> Vec<LeafSample> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(game_seed(searches.seed, game));
        let rules = Rules::STANDARD;
        let places = rng.random_range(0..100) < PLACING_PERCENT;
        let Some(root) = self.root(places, &mut rng) else { return Vec::new() };
        let of_phase = usize::from(!places);
        let alone = rng.random_range(0..100) < ALONE_PERCENT[of_phase] || self.shipped.value(&root, &rules).is_some();
        self.searcher.set_tables(Arc::clone(if alone { self.none } else { self.shipped }));
        // The node counts are uniform on a logarithmic scale: from two to four times the minimum is
        // as frequent as from four to eight times.
        let nodes = (searches.nodes as f64 * LEAST_NODES * NODES_RANGE.powf(rng.random())) as u64;
        let search = request(rules, &[root], Limits { nodes: Some(nodes), ..Limits::default() });
        let leaves = self.searcher.sample_leaves(&search, MOST_LEAVES, rng.random());
        leaves.iter().filter_map(|leaf| self.label(game, leaf)).collect()
    }

    /// Returns a position in which some move gives value away, so that its evaluation matters.
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
