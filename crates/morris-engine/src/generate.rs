// SPDX-License-Identifier: GPL-3.0-or-later
//! The legal turns of a node, without any allocation.

use super::node::Node;
use super::tables::{Lookups, indices};
use super::turn::PackedMove;

/// Which turns are wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum GenType {
    /// All legal turns.
    All,
    /// Those that close a mill.
    Mills,
}

impl Node {
    /// Calls `visit` with each legal turn of a side that has men enough.
    #[inline]
    pub(super) fn for_each_turn(&self, wanted: GenType, tables: &Lookups, mut visit: impl FnMut(PackedMove)) {
        let empty = self.empty(tables);
        if self.us.hand > 0 {
            self.targets(None, empty, wanted, tables, &mut visit);
            return;
        }
        let flies = self.us.flies(tables);
        for from in indices(self.us.men) {
            let reach = if flies { empty } else { empty & tables.neighbours(from) };
            self.targets(Some(from), reach, wanted, tables, &mut visit);
        }
    }

    /// Calls `visit` with each turn of one man to one of the points of `reach`.
    #[inline]
    fn targets(&self, from: Option<usize>, reach: u32, wanted: GenType, tables: &Lookups, visit: &mut impl FnMut(PackedMove)) {
        let mut us = self.us;
        if let Some(from) = from {
            us.lines -= tables.lines_through(from);
        }
        let twos = us.twos(tables);
        for to in indices(reach) {
            let turn = from.map_or(PackedMove::place(to), |from| PackedMove::slide(from, to));
            let closes = tables.lines_through(to) & twos != 0;
            if closes && self.them.men != 0 {
                indices(self.them.removable(tables)).for_each(|point| visit(turn.removing(point)));
            } else if wanted == GenType::All || closes {
                visit(turn);
            }
        }
    }

    /// Whether a turn out of the transposition table, which another position may have left there, is legal here.
    pub(super) fn is_legal(&self, turn: PackedMove, tables: &Lookups) -> bool {
        let mut found = false;
        self.for_each_turn(GenType::All, tables, |legal| found |= legal == turn);
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::{random_positions, same_node};
    use morris::{Move, Rules};

    #[test]
    fn turns_and_their_effects_are_those_of_the_rules() {
        for rules in Rules::PRESETS {
            let tables = Lookups::new(&rules);
            for position in random_positions(&rules, 60, 11) {
                let node = Node::new(&position, &tables);
                let mut turns: Vec<Move> = Vec::new();
                node.for_each_turn(GenType::All, &tables, |turn| turns.push(turn.into()));
                turns.sort();
                let mut legal = position.legal_moves(&rules);
                legal.sort();
                assert_eq!(turns, legal, "{rules}: {position}");
                for turn in legal {
                    let next = position.play_unchecked(turn, &rules);
                    assert!(
                        same_node(&node.play(turn.into(), &tables), &Node::new(&next, &tables)),
                        "{position} {turn}"
                    );
                }
            }
        }
    }
}
