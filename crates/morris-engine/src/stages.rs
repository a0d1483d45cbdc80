// SPDX-License-Identifier: GPL-3.0-or-later
//! The moves of a node, found in stages: most often one of the first is enough, and the others need
//! not be found.

use super::move_ordering::{MoveScorer, Stage};
use super::node::{GenType, Node};
use super::packed_move::PackedMove;
use super::search::Search;

impl<N: Node> Search<'_, N> {
    /// Puts the ranked moves of a node on the stack; they begin where it says.
    #[inline]
    pub(super) fn rank(&mut self, node: &N, wanted: GenType, ply: usize) -> usize {
        let start = self.moves.len();
        let scorer = MoveScorer::new(node, self.lookups, &self.histories, None, ply);
        let moves = &mut self.moves;
        node.for_each_move(wanted, self.lookups, |mv| moves.push(scorer.rank(mv)));
        start
    }

    /// Puts the moves of the next stage on the stack, where those of the stages before begin at
    /// `start`, and says which stage that is. Where quiet moves can't reach the window at most one
    /// of them is kept, so that there is a move; the other thing it says is what those left out may
    /// reach at best, if there may be any.
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
                // Where there are stages these were found before.
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
