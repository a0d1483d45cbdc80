// SPDX-License-Identifier: GPL-3.0-or-later
//! Values of the positions that a move leads to, and the values of removals.

use super::row::{Carrier, Images, Row};
use super::set_values::{SetValues, WithMill};
use crate::tablebase::index::ABREAST;
use crate::tablebase::wdl::{self, PER_BYTE};
use crate::tablebase::{Index, Wdl};
use morris::{Board, PointSet};

/// Solved values of the positions with given numbers of men.
pub(super) struct SolvedValues {
    pub(super) index: Index,
    pub(super) packed: Vec<u8>,
}

impl SolvedValues {
    /// Returns the values of the positions of a class for the side that has just moved, by column.
    pub(super) fn worth(&self, class: usize) -> Vec<Wdl> {
        let (start, height) = self.index.abreast(class);
        let columns = self.index.columns.len();
        if height == ABREAST {
            // Each column fills one byte, so a whole row of them is unpacked at a time.
            let shift = start % PER_BYTE * 2;
            let bytes = &self.packed[start / PER_BYTE..][..columns];
            return bytes.iter().map(|byte| Wdl::from_bits(byte >> shift).opposite()).collect();
        }
        (0..columns).map(|column| self.at((start + column * height) as u64).opposite()).collect()
    }

    /// Returns these values for each set of the smaller side's men.
    pub(super) fn worth_by_set(&self, class: usize, points: usize) -> SetValues {
        SetValues::collect(points, self.index.columns.iter().zip(self.worth(class)))
    }

    #[inline]
    pub(super) fn at(&self, slot: u64) -> Wdl {
        wdl::unpack(&self.packed, slot as usize)
    }
}

/// Values of the positions after a move, when the other side is to move.
pub(super) struct After {
    /// Positions after moves without a removal.
    pub(super) quiet: SolvedValues,
    /// Positions after a removal. `None` if it leaves the other side with too few men.
    pub(super) removal: Option<SolvedValues>,
}

/// Returns the values of removing one of the larger side's men, by column of the positions before
/// the removal. Only positions with a mill have a value.
pub(super) fn after_removal(larger: u32, row: &Row, index: &Index, removal: Option<&SolvedValues>) -> Vec<Wdl> {
    let columns = &index.columns;
    let mut values = vec![Wdl::Loss; columns.len()];
    let with_mill = WithMill::new(row);
    let mills: Vec<_> = columns.iter().enumerate().filter(|&(_, set)| with_mill.contains(set)).collect();
    match removal {
        None => mills.iter().for_each(|&(column, _)| values[column] = Wdl::Win),
        Some(solved) if solved.index.rows_are_movers() => remove_across(larger, row, solved, mills, &mut values),
        Some(solved) => remove_turned(larger, solved, &mills, &mut values),
    }
    values
}

/// The larger side stays the larger one, so whole rows map to whole rows.
fn remove_across(larger: u32, row: &Row, solved: &SolvedValues, mills: Vec<(usize, u32)>, values: &mut [Wdl]) {
    let mut open = mills;
    for man in removable(larger, solved.index.board) {
        if open.is_empty() {
            break;
        }
        let rest = larger & !man.set().bits();
        let (class, symmetry) = solved.index.classes.find(rest);
        let image = solved.index.classes.representative(class);
        let images = Carrier::new(larger, symmetry, image).images(row.count);
        let worth = solved.worth(class);
        keep_open(&mut open, |(column, set)| {
            values[column] = values[column].max(worth[solved.index.columns.number(images.map(set))]);
            values[column] != Wdl::Win
        });
    }
}

/// The sides exchange their roles: the rows belong to the side that has just moved.
fn remove_turned(larger: u32, solved: &SolvedValues, mills: &[(usize, u32)], values: &mut [Wdl]) {
    let points = Images::on_board(larger);
    let removable: Vec<_> = removable(larger, solved.index.board).collect();
    let (mut open, mut slots) = (Vec::with_capacity(TURNED_AT_A_TIME), Vec::with_capacity(TURNED_AT_A_TIME));
    for mills in mills.chunks(TURNED_AT_A_TIME) {
        open.extend(mills.iter().map(|&(column, set)| (column, solved.index.row(points.map(set)))));
        for &man in &removable {
            // Computes all slots first, so that many memory accesses are in flight at a time.
            slots.extend(open.iter().map(|(_, row)| solved.index.slot_in(row, larger & !man.set().bits())));
            let mut slots = slots.drain(..);
            keep_open(&mut open, |(column, _)| {
                let left = solved.at(slots.next().expect("one for each"));
                values[column] = values[column].max(left.opposite());
                values[column] != Wdl::Win
            });
        }
        open.clear();
    }
}

/// Number of sets for which all slots are computed before their values are looked up, when the
/// sides exchange their roles. The intermediate data fits in the processor's cache.
pub(super) const TURNED_AT_A_TIME: usize = 256;

/// Retains the open items without a branch for each. A mispredicted branch on a value from memory
/// would keep the processor from prefetching the following values.
#[inline]
pub(super) fn keep_open<T: Copy>(open: &mut Vec<T>, mut is_open: impl FnMut(T) -> bool) {
    let mut kept = 0;
    for place in 0..open.len() {
        let item = open[place];
        open[kept] = item;
        kept += usize::from(is_open(item));
    }
    open.truncate(kept);
}

/// Returns the men of the larger side that may be removed.
fn removable(larger: u32, board: &Board) -> PointSet {
    let men = PointSet::from_bits(larger);
    let free = men - board.in_mills(men);
    if free.is_empty() { men } else { free }
}
