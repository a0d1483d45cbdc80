// SPDX-License-Identifier: GPL-3.0-or-later
//! The number of a position within its sector.

use std::sync::Arc;

use rayon::prelude::*;

use super::men_count::MenCount;
use super::subsets::Subsets;
use super::symmetry::{Pext, Symmetries, compress, spread};
use super::symmetry_classes::Classes;
use super::{BoardKind, Sector};
use morris::{Board, PointSet};

const ALL: u32 = PointSet::ALL.bits();

/// So many rows lie side by side, the values of a column in one byte: neighboring rows are much
/// alike, which makes the packed tables a sixth smaller.
pub(super) const ABREAST: usize = super::wdl::PER_BYTE;

/// The positions with so many men of each side, numbered without gaps: one slot for each pair of a
/// set of the larger side's men, taken up to symmetry, and a set of the other side's men among the
/// points that are left.
///
/// The larger side is the one with more men, of equal ones the side to move. Every position has one
/// slot, which is that of its images under the symmetries, too. Where the larger side's men have a
/// symmetry of their own, a few slots stand for the same position (3 in 100 in all);
/// [`Index::slot`] gives the first of them, [`Index::is_first`] tells.
pub struct Index {
    pub(super) counts: MenCount,
    /// Whose moves lead from position to position; the numbering is the same on all.
    pub(super) board: &'static Board,
    pub(super) classes: Arc<Classes>,
    pub(super) columns: Arc<Subsets>,
    symmetries: Symmetries,
}

impl Index {
    /// The numbering of a sector.
    #[must_use]
    pub fn new(sector: Sector) -> Self {
        Self::on(sector.board_kind(), sector.into())
    }

    /// The numbering of the positions with so many men on the board of nine men's morris.
    pub(super) fn of(counts: MenCount) -> Self {
        Self::on(BoardKind::Plain, counts)
    }

    /// The numbering of the positions with so many men on a board.
    pub(super) fn on(board_kind: BoardKind, counts: MenCount) -> Self {
        Self {
            counts,
            board: board_kind.board(),
            classes: Classes::of(counts.larger()),
            columns: Subsets::beside(counts.larger(), counts.smaller()),
            symmetries: Symmetries::get(),
        }
    }

    /// How many slots there are.
    #[must_use]
    pub fn len(&self) -> u64 {
        (self.classes.len() * self.columns.len()) as u64
    }

    /// Never.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The slot of a position: of the men of the side to move and those of the other side, as many
    /// of each as the numbering is for.
    #[must_use]
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

    /// The slot of a row and a column.
    #[inline]
    pub(super) fn slot_at(&self, row: usize, column: usize) -> u64 {
        let (start, height) = self.abreast(row);
        (start + column * height) as u64
    }

    /// The row and the column of a slot.
    pub(super) fn place(&self, slot: u64) -> (usize, usize) {
        let slot = usize::try_from(slot).expect("a slot");
        let first = slot / (ABREAST * self.columns.len()) * ABREAST;
        let (_, height) = self.abreast(first);
        let within = slot - first * self.columns.len();
        (first + within % height, within / height)
    }

    /// The first slot of a row, and how far apart its slots are: at the end there may be fewer rows
    /// side by side.
    #[inline]
    pub(super) fn abreast(&self, row: usize) -> (usize, usize) {
        let first = row - row % ABREAST;
        (first * self.columns.len() + row % ABREAST, ABREAST.min(self.classes.len() - first))
    }

    /// The row of a set of the larger side's men: for many positions with these men.
    #[inline]
    pub(super) fn row(&self, larger: u32) -> IndexRow {
        let (class, symmetry) = self.classes.find(larger);
        IndexRow { class, symmetry, beside: self.beside(class) }
    }

    /// Presses together what stands beside a class.
    #[inline]
    fn beside(&self, class: usize) -> Pext {
        Pext::new(ALL & !self.classes.representative(class))
    }

    /// Finds rows as [`Index::row`] does, for very many sets of the larger side's men.
    pub(super) fn rows(&self) -> IndexRows<'_> {
        let beside = (0..self.classes.len()).into_par_iter().map(|class| self.beside(class)).collect();
        IndexRows { classes: &self.classes, beside }
    }

    /// A slot of the position with these men in a row; not always the first.
    #[inline]
    pub(super) fn slot_in(&self, row: &IndexRow, smaller: u32) -> u64 {
        self.slot_at(row.class, self.column_in(row, smaller))
    }

    /// A column of the position with these men in a row; not always the first.
    #[inline]
    pub(super) fn column_in(&self, row: &IndexRow, smaller: u32) -> usize {
        self.columns.number(row.beside.press(self.symmetries.map(row.symmetry, smaller)))
    }

    /// The lowest column among those that stand for the same position.
    fn first_column(&self, larger: u32, smaller: u32, representative: u32) -> usize {
        let symmetries = self.symmetries.between(larger, representative);
        let columns = symmetries.map(|symmetry| self.column(representative, self.symmetries.map(symmetry, smaller)));
        columns.min().expect("a representative is an image of its class")
    }

    /// The number of a set among those beside a representative.
    #[inline]
    fn column(&self, representative: u32, set: u32) -> usize {
        self.columns.number(compress(set, ALL & !representative))
    }

    /// The men of the side to move and those of the other side, in a slot less than [`Index::len`].
    #[must_use]
    pub fn men(&self, slot: u64) -> (PointSet, PointSet) {
        let (larger, smaller) = self.sets(slot);
        let (mover, other) = self.by_size(larger, smaller);
        (PointSet::from_bits(mover), PointSet::from_bits(other))
    }

    /// Whether this slot is the first of those that stand for its position.
    #[must_use]
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

    /// Whether the larger side is that to move.
    pub(super) const fn rows_are_movers(&self) -> bool {
        self.counts.mover >= self.counts.other
    }

    /// The first and the second, the larger one first if the first is that of the side to move; its
    /// own inverse.
    #[inline]
    pub(super) const fn by_size(&self, first: u32, second: u32) -> (u32, u32) {
        if self.rows_are_movers() { (first, second) } else { (second, first) }
    }
}

/// Where the positions with one set of the larger side's men are.
#[derive(Clone, Copy, Default)]
pub(super) struct IndexRow {
    pub(super) class: usize,
    symmetry: u8,
    beside: Pext,
}

/// What finds rows, made ready for all of them.
pub(super) struct IndexRows<'a> {
    classes: &'a Classes,
    beside: Vec<Pext>,
}

impl IndexRows<'_> {
    /// The row of a set of the larger side's men.
    #[inline]
    pub(super) fn row(&self, larger: u32) -> IndexRow {
        let (class, symmetry) = self.classes.find(larger);
        IndexRow { class, symmetry, beside: self.beside[class] }
    }
}
