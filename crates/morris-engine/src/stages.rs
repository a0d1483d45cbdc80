// SPDX-License-Identifier: GPL-3.0-or-later
//! Staged generation of the moves of a node. Usually an early stage suffices, and the other moves
//! need not be generated.

use super::move_ordering::{MoveScorer, Stage};
use super::node::{GenType, Node};
use super::packed_move::PackedMove;
use super::search::Search;

impl<N: Node> Search<'_, N> {
    /// Pushes the ranked moves of a node onto the stack. Returns the index of the first.
    #[inline]
    pub(super) fn rank(&mut self, node: &N, wanted: GenType, ply: usize) -> usize {
        let start = self.moves.len();
        let scorer = MoveScorer::new(node, self.lookups, &self.histories, None, ply);
        let moves = &mut self.moves;
        node.for_each_move(wanted, self.lookups, |mv| moves.push(scorer.rank(mv)));
        start
    }

    /// Pushes the moves of the next stage onto the stack. `start` is the index of the first move of
    /// the node. Returns the stage. If quiet moves cannot reach the window, at most one of them is
    /// kept, so that there is a move. The second result is then the best value that the pruned
    /// moves may reach, if there may be any.
    #[inline]
    pub(super) fn find_more(
        &mut self,
        node: &N,
        found: Stage,
        first: Option<PackedMove>,
        futile: Option<i32>,
        start: usize,
        ply: usize,
    ) -> (Stage, Option<i32>) {
        let scorer = MoveScorer::new(node, self.lookups, &self.histories, first, ply);
        let moves = &mut self.moves;
        if N::STAGED && found == Stage::Expected {
            scorer.for_each_special(node, |ranked| moves.push(ranked));
            let stage = if futile.is_some() && moves.len() > start { Stage::All } else { Stage::Special };
            return (stage, futile);
        }
        let (mut quiet, mut best_quiet) = (0, None);
        let visit = |mv| {
            let ranked = scorer.rank(mv);
            if ranked.is_special() {
                // With stages, these moves were generated earlier.
                if !N::STAGED {
                    moves.push(ranked);
                }
            } else if futile.is_none() {
                moves.push(ranked);
            } else {
                (quiet, best_quiet) = (quiet + 1, best_quiet.max(Some(ranked)));
            }
        };
        if N::STAGED {
            scorer.for_each_quiet(node, visit);
        } else {
            node.for_each_move(GenType::All, self.lookups, visit);
        }
        if moves.len() == start {
            moves.extend(best_quiet);
            quiet -= i32::from(best_quiet.is_some());
        }
        (Stage::All, futile.filter(|_| quiet > 0))
    }
}
