// SPDX-License-Identifier: GPL-3.0-or-later
//! Values of the positions that a move leads to, and what the removal that comes with it brings.

use super::row::{Carrier, Row};
use crate::tablebase::symmetry::spread;
use crate::tablebase::wdl::{self, best};
use crate::tablebase::{Index, Wdl};
use morris::{Board, PointSet};

/// The values of the positions with so many men, solved before.
pub(super) struct SolvedValues {
    pub(super) index: Index,
    pub(super) packed: Vec<u8>,
}

impl SolvedValues {
    #[inline]
    pub(super) fn value(&self, class: usize, column: usize) -> Wdl {
        self.at(self.index.slot_at(class, column))
    }

    /// The value of a slot.
    #[inline]
    pub(super) fn at(&self, slot: u64) -> Wdl {
        wdl::unpack(&self.packed, slot as usize)
    }
}

/// What moves lead to. The other side moves then.
pub(super) struct After {
    /// No man was removed.
    pub(super) quiet: SolvedValues,
    /// One was removed; `None` if the side that lost it has too few left.
    pub(super) removal: Option<SolvedValues>,
}

/// What it is worth to remove one of the larger side's men, by column of the positions with so many men; only where
/// there is a mill.
pub(super) fn after_removal(larger: u32, row: &Row, index: &Index, removal: Option<&SolvedValues>) -> Vec<Wdl> {
    let columns = &index.columns;
    let mut values = vec![Wdl::Loss; columns.len()];
    let mills: Vec<_> = columns.iter().enumerate().filter(|&(_, set)| row.has_mill(set)).collect();
    match removal {
        None => mills.iter().for_each(|&(column, _)| values[column] = Wdl::Win),
        Some(solved) if solved.index.rows_are_movers() => remove_across(larger, row, solved, mills, &mut values),
        Some(solved) => remove_turned(larger, solved, &mills, &mut values),
    }
    values
}

/// The larger side is still the larger one: whole rows are carried to whole rows.
fn remove_across(larger: u32, row: &Row, solved: &SolvedValues, mills: Vec<(usize, u32)>, values: &mut [Wdl]) {
    let mut open = mills;
    for man in removable(larger, solved.index.board) {
        let rest = larger & !man.set().bits();
        let (class, symmetry) = solved.index.classes.find(rest);
        let image = solved.index.classes.representative(class);
        let carrier = Carrier::new(larger, symmetry, image).with_tables(row.count);
        open.retain(|&(column, set)| {
            let left = solved.value(class, solved.index.columns.number(carrier.map(set)));
            values[column] = values[column].max(left.opposite());
            values[column] != Wdl::Win
        });
    }
}

/// The sides change their parts: the rows are those of the side that has just moved.
fn remove_turned(larger: u32, solved: &SolvedValues, mills: &[(usize, u32)], values: &mut [Wdl]) {
    let removable: Vec<_> = removable(larger, solved.index.board).map(|man| larger & !man.set().bits()).collect();
    for &(column, set) in mills {
        let row = solved.index.row(spread(set, PointSet::ALL.bits() & !larger));
        values[column] = best(removable.iter().map(|&rest| solved.at(solved.index.slot_in(&row, rest)).opposite()));
    }
}

/// The men of the larger side that may be removed.
fn removable(larger: u32, board: &Board) -> PointSet {
    let men = PointSet::from_bits(larger);
    let free = men - board.in_mills(men);
    if free.is_empty() { men } else { free }
}
