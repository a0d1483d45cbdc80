// SPDX-License-Identifier: GPL-3.0-or-later
//! Solver of the placing phase, ply by ply from the last one to the empty board. The value of a
//! position follows directly from the positions after each placement. These belong to the next ply
//! or, after the last ply, to the sectors.
//!
//! The slots of a ply are grouped by numbers of men, each group row by row as in a sector. If the
//! side to move is the larger one, a placement leads from row to row, and the values are gathered
//! from there. Otherwise it stays within the row, and the best placement is found for 64 sets of
//! men at a time.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rayon::prelude::*;

use super::after::{After, SolvedValues, after_removal, keep_open};
use super::folder::{Lock, MIB, SolveError, is_there, open_if_there, or_stopped, remove_passing};
use super::pair::TABLE_FROM;
use super::row::{Carrier, Row, Twins};
use super::set_values::SetValues;
use super::{SectorsTask, disk, look_ahead};
use crate::progress::{At, Progress};
use crate::tablebase::file::{self, Effort, PartsDone, TableFile, Writer};
use crate::tablebase::index::ABREAST;
use crate::tablebase::men_count::MenCount;
use crate::tablebase::placing_ply::MenBlock;
use crate::tablebase::verify::{VerifyError, prove_some};
use crate::tablebase::wdl::PER_BYTE;
use crate::tablebase::{Index, Kind, PlacingPly, Summary, TableError, TableId, Wdl};
use morris::{Point, PointSet};

#[cfg(test)]
mod tests;

/// Number of slots of the placing phase that are solved in the time of one slot of a sector and its
/// mirror.
const PLACED_PER_MOVED: u64 = 4;

/// Settings for solving the placing phase.
#[derive(Clone, Debug)]
pub struct PlacingTask {
    /// Folder of the tables. All sectors of the game must exist.
    pub folder: PathBuf,
    /// Maximum memory in bytes.
    pub memory: u64,
    /// Number of threads, or `None` for one thread per core.
    pub threads: Option<usize>,
    /// The last ply to keep. It also denotes the game.
    pub last: PlacingPly,
}

/// Solves the missing plies. `report` is called several times per second and may stop the solver.
/// Complete plies and parts of plies are kept, and the next call continues from there.
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
        let after = |ply: PlacingPly| Ok(file::remove_checkpoint(&task.folder, ply.into(), Kind::Values)?);
        solve_all(task, open, after, report)
    };
    pool.install(work)
}

fn solve_here(task: &PlacingTask, mut report: impl FnMut(Progress) -> ControlFlow<()>) -> Result<(), SolveError> {
    // Checked before a folder is created or anything is solved.
    check(task, &missing(task)?)?;
    let _lock = Lock::take(&task.folder)?;
    let open = missing(task)?;
    for there in task.last.game().plies() {
        if there <= task.last && !open.contains(&there) {
            or_stopped(report(Progress::default()))?;
            check_blocks(task, there)?;
        }
        // The solver was interrupted when the ply was complete.
        if is_there(&task.folder, there.into(), Kind::Values)?
            && file::has_checkpoint(&task.folder, there.into(), Kind::Values)
        {
            remove_past(task, there)?;
        }
    }
    solve_all(task, open, |ply| remove_past(task, ply), report)?;
    // A ply may have been begun for another `last`.
    for ply in task.last.game().plies() {
        file::remove_unfinished_table(&task.folder, ply.into(), Kind::Values)?;
    }
    Ok(remove_passing(&task.folder)?)
}

/// Removes the ply after a complete one, if it is not kept. The checkpoint goes last, because it
/// shows that this remains to be done.
fn remove_past(task: &PlacingTask, ply: PlacingPly) -> Result<(), SolveError> {
    if let Some(past) = ply.next().filter(|next| *next > task.last) {
        file::remove_table(&task.folder, past, Kind::Values)?;
    }
    Ok(file::remove_checkpoint(&task.folder, ply.into(), Kind::Values)?)
}

/// Fails if a ply needs more memory than allowed, if a table is missing that the first of these
/// plies is solved from, or if there is not enough room for them.
fn check(task: &PlacingTask, open: &[PlacingPly]) -> Result<(), SolveError> {
    check_memory(task, open)?;
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
    disk::check(&task.folder, room(task, open))
}

fn check_memory(task: &PlacingTask, open: &[PlacingPly]) -> Result<(), SolveError> {
    for &ply in open {
        let needed = placing_memory_needed(ply);
        if needed > task.memory {
            let (needed, allowed) = (needed.div_ceil(MIB), task.memory / MIB);
            return Err(SolveError::Memory { subject: ply.into(), needed, allowed });
        }
    }
    Ok(())
}

/// Returns the approximate number of bytes that must be free to solve these plies.
fn room(task: &PlacingTask, open: &[PlacingPly]) -> u64 {
    let Some(&first) = open.first() else { return 0 };
    let past = first.next().filter(|next| *next > task.last);
    let past = past.map_or(0, |past| file::size(&task.folder, past.into(), Kind::Values));
    let there = past + file::unfinished_size(&task.folder, first.into(), Kind::Values);
    disk::for_plies(open, task.last, past).saturating_sub(there)
}

/// Fails if the memory or the disk is not sufficient for all sectors and plies that are missing.
/// Solvers check their own tables; this checks them together, before the first begins.
///
/// # Errors
/// Returns what is not sufficient, or a table that cannot be read.
pub fn check_room_for_all(sectors: &SectorsTask, task: &PlacingTask) -> Result<(), SolveError> {
    disk::check(&task.folder, room_for_all(sectors, task)?)
}

fn room_for_all(sectors: &SectorsTask, task: &PlacingTask) -> Result<u64, SolveError> {
    let plies = missing(task)?;
    check_memory(task, &plies)?;
    Ok(disk::for_sectors(&super::missing(sectors)?, sectors.keep) + room(task, &plies))
}

/// Returns the work that is left in the placing phase, in slots of a sector and its mirror that are
/// solved in the same time. These are the units in which [`solve`](super::solve) reports progress.
///
/// # Errors
/// Returns a table that cannot be read.
pub fn placing_work_left(task: &PlacingTask) -> Result<u64, SolveError> {
    Ok(missing(task)?.into_iter().map(PlacingPly::slots).sum::<u64>() / PLACED_PER_MOVED)
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
    let mut all: u64 = open.iter().map(|ply| ply.slots()).sum();
    let mut done = 0;
    for ply in open {
        let mut report = |part, all| report(Progress { at: Some(At::Ply(ply)), done: done + part, all });
        // The parts that an earlier run has solved do not count.
        let before = solve_ply(task, ply, |part, before| report(part - before, all - before))?;
        after(ply)?;
        all -= before;
        done += ply.slots() - before;
    }
    // Nothing is left to stop.
    _ = report(Progress { at: None, done, all });
    Ok(())
}

/// Returns the maximum memory in bytes that a ply takes.
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
    for ply in task.last.game().plies() {
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

/// Solves a ply, or what an earlier run has left of it. `report` is called with the number of slots
/// that are done, and of those that were done before. Returns the latter.
fn solve_ply(
    task: &PlacingTask,
    ply: PlacingPly,
    mut report: impl FnMut(u64, u64) -> ControlFlow<()>,
) -> Result<u64, SolveError> {
    let mut next = Next { folder: &task.folder, ply, kept: Vec::new() };
    let (mut writer, mut done) = Writer::resume(&task.folder, ply.into(), Kind::Values, effort(task, ply))?;
    let parts = ply.parts();
    let before = parts.get(done.parts).map_or(ply.slots(), |part| part.start);
    let mut noted = Instant::now();
    for MenBlock { men, start } in parts.into_iter().skip(done.parts) {
        let after = next.after(men)?;
        let index = Index::on(ply.game().board_kind(), men);
        let (packed, found) = solve_part(&index, &after, |slots| report(start + slots, before))?;
        next.keep(after);
        writer.push(&packed)?;
        let summary = done.summary + Summary { positions: men.positions(), ..found };
        done = PartsDone { parts: done.parts + 1, summary };
        if noted.elapsed() >= BETWEEN_CHECKPOINTS {
            writer.checkpoint(done)?;
            noted = Instant::now();
        }
    }
    debug_assert_eq!(done.summary.positions, done.summary.wins + done.summary.draws + done.summary.losses);
    drop(next);
    let complete = writer.complete(done.summary)?;
    if let Err(error) = prove_some(&task.folder, &complete, ply, PROVED, || report(ply.slots(), before)) {
        if matches!(error, VerifyError::Wrong { .. }) {
            // A run that continued from it would fail again.
            file::remove_unfinished_table(&task.folder, ply.into(), Kind::Values)?;
        }
        return Err(error.into());
    }
    writer.name()?;
    Ok(before)
}

/// Minimum time between two checkpoints, after which another run can continue. Each writes some
/// megabytes, and waits for the disk.
const BETWEEN_CHECKPOINTS: Duration = Duration::from_secs(if cfg!(test) { 0 } else { 10 });

/// Number of positions of each ply that are proved before the next ply may be removed.
const PROVED: u64 = if cfg!(test) { 20_000 } else { 1_000_000 };

/// Returns the effort of compression. Plies that only lead to others, and the last ones that may be
/// kept, take gigabytes.
fn effort(task: &PlacingTask, ply: PlacingPly) -> Effort {
    if ply <= task.last.min(ply.game().last_offered()) { Effort::to_keep(ply.into()) } else { Effort::Quick }
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
                Ok(SolvedValues { index: Index::on(ply.game().board_kind(), men), packed })
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
    let (closing, quiet): (Vec<_>, Vec<_>) = (PointSet::ALL - men).partition(|&to| index.board.in_mill(men, to));
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
