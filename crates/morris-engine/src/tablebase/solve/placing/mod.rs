// SPDX-License-Identifier: GPL-3.0-or-later
//! The placing phase, ply by ply from the last to the empty board: what a position is worth follows at once from the
//! positions after each placement, which belong to the next ply or, after the last, to the sectors.
//!
//! The slots of a ply lie by numbers of men, each row by row as in a sector. Where the side to move is the larger one a
//! placement leads from row to row, and its values are gathered from there; else it stays within the row.

mod across;
mod part;
mod within;

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use self::part::{After, solve_part};
use super::lock::Lock;
use super::seed::SolvedValues;
use super::{MIB, SolveError, is_there};
use crate::tablebase::file::{self, TableFile, Writer};
use crate::tablebase::men::MenCount;
use crate::tablebase::ply::MenBlock;
use crate::tablebase::{Index, Kind, PlacingPly, Sector, Summary, TableError, TableId};

/// How to solve the placing phase.
#[derive(Clone, Debug)]
pub struct PlacingTask {
    /// The folder of the tables; all sectors must be there.
    pub folder: PathBuf,
    /// Use at most so many bytes of memory.
    pub memory: u64,
    /// Use so many threads; as many as there are cores if `None`.
    pub threads: Option<usize>,
    /// Keep the plies up to this one.
    pub last: PlacingPly,
}

/// How far the placing phase is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlacingProgress {
    /// The ply it is at; `None` at the end.
    pub at: Option<PlacingPly>,
    /// How many slots it has solved in this run.
    pub done: u64,
    /// How many slots it has to solve in this run.
    pub all: u64,
}

/// Solves the plies that are not there yet. `report` is called some times a second and may stop it; whole plies stay,
/// and the next call goes on from there.
///
/// The tables are the same, byte for byte, whatever the number of threads and however often it was stopped.
///
/// # Errors
/// What came in between: a sector that is missing, a damaged table, which is left alone.
pub fn solve_placing(
    task: &PlacingTask,
    report: impl FnMut(PlacingProgress) -> ControlFlow<()> + Send,
) -> Result<(), SolveError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(task.threads.unwrap_or(0)).build()?;
    pool.install(|| solve_here(task, report))
}

fn solve_here(
    task: &PlacingTask,
    mut report: impl FnMut(PlacingProgress) -> ControlFlow<()>,
) -> Result<(), SolveError> {
    let _lock = Lock::take(&task.folder)?;
    let open = missing(task)?;
    let all = open.iter().map(|ply| ply.slots()).sum();
    let mut done = 0;
    for ply in open {
        let needed = placing_memory_needed(ply);
        if needed > task.memory {
            let (needed, allowed) = (needed.div_ceil(MIB), task.memory / MIB);
            return Err(SolveError::Memory { subject: ply.into(), needed, allowed });
        }
        solve_ply(task, ply, |part| report(PlacingProgress { at: Some(ply), done: done + part, all }))?;
        done += ply.slots();
    }
    let _at_the_end_nothing_is_left_to_stop = report(PlacingProgress { at: None, done, all });
    Ok(())
}

/// How many bytes of memory a ply takes, at most.
#[must_use]
pub fn placing_memory_needed(ply: PlacingPly) -> u64 {
    // A part and the two it leads to, of which one is unpacked while the last one is still there.
    let parts = |ply: PlacingPly| ply.parts().into_iter().map(|part| part.men.slots() / 4).max();
    let largest = parts(ply).max(ply.next().and_then(parts)).unwrap_or(0);
    // Some megabytes for the classes, the threads and the blocks to be written.
    5 * largest + 48 * MIB
}

/// The plies to be solved, the last first: those that are missing, and after them those that lead to them.
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

fn solve_ply(
    task: &PlacingTask,
    ply: PlacingPly,
    mut report: impl FnMut(u64) -> ControlFlow<()>,
) -> Result<(), SolveError> {
    let mut next = Next { folder: &task.folder, ply: ply.next(), kept: Vec::new() };
    let mut writer = Writer::new(&task.folder, ply.into(), Kind::Values)?;
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
    let past = ply.next().filter(|next| *next > task.last);
    past.map_or(Ok(()), |past| remove(&task.folder, past))
}

/// Removes a ply that is not needed any more.
fn remove(folder: &Path, ply: PlacingPly) -> Result<(), SolveError> {
    let path = folder.join(file::file_name(ply, Kind::Values));
    fs::remove_file(&path).map_err(|error| TableError::new(&path, error).into())
}

/// What the placements of a ply lead to.
struct Next<'a> {
    folder: &'a Path,
    /// `None` if nobody holds men in hand then.
    ply: Option<PlacingPly>,
    /// What was loaded for the part before and may be wanted again.
    kept: Vec<SolvedValues>,
}

impl Next<'_> {
    /// What the placements of a side lead to, with so many men on the board.
    fn after(&mut self, men: MenCount) -> Result<After, TableError> {
        let quiet = MenCount { mover: men.other, other: men.mover + 1 };
        let removal = quiet.mover.checked_sub(1).map(|mover| MenCount { mover, ..quiet });
        let removal = removal.filter(|&removal| self.subject(removal).is_some());
        let removal = removal.map(|removal| self.load(removal)).transpose()?;
        Ok(After { quiet: self.load(quiet)?, removal })
    }

    /// Which table holds the positions with so many men and where, if one does.
    fn subject(&self, men: MenCount) -> Option<(TableId, MenBlock)> {
        match self.ply {
            Some(ply) => Some((ply.into(), ply.part(men)?)),
            None => Some((Sector::new(men.mover, men.other)?.into(), MenBlock { men, start: 0 })),
        }
    }

    fn load(&mut self, men: MenCount) -> Result<SolvedValues, TableError> {
        if let Some(place) = self.kept.iter().position(|solved| solved.index.counts == men) {
            return Ok(self.kept.swap_remove(place));
        }
        self.kept.clear();
        let (subject, part) = self.subject(men).expect("a placement leads to positions of the game");
        let packed = TableFile::open(self.folder, subject, Kind::Values)?.range(part.start, men.slots())?;
        Ok(SolvedValues { index: Index::of(men), packed })
    }

    fn keep(&mut self, after: After) {
        self.kept = vec![after.quiet];
        self.kept.extend(after.removal);
    }
}

#[cfg(test)]
mod tests;
