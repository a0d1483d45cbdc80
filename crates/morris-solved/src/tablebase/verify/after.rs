// SPDX-License-Identifier: GPL-3.0-or-later
//! Values that the proof needs, from their tables or, if a table is optional, computed from other
//! tables.

use std::path::Path;

use rayon::prelude::*;

use super::row;
use super::table::{AfterMove, Table};
use crate::tablebase::file::{Kind, TableError, TableFile};
use crate::tablebase::index::ABREAST;
use crate::tablebase::look_ahead::{LookUp, MoveKind, look_ahead};
use crate::tablebase::men_count::MenCount;
use crate::tablebase::{Index, Sector, TableId, Wdl, wdl};
use morris::PointSet;

/// Loads the values of a sector, and its distances if they exist.
pub(super) fn load_sector(folder: &Path, sector: Sector) -> Result<Table, TableError> {
    load(folder, sector.into(), sector.into())?.with_distances(folder, sector)
}

/// Loads the values of the positions with these numbers of men.
pub(super) fn load(folder: &Path, subject: TableId, men: MenCount) -> Result<Table, TableError> {
    match FewValues::load(folder, subject, men)? {
        FewValues::Table(table) => Ok(table),
        FewValues::Missing(_, after) => derive(folder, subject, men, &after),
    }
}

/// Returns `true` if the table is optional, because all moves lead to other tables.
fn can_follow(subject: TableId) -> bool {
    subject.sector().is_none_or(Sector::is_looked_ahead)
}

fn derive(folder: &Path, subject: TableId, men: MenCount, after: &After) -> Result<Table, TableError> {
    let index = Index::on(subject.board_kind(), men);
    let (rows, columns) = (index.classes.len(), index.columns.len());
    let mut values = vec![0; (rows * columns).div_ceil(wdl::PER_BYTE)];
    values.par_chunks_mut(columns).enumerate().for_each(|(group, bytes)| {
        let first = group * ABREAST;
        let start = index.slot_at(first, 0);
        for row in first..rows.min(first + ABREAST) {
            for (column, value) in row::values(&index, &after.moves(), row).into_iter().enumerate() {
                let slot = (index.slot_at(row, column) - start) as usize;
                bytes[slot / wdl::PER_BYTE] |= value.bits() << (slot % wdl::PER_BYTE * 2);
            }
        }
    });
    let summary = match subject {
        TableId::Sector(sector) => TableFile::open(folder, sector.mirror(), Kind::Values)?.mirror_summary(),
        TableId::Placing(_) => None,
    };
    Ok(Table::following(index, values, summary.unwrap_or_default()))
}

/// Values of the positions with some numbers of men, for a proof that needs few of them.
pub(super) enum FewValues {
    Table(Table),
    /// The table is missing. Each value is computed when it is needed.
    Missing(Index, Box<After>),
}

impl FewValues {
    /// Loads the values of the positions with these numbers of men.
    pub(super) fn load(folder: &Path, subject: TableId, men: MenCount) -> Result<Self, TableError> {
        match Table::read(folder, subject, men) {
            Err(error) if error.is_missing() && can_follow(subject) => {
                match After::load(folder, subject, men, Table::read) {
                    // If the tables to compute from are missing as well, reports the table itself
                    // as missing.
                    Err(next) if next.is_missing() => Err(error),
                    after => Ok(Self::Missing(Index::on(subject.board_kind(), men), Box::new(after?))),
                }
            }
            read => read.map(Self::Table),
        }
    }
}

impl LookUp for FewValues {
    fn index(&self) -> &Index {
        match self {
            Self::Table(table) => table.index(),
            Self::Missing(index, _) => index,
        }
    }

    fn value(&self, slot: u64) -> Option<Wdl> {
        match self {
            Self::Table(table) => LookUp::value(table, slot),
            Self::Missing(index, after) => after.value(index.men(slot).into()),
        }
    }
}

impl LookUp for Table {
    fn index(&self) -> &Index {
        &self.index
    }

    fn value(&self, slot: u64) -> Option<Wdl> {
        Some(Self::value(self, slot))
    }
}

/// Positions after the moves of a side, in tables of a type.
pub(super) struct After<T = Table> {
    kind: MoveKind,
    quiet: T,
    removal: Option<T>,
}

impl<T: LookUp> After<T> {
    /// Loads the positions after the moves from positions with these numbers of men. `load` loads
    /// each of the two tables.
    pub(super) fn load(
        folder: &Path,
        subject: TableId,
        men: MenCount,
        load: impl Fn(&Path, TableId, MenCount) -> Result<T, TableError>,
    ) -> Result<Self, TableError> {
        let (kind, placed) = match subject {
            TableId::Sector(_) => (MoveKind::Move, 0),
            TableId::Placing(_) => (MoveKind::Placement, 1),
        };
        let after = |men| subject.after_move(men).map(|next| load(folder, next, men)).transpose();
        let quiet = MenCount { mover: men.other, other: men.mover + placed };
        let removal = quiet.one_less().map_or(Ok(None), after)?;
        Ok(Self { kind, quiet: after(quiet)?.expect("a move leads to positions of the game"), removal })
    }

    /// Returns the value of a position from the positions after its moves, one by one. Returns
    /// `None` if that is not possible.
    pub(super) fn value(&self, men: [PointSet; 2]) -> Option<Wdl> {
        look_ahead(men, self.kind, &self.quiet, self.removal.as_ref())
    }
}

impl After {
    pub(super) fn moves(&self) -> AfterMove<'_> {
        AfterMove { kind: self.kind, quiet: &self.quiet, removal: self.removal.as_ref() }
    }
}
