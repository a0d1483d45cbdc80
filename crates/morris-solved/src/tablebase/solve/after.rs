// SPDX-License-Identifier: GPL-3.0-or-later
//! Values of the positions that a move leads to, and what the removal that comes with it brings.

use super::row::{Carrier, Images, Row};
use super::set_values::{SetValues, WithMill};
use crate::tablebase::index::ABREAST;
use crate::tablebase::wdl::{self, PER_BYTE};
use crate::tablebase::{Index, Wdl};
use morris::{Board, PointSet};

/// The values of the positions with so many men, solved before.
pub(super) struct SolvedValues {
    pub(super) index: Index,
    pub(super) packed: Vec<u8>,
}

impl SolvedValues {
    /// What the positions of a class are worth to the side that has just moved, column by column.
    pub(super) fn worth(&self, class: usize) -> Vec<Wdl> {
        let (start, height) = self.index.abreast(class);
        let columns = self.index.columns.len();
        if height == ABREAST {
            // A column in each byte: many are unpacked at a time.
            let shift = start % PER_BYTE * 2;
            let bytes = &self.packed[start / PER_BYTE..][..columns];
            return bytes.iter().map(|byte| Wdl::from_bits(byte >> shift).opposite()).collect();
        }
        (0..columns).map(|column| self.at((start + column * height) as u64).opposite()).collect()
    }

    /// The same for each set of the smaller side's men.
    pub(super) fn worth_by_set(&self, class: usize, points: usize) -> SetValues {
        SetValues::collect(points, self.index.columns.iter().zip(self.worth(class)))
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

/// What it is worth to remove one of the larger side's men, by column of the positions with so many
/// men; only where there is a mill.
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

/// The larger side is still the larger one: whole rows are carried to whole rows.
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

/// The sides change their parts: the rows are those of the side that has just moved.
fn remove_turned(larger: u32, solved: &SolvedValues, mills: &[(usize, u32)], values: &mut [Wdl]) {
    let points = Images::on_board(larger);
    let removable: Vec<_> = removable(larger, solved.index.board).collect();
    let (mut open, mut slots) = (Vec::with_capacity(TURNED_AT_A_TIME), Vec::with_capacity(TURNED_AT_A_TIME));
    for mills in mills.chunks(TURNED_AT_A_TIME) {
        open.extend(mills.iter().map(|&(column, set)| (column, solved.index.row(points.map(set)))));
        for &man in &removable {
            // All slots first: then what waits for memory is short, and many wait at a time.
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

/// Of so many sets of men, whose parts the sides change, all places are found before anything is
/// looked up there; what is known of them stays in the processor's cache.
pub(super) const TURNED_AT_A_TIME: usize = 256;

/// Leaves of what was open what still is, without a branch for each: a processor that guesses wrong
/// what it waits for from memory cannot ask for the next values meanwhile.
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

/// The men of the larger side that may be removed.
fn removable(larger: u32, board: &Board) -> PointSet {
    let men = PointSet::from_bits(larger);
    let free = men - board.in_mills(men);
    if free.is_empty() { men } else { free }
}
