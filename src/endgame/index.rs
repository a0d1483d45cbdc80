// SPDX-License-Identifier: GPL-3.0-or-later
//! The number of a position within its sector.

use std::sync::Arc;

use super::Sector;
use super::classes::Classes;
use super::subsets::Subsets;
use super::symmetry::{Press, Symmetries, compress, spread};
use crate::game::{POINTS, PointSet};

const ALL: u32 = PointSet::ALL.bits();

/// The positions of a sector, numbered without gaps: one slot for each pair of a set of the larger side's men, taken up
/// to symmetry, and a set of the other side's men among the points that are left.
///
/// The larger side is the one with more men, of equal ones the side to move. Every position has one slot, which is
/// that of its images under the symmetries, too. Where the larger side's men have a symmetry of their own, a few slots
/// stand for the same position (3 in 100 in all); [`Index::slot`] gives the first of them, [`Index::is_first`] tells.
pub struct Index {
    sector: Sector,
    pub(super) classes: Arc<Classes>,
    pub(super) columns: Subsets,
    symmetries: Symmetries,
}

impl Index {
    /// The numbering of a sector.
    #[must_use]
    pub fn new(sector: Sector) -> Self {
        let larger = sector.mover().max(sector.other());
        Self {
            sector,
            classes: Classes::of(larger),
            columns: Subsets::new(POINTS as u8 - larger, sector.mover().min(sector.other())),
            symmetries: Symmetries::get(),
        }
    }

    /// The sector.
    #[must_use]
    pub const fn sector(&self) -> Sector {
        self.sector
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

    /// The slot of a position: of the men of the side to move and those of the other side, as many of each as the
    /// sector has.
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
        (class * self.columns.len() + column) as u64
    }

    /// The row of a set of the larger side's men: for many positions with these men.
    #[inline]
    pub(super) fn row(&self, larger: u32) -> IndexRow {
        let (class, symmetry) = self.classes.find(larger);
        let beside = Press::new(ALL & !self.classes.representative(class));
        IndexRow { start: (class * self.columns.len()) as u64, symmetry, beside }
    }

    /// A slot of the position with these men in a row; not always the first.
    #[inline]
    pub(super) fn slot_in(&self, row: &IndexRow, smaller: u32) -> u64 {
        row.start + self.columns.number(row.beside.press(self.symmetries.map(row.symmetry, smaller))) as u64
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
        let column = slot as usize % self.columns.len();
        self.first_column(larger, smaller, larger) == column
    }

    fn sets(&self, slot: u64) -> (u32, u32) {
        let slot = usize::try_from(slot).expect("a slot");
        let larger = self.classes.representative(slot / self.columns.len());
        (larger, spread(self.columns.bits(slot % self.columns.len()), ALL & !larger))
    }

    /// The first and the second, the larger one first if the first is that of the side to move; its own inverse.
    #[inline]
    pub(super) const fn by_size(&self, first: u32, second: u32) -> (u32, u32) {
        if self.sector.mover() >= self.sector.other() { (first, second) } else { (second, first) }
    }
}

/// Where the positions with one set of the larger side's men are.
#[derive(Clone, Copy, Default)]
pub(super) struct IndexRow {
    start: u64,
    symmetry: u8,
    beside: Press,
}
