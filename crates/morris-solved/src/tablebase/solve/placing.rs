// SPDX-License-Identifier: GPL-3.0-or-later
//! Solver of the placing phase, ply by ply from the last one to the empty board. The value of a
//! position follows directly from the positions after each placement. These belong to the next ply
//! or, after the last ply, to the sectors.
//!
//! The slots of a ply are grouped by numbers of men, each group row by row as in a sector. If the
//! side to move is the larger one, a placement leads from row to row, and the values are gathered
//! from there. Otherwise it stays within the row, and the best placement is found for 64 sets of
//! men at a time.

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use super::after::{After, SolvedValues, after_removal, keep_open};
use super::folder::{Lock, MIB, SolveError, is_there, open_if_there, or_stopped, remove_passing};
use super::look_ahead;
use super::pair::TABLE_FROM;
use super::row::{Carrier, Row, Twins};
use super::set_values::SetValues;
use crate::progress::{At, Progress};
use crate::tablebase::file::{self, Effort, TableFile, Writer};
use crate::tablebase::index::ABREAST;
use crate::tablebase::men_count::MenCount;
use crate::tablebase::placing_ply::MenBlock;
use crate::tablebase::wdl::PER_BYTE;
use crate::tablebase::{Index, Kind, PlacingPly, Summary, TableError, TableId, Wdl};
use morris::{PLAIN_24, Point, PointSet};

#[cfg(test)]
mod tests;

/// Settings for solving the placing phase.
#[derive(Clone, Debug)]
pub struct PlacingTask {
    /// Folder of the tables. All sectors must exist.
    pub folder: PathBuf,
    /// Maximum memory in bytes.
    pub memory: u64,
    /// Number of threads, or `None` for one thread per core.
    pub threads: Option<usize>,
    /// The last ply to keep.
    pub last: PlacingPly,
}

/// Solves the missing plies. `report` is called several times per second and may stop the solver.
/// Complete plies are kept, and the next call continues from there.
///
/// The tables are identical, byte for byte, for every number of threads and however often the
/// solver was stopped.
///
/// # Errors
/// Returns the reason why the solver ended early, such as a missing sector or a damaged table.
/// Damaged tables are left alone.
pub fn solve_placing(
    task: &PlacingTask,
    report: impl FnMut(Progress) -> ControlFlow<()> + Send,
) -> Result<(), SolveError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(task.threads.unwrap_or(0)).build()?;
    pool.install(|| solve_here(task, report))
}

/// Solves a missing ply from the next ply or the sectors. Used by processes that share a folder.
/// The numbers in the progress are those of this ply.
///
/// # Errors
/// Returns the reason why the solver ended early, such as a missing table that it needs.
pub fn solve_placing_ply(
    task: &PlacingTask,
    ply: PlacingPly,
    report: impl FnMut(Progress) -> ControlFlow<()> + Send,
) -> Result<(), SolveError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(task.threads.unwrap_or(0)).build()?;
    let work = || {
        let open = if check_blocks(task, ply)? { Vec::new() } else { vec![ply] };
        check(task, &open)?;
        let _lock = Lock::share(&task.folder)?;
        solve_all(task, open, |_| Ok(()), report)
    };
    pool.install(work)
}

fn solve_here(task: &PlacingTask, report: impl FnMut(Progress) -> ControlFlow<()>) -> Result<(), SolveError> {
    // Checked before a folder is created or anything is solved.
    check(task, &missing(task)?)?;
    let _lock = Lock::take(&task.folder)?;
    let remove_past = |ply: PlacingPly| {
        let past = ply.next().filter(|next| *next > task.last);
        past.map_or(Ok(()), |past| remove(&task.folder, past))
    };
    let open = missing(task)?;
    for there in PlacingPly::all().filter(|ply| *ply <= task.last && !open.contains(ply)) {
        check_blocks(task, there)?;
    }
    solve_all(task, open, remove_past, report)?;
    Ok(remove_passing(&task.folder)?)
}

/// Fails if a ply needs more memory than allowed, or if a table is missing that the first of these
/// plies is solved from.
fn check(task: &PlacingTask, open: &[PlacingPly]) -> Result<(), SolveError> {
    for &ply in open {
        let needed = placing_memory_needed(ply);
        if needed > task.memory {
            let (needed, allowed) = (needed.div_ceil(MIB), task.memory / MIB);
            return Err(SolveError::Memory { subject: ply.into(), needed, allowed });
        }
    }
    let Some(&ply) = open.first() else { return Ok(()) };
    for part in ply.parts() {
        let (quiet, removal) = led_to(ply, part.men);
        for men in [Some(quiet), removal].into_iter().flatten() {
            match after_placement(ply, men) {
                TableId::Sector(sector) => look_ahead::look(&task.folder, sector)?,
                TableId::Placing(next) => _ = TableFile::open(&task.folder, next, Kind::Values)?,
            }
        }
    }
    Ok(())
}

/// Returns the numbers of men after a placement, given the numbers of men on the board: without a
/// removal, and with one, if the game continues after it.
fn led_to(ply: PlacingPly, men: MenCount) -> (MenCount, Option<MenCount>) {
    let quiet = MenCount { mover: men.other, other: men.mover + 1 };
    (quiet, quiet.one_less().filter(|&removal| TableId::from(ply).after_move(removal).is_some()))
}

/// Returns the table of the positions with these numbers of men after the placements of a ply.
fn after_placement(ply: PlacingPly, men: MenCount) -> TableId {
    TableId::from(ply).after_move(men).expect("a placement leads to positions of the game")
}

fn solve_all(
    task: &PlacingTask,
    open: Vec<PlacingPly>,
    after: impl Fn(PlacingPly) -> Result<(), SolveError>,
    mut report: impl FnMut(Progress) -> ControlFlow<()>,
) -> Result<(), SolveError> {
    let all = open.iter().map(|ply| ply.slots()).sum();
    let mut done = 0;
    for ply in open {
        solve_ply(task, ply, |part| report(Progress { at: Some(At::Ply(ply)), done: done + part, all }))?;
        after(ply)?;
        done += ply.slots();
    }
    let _at_the_end_nothing_is_left_to_stop = report(Progress { at: None, done, all });
    Ok(())
}

/// Returns the maximum memory in bytes that a ply takes.
#[must_use]
pub fn placing_memory_needed(ply: PlacingPly) -> u64 {
    // A part and the two that it leads to. One of these is unpacked while the previous one is still
    // in memory.
    let parts = |ply: PlacingPly| ply.parts().into_iter().map(|part| part.men.slots() / 4).max();
    let largest = parts(ply).max(ply.next().and_then(parts)).unwrap_or(0);
    // Some megabytes for the classes, the threads and the blocks to be written. A sector without a
    // table is looked ahead from two that are unpacked for it.
    (if ply.next().is_none() { 7 } else { 5 }) * largest + 48 * MIB
}

/// Returns the plies to be solved, the last one first: the missing plies, and the later plies that
/// they are solved from.
fn missing(task: &PlacingTask) -> Result<Vec<PlacingPly>, SolveError> {
    let mut missing = Vec::new();
    let mut wanted = false;
    for ply in PlacingPly::all() {
        let there = is_there(&task.folder, ply.into(), Kind::Values)?;
        wanted = !there && (wanted || ply <= task.last);
        if wanted {
            missing.push(ply);
        }
    }
    missing.reverse();
    Ok(missing)
}

/// Reads every block of a ply. Returns `false` if the ply is missing.
fn check_blocks(task: &PlacingTask, ply: PlacingPly) -> Result<bool, TableError> {
    let file = open_if_there(&task.folder, ply.into(), Kind::Values)?;
    file.iter().try_for_each(TableFile::check)?;
    Ok(file.is_some())
}

fn solve_ply(
    task: &PlacingTask,
    ply: PlacingPly,
    mut report: impl FnMut(u64) -> ControlFlow<()>,
) -> Result<(), SolveError> {
    let mut next = Next { folder: &task.folder, ply, kept: Vec::new() };
    let mut writer = Writer::new(&task.folder, ply.into(), Kind::Values, effort(task, ply))?;
    let mut summary = Summary::default();
    for MenBlock { men, start } in ply.parts() {
        let after = next.after(men)?;
        let index = Index::of(men);
        let (packed, found) = solve_part(&index, &after, |slots| report(start + slots))?;
        next.keep(after);
        writer.push(&packed)?;
        summary.positions += men.positions();
        summary.wins += found.wins;
        summary.draws += found.draws;
        summary.losses += found.losses;
    }
    debug_assert_eq!(summary.positions, summary.wins + summary.draws + summary.losses);
    writer.finish(summary)?;
    Ok(())
}

/// Returns the effort of compression. Plies that only lead to others, and the last ones that may be
/// kept, take gigabytes.
fn effort(task: &PlacingTask, ply: PlacingPly) -> Effort {
    if ply <= task.last.min(PlacingPly::LAST_OFFERED) { Effort::to_keep(ply.into()) } else { Effort::Quick }
}

/// Removes a ply that is no longer needed.
fn remove(folder: &Path, ply: PlacingPly) -> Result<(), SolveError> {
    let path = folder.join(file::file_name(ply, Kind::Values));
    fs::remove_file(&path).map_err(|error| TableError::new(&path, error).into())
}

/// Positions that the placements of a ply lead to.
struct Next<'a> {
    folder: &'a Path,
    ply: PlacingPly,
    /// Values that were loaded for the previous part and may be used again.
    kept: Vec<SolvedValues>,
}

impl Next<'_> {
    /// Returns the values after the placements of the side to move, given the numbers of men on the
    /// board.
    fn after(&mut self, men: MenCount) -> Result<After, TableError> {
        let (quiet, removal) = led_to(self.ply, men);
        let removal = removal.map(|removal| self.load(removal)).transpose()?;
        Ok(After { quiet: self.load(quiet)?, removal })
    }

    fn load(&mut self, men: MenCount) -> Result<SolvedValues, TableError> {
        if let Some(place) = self.kept.iter().position(|solved| solved.index.counts == men) {
            return Ok(self.kept.swap_remove(place));
        }
        self.kept.clear();
        match after_placement(self.ply, men) {
            TableId::Sector(sector) => look_ahead::load(self.folder, sector),
            TableId::Placing(ply) => {
                let start = ply.part(men).map_or(0, |part| part.start);
                let packed = TableFile::open(self.folder, ply, Kind::Values)?.range(start, men.slots())?;
                Ok(SolvedValues { index: Index::of(men), packed })
            }
        }
    }

    fn keep(&mut self, after: After) {
        self.kept = vec![after.quiet];
        self.kept.extend(after.removal);
    }
}

/// Number of bytes of values computed between two checks for cancellation.
const AT_A_TIME: usize = 1 << 20;

/// Computes the packed value of each slot, and counts the positions. `report` is called with the
/// number of slots that are done.
fn solve_part(
    index: &Index,
    after: &After,
    mut report: impl FnMut(u64) -> ControlFlow<()>,
) -> Result<(Vec<u8>, Summary), SolveError> {
    let columns = index.columns.len();
    // Interleaved rows fill one byte for each column.
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

/// Solves a group of interleaved rows, and counts the positions by value.
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

/// Sets of the smaller side's men, with their columns, that are not yet known to be wins.
type Open = Vec<(usize, u32)>;

/// Returns the values of a row, by column.
fn across(index: &Index, after: &After, row: usize) -> Vec<Wdl> {
    let men = PointSet::from_bits(index.classes.representative(row));
    let mut values = vec![Wdl::Loss; index.columns.len()];
    let mut open: Open = index.columns.iter().enumerate().collect();
    // Placements that close a mill come first: they are best more often, which leaves less work for
    // the others.
    let (closing, quiet): (Vec<_>, Vec<_>) = (PointSet::ALL - men).partition(|&to| PLAIN_24.in_mill(men, to));
    for to in closing {
        close(men, to, after, &mut values, &mut open);
    }
    for to in quiet {
        let solved = &after.quiet;
        let (target, carrier) = place(men, to, solved, open.len());
        let worth = solved.worth(target);
        let columns = &*solved.index.columns;
        // If a man is in the way, the image has one man too few, and its number may be out of
        // range.
        improve(&carrier, &mut values, &mut open, |image| {
            worth.get(columns.number(image)).copied().unwrap_or(Wdl::Loss)
        });
    }
    values
}

/// Applies a placement that closes a mill, with the best removal.
fn close(men: PointSet, to: Point, after: &After, values: &mut [Wdl], open: &mut Open) {
    let (target, carrier) = place(men, to, &after.quiet, open.len());
    let Some(solved) = &after.removal else {
        return improve(&carrier, values, open, |_| Wdl::Win);
    };
    let row = Row::of_lines(after.quiet.index.classes.representative(target), after.quiet.index.board);
    let left = solved.worth_by_set(target, row.count);
    let best = SetValues::before_removals(&row, after.quiet.index.counts.smaller(), &left);
    improve(&carrier, values, open, |image| best.get(image));
}

/// Returns the row that a placement leads to, and the map of the smaller side's men to it.
fn place(men: PointSet, to: Point, solved: &SolvedValues, sets: usize) -> (usize, Carrier) {
    let (target, symmetry) = solved.index.classes.find((men | to.set()).bits());
    let carrier = Carrier::new(men.bits(), symmetry, solved.index.classes.representative(target));
    (target, if sets >= TABLE_FROM { carrier.with_tables((PointSet::ALL - men).len()) } else { carrier })
}

/// Updates the values with those of a placement, for sets that leave its point empty.
#[inline]
fn improve(carrier: &Carrier, values: &mut [Wdl], open: &mut Open, worth: impl Fn(u32) -> Wdl) {
    match carrier.tables() {
        Some(images) => improve_by(carrier.blocked(), |set| images.map(set), values, open, worth),
        None => improve_by(carrier.blocked(), |set| carrier.map_points(set), values, open, worth),
    }
}

// If it were inlined, the loop's variables would not fit into the registers.
#[inline(never)]
fn improve_by(
    blocked: u32,
    image: impl Fn(u32) -> u32,
    values: &mut [Wdl],
    open: &mut Open,
    worth: impl Fn(u32) -> Wdl,
) {
    keep_open(open, |(column, set)| {
        // Looked up even if a man is in the way, and then ignored. This saves a branch.
        let found = worth(image(set));
        let found = if set & blocked == 0 { found } else { Wdl::Loss };
        values[column] = values[column].max(found);
        values[column] != Wdl::Win
    });
}

/// Returns the values of a row, by column.
fn within(index: &Index, after: &After, number: usize) -> Vec<Wdl> {
    let larger = index.classes.representative(number);
    let row = Row::of_lines(larger, index.board);
    let closed = after_removal(larger, &row, &after.quiet.index, after.removal.as_ref());
    let closed = SetValues::collect(row.count, after.quiet.index.columns.iter().zip(closed));
    let best = SetValues::before_placements(&row, &after.quiet.worth_by_set(number, row.count), &closed);
    index.columns.iter().map(|set| best.get(set)).collect()
}
