// SPDX-License-Identifier: GPL-3.0-or-later
//! Values of a sector without a table, from the values of the two sectors that its moves lead to.

use std::path::Path;

use rayon::prelude::*;

use super::after::{After, SolvedValues, after_removal};
use super::row::{Mill, Reach, Row};
use crate::tablebase::file::TableFile;
use crate::tablebase::index::ABREAST;
use crate::tablebase::wdl::PER_BYTE;
use crate::tablebase::{Index, Kind, Sector, TableError, Wdl};

/// Returns the values of a sector, from its table or by looking ahead.
pub(super) fn load(folder: &Path, sector: Sector) -> Result<SolvedValues, TableError> {
    match read(folder, sector) {
        Err(error) if error.is_missing() && sector.is_looked_ahead() => {
            let removal = sector.after_removal().map(|sector| read(folder, sector)).transpose()?;
            let after = After { quiet: read(folder, sector.mirror())?, removal };
            let index = Index::new(sector);
            Ok(SolvedValues { packed: look_ahead(&after, Reach::with(sector.mover(), index.board)), index })
        }
        read => read,
    }
}

/// Fails if a sector cannot be loaded because a table is missing.
pub(super) fn look(folder: &Path, sector: Sector) -> Result<(), TableError> {
    let open = |sector: Sector| TableFile::open(folder, sector, Kind::Values).map(drop);
    match open(sector) {
        Err(error) if error.is_missing() && sector.is_looked_ahead() => {
            open(sector.mirror())?;
            sector.after_removal().map_or(Ok(()), open)
        }
        opened => opened,
    }
}

fn read(folder: &Path, sector: Sector) -> Result<SolvedValues, TableError> {
    let packed = TableFile::open(folder, sector, Kind::Values)?.all()?;
    Ok(SolvedValues { index: Index::new(sector), packed })
}

/// Returns the packed values of the positions whose moves, all by the smaller side, lead to the
/// positions of `after`.
fn look_ahead(after: &After, reach: Reach) -> Vec<u8> {
    let index = &after.quiet.index;
    let (rows, columns) = (index.classes.len(), index.columns.len());
    let mut packed = vec![0; (rows * columns).div_ceil(PER_BYTE)];
    packed.par_chunks_mut(columns).enumerate().for_each(|(group, bytes)| {
        let first = group * ABREAST;
        let height = ABREAST.min(rows - first);
        for row in first..first + height {
            for (column, value) in values(after, row, reach).into_iter().enumerate() {
                let slot = column * height + row - first;
                bytes[slot / PER_BYTE] |= value.bits() << (slot % PER_BYTE * 2);
            }
        }
    });
    packed
}

/// Returns the values of a row, by column.
fn values(after: &After, number: usize, reach: Reach) -> Vec<Wdl> {
    let index = &after.quiet.index;
    let larger = index.classes.representative(number);
    let row = Row::new(larger, reach);
    let closed = after_removal(larger, &row, index, after.removal.as_ref());
    let mut values = vec![Wdl::Loss; index.columns.len()];
    let mut lead_back = |set, mill, worth: Wdl| {
        if worth != Wdl::Loss {
            row.before(set, mill, |before| {
                let value = &mut values[index.columns.number(before)];
                *value = worth.max(*value);
            });
        }
    };
    for ((set, left), closed) in index.columns.iter().zip(after.quiet.worth(number)).zip(closed) {
        lead_back(set, Mill::None, left);
        lead_back(set, Mill::Closed, closed);
    }
    values
}
