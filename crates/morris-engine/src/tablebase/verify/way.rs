// SPDX-License-Identifier: GPL-3.0-or-later
//! From all positions of a row to those after one and the same move of the larger side, or one loss.

use super::Table;
use super::beside::Beside;
use crate::tablebase::Wdl;
use crate::tablebase::symmetry::{Pext, Symmetries};
use morris::PointSet;

/// How the positions of a row get to the row of another set of the larger side's men.
pub(super) struct Way<'a> {
    table: &'a Table,
    start: usize,
    step: usize,
    /// The points where no man of the smaller side may stand.
    pub(super) blocked: u32,
    /// What becomes of the men on the lower half of the points, and of those on the upper half.
    low: Vec<u32>,
    high: Vec<u32>,
    half: usize,
}

impl<'a> Way<'a> {
    /// The way to a row of a table, whose larger side has these men.
    pub(super) fn new(beside: &Beside, table: &'a Table, larger: PointSet) -> Self {
        let (row, symmetry) = table.index.classes.find(larger.bits());
        let (start, step) = table.index.abreast(row);
        let press = Pext::new(PointSet::ALL.bits() & !table.index.classes.representative(row));
        let image = |point: PointSet| press.press(Symmetries::get().map(symmetry, point.bits()));
        let images: Vec<_> = beside.points().map(|point| image(point.set() - larger)).collect();
        let blocked = (0..).zip(&images).filter(|(_, image)| **image == 0).map(|(number, _)| 1 << number).sum();
        let half = images.len().div_ceil(2);
        Self { table, start, step, blocked, low: unions(&images[..half]), high: unions(&images[half..]), half }
    }

    /// The value, to the other side, of the position that these men of the smaller side get to.
    #[inline]
    pub(super) fn value_before(&self, set: u32) -> Wdl {
        let image = self.low[(set & ((1 << self.half) - 1)) as usize] | self.high[(set >> self.half) as usize];
        let column = self.table.index.columns.number(image);
        self.table.value_before((self.start + column * self.step) as u64)
    }
}

/// The union of each choice of some sets.
fn unions(sets: &[u32]) -> Vec<u32> {
    let mut unions = vec![0];
    for set in sets {
        unions.extend_from_within(..);
        let half = unions.len() / 2;
        unions[half..].iter_mut().for_each(|union| *union |= set);
    }
    unions
}
