// SPDX-License-Identifier: GPL-3.0-or-later
//! Value and distance of one position, by forward moves on bare sets. This is several times faster
//! than with whole positions.

use super::error::{Worth, better};
use super::table::{AfterMove, Rows};
use crate::tablebase::Wdl;
use morris::{Board, PointSet};

/// Returns the value of a position without men in hand, according to its moves. `quiet` and
/// `removal` cache the rows that were looked up.
pub(super) fn worth(after: &AfterMove, [mover, other]: [PointSet; 2], quiet: &mut Rows, removal: &mut Rows) -> Worth {
    let mut best = Worth { value: Wdl::Loss, distance: Some(0) };
    for_each_move(mover, other, after.quiet.index.board, |mover, left| {
        let after = if left == other {
            quiet.worth(after.quiet, left, mover)
        } else {
            let after = after.removal.map(|table| removal.worth(table, left, mover));
            Worth { distance: Some(0), ..after.unwrap_or(Worth { value: Wdl::Loss, distance: None }) }
        };
        // A distance that overflows is unknown.
        let distance = after.distance.and_then(|plies| plies.checked_add(1));
        best = better(best, Worth { value: after.value.opposite(), distance });
    });
    Worth { distance: best.distance.filter(|_| best.value != Wdl::Draw), ..best }
}

/// Calls `visit` with the mover's and the other side's men after each move without men in hand.
#[inline]
pub(super) fn for_each_move(
    mover: PointSet,
    other: PointSet,
    board: &Board,
    mut visit: impl FnMut(PointSet, PointSet),
) {
    let empty = board.points() - (mover | other);
    let flying = mover.len() == 3;
    let mut removable = None;
    for from in mover {
        let stay = mover - from.set();
        for to in if flying { empty } else { empty & board.neighbors(from) } {
            let men = stay | to.set();
            if !board.in_mill(stay, to) {
                visit(men, other);
                continue;
            }
            for man in *removable.get_or_insert_with(|| unprotected(other, board)) {
                visit(men, other - man.set());
            }
        }
    }
}

/// Returns the men outside mills, or all men if all are in mills.
pub(super) fn unprotected(men: PointSet, board: &Board) -> PointSet {
    let free = men - board.in_mills(men);
    if free.is_empty() { men } else { free }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tablebase::BoardKind;
    use morris::{Arrangement, ByColor, Color, Rules};
    use proptest::prelude::*;
    use proptest::sample::subsequence;

    proptest! {
        #[test]
        fn the_moves_are_those_of_the_rules(
            points in subsequence((0..24).collect::<Vec<u32>>(), 6..=18).prop_shuffle(), split in 3..10_usize,
        ) {
            let split = split.min(points.len() - 3).max(points.len().saturating_sub(9));
            let set = |points: &[u32]| PointSet::from_bits(points.iter().fold(0, |set, point| set | 1 << point));
            let (white, black) = (set(&points[..split]), set(&points[split..]));
            for board_kind in BoardKind::ALL {
                check(white, black, board_kind);
            }
        }
    }

    /// Compares the moves with the legal moves of the position.
    fn check(white: PointSet, black: PointSet, board_kind: BoardKind) {
        let rules: Rules = board_kind.id().parse().unwrap();
        let men = ByColor { white, black };
        let arrangement = Arrangement::new(men, ByColor { white: 0, black: 0 }, Color::White);
        let position = arrangement.check(&rules).unwrap();
        let mut expected = Vec::new();
        position.for_each_move(&rules, |mv| {
            let after = position.play_unchecked(mv, &rules);
            expected.push((after.men(Color::White), after.men(Color::Black)));
        });
        let mut found = Vec::new();
        for_each_move(white, black, board_kind.board(), |mover, other| found.push((mover, other)));
        expected.sort_unstable();
        found.sort_unstable();
        assert_eq!(found, expected);
    }
}
