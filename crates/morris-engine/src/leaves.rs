// SPDX-License-Identifier: GPL-3.0-or-later
//! Samples of positions where the search uses the static evaluation, for fitting the evaluation.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use super::node::Node;
use morris::{Arrangement, Color, PointSet, Position, Rules};

/// A uniform sample of the leaves of a search (Vitter's algorithm R).
pub(super) struct LeafSample {
    most: usize,
    seen: usize,
    leaves: Vec<Leaf>,
    chance: Xoshiro256PlusPlus,
}

/// Men on the board and in hand, those of the side to move first.
struct Leaf {
    side: Color,
    men: [PointSet; 2],
    hands: [u8; 2],
}

impl LeafSample {
    /// Creates a sample of at most `most` leaves, determined by the seed.
    pub(super) fn new(most: usize, seed: u64) -> Self {
        Self { most, seen: 0, leaves: Vec::with_capacity(most), chance: Xoshiro256PlusPlus::seed_from_u64(seed) }
    }

    /// Offers one more leaf to the sample.
    #[cold]
    pub(super) fn add<N: Node>(&mut self, node: &N) {
        self.seen += 1;
        let leaf = || Leaf { side: node.color(), men: node.men(), hands: node.hands() };
        if self.leaves.len() < self.most {
            self.leaves.push(leaf());
        } else if let Some(place) = self.leaves.get_mut(self.chance.random_range(0..self.seen)) {
            *place = leaf();
        }
    }

    /// Returns the leaves as positions after `root`, without their quiet plies.
    pub(super) fn positions(&self, root: &Position, rules: &Rules) -> Vec<Position> {
        let position = |leaf: &Leaf| {
            let mut arrangement = Arrangement::from(*root);
            (arrangement.side, arrangement.quiet) = (leaf.side, 0);
            for (color, which) in [(leaf.side, 0), (leaf.side.other(), 1)] {
                arrangement.men[color] = leaf.men[which];
                arrangement.hand[color] = leaf.hands[which];
            }
            arrangement.check(rules).ok()
        };
        self.leaves.iter().filter_map(position).collect()
    }
}
