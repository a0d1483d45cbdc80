// SPDX-License-Identifier: GPL-3.0-or-later
//! The values of positions with so many men, unpacked.

use std::path::Path;

use super::Worth;
use crate::tablebase::file::{Kind, Summary, TableError, TableFile};
use crate::tablebase::ply::MenBlock;
use crate::tablebase::value::{self, Wdl};
use crate::tablebase::{Index, Sector, TableId};

/// The values of positions with so many men, unpacked.
pub(super) struct Table {
    pub(super) index: Index,
    pub(super) summary: Summary,
    values: Vec<u8>,
    /// `None` if there is no table of them.
    distances: Option<Vec<u8>>,
}

impl Table {
    /// A sector.
    pub(super) fn load(folder: &Path, sector: Sector) -> Result<Self, TableError> {
        let distances = match TableFile::open(folder, sector, Kind::Distances) {
            Ok(file) => Some(file.all()?),
            Err(error) if error.is_missing() => None,
            Err(error) => return Err(error),
        };
        let part = MenBlock { men: sector.into(), start: 0 };
        Ok(Self { distances, ..Self::load_part(folder, sector.into(), part)? })
    }

    /// MenBlock of the values of a subject.
    pub(super) fn load_part(folder: &Path, subject: TableId, part: MenBlock) -> Result<Self, TableError> {
        let file = TableFile::open(folder, subject, Kind::Values)?;
        let values = file.range(part.start, part.men.slots())?;
        Ok(Self { index: Index::of(part.men), summary: file.summary(), values, distances: None })
    }

    #[cfg(test)]
    pub(super) fn made_up(index: Index, values: Vec<u8>) -> Self {
        Self { index, summary: Summary::default(), values, distances: None }
    }

    pub(super) fn has_distances(&self) -> bool {
        self.distances.is_some()
    }

    #[inline]
    pub(super) fn value(&self, slot: u64) -> Wdl {
        value::unpack(&self.values, slot as usize)
    }

    /// The value to the side that made the move that led to a slot.
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
