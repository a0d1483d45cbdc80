// SPDX-License-Identifier: GPL-3.0-or-later
//! The folder that a solver works in: one solver at a time, what is there already, and why it
//! stops.

use std::fs::{self, File};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use rustix::fs::{FlockOperation, flock};

use crate::tablebase::file::{Kind, TableError, TableFile, file_name, remove_leftovers};
use crate::tablebase::{BoardKind, Sector, TableId};
use morris::escape_path;

/// Why the solver stopped before the end.
#[derive(Debug, thiserror::Error)]
pub enum SolveError {
    /// The memory that it may use is not enough.
    #[error("{subject} needs {needed} MiB of memory, of which only {allowed} MiB may be used")]
    Memory {
        /// Where.
        subject: TableId,
        /// How much it takes, in MiB.
        needed: u64,
        /// How much it may use, in MiB.
        allowed: u64,
    },
    /// The threads could not be started.
    #[error("the threads cannot be started: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// A table could not be read or written.
    #[error(transparent)]
    Table(#[from] TableError),
    /// Another solver is at work there.
    #[error("another solver is at work in {}", escape_path(.0))]
    Busy(PathBuf),
    /// It was told to.
    #[error("stopped")]
    Stopped,
}

pub(super) const MIB: u64 = 1 << 20;

/// Keeps other solvers out of a folder while it lives; the system opens it again when the program
/// ends in any way.
pub(super) struct Lock {
    folder: File,
}

impl Drop for Lock {
    /// Closing the folder is not enough: a process that is being started at this moment has it
    /// open, too, until it is another program.
    fn drop(&mut self) {
        // What could not be locked cannot be given back either.
        let _ = flock(&self.folder, FlockOperation::Unlock);
    }
}

impl Lock {
    /// Makes the folder if there is none, and removes what an interrupted solver left behind.
    pub(super) fn take(folder: &Path) -> Result<Self, SolveError> {
        let lock = Self::hold(folder, FlockOperation::NonBlockingLockExclusive)?;
        remove_leftovers(folder)?;
        Ok(lock)
    }

    /// Keeps out only those who want the folder for themselves: others may solve other tables there
    /// meanwhile.
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
            // A file system without locks: rather without than not at all.
            Err(_) | Ok(()) => Ok(Self { folder: opened }),
        }
    }
}

pub(super) fn is_there(folder: &Path, subject: TableId, kind: Kind) -> Result<bool, TableError> {
    Ok(open_if_there(folder, subject, kind)?.is_some())
}

/// The file of some positions, if there is one.
pub(super) fn open_if_there(folder: &Path, subject: TableId, kind: Kind) -> Result<Option<TableFile>, TableError> {
    match TableFile::open(folder, subject, kind) {
        Ok(file) => Ok(Some(file)),
        Err(error) if error.is_missing() => Ok(None),
        Err(error) => Err(error),
    }
}

/// Removes the values of sectors that can be looked ahead from: they were of use while others were
/// solved.
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
}
