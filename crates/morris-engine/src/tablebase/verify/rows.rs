// SPDX-License-Identifier: GPL-3.0-or-later
//! Looking up many positions that share one side's men.

use super::{Table, Worth};
use crate::tablebase::index::IndexRow;
use morris::PointSet;

/// How many rows are remembered.
const PLACES: usize = 1 << 8;

/// The rows of a table's index that were looked up last. The moves from neighbouring slots lead to few rows.
pub(super) struct Rows(Vec<(u32, IndexRow)>);

impl Rows {
    pub(super) fn new() -> Self {
        Self(vec![(0, IndexRow::default()); PLACES])
    }

    /// What the table says of a position.
    #[inline]
    pub(super) fn worth(&mut self, table: &Table, mover: PointSet, other: PointSet) -> Worth {
        let (larger, smaller) = table.index.by_size(mover.bits(), other.bits());
        // Fibonacci hashing.
        let (known, row) = &mut self.0[(larger.wrapping_mul(0x9e37_79b9) >> 24) as usize % PLACES];
        if *known != larger {
            (*known, *row) = (larger, table.index.row(larger));
        }
        table.worth(table.index.slot_in(row, smaller))
    }
}
