// SPDX-License-Identifier: GPL-3.0-or-later
//! One run of the solver of tables.

use std::path::Path;
use std::{fs, io};

use morris_solved::tablebase::{self, Kind, PlacingTask, SolveError, TableError, TableId, Task, file_name};

use super::background::Worker;

/// The part of the work that the sectors are where the placing phase follows.
const SECTORS: f64 = 0.5;

/// What a job does.
pub struct SolverWork {
    /// The sectors.
    pub sectors: Task,
    /// The placing phase, if it is to be solved after them.
    pub placing: Option<PlacingTask>,
}

/// What a job tells.
pub enum SolverNews {
    /// It gets on.
    Progress {
        /// Where it is; `None` at an end.
        at: Option<TableId>,
        /// The part that is done, 0 to 1.
        share: f64,
    },
    /// It has ended, or had to.
    End(Result<(), SolveError>),
}

/// Solves on a thread of the background, and tells how far it is and how it ended.
pub fn work(work: &SolverWork, worker: &Worker<SolverNews>) {
    worker.tell(SolverNews::End(solve(work, worker)));
}

fn solve(work: &SolverWork, worker: &Worker<SolverNews>) -> Result<(), SolveError> {
    let tell = |at, share| {
        worker.tell(SolverNews::Progress { at, share });
        worker.go_on()
    };
    let of = |done: u64, all: u64| done as f64 / all.max(1) as f64;
    let mut before = 0.0;
    tablebase::solve(&work.sectors, |progress| {
        // Sectors that are there already are no part of the work.
        before = if work.placing.is_some() && progress.all > 0 { SECTORS } else { 0.0 };
        let whole = if work.placing.is_some() { before } else { 1.0 };
        tell(progress.at.map(|(sector, _)| sector.into()), whole * of(progress.done, progress.all))
    })?;
    let Some(placing) = &work.placing else { return Ok(()) };
    tablebase::solve_placing(placing, |progress| {
        tell(progress.at.map(TableId::from), before + (1.0 - before) * of(progress.done, progress.all))
    })
}

/// Removes the files of all tables; what else lies there stays.
///
/// # Errors
/// The first file that cannot be removed.
pub fn remove_tables(folder: &Path) -> Result<(), TableError> {
    for table in TableId::all() {
        for kind in [Kind::Values, Kind::Distances] {
            let path = folder.join(file_name(table, kind));
            match fs::remove_file(&path) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => {
                    return Err(TableError { path, kind: error.into() });
                }
                _ => {}
            }
        }
    }
    Ok(())
}

/// The memory that is free, in bytes, where the system says it.
#[must_use]
pub fn free_memory() -> Option<u64> {
    let text = fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024)
}
