// SPDX-License-Identifier: GPL-3.0-or-later
//! Some of the positions where a search stops and is content with the evaluation, to which the
//! evaluation is fitted.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use super::node::Node;
use morris::{Arrangement, Color, PointSet, Position, Rules};

/// A few of the leaves of a search, each as likely as the others (Vitter's algorithm R).
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
    /// A sample of at most so many, which the seed decides.
    pub(super) fn new(most: usize, seed: u64) -> Self {
        Self { most, seen: 0, leaves: Vec::with_capacity(most), chance: Xoshiro256PlusPlus::seed_from_u64(seed) }
    }

    /// Shows it one leaf more.
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

    /// The leaves as positions that follow upon `root`; the quiet plies are forgotten.
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
