// SPDX-License-Identifier: GPL-3.0-or-later
//! The larger side places: from a row to the rows with one man more.

use super::super::pair::TABLE_FROM;
use super::super::row::{Carrier, Row, for_each_bit};
use super::super::seed::SolvedValues;
use super::part::After;
use crate::tablebase::{Index, Wdl};
use morris::{PLAIN_24, Point, PointSet};

/// A set of the smaller side's men that is not yet known to be a win.
type Open = Vec<(usize, u32)>;

/// The values of a row, by column.
pub(super) fn across(index: &Index, after: &After, row: usize) -> Vec<Wdl> {
    let men = PointSet::from_bits(index.classes.representative(row));
    let mut values = vec![Wdl::Loss; index.columns.len()];
    let mut open: Open = index.columns.iter().enumerate().collect();
    // What closes a mill is best more often: then there is less to do for the others.
    let (closing, quiet): (Vec<_>, Vec<_>) = (PointSet::ALL - men).partition(|&to| PLAIN_24.in_mill(men, to));
    for to in closing {
        close(men, to, after, &mut values, &mut open);
    }
    for to in quiet {
        let solved = &after.quiet;
        let (target, carrier) = place(men, to, solved, open.len());
        improve(&carrier, &mut values, &mut open, |image| {
            solved.value(target, solved.index.columns.number(image)).opposite()
        });
    }
    values
}

/// A placement that closes a mill, with the best removal.
fn close(men: PointSet, to: Point, after: &After, values: &mut [Wdl], open: &mut Open) {
    let (target, carrier) = place(men, to, &after.quiet, open.len());
    let Some(solved) = &after.removal else {
        return improve(&carrier, values, open, |_| Wdl::Win);
    };
    let row = Row::of_lines(after.quiet.index.classes.representative(target));
    improve(&carrier, values, open, |image| {
        let mut best = Wdl::Loss;
        for_each_bit(row.removable(image), |man| {
            if best != Wdl::Win {
                let left = solved.value(target, solved.index.columns.number(image & !(1 << man)));
                best = best.max(left.opposite());
            }
        });
        best
    });
}

/// The row that a placement leads to, and how it carries the smaller side's men there.
fn place(men: PointSet, to: Point, solved: &SolvedValues, sets: usize) -> (usize, Carrier) {
    let (target, symmetry) = solved.index.classes.find((men | to.set()).bits());
    let carrier = Carrier::new(men.bits(), symmetry, solved.index.classes.representative(target));
    (target, if sets >= TABLE_FROM { carrier.with_tables((PointSet::ALL - men).len()) } else { carrier })
}

/// Takes what a placement is worth into account, where the point is empty.
#[inline]
fn improve(carrier: &Carrier, values: &mut [Wdl], open: &mut Open, worth: impl Fn(u32) -> Wdl) {
    let (blocked, has_tables) = (carrier.blocked(), carrier.has_tables());
    open.retain(|&(column, set)| {
        if set & blocked == 0 {
            let image = if has_tables { carrier.map(set) } else { carrier.map_points(set) };
            values[column] = values[column].max(worth(image));
        }
        values[column] != Wdl::Win
    });
}
