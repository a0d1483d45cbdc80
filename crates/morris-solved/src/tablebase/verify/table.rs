// SPDX-License-Identifier: GPL-3.0-or-later
//! Unpacked values of positions with given numbers of men, and fast lookup of many of them.

use std::path::Path;

use super::error::Worth;
use crate::tablebase::file::{Kind, Summary, TableError, TableFile};
use crate::tablebase::index::IndexRow;
use crate::tablebase::look_ahead::MoveKind;
use crate::tablebase::men_count::MenCount;
use crate::tablebase::wdl::{self, Wdl};
use crate::tablebase::{Index, Sector, TableId};
use morris::PointSet;

/// Unpacked values of positions with given numbers of men.
pub(super) struct Table {
    pub(super) index: Index,
    pub(super) summary: Summary,
    /// Whether the values have no table but are computed from others.
    pub(super) follows: bool,
    values: Vec<u8>,
    /// Distances, or `None` if they have no table.
    distances: Option<Vec<u8>>,
}

impl Table {
    /// Reads the values of positions with these numbers of men from their table.
    pub(super) fn read(folder: &Path, subject: TableId, men: MenCount) -> Result<Self, TableError> {
        Self::of_file(&TableFile::open(folder, subject, Kind::Values)?, men)
    }

    /// Reads the values of positions with these numbers of men from an open table.
    pub(super) fn of_file(file: &TableFile, men: MenCount) -> Result<Self, TableError> {
        let subject = file.subject();
        let start = subject.part(men).map_or(0, |part| part.start);
        let values = file.range(start, men.slots())?;
        Ok(Self {
            index: Index::on(subject.board_kind(), men),
            summary: file.summary(),
            follows: false,
            values,
            distances: None,
        })
    }

    /// Creates a table from packed values that have no file. `summary` comes from the table of the
    /// mirror.
    pub(super) fn following(index: Index, values: Vec<u8>, summary: Summary) -> Self {
        Self { index, summary, follows: true, values, distances: None }
    }

    /// Adds the distances of a sector, if they exist.
    pub(super) fn with_distances(self, folder: &Path, sector: Sector) -> Result<Self, TableError> {
        let distances = match TableFile::open(folder, sector, Kind::Distances) {
            Ok(file) => Some(file.all()?),
            Err(error) if error.is_missing() => None,
            Err(error) => return Err(error),
        };
        Ok(Self { distances, ..self })
    }

    #[cfg(test)]
    pub(super) fn made_up(index: Index, values: Vec<u8>) -> Self {
        Self { index, summary: Summary::default(), follows: false, values, distances: None }
    }

    pub(super) fn has_distances(&self) -> bool {
        self.distances.is_some()
    }

    #[inline]
    pub(super) fn value(&self, slot: u64) -> Wdl {
        wdl::unpack(&self.values, slot as usize)
    }

    /// Returns the value for the side that made the move to this slot.
    #[inline]
    pub(super) fn value_before(&self, slot: u64) -> Wdl {
        self.value(slot).opposite()
    }

    pub(super) fn worth(&self, slot: u64) -> Worth {
        let value = self.value(slot);
        let distance = self.distances.as_ref().map(|distances| distances[slot as usize]);
        Worth { value, distance: distance.filter(|_| value != Wdl::Draw) }
    }
}

/// Number of cached rows.
const PLACES: usize = 1 << 8;

/// Cache of the rows of a table's index that were looked up last. Moves from neighboring slots lead
/// to few rows.
pub(super) struct Rows(Vec<(u32, IndexRow)>);

impl Rows {
    pub(super) fn new() -> Self {
        Self(vec![(0, IndexRow::default()); PLACES])
    }

    /// Returns the value of a position in the table.
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

/// Tables of the positions after a move.
pub(super) struct AfterMove<'a> {
    pub(super) kind: MoveKind,
    pub(super) quiet: &'a Table,
    /// Positions after a removal. `None` if it leaves the other side with too few men.
    pub(super) removal: Option<&'a Table>,
}
