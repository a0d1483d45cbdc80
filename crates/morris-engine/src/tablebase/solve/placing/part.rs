// SPDX-License-Identifier: GPL-3.0-or-later
//! The positions of a ply with so many men on the board.

use std::ops::ControlFlow;

use rayon::prelude::*;

use super::super::row::Twins;
use super::super::seed::SolvedValues;
use super::super::{SolveError, or_stopped};
use super::across::across;
use super::within::within;
use crate::tablebase::index::ABREAST;
use crate::tablebase::value::PER_BYTE;
use crate::tablebase::{Index, Summary, Wdl};

/// How many bytes of values are made before it is asked whether to go on.
const AT_A_TIME: usize = 1 << 20;

/// What placements lead to. The other side moves then.
pub(super) struct After {
    /// A man was placed.
    pub(super) quiet: SolvedValues,
    /// A man was placed and one removed; `None` if the side that lost it has too few left.
    pub(super) removal: Option<SolvedValues>,
}

/// Finds the value of each slot, packed, and counts the positions; `report` is told how many slots are done.
pub(super) fn solve_part(
    index: &Index,
    after: &After,
    mut report: impl FnMut(u64) -> ControlFlow<()>,
) -> Result<(Vec<u8>, Summary), SolveError> {
    let columns = index.columns.len();
    // The rows that lie side by side fill a byte for each column.
    let mut packed = vec![0; (index.len() as usize).div_ceil(PER_BYTE)];
    let mut summary = Summary::default();
    let portion = AT_A_TIME.div_ceil(columns) * columns;
    for (number, bytes) in packed.chunks_mut(portion).enumerate() {
        let start = number * portion;
        or_stopped(report((start * PER_BYTE) as u64))?;
        let rows = bytes.par_chunks_mut(columns).enumerate();
        let counts = rows.map(|(group, bytes)| solve_rows(index, after, (start / columns + group) * ABREAST, bytes));
        let add = |a: [u64; 3], b: [u64; 3]| [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
        let counts = counts.reduce(Default::default, add);
        summary.wins += counts[Wdl::Win as usize];
        summary.draws += counts[Wdl::Draw as usize];
        summary.losses += counts[Wdl::Loss as usize];
    }
    Ok((packed, summary))
}

/// Solves the rows that lie side by side, and counts the positions by value.
fn solve_rows(index: &Index, after: &After, first: usize, bytes: &mut [u8]) -> [u64; 3] {
    let mut counts = [0; 3];
    let last = index.classes.len().min(first + ABREAST);
    for row in first..last {
        let values = if index.rows_are_movers() { across(index, after, row) } else { within(index, after, row) };
        count(index, row, &values, &mut counts);
        for (column, value) in values.iter().enumerate() {
            let slot = column * (last - first) + row - first;
            bytes[slot / PER_BYTE] |= value.bits() << (slot % PER_BYTE * 2);
        }
    }
    counts
}

/// Counts each position once.
fn count(index: &Index, row: usize, values: &[Wdl], counts: &mut [u64; 3]) {
    let twins = Twins::of(&index.classes, row);
    for (set, value) in index.columns.iter().zip(values) {
        if twins.is_empty() || twins.is_first(set) {
            counts[*value as usize] += 1;
        }
    }
}
