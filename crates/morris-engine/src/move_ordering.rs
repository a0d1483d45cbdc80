// SPDX-License-Identifier: GPL-3.0-or-later
//! Which moves to try first: mills and the men they remove, blocks, moves that were good elsewhere.

use std::num::NonZeroU64;

use super::node::{BLOCK, Node};
use super::packed_move::PackedMove;
use morris::Color;

/// The deepest the search goes, in plies.
pub(super) const DEEPEST: usize = 127;

/// A move with its rank; the greater is tried first. One number, the rank before the move, is quickly compared.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
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

    /// Whether the rank promises more than the history alone does.
    pub(super) const fn is_special(self) -> bool {
        self.0.get() >> u32::BITS >= SECOND_KILLER as u64
    }
}

const FIRST: u16 = u16::MAX;
const _: () = assert!(BLOCK > KILLER);
const KILLER: u16 = 40_001;
const SECOND_KILLER: u16 = 40_000;
const MOST_HISTORY: u16 = 32_000;

/// What the search learnt about moves, whatever the position: killers by ply, successes by path.
pub(super) struct Histories {
    killers: [[Option<PackedMove>; 2]; DEEPEST + 1],
    history: [[u16; 1024]; 2],
}

impl Histories {
    pub(super) const fn new() -> Self {
        Self { killers: [[None; 2]; DEEPEST + 1], history: [[0; 1024]; 2] }
    }

    /// Remembers that a move refuted the one before it.
    pub(super) fn learn(&mut self, node: &impl Node, mv: PackedMove, depth: i32, ply: usize) {
        if mv.removed().is_some() {
            return;
        }
        let [first, second] = &mut self.killers[ply];
        if *first != Some(mv) {
            (*first, *second) = (Some(mv), *first);
        }
        let history = &mut self.history[node.color() as usize];
        let success = &mut history[mv.path()];
        *success += (depth * depth).min(1_000) as u16;
        if *success > MOST_HISTORY {
            history.iter_mut().for_each(|success| *success /= 2);
        }
    }
}

/// Ranks the moves of one node.
pub(super) struct MoveScorer<'a, N: Node> {
    histories: &'a Histories,
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
        histories: &'a Histories,
        first: Option<PackedMove>,
        ply: usize,
    ) -> Self {
        let tactics = node.tactics(lookups);
        Self { histories, lookups, first, killers: histories.killers[ply], color: node.color(), tactics }
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
            self.histories.history[self.color as usize][mv.path()]
        };
        ScoredMove::new(rank, mv)
    }
}

/// Brings the best of `moves` to the front and returns it.
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
