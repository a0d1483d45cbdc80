// SPDX-License-Identifier: GPL-3.0-or-later
//! Numbering of positions within a sector.

use std::sync::Arc;

use rayon::prelude::*;

use super::men_count::MenCount;
use super::subsets::Subsets;
use super::symmetry::{Pext, Symmetries, compress, spread};
use super::symmetry_classes::Classes;
use super::{BoardKind, Sector};
use morris::{Board, PointSet};

const ALL: u32 = PointSet::ALL.bits();

/// Number of rows that are interleaved, with the values of a column in one byte. Neighboring rows
/// are similar, which makes the packed tables a sixth smaller.
pub(super) const ABREAST: usize = super::wdl::PER_BYTE;

/// Numbering of the positions with given numbers of men, without gaps. There is one slot for each
/// pair of a set of the larger side's men, taken up to symmetry, and a set of the other side's men
/// among the remaining points.
///
/// The larger side is the side with more men, or the side to move if both have the same number.
/// Every position has one slot, which it shares with its images under the symmetries. If a symmetry
/// preserves the larger side's men, several slots may belong to the same position (3 % of all
/// slots). [`Index::slot`] returns the first of them, and [`Index::is_first`] recognizes it.
pub struct Index {
    pub(super) counts: MenCount,
    /// Board on which moves lead from position to position. The numbering is the same on all
    /// boards.
    pub(super) board: &'static Board,
    pub(super) classes: Arc<Classes>,
    pub(super) columns: Arc<Subsets>,
    symmetries: Symmetries,
}

impl Index {
    /// Creates the numbering of a sector.
    pub fn new(sector: Sector) -> Self {
        Self::on(sector.board_kind(), sector.into())
    }

    /// Creates the numbering of the positions with these numbers of men on a board.
    pub(super) fn on(board_kind: BoardKind, counts: MenCount) -> Self {
        Self {
            counts,
            board: board_kind.board(),
            classes: Classes::of(counts.larger()),
            columns: Subsets::beside(counts.larger(), counts.smaller()),
            symmetries: Symmetries::get(),
        }
    }

    /// Returns the number of slots.
    pub fn len(&self) -> u64 {
        (self.classes.len() * self.columns.len()) as u64
    }

    /// Returns `false`: every numbering has slots.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the slot of a position, given the men of the side to move and those of the other
    /// side. Their numbers must be those of the numbering.
    #[inline]
    pub fn slot(&self, mover: PointSet, other: PointSet) -> u64 {
        let (larger, smaller) = self.by_size(mover.bits(), other.bits());
        let (class, symmetry) = self.classes.find(larger);
        let representative = self.classes.representative(class);
        let column = if self.classes.is_symmetric(class) {
            self.first_column(larger, smaller, representative)
        } else {
            self.column(representative, self.symmetries.map(symmetry, smaller))
        };
        self.slot_at(class, column)
    }

    #[inline]
    pub(super) fn slot_at(&self, row: usize, column: usize) -> u64 {
        let (start, height) = self.abreast(row);
        (start + column * height) as u64
    }

    /// Returns the row and the column of a slot.
    pub(super) fn place(&self, slot: u64) -> (usize, usize) {
        let slot = usize::try_from(slot).expect("a slot");
        let first = slot / (ABREAST * self.columns.len()) * ABREAST;
        let (_, height) = self.abreast(first);
        let within = slot - first * self.columns.len();
        (first + within % height, within / height)
    }

    /// Returns the first slot of a row and the distance between its slots. The last group may have
    /// fewer interleaved rows.
    #[inline]
    pub(super) fn abreast(&self, row: usize) -> (usize, usize) {
        let first = row - row % ABREAST;
        (first * self.columns.len() + row % ABREAST, ABREAST.min(self.classes.len() - first))
    }

    /// Returns the row of a set of the larger side's men, for use with many positions.
    #[inline]
    pub(super) fn row(&self, larger: u32) -> IndexRow {
        let (class, symmetry) = self.classes.find(larger);
        IndexRow { class, symmetry, beside: self.beside(class) }
    }

    /// Returns the compressor for the points not occupied by a class.
    #[inline]
    fn beside(&self, class: usize) -> Pext {
        Pext::new(ALL & !self.classes.representative(class))
    }

    /// Returns a finder of rows, which is faster than [`Index::row`] for very many sets of the
    /// larger side's men.
    pub(super) fn rows(&self) -> IndexRows<'_> {
        let beside = (0..self.classes.len()).into_par_iter().map(|class| self.beside(class)).collect();
        IndexRows { classes: &self.classes, beside }
    }

    /// Returns a slot of the position with these men in a row. It is not always the first slot.
    #[inline]
    pub(super) fn slot_in(&self, row: &IndexRow, smaller: u32) -> u64 {
        self.slot_at(row.class, self.column_in(row, smaller))
    }

    /// Returns a column of the position with these men in a row. It is not always the first column.
    #[inline]
    pub(super) fn column_in(&self, row: &IndexRow, smaller: u32) -> usize {
        self.columns.number(row.beside.press(self.symmetries.map(row.symmetry, smaller)))
    }

    /// Returns the lowest of the columns that belong to the same position.
    fn first_column(&self, larger: u32, smaller: u32, representative: u32) -> usize {
        let symmetries = self.symmetries.between(larger, representative);
        let columns = symmetries.map(|symmetry| self.column(representative, self.symmetries.map(symmetry, smaller)));
        columns.min().expect("a representative is an image of its class")
    }

    /// Returns the index of a set among the sets that do not overlap a representative.
    #[inline]
    fn column(&self, representative: u32, set: u32) -> usize {
        self.columns.number(compress(set, ALL & !representative))
    }

    /// Returns the men of the side to move and those of the other side. `slot` must be less than
    /// [`Index::len`].
    pub fn men(&self, slot: u64) -> (PointSet, PointSet) {
        let (larger, smaller) = self.sets(slot);
        let (mover, other) = self.by_size(larger, smaller);
        (PointSet::from_bits(mover), PointSet::from_bits(other))
    }

    /// Returns `true` if this slot is the first one of its position.
    pub fn is_first(&self, slot: u64) -> bool {
        let (larger, smaller) = self.sets(slot);
        let (_, column) = self.place(slot);
        self.first_column(larger, smaller, larger) == column
    }

    fn sets(&self, slot: u64) -> (u32, u32) {
        let (row, column) = self.place(slot);
        let larger = self.classes.representative(row);
        (larger, spread(self.columns.bits(column), ALL & !larger))
    }

    /// Returns `true` if the larger side is the side to move.
    pub(super) const fn rows_are_movers(&self) -> bool {
        self.counts.mover >= self.counts.other
    }

    /// Orders two sets so that the larger side's men come first, if `first` belongs to the side to
    /// move. The function is its own inverse.
    #[inline]
    pub(super) const fn by_size(&self, first: u32, second: u32) -> (u32, u32) {
        if self.rows_are_movers() { (first, second) } else { (second, first) }
    }
}

/// Location of the positions with one set of the larger side's men.
#[derive(Clone, Copy, Default)]
pub(super) struct IndexRow {
    pub(super) class: usize,
    symmetry: u8,
    beside: Pext,
}

/// A finder of rows, with data prepared for all of them.
pub(super) struct IndexRows<'a> {
    classes: &'a Classes,
    beside: Vec<Pext>,
}

impl IndexRows<'_> {
    /// Returns the row of a set of the larger side's men.
    #[inline]
    pub(super) fn row(&self, larger: u32) -> IndexRow {
        let (class, symmetry) = self.classes.find(larger);
        IndexRow { class, symmetry, beside: self.beside[class] }
    }
}
