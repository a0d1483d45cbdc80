// SPDX-License-Identifier: GPL-3.0-or-later
//! Largest matchings of a graph, by Edmonds' algorithm.

use std::collections::VecDeque;

/// The partner of each point of a graph.
pub(crate) type Partners = Vec<Option<usize>>;

/// Returns a matching with the most pairs, of the points from 0 to `size`. `joined` says which can
/// be partners. `start` is an earlier matching, whose pairs are kept where possible: it saves time.
pub(crate) fn matching(size: usize, joined: impl Fn(usize, usize) -> bool, start: &[Option<usize>]) -> Partners {
    let mut search = Search::new(size, joined, start);
    (0..size).for_each(|root| _ = search.augment(root));
    search.partner
}

/// Returns a matching in which everyone has a partner, if there is one.
pub(crate) fn perfect_matching(
    size: usize,
    joined: impl Fn(usize, usize) -> bool,
    start: &[Option<usize>],
) -> Option<Partners> {
    let mut search = Search::new(size, joined, start);
    // A point that no path reaches now stays without a partner.
    (0..size).all(|root| search.augment(root)).then_some(search.partner)
}

/// The search for a path on which pairs and other edges alternate, between two points without a
/// partner. Cycles of odd length on the way are contracted.
struct Search<F> {
    joined: F,
    partner: Partners,
    /// The outer point from which an inner point was reached.
    parent: Partners,
    /// The point to which each one is contracted.
    base: Vec<usize>,
    is_outer: Vec<bool>,
    to_do: VecDeque<usize>,
}

impl<F: Fn(usize, usize) -> bool> Search<F> {
    fn new(size: usize, joined: F, start: &[Option<usize>]) -> Self {
        let kept = |at: usize| start.get(at).copied().flatten().filter(|&partner| joined(at, partner));
        Self {
            partner: (0..size).map(kept).collect(),
            joined,
            parent: vec![None; size],
            base: vec![0; size],
            is_outer: vec![false; size],
            to_do: VecDeque::new(),
        }
    }

    /// Finds a partner for a point, unless it has one. Returns `false` if there is none.
    fn augment(&mut self, root: usize) -> bool {
        if self.partner[root].is_some() {
            return true;
        }
        let end = self.find_end(root);
        self.take_path(end);
        end.is_some()
    }

    /// Returns a point without a partner to which such a path leads from `root`, if there is one.
    fn find_end(&mut self, root: usize) -> Option<usize> {
        self.parent.fill(None);
        self.is_outer.fill(false);
        self.base.iter_mut().enumerate().for_each(|(at, base)| *base = at);
        self.to_do.clear();
        self.add(root);
        while let Some(from) = self.to_do.pop_front() {
            for to in 0..self.partner.len() {
                if self.base[from] == self.base[to] || self.partner[from] == Some(to) || !(self.joined)(from, to) {
                    continue;
                }
                let mate = self.partner[to];
                if to == root || mate.is_some_and(|mate| self.parent[mate].is_some()) {
                    self.contract(from, to);
                } else if self.parent[to].is_none() {
                    self.parent[to] = Some(from);
                    match mate {
                        Some(mate) => self.add(mate),
                        None => return Some(to),
                    }
                }
            }
        }
        None
    }

    fn add(&mut self, at: usize) {
        if !self.is_outer[at] {
            self.is_outer[at] = true;
            self.to_do.push_back(at);
        }
    }

    /// Contracts the cycle that an edge between two outer points closes.
    fn contract(&mut self, one: usize, other: usize) {
        let base = self.common_base(one, other);
        let mut is_inside = vec![false; self.partner.len()];
        self.mark(one, other, base, &mut is_inside);
        self.mark(other, one, base, &mut is_inside);
        for at in 0..self.partner.len() {
            if is_inside[self.base[at]] {
                self.base[at] = base;
                self.add(at);
            }
        }
    }

    /// Returns the base of the outer points above `at`, from it to the root.
    fn above(&self, at: usize) -> Option<usize> {
        self.partner[at].and_then(|mate| self.parent[mate]).map(|parent| self.base[parent])
    }

    /// Returns the first point that is above both.
    fn common_base(&self, one: usize, other: usize) -> usize {
        let route = |at: usize| std::iter::successors(Some(self.base[at]), |&at| self.above(at));
        let mut is_above_one = vec![false; self.partner.len()];
        route(one).for_each(|at| is_above_one[at] = true);
        route(other).find(|&at| is_above_one[at]).expect("both routes end at the root")
    }

    /// Marks the points from `at` up to `base`, and makes them reachable through `child`.
    fn mark(&mut self, mut at: usize, mut child: usize, base: usize, is_inside: &mut [bool]) {
        while self.base[at] != base {
            let mate = self.partner[at].expect("an outer point below the base has a partner");
            is_inside[self.base[at]] = true;
            is_inside[self.base[mate]] = true;
            self.parent[at] = Some(child);
            child = mate;
            at = self.parent[mate].expect("an inner point has been reached");
        }
    }

    /// Makes the edges of a path to `end` pairs, and its pairs not.
    fn take_path(&mut self, end: Option<usize>) {
        let mut at = end;
        while let Some(to) = at {
            let from = self.parent[to].expect("a path leads from the root");
            at = self.partner[from];
            self.partner[from] = Some(to);
            self.partner[to] = Some(from);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::rngs::SmallRng;
    use rand::{RngExt, SeedableRng};

    /// Returns the most pairs, by trying all.
    fn most_pairs(edges: &[Vec<bool>], free: u32) -> usize {
        if free == 0 {
            return 0;
        }
        let one = free.trailing_zeros() as usize;
        let rest = free & !(1 << one);
        let partners = (0..edges.len()).filter(|&other| rest >> other & 1 == 1 && edges[one][other]);
        let with = partners.map(|other| 1 + most_pairs(edges, rest & !(1 << other))).max();
        with.unwrap_or(0).max(most_pairs(edges, rest))
    }

    #[test]
    fn matchings_are_as_large_as_by_brute_force() {
        let mut random = SmallRng::seed_from_u64(1);
        for round in 0..3_000 {
            let size = 2 + round % 9;
            let chance = 0.15 + 0.5 * random.random::<f64>();
            let mut edges = vec![vec![false; size]; size];
            for (one, other) in (0..size).flat_map(|one| (0..one).map(move |other| (one, other))) {
                let joined = random.random_bool(chance);
                (edges[one][other], edges[other][one]) = (joined, joined);
            }
            let start: Partners = match round % 2 {
                0 => Vec::new(),
                _ => matching(size, |one, other| edges[one][other] && (one + other) % 3 == 0, &[]),
            };
            let partners = matching(size, |one, other| edges[one][other], &start);
            for (at, partner) in partners.iter().enumerate() {
                assert!(partner.is_none_or(|partner| edges[at][partner] && partners[partner] == Some(at)));
            }
            let pairs = partners.iter().flatten().count() / 2;
            assert_eq!(pairs, most_pairs(&edges, (1 << size) - 1), "{edges:?}");
        }
    }
}
