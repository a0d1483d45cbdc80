// SPDX-License-Identifier: GPL-3.0-or-later
//! The legal moves of a fast node, without any allocation.

use super::fast_node::FastNode;
use super::lookups::{Lookups, indices};
use super::node::GenType;
use super::packed_move::PackedMove;

impl FastNode {
    /// Calls `visit` with each legal move of a side that has men enough.
    #[inline]
    pub(super) fn for_each_move(&self, wanted: GenType, lookups: &Lookups, mut visit: impl FnMut(PackedMove)) {
        let empty = self.empty(lookups);
        if self.us.hand > 0 {
            self.targets(None, empty, wanted, lookups, &mut visit);
            return;
        }
        let flies = self.us.flies(lookups);
        for from in indices(self.us.men) {
            let reach = if flies { empty } else { empty & lookups.neighbours(from) };
            self.targets(Some(from), reach, wanted, lookups, &mut visit);
        }
    }

    /// Calls `visit` with each move of one man to one of the points of `reach`.
    #[inline]
    fn targets(
        &self,
        from: Option<usize>,
        reach: u32,
        wanted: GenType,
        lookups: &Lookups,
        visit: &mut impl FnMut(PackedMove),
    ) {
        let mut us = self.us;
        if let Some(from) = from {
            us.lines -= lookups.lines_through(from);
        }
        let twos = us.twos(lookups);
        for to in indices(reach) {
            let mv = from.map_or(PackedMove::place(to), |from| PackedMove::slide(from, to));
            let closes = lookups.lines_through(to) & twos != 0;
            if closes && self.them.men != 0 {
                indices(self.them.removable(lookups)).for_each(|point| visit(mv.removing(point)));
            } else if wanted == GenType::All || closes {
                visit(mv);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::node::Node;
    use crate::tests::{random_positions, same_node};
    use morris::{Move, Rules};

    #[test]
    fn turns_and_their_effects_are_those_of_the_rules() {
        for rules in Rules::PRESETS {
            let lookups = Lookups::new(&rules);
            for position in random_positions(&rules, 60, 11) {
                let node = FastNode::new(&position, &lookups);
                let mut moves: Vec<Move> = Vec::new();
                node.for_each_move(GenType::All, &lookups, |mv| moves.push(mv.into()));
                moves.sort();
                let mut legal = position.legal_moves(&rules);
                legal.sort();
                assert_eq!(moves, legal, "{rules}: {position}");
                for mv in legal {
                    let next = position.play_unchecked(mv, &rules);
                    assert!(
                        same_node(&node.play(mv.into(), &lookups), &FastNode::new(&next, &lookups)),
                        "{position} {mv}"
                    );
                }
            }
        }
    }
}
