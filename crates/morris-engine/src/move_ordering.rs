// SPDX-License-Identifier: GPL-3.0-or-later
//! Move ordering: mills and their removals, blocks, and moves that were good elsewhere.

use std::num::NonZeroU64;
use std::sync::atomic::{AtomicU16, Ordering::Relaxed};

use super::node::{BLOCK, Node};
use super::packed_move::PackedMove;
use morris::Color;

/// Maximum depth of the search, in plies.
pub(super) const DEEPEST: usize = 127;

/// A move with its rank. The greater rank is tried first. Both are packed into one number, with the
/// rank in the high bits, for fast comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ScoredMove(NonZeroU64);

impl ScoredMove {
    #[inline]
    fn new(rank: u16, mv: PackedMove) -> Self {
        Self(NonZeroU64::from(mv.number()) | u64::from(rank) << u32::BITS)
    }

    #[inline]
    pub(super) fn mv(self) -> PackedMove {
        PackedMove::read(self.0.get() as u32).expect("it was made of a move")
    }

    /// Creates the entry of the move from the transposition table.
    #[inline]
    pub(super) fn expected(mv: PackedMove) -> Self {
        Self::new(FIRST, mv)
    }

    /// Returns `true` if the rank is higher than history alone can give.
    pub(super) const fn is_special(self) -> bool {
        self.0.get() >> u32::BITS >= SECOND_KILLER as u64
    }
}

const FIRST: u16 = u16::MAX;
const _: () = assert!(BLOCK > KILLER);
const KILLER: u16 = 40_001;
const SECOND_KILLER: u16 = 40_000;
const MOST_HISTORY: u16 = 32_000;

/// Success counts of moves by path, whatever the position. Other threads may add to them. If two
/// threads write at the same time, one increment is lost. The alignment keeps the counts of two
/// threads off the same cache line and off two lines that are fetched together.
#[repr(align(128))]
pub(super) struct History([[AtomicU16; 1024]; 2]);

impl History {
    pub(super) const fn new() -> Self {
        Self([const { [const { AtomicU16::new(0) }; 1024] }; 2])
    }

    #[inline]
    fn of(&self, color: Color, mv: PackedMove) -> u16 {
        self.0[color as usize][mv.path()].load(Relaxed)
    }

    fn add(&self, color: Color, mv: PackedMove, success: u16) {
        let history = &self.0[color as usize];
        let sum = history[mv.path()].load(Relaxed).saturating_add(success);
        history[mv.path()].store(sum, Relaxed);
        if sum > MOST_HISTORY {
            history.iter().for_each(|success| success.store(success.load(Relaxed) / 2, Relaxed));
        }
    }
}

/// Minimum depth, in plies, at which threads share good moves. Most good moves occur near the
/// leaves. If all were shared, each thread would wait for the writes of the others: see
/// `docs/engine-log.md`.
const SHARED_DEPTH: i32 = 4;

/// Knowledge of a thread about moves, whatever the position: killers by ply, success counts by
/// path.
pub(super) struct Histories<'a> {
    killers: [[Option<PackedMove>; 2]; DEEPEST + 1],
    history: &'a History,
    /// Histories of the other threads.
    others: [&'a [History]; 2],
}

impl<'a> Histories<'a> {
    /// Creates the knowledge of thread `number`. There is one history for each thread.
    pub(super) fn new(histories: &'a [History], number: usize) -> Self {
        let (before, rest) = histories.split_at(number);
        let (history, after) = rest.split_first().expect("each thread has a history");
        Self { killers: [[None; 2]; DEEPEST + 1], history, others: [before, after] }
    }

    /// Records that a move refuted the previous one.
    pub(super) fn learn(&mut self, node: &impl Node, mv: PackedMove, depth: i32, ply: usize) {
        if mv.removed().is_some() {
            return;
        }
        let [first, second] = &mut self.killers[ply];
        if *first != Some(mv) {
            (*first, *second) = (Some(mv), *first);
        }
        let success = (depth * depth).min(1_000) as u16;
        self.history.add(node.color(), mv, success);
        if depth >= SHARED_DEPTH {
            self.others.into_iter().flatten().for_each(|other| other.add(node.color(), mv, success));
        }
    }
}

/// Ranks the moves of one node.
pub(super) struct MoveScorer<'a, N: Node> {
    histories: &'a Histories<'a>,
    lookups: &'a N::Lookups,
    first: Option<PackedMove>,
    killers: [Option<PackedMove>; 2],
    color: Color,
    tactics: N::Tactics,
}

impl<'a, N: Node> MoveScorer<'a, N> {
    pub(super) fn new(
        node: &N,
        lookups: &'a N::Lookups,
        histories: &'a Histories<'a>,
        first: Option<PackedMove>,
        ply: usize,
    ) -> Self {
        let tactics = node.tactics(lookups);
        Self { histories, lookups, first, killers: histories.killers[ply], color: node.color(), tactics }
    }

    /// Calls `visit` with each legal move of the node that is [special](ScoredMove::is_special),
    /// except the expected move. Only useful if such moves can be generated without the others.
    #[inline]
    pub(super) fn for_each_special(&self, node: &N, mut visit: impl FnMut(ScoredMove)) {
        let mut rank = |mv| {
            if self.first != Some(mv) {
                visit(self.rank(mv));
            }
        };
        node.for_each_promising(self.tactics, self.lookups, &mut rank);
        let promises = |mv| N::promise(self.tactics, mv, self.lookups).is_some();
        let killers = self.killers.into_iter().flatten();
        killers.filter(|&mv| !promises(mv) && node.is_legal(mv, self.lookups)).for_each(rank);
    }

    /// Calls `visit` with each legal move of the node that is neither a mill nor a block.
    #[inline]
    pub(super) fn for_each_quiet(&self, node: &N, visit: impl FnMut(PackedMove)) {
        node.for_each_quiet(self.tactics, self.lookups, visit);
    }

    #[inline]
    pub(super) fn rank(&self, mv: PackedMove) -> ScoredMove {
        let rank = if self.first == Some(mv) {
            FIRST
        } else if let Some(promise) = N::promise(self.tactics, mv, self.lookups) {
            promise
        } else if self.killers[0] == Some(mv) {
            KILLER
        } else if self.killers[1] == Some(mv) {
            SECOND_KILLER
        } else {
            self.histories.history.of(self.color, mv)
        };
        ScoredMove::new(rank, mv)
    }
}

/// Progress of generating the moves of a node.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Stage {
    /// The move from the transposition table.
    Expected,
    /// Mills, blocks and killers.
    Special,
    /// All moves that are worth searching.
    All,
}

/// Orders the moves of a node lazily, as far as they are requested.
pub(super) struct MovePicker {
    /// Index of the first move of the node.
    start: usize,
    /// All moves before this index are in their final order.
    ordered: usize,
}

/// Number of moves that are picked one by one. After that a cutoff is unlikely, so the rest is
/// sorted at once.
const PICKED_ONE_BY_ONE: usize = 4;

impl MovePicker {
    pub(super) const fn new(start: usize) -> Self {
        Self { start, ordered: start }
    }

    /// Returns the move at index `place`. All moves before it must have been requested.
    #[inline]
    pub(super) fn at(&mut self, place: usize, moves: &mut [ScoredMove]) -> Option<ScoredMove> {
        if place >= self.ordered && place < moves.len() {
            if place < self.start + PICKED_ONE_BY_ONE {
                pick(&mut moves[place..]);
                self.ordered = place + 1;
            } else {
                moves[place..].sort_unstable_by(|a, b| b.cmp(a));
                self.ordered = moves.len();
            }
        }
        moves.get(place).copied()
    }

    /// Informs the picker that another move is now at `place`.
    pub(super) fn moved(&mut self, place: usize) {
        self.ordered = self.ordered.min(place);
    }
}

/// Moves the best of `moves` to the front and returns it.
#[inline]
pub(super) fn pick(moves: &mut [ScoredMove]) -> Option<ScoredMove> {
    let (mut place, mut best) = (0, *moves.first()?);
    for (index, &ranked) in moves.iter().enumerate() {
        if ranked > best {
            (place, best) = (index, ranked);
        }
    }
    moves.swap(0, place);
    Some(best)
}

#[cfg(test)]
mod tests {
    use rand::rngs::Xoshiro256PlusPlus;
    use rand::{RngExt, SeedableRng};

    use super::*;
    use crate::fast_node::FastNode;
    use crate::lookups::Lookups;
    use crate::node::GenType;
    use morris::{Position, Rules};

    #[test]
    fn moves_learned_deep_by_a_thread_come_first_in_others() {
        let lookups = Lookups::new(&Rules::STANDARD);
        let node = FastNode::new(&Position::start(&Rules::STANDARD), &lookups);
        let histories = [const { History::new() }; 3];
        let [first, mut one, other] = [0, 1, 2].map(|number| Histories::new(&histories, number));
        let mut moves = Vec::new();
        node.for_each_move(GenType::All, &lookups, |mv| moves.push(mv));
        let best = |histories: &Histories<'_>| {
            let scorer = MoveScorer::new(&node, &lookups, histories, None, 3);
            let best = moves.iter().map(|&mv| scorer.rank(mv)).max_by_key(|ranked| ranked.0.get() >> u32::BITS);
            best.unwrap().mv()
        };
        for mv in [moves[7], moves[2], moves[2]] {
            one.learn(&node, mv, SHARED_DEPTH, 2);
        }
        for _ in 0..99 {
            one.learn(&node, moves[9], SHARED_DEPTH - 1, 2);
        }
        assert_eq!([&first, &one, &other].map(best), [moves[2], moves[9], moves[2]]);
    }

    #[test]
    fn moves_come_in_order_whatever_is_put_off() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        for count in 0..40 {
            let mut moves: Vec<_> = (0..count)
                .map(|place| ScoredMove::new(rng.random_range(0..20), PackedMove::slide(place / 24, place % 24)))
                .collect();
            // Moves of another node come first.
            let start = moves.len() / 4;
            let mut ordered = moves[start..].to_vec();
            ordered.sort_unstable_by(|a, b| b.cmp(a));
            let (mut picker, mut next, mut put_off) = (MovePicker::new(start), start, moves.len());
            let mut taken = Vec::new();
            let mut late = Vec::new();
            while let Some(ranked) = picker.at(next, &mut moves[..put_off]) {
                // Looking ahead must not change anything.
                picker.at(next + 1, &mut moves[..put_off]);
                if rng.random_bool(0.2) {
                    put_off -= 1;
                    moves.swap(next, put_off);
                    picker.moved(next);
                    late.push(ranked);
                } else {
                    next += 1;
                    taken.push(ranked);
                }
            }
            assert!(taken.is_sorted_by(|a, b| a >= b));
            put_off = moves.len();
            let rest: Vec<_> = (next..put_off).map_while(|place| picker.at(place, &mut moves[..put_off])).collect();
            late.sort_unstable_by(|a, b| b.cmp(a));
            assert_eq!(rest, late);
            let mut all = [taken, late].concat();
            all.sort_unstable_by(|a, b| b.cmp(a));
            assert_eq!(all, ordered);
        }
    }
}
