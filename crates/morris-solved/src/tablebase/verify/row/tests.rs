// SPDX-License-Identifier: GPL-3.0-or-later
//! Compares whole rows with the rules, position by position. The tables after the moves are made
//! up.

use super::super::table::Table;
use super::*;
use crate::tablebase::BoardKind;
use crate::tablebase::men_count::MenCount;
use morris::{Arrangement, ByColor, Color, Position, Rules};

/// Returns a table of made-up values. All slots of a position have the same value.
fn made_up(board_kind: BoardKind, mover: u8, other: u8) -> Table {
    let index = Index::on(board_kind, MenCount { mover, other });
    let mut values = vec![0; index.len().div_ceil(4) as usize];
    for row in 0..index.classes.len() {
        for slot in (0..index.columns.len()).map(|column| index.slot_at(row, column)) {
            let (mover, other) = index.men(slot);
            let first = if index.classes.is_symmetric(row) { index.slot(mover, other) } else { slot };
            // With more losses, nearly all positions would be won.
            let value = match first.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32 & 15 {
                0 => Wdl::Loss,
                1..=4 => Wdl::Draw,
                _ => Wdl::Win,
            };
            values[slot as usize / 4] |= value.bits() << (slot % 4 * 2);
        }
    }
    Table::made_up(index, values)
}

/// Returns the value of a position according to its legal moves.
fn by_the_rules(board_kind: BoardKind, after: &AfterMove, [mover, other]: [PointSet; 2]) -> Wdl {
    let rules: Rules = board_kind.id().parse().unwrap();
    let in_hand = if after.kind == MoveKind::Placement { 1 } else { 0 };
    let hand = ByColor { white: in_hand, black: in_hand };
    let men = ByColor { white: mover, black: other };
    let arrangement = Arrangement::new(men, hand, Color::White);
    let position: Position = arrangement.check(&rules).unwrap();
    let mut best = Wdl::Loss;
    position.for_each_move(&rules, |mv| {
        let next = position.play_unchecked(mv, &rules);
        let table = if mv.removed.is_empty() { Some(after.quiet) } else { after.removal };
        let look_up =
            |table: &Table| table.value_before(table.index.slot(next.men(Color::Black), next.men(Color::White)));
        best = best.max(table.map_or(Wdl::Win, look_up));
    });
    best
}

/// Compares rows of the positions with these numbers of men.
fn compare(board_kind: BoardKind, mv: MoveKind, [mover, other]: [u8; 2]) {
    let more = if mv == MoveKind::Placement { 1 } else { 0 };
    let quiet = made_up(board_kind, other, mover + more);
    let removal = (mv == MoveKind::Placement || other > 3).then(|| made_up(board_kind, other - 1, mover + more));
    let after = AfterMove { kind: mv, quiet: &quiet, removal: removal.as_ref() };
    let index = Index::on(board_kind, MenCount { mover, other });
    let mut found = [0; 3];
    for row in (0..index.classes.len()).step_by(index.classes.len().div_ceil(20)) {
        for (column, value) in values(&index, &after, row).into_iter().enumerate() {
            let (mover, other) = index.men(index.slot_at(row, column));
            assert_eq!(value, by_the_rules(board_kind, &after, [mover, other]), "{mover} / {other}");
            found[value as usize] += 1;
        }
    }
    assert!(found[Wdl::Draw as usize] > 0 && found[Wdl::Win as usize] > 0, "{found:?}");
}

#[test]
fn moves_are_those_of_the_rules() {
    for men in [[3, 3], [4, 3], [3, 4], [4, 4], [5, 3], [3, 5]] {
        BoardKind::ALL.into_iter().for_each(|board_kind| compare(board_kind, MoveKind::Move, men));
    }
}

#[test]
fn placements_are_those_of_the_rules() {
    let counts = [[2, 3], [2, 4], [3, 3], [4, 2], [3, 4]];
    counts.into_iter().for_each(|men| compare(BoardKind::Plain, MoveKind::Placement, men));
}
