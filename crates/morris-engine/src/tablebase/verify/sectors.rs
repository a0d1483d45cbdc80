// SPDX-License-Identifier: GPL-3.0-or-later
//! The proof of a sector, from those that its turns lead to.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::path::PathBuf;

use super::check::Check;
use super::row::{After, Turn};
use super::{Summary, Table, VerifyError};
use crate::tablebase::Sector;

/// The tables that the proof needs just now.
pub(super) struct Sectors {
    folder: PathBuf,
    tables: HashMap<Sector, Table>,
}

impl Sectors {
    /// Those in a folder.
    pub(super) fn new(folder: PathBuf) -> Self {
        Self { folder, tables: HashMap::new() }
    }

    /// Checks every slot of a sector, and the head of its table.
    pub(super) fn check(
        &mut self,
        sector: Sector,
        report: impl FnMut(u64) -> ControlFlow<()>,
    ) -> Result<(), VerifyError> {
        self.load(sector)?;
        let table = &self.tables[&sector];
        let removal = after_removal(sector).map(|sector| &self.tables[&sector]);
        let after = After { mv: Turn::Move, quiet: &self.tables[&sector.mirror()], removal };
        let found = Check { subject: sector.into(), table, after }.check(report)?;
        let head = table.summary;
        let expected = match table.has_distances() {
            true => found,
            false => Summary { longest_win: head.longest_win, longest_loss: head.longest_loss, ..found },
        };
        if expected != head || expected.positions != sector.positions() {
            return Err(VerifyError::Summary { subject: sector.into(), found: head, expected });
        }
        Ok(())
    }

    /// Loads what a sector needs, and drops the rest.
    fn load(&mut self, sector: Sector) -> Result<(), VerifyError> {
        let needed = [Some(sector), Some(sector.mirror()), after_removal(sector)];
        self.tables.retain(|sector, _| needed.contains(&Some(*sector)));
        for missing in needed.into_iter().flatten() {
            if !self.tables.contains_key(&missing) {
                let table = Table::load(&self.folder, missing).map_err(|error| match error.is_missing() {
                    true => VerifyError::Missing { sector, missing },
                    false => error.into(),
                })?;
                self.tables.insert(missing, table);
            }
        }
        Ok(())
    }
}

/// The sector that removals lead to; `None` if two men have lost.
fn after_removal(sector: Sector) -> Option<Sector> {
    Sector::new(sector.other() - 1, sector.mover())
}
