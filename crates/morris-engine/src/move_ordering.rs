// SPDX-License-Identifier: GPL-3.0-or-later
//! Which turns to try first: mills and the men they remove, blocks, moves that were good elsewhere.

use super::lookups::Lookups;
use super::node::Node;
use super::packed_move::PackedMove;
use morris::Color;

/// The deepest the search goes, in plies.
pub(super) const DEEPEST: usize = 127;

/// A move with its rank; the greater is tried first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ScoredMove {
    rank: u16,
    pub(super) mv: PackedMove,
}

impl ScoredMove {
    /// Whether the rank promises more than the history alone does.
    pub(super) const fn is_special(self) -> bool {
        self.rank >= SECOND_KILLER
    }
}

const FIRST: u16 = u16::MAX;
const MILL: u16 = 60_000;
const BLOCK: u16 = 50_000;
const KILLER: u16 = 40_001;
const SECOND_KILLER: u16 = 40_000;
const MOST_HISTORY: u16 = 32_000;

/// For each open line of the opponent that a removal breaks, and each of one's own that it opens.
const BREAKS_LINE: u16 = 20;

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
    pub(super) fn learn(&mut self, node: &Node, mv: PackedMove, depth: i32, ply: usize) {
        if mv.removed().is_some() {
            return;
        }
        let [first, second] = &mut self.killers[ply];
        if *first != Some(mv) {
            (*first, *second) = (Some(mv), *first);
        }
        let history = &mut self.history[node.color as usize];
        let success = &mut history[mv.path()];
        *success += (depth * depth).min(1_000) as u16;
        if *success > MOST_HISTORY {
            history.iter_mut().for_each(|success| *success /= 2);
        }
    }
}

/// Ranks the moves of one node.
pub(super) struct MoveScorer<'a> {
    memory: &'a Histories,
    first: Option<PackedMove>,
    killers: [Option<PackedMove>; 2],
    color: Color,
    /// Where the opponent would close a mill.
    threatened: u32,
    /// The opponent's open lines, and the lines that one man removed would open for oneself.
    worth_breaking: u64,
}

impl<'a> MoveScorer<'a> {
    pub(super) fn new(
        node: &Node,
        tables: &Lookups,
        memory: &'a Histories,
        first: Option<PackedMove>,
        ply: usize,
    ) -> Self {
        let mut open = node.them.twos(tables) & node.us.free_lines(tables);
        let worth_breaking = open | node.us.twos(tables) & !node.them.free_lines(tables);
        let mut threatened = 0;
        while open != 0 {
            threatened |= tables.first_line(open) & !node.them.men;
            open &= open - 1;
        }
        Self { memory, first, killers: memory.killers[ply], color: node.color, threatened, worth_breaking }
    }

    #[inline]
    pub(super) fn rank(&self, mv: PackedMove, tables: &Lookups) -> ScoredMove {
        let rank = if self.first == Some(mv) {
            FIRST
        } else if let Some(removed) = mv.removed() {
            let broken = tables.lines_through(removed) & self.worth_breaking;
            let neighbours = tables.neighbours(removed).count_ones();
            MILL + broken.count_ones() as u16 * BREAKS_LINE + neighbours as u16
        } else if self.threatened >> mv.target() & 1 != 0 {
            BLOCK
        } else if self.killers[0] == Some(mv) {
            KILLER
        } else if self.killers[1] == Some(mv) {
            SECOND_KILLER
        } else {
            self.memory.history[self.color as usize][mv.path()]
        };
        ScoredMove { rank, mv }
    }
}

/// Brings the best of `moves` to the front and returns it.
#[inline]
pub(super) fn pick(moves: &mut [ScoredMove]) -> Option<ScoredMove> {
    let mut best = 0;
    for index in 1..moves.len() {
        if moves[index] > moves[best] {
            best = index;
        }
    }
    if moves.is_empty() {
        return None;
    }
    moves.swap(0, best);
    Some(moves[0])
}
