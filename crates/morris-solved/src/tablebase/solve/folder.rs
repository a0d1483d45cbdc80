// SPDX-License-Identifier: GPL-3.0-or-later
//! The folder that a solver works in: its lock, its existing tables, and the errors of the solver.

use std::fs::{self, File};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use rustix::fs::{FlockOperation, flock};

use crate::tablebase::file::{
    Kind, TableError, TableFile, file_name, remove_leftovers, remove_table, remove_unfinished,
};
use crate::tablebase::{BoardKind, Sector, TableId, VerifyError};
use morris::escape_path;

/// Reason why the solver ended early.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum SolveError {
    #[error("{subject} needs {needed} MiB of memory, of which only {allowed} MiB may be used")]
    Memory { subject: TableId, needed: u64, allowed: u64 },
    #[error("solving needs about {needed} MB of disk space, but only {free} MB are free in {}", escape_path(folder))]
    Disk { folder: PathBuf, needed: u64, free: u64 },
    /// A value that was just solved is wrong: the program or the machine has a fault.
    #[error(transparent)]
    Wrong(Box<VerifyError>),
    #[error("could not start the threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    #[error(transparent)]
    Table(#[from] TableError),
    #[error("another solver is at work in {}", escape_path(.0))]
    Busy(PathBuf),
    #[error("stopped")]
    Stopped,
}

impl From<VerifyError> for SolveError {
    fn from(error: VerifyError) -> Self {
        match error {
            VerifyError::Table(error) => Self::Table(error),
            VerifyError::Stopped => Self::Stopped,
            error => Self::Wrong(Box::new(error)),
        }
    }
}

pub(super) const MIB: u64 = 1 << 20;

/// A lock that keeps other solvers out of a folder. The system releases it when the program ends in
/// any way.
pub(super) struct Lock {
    folder: File,
}

impl Drop for Lock {
    /// Unlocks the folder. Closing it is not enough: a child process that is just being started
    /// still has it open until it executes another program.
    fn drop(&mut self) {
        // If locking failed, unlocking fails as well.
        let _ = flock(&self.folder, FlockOperation::Unlock);
    }
}

impl Lock {
    /// Creates the folder if it does not exist, locks it, and removes the files of an interrupted
    /// solver.
    pub(super) fn take(folder: &Path) -> Result<Self, SolveError> {
        let lock = Self::hold(folder, FlockOperation::NonBlockingLockExclusive)?;
        remove_leftovers(folder)?;
        Ok(lock)
    }

    /// Locks the folder in shared mode. Others may solve other tables in it at the same time, but
    /// cannot lock it exclusively.
    pub(super) fn share(folder: &Path) -> Result<Self, SolveError> {
        Self::hold(folder, FlockOperation::NonBlockingLockShared)
    }

    fn hold(folder: &Path, operation: FlockOperation) -> Result<Self, SolveError> {
        let open = || {
            fs::create_dir_all(folder)?;
            File::open(folder)
        };
        let opened = open().map_err(|error| TableError::new(folder, error))?;
        match flock(&opened, operation) {
            Err(rustix::io::Errno::WOULDBLOCK) => Err(SolveError::Busy(folder.to_owned())),
            // Best effort: not all file systems support locks.
            Err(_) | Ok(()) => Ok(Self { folder: opened }),
        }
    }
}

/// Removes the files of all tables, finished or not. Other files in the folder are kept.
///
/// # Errors
/// Nothing is removed if a solver is at work in the folder. Otherwise, returns the first file that
/// cannot be removed.
pub fn remove_tables(folder: &Path) -> Result<(), SolveError> {
    let _lock = Lock::take(folder)?;
    for table in TableId::all() {
        for kind in [Kind::Values, Kind::Distances] {
            remove_table(folder, table, kind)?;
        }
    }
    Ok(remove_unfinished(folder)?)
}

pub(super) fn is_there(folder: &Path, subject: TableId, kind: Kind) -> Result<bool, TableError> {
    Ok(open_if_there(folder, subject, kind)?.is_some())
}

pub(super) fn open_if_there(folder: &Path, subject: TableId, kind: Kind) -> Result<Option<TableFile>, TableError> {
    match TableFile::open(folder, subject, kind) {
        Ok(file) => Ok(Some(file)),
        Err(error) if error.is_missing() => Ok(None),
        Err(error) => Err(error),
    }
}

/// Removes what solving again yields quickly: the files that an interrupted solver cannot continue
/// from, and the values of sectors that can be looked ahead from.
///
/// # Errors
/// Nothing is removed if a solver is at work in the folder. Otherwise, returns the first file that
/// cannot be read or removed.
pub fn remove_temporary(folder: &Path) -> Result<(), SolveError> {
    let _lock = Lock::take(folder)?;
    Ok(remove_passing(folder)?)
}

/// Removes the values of sectors that can be looked ahead from. They were only needed to solve
/// other sectors.
pub(super) fn remove_passing(folder: &Path) -> Result<(), TableError> {
    for sector in BoardKind::ALL.into_iter().flat_map(Sector::all_on).filter(|sector| sector.is_looked_ahead()) {
        let larger = TableFile::open(folder, sector.mirror(), Kind::Values);
        let passing = larger.is_ok_and(|larger| larger.mirror_summary().is_some());
        if passing && is_there(folder, sector.into(), Kind::Values)? {
            let path = folder.join(file_name(sector, Kind::Values));
            fs::remove_file(&path).map_err(|error| TableError::new(&path, error))?;
        }
    }
    Ok(())
}

pub(super) fn or_stopped<T>(flow: ControlFlow<(), T>) -> Result<T, SolveError> {
    match flow {
        ControlFlow::Continue(done) => Ok(done),
        ControlFlow::Break(()) => Err(SolveError::Stopped),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_given_back_also_where_another_process_has_the_folder_open() {
        let folder = tempfile::tempdir().unwrap();
        let lock = Lock::take(folder.path()).unwrap();
        assert!(matches!(Lock::take(folder.path()), Err(SolveError::Busy(_))));
        let _inherited = lock.folder.try_clone().unwrap();
        drop(lock);
        assert!(Lock::take(folder.path()).is_ok());
    }

    #[test]
    fn tables_are_not_removed_from_under_a_solver() {
        let folder = tempfile::tempdir().unwrap();
        let names = ["3-3.values", "4-3.distances", "placing-3.values.unfinished", "other.values"];
        let files = names.map(|name| folder.path().join(name));
        files.iter().for_each(|file| fs::write(file, "").unwrap());
        let step = Lock::share(folder.path()).unwrap();
        assert!(matches!(remove_tables(folder.path()), Err(SolveError::Busy(_))));
        assert!(files.iter().all(|file| file.exists()));
        drop(step);
        remove_tables(folder.path()).unwrap();
        assert_eq!(files.map(|file| file.exists()), [false, false, false, true]);
    }
}
