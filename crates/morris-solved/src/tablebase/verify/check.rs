// SPDX-License-Identifier: GPL-3.0-or-later
//! Proof of a sector from the sectors that its moves lead to, and of a ply of the placing phase
//! from the next ply or the sectors, row by row.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use super::after::{self, After};
use super::error::{VerifyError, Worth, counted, or_stopped};
use super::row::values;
use super::single_position;
use super::table::{AfterMove, Rows, Table};
use crate::tablebase::file::{Kind, Summary, TableFile};
use crate::tablebase::look_ahead::MoveKind;
use crate::tablebase::{PlacingPly, Sector, TableId, Wdl};
use morris::{Arrangement, ByColor, Color, PointSet};

/// Approximate number of slots checked between two checks for cancellation.
const AT_A_TIME: usize = 1 << 20;

/// Positions with given numbers of men, and the positions after their moves.
struct Check<'a> {
    subject: TableId,
    table: &'a Table,
    after: AfterMove<'a>,
}

impl Check<'_> {
    /// Checks every slot, and counts the positions.
    fn check(&self, mut report: impl FnMut(u64) -> ControlFlow<()>) -> Result<Summary, VerifyError> {
        let (rows, columns) = (self.table.index.classes.len(), self.table.index.columns.len());
        let portion = AT_A_TIME.div_ceil(columns);
        let mut found = Summary::default();
        for start in (0..rows).step_by(portion) {
            or_stopped(report((start * columns) as u64))?;
            let part = (start..rows.min(start + portion)).into_par_iter().map(|row| self.check_row(row));
            found = found + part.try_reduce(Summary::default, |a, b| Ok(a + b))?;
        }
        Ok(found)
    }

    fn check_row(&self, row: usize) -> Result<Summary, VerifyError> {
        let index = &self.table.index;
        let slots = (0..index.columns.len()).map(|column| index.slot_at(row, column));
        let expected = if self.table.follows && !self.table.has_distances() { None } else { Some(self.expected(row)) };
        let is_symmetric = index.classes.is_symmetric(row);
        let mut summary = Summary::default();
        for (column, slot) in slots.enumerate() {
            let found = self.table.worth(slot);
            // Values without distances that follow from other tables were computed in the same way
            // as the expected ones would be.
            let expected = expected.as_ref().map_or(found, |expected| expected[column]);
            if found != expected {
                return Err(wrong(self.subject, index.men(slot).into(), found, expected));
            }
            if !is_symmetric || index.is_first(slot) {
                summary = summary + counted(found);
            }
        }
        Ok(summary)
    }

    /// Returns the values of a row that follow from the moves, by column.
    fn expected(&self, row: usize) -> Vec<Worth> {
        let index = &self.table.index;
        // No man can move, but a full board is a draw.
        if self.subject.sector().is_some_and(Sector::is_full) {
            return vec![Worth { value: Wdl::Draw, distance: None }; index.columns.len()];
        }
        if !self.table.has_distances() {
            return values(index, &self.after, row).into_iter().map(|value| Worth { value, distance: None }).collect();
        }
        let [mut quiet, mut removal] = [Rows::new(), Rows::new()];
        let slots = (0..index.columns.len()).map(|column| index.slot_at(row, column));
        let men = slots.map(|slot| index.men(slot));
        men.map(|(mover, other)| single_position::worth(&self.after, [mover, other], &mut quiet, &mut removal))
            .collect()
    }
}

pub(super) fn wrong(subject: TableId, [mover, other]: [PointSet; 2], found: Worth, expected: Worth) -> VerifyError {
    let (men, hand) = (ByColor { white: mover, black: other }, ByColor { white: 0, black: 0 });
    let position = Arrangement::new(men, hand, Color::White);
    let position = subject.ply().map_or(position, |ply| arrangement(ply, [mover, other]));
    VerifyError::Wrong { subject, position: Box::new(position), found, expected }
}

/// Tables that the proof currently needs.
pub(super) struct Sectors {
    folder: PathBuf,
    tables: HashMap<Sector, Table>,
}

impl Sectors {
    /// Creates the set of tables of a folder.
    pub(super) fn new(folder: PathBuf) -> Self {
        Self { folder, tables: HashMap::new() }
    }

    /// Checks every slot of a sector, and the header of its table.
    pub(super) fn check(
        &mut self,
        sector: Sector,
        report: impl FnMut(u64) -> ControlFlow<()>,
    ) -> Result<(), VerifyError> {
        self.load(sector)?;
        let table = &self.tables[&sector];
        let removal = sector.after_removal().map(|sector| &self.tables[&sector]);
        let after = AfterMove { kind: MoveKind::Move, quiet: &self.tables[&sector.mirror()], removal };
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

    /// Loads the tables that a sector needs, and drops the others.
    fn load(&mut self, sector: Sector) -> Result<(), VerifyError> {
        let needed = [Some(sector), Some(sector.mirror()), sector.after_removal()];
        self.tables.retain(|sector, _| needed.contains(&Some(*sector)));
        for missing in needed.into_iter().flatten() {
            if !self.tables.contains_key(&missing) {
                let table = after::load_sector(&self.folder, missing).map_err(|error| match error.is_missing() {
                    true => VerifyError::Missing { sector, missing },
                    false => error.into(),
                })?;
                self.tables.insert(missing, table);
            }
        }
        Ok(())
    }
}

/// Returns `true` if the positions after the moves of `subject` have a table or follow from other
/// tables. A missing sector is only detected when it is needed.
pub(super) fn can_be_checked(subject: TableId, there: &[TableId]) -> bool {
    let Some(ply) = subject.ply() else { return true };
    let is_there = |next: Option<PlacingPly>| match next {
        Some(next) => there.contains(&next.into()),
        None => ply.game().sectors().all(|sector| sector.is_looked_ahead() || there.contains(&sector.into())),
    };
    is_there(ply.next()) || ply.next().is_some_and(|next| is_there(next.next()))
}

/// Checks every slot of a ply, and the header of its table.
pub(super) fn check_ply(
    folder: &Path,
    ply: PlacingPly,
    report: &mut impl FnMut(u64) -> ControlFlow<()>,
) -> Result<(), VerifyError> {
    let mut found = Summary::default();
    for part in ply.parts() {
        let table = Table::read(folder, ply.into(), part.men)?;
        let after = After::load(folder, ply.into(), part.men, after::load)?;
        let check = Check { subject: ply.into(), table: &table, after: after.moves() };
        found = found + check.check(|slot| report(part.start + slot))?;
    }
    let head = TableFile::open(folder, ply, Kind::Values)?.summary();
    if found != head || found.positions != ply.positions() {
        return Err(VerifyError::Summary { subject: ply.into(), found: head, expected: found });
    }
    Ok(())
}

/// Returns the position of a ply with these men of the side to move and of the other side.
fn arrangement(ply: PlacingPly, [mover, other]: [PointSet; 2]) -> Arrangement {
    let side = if ply.placements() % 2 == 0 { Color::White } else { Color::Black };
    let by_color = |mover, other| match side {
        Color::White => ByColor { white: mover, black: other },
        Color::Black => ByColor { white: other, black: mover },
    };
    let hand = ply.hand();
    let hand = match side {
        Color::White => ByColor { white: hand.mover, black: hand.other },
        Color::Black => ByColor { white: hand.other, black: hand.mover },
    };
    Arrangement::new(by_color(mover, other), hand, side)
}
