// SPDX-License-Identifier: GPL-3.0-or-later
//! One run of the solver, on threads that give way to all others.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::{fs, io, thread};

use async_channel::{Receiver, Sender};

use morris_engine::tablebase::{self, Kind, PlacingTask, SolveError, TableError, TableId, Task, file_name};

/// How unimportant the work is to the system, 0 to 19.
pub(super) const NICENESS: i32 = 15;

/// The part of the work that the sectors are where the placing phase follows.
const SECTORS: f64 = 0.5;

/// What a job does.
pub struct SolverWork {
    /// The sectors.
    pub sectors: Task,
    /// The placing phase, if it is to be solved after them.
    pub placing: Option<PlacingTask>,
}

/// A solver at work; dropping it stops it at the next moment.
#[derive(Debug)]
pub struct SolverJob {
    stop: Arc<AtomicBool>,
    thread: Option<thread::JoinHandle<()>>,
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

impl SolverJob {
    /// Begins to work; the job `before` ends first, for two must not work in one folder.
    ///
    /// # Errors
    /// If the system gives no thread.
    pub fn start(work: SolverWork, before: Option<Self>) -> io::Result<(Self, Receiver<SolverNews>)> {
        let (sender, news) = async_channel::unbounded();
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = Arc::clone(&stop);
        let run = move || {
            before.into_iter().for_each(Self::wait);
            // Without it the work is done all the same.
            let _unchanged = rustix::process::nice(NICENESS);
            let result = solve(&work, &stopped, &sender);
            drop(sender.try_send(SolverNews::End(result)));
        };
        let thread = thread::Builder::new().name("solver".to_owned()).spawn(run)?;
        Ok((Self { stop, thread: Some(thread) }, news))
    }

    /// Tells it to stop at the next moment.
    pub fn stop(&self) {
        self.stop.store(true, Relaxed);
    }

    /// Whether it is told to stop.
    #[must_use]
    pub fn stopping(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    /// Waits until it has ended: not to be called on the main loop.
    pub fn wait(mut self) {
        if let Some(thread) = self.thread.take() {
            // If it panicked there is nothing to wait for.
            let _ended = thread.join();
        }
    }
}

impl Drop for SolverJob {
    fn drop(&mut self) {
        self.stop();
    }
}

fn solve(work: &SolverWork, stopped: &AtomicBool, news: &Sender<SolverNews>) -> Result<(), SolveError> {
    let tell = |at, share| {
        // Nobody listens any more when the program ends.
        drop(news.try_send(SolverNews::Progress { at, share }));
        if stopped.load(Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
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
