// SPDX-License-Identifier: GPL-3.0-or-later
//! The proof of the positions with so many men, row by row.

use std::ops::ControlFlow;

use rayon::prelude::*;

use super::row::{After, values};
use super::rows::Rows;
use super::{Summary, Table, VerifyError, Worth, add, counted, or_stopped, turn_by_turn, wrong};
use crate::tablebase::TableId;

/// About so many slots are checked before it is asked whether to go on.
const AT_A_TIME: usize = 1 << 20;

/// The positions with so many men, and what their turns lead to.
pub(super) struct Check<'a> {
    pub(super) subject: TableId,
    pub(super) table: &'a Table,
    pub(super) after: After<'a>,
}

impl Check<'_> {
    /// Checks every slot, and counts the positions.
    pub(super) fn check(&self, mut report: impl FnMut(u64) -> ControlFlow<()>) -> Result<Summary, VerifyError> {
        let (rows, columns) = (self.table.index.classes.len(), self.table.index.columns.len());
        let portion = AT_A_TIME.div_ceil(columns);
        let mut found = Summary::default();
        for start in (0..rows).step_by(portion) {
            or_stopped(report((start * columns) as u64))?;
            let part = (start..rows.min(start + portion)).into_par_iter().map(|row| self.check_row(row));
            found = add(found, part.try_reduce(Summary::default, |a, b| Ok(add(a, b)))?);
        }
        Ok(found)
    }

    fn check_row(&self, row: usize) -> Result<Summary, VerifyError> {
        let index = &self.table.index;
        let slots = (0..index.columns.len()).map(|column| index.slot_at(row, column));
        let expected = self.expected(row);
        let is_symmetric = index.classes.is_symmetric(row);
        let mut summary = Summary::default();
        for (slot, expected) in slots.zip(expected) {
            let found = self.table.worth(slot);
            if found != expected {
                return Err(wrong(self.subject, index.men(slot).into(), found, expected));
            }
            if !is_symmetric || index.is_first(slot) {
                summary = add(summary, counted(found));
            }
        }
        Ok(summary)
    }

    /// What the moves say of a row, by column.
    fn expected(&self, row: usize) -> Vec<Worth> {
        let index = &self.table.index;
        if !self.table.has_distances() {
            return values(index, &self.after, row).into_iter().map(|value| Worth { value, distance: None }).collect();
        }
        let [mut quiet, mut removal] = [Rows::new(), Rows::new()];
        let slots = (0..index.columns.len()).map(|column| index.slot_at(row, column));
        let men = slots.map(|slot| index.men(slot));
        men.map(|(mover, other)| turn_by_turn::worth(&self.after, [mover, other], &mut quiet, &mut removal)).collect()
    }
}
