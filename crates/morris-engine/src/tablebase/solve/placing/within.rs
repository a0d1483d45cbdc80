// SPDX-License-Identifier: GPL-3.0-or-later
//! The smaller side places: within a row.

use super::super::row::{Carrier, Row, for_each_bit};
use super::super::seed::{SolvedValues, removable};
use super::part::After;
use crate::tablebase::symmetry::spread;
use crate::tablebase::{Index, Wdl};
use morris::PointSet;

/// The values of a row, by column.
pub(super) fn within(index: &Index, after: &After, number: usize) -> Vec<Wdl> {
    let larger = index.classes.representative(number);
    let row = Row::of_lines(larger);
    let columns = &after.quiet.index.columns;
    let quiet: Vec<_> = (0..columns.len()).map(|column| after.quiet.value(number, column).opposite()).collect();
    let closed = after_removal(larger, &row, after);
    let all = (1 << row.count) - 1;
    let worth = |set: u32| {
        let mut best = Wdl::Loss;
        for_each_bit(all & !set, |to| {
            if best != Wdl::Win {
                let column = columns.number(set | 1 << to);
                best = best.max(if row.in_mill(set, to) { closed[column] } else { quiet[column] });
            }
        });
        best
    };
    index.columns.iter().map(worth).collect()
}

/// What it is worth to remove one of the larger side's men, by column; only where there is a mill.
fn after_removal(larger: u32, row: &Row, after: &After) -> Vec<Wdl> {
    let columns = &after.quiet.index.columns;
    let mut values = vec![Wdl::Loss; columns.len()];
    let mills: Vec<_> = columns.iter().enumerate().filter(|&(_, set)| row.has_mill(set)).collect();
    match &after.removal {
        None => mills.iter().for_each(|&(column, _)| values[column] = Wdl::Win),
        Some(solved) if solved.index.rows_are_movers() => remove_across(larger, row, solved, &mills, &mut values),
        Some(solved) => remove_turned(larger, solved, &mills, &mut values),
    }
    values
}

/// The larger side is still the larger one: whole rows are carried to whole rows.
fn remove_across(larger: u32, row: &Row, solved: &SolvedValues, mills: &[(usize, u32)], values: &mut [Wdl]) {
    for man in removable(larger) {
        let rest = larger & !man.set().bits();
        let (class, symmetry) = solved.index.classes.find(rest);
        let image = solved.index.classes.representative(class);
        let carrier = Carrier::new(larger, symmetry, image).with_tables(row.count);
        for &(column, set) in mills {
            if values[column] != Wdl::Win {
                let left = solved.value(class, solved.index.columns.number(carrier.map(set)));
                values[column] = values[column].max(left.opposite());
            }
        }
    }
}

/// The sides change their parts: the rows are those of the side that has just placed.
fn remove_turned(larger: u32, solved: &SolvedValues, mills: &[(usize, u32)], values: &mut [Wdl]) {
    let removable: Vec<_> = removable(larger).map(|man| larger & !man.set().bits()).collect();
    for &(column, set) in mills {
        let row = solved.index.row(spread(set, PointSet::ALL.bits() & !larger));
        let mut best = Wdl::Loss;
        for &rest in &removable {
            best = best.max(solved.at(solved.index.slot_in(&row, rest)).opposite());
            if best == Wdl::Win {
                break;
            }
        }
        values[column] = best;
    }
}
