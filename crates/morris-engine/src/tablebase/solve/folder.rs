// SPDX-License-Identifier: GPL-3.0-or-later
//! The folder that a solver works in: one solver at a time, what is there already, and why it stops.

use std::fs::{self, File};
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use rustix::fs::{FlockOperation, flock};

use crate::tablebase::TableId;
use crate::tablebase::file::{Kind, TableError, TableFile, remove_leftovers};
use morris::printable_path;

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
    #[error("another solver is at work in {}", printable_path(.0))]
    Busy(PathBuf),
    /// It was told to.
    #[error("stopped")]
    Stopped,
}

pub(super) const MIB: u64 = 1 << 20;

/// Keeps other solvers out of a folder while it lives; the system opens it again when the program ends in any way.
pub(super) struct Lock {
    _folder: File,
}

impl Lock {
    /// Makes the folder if there is none, and removes what an interrupted solver left behind.
    pub(super) fn take(folder: &Path) -> Result<Self, SolveError> {
        let open = || {
            fs::create_dir_all(folder)?;
            File::open(folder)
        };
        let opened = open().map_err(|error| TableError::new(folder, error))?;
        match flock(&opened, FlockOperation::NonBlockingLockExclusive) {
            Err(rustix::io::Errno::WOULDBLOCK) => Err(SolveError::Busy(folder.to_owned())),
            // A file system without locks: rather without than not at all.
            Err(_) | Ok(()) => {
                remove_leftovers(folder).map_err(|error: io::Error| TableError::new(folder, error))?;
                Ok(Self { _folder: opened })
            }
        }
    }
}

pub(super) fn is_there(folder: &Path, subject: TableId, kind: Kind) -> Result<bool, TableError> {
    match TableFile::open(folder, subject, kind) {
        Ok(_) => Ok(true),
        Err(error) if error.is_missing() => Ok(false),
        Err(error) => Err(error),
    }
}

pub(super) fn or_stopped<T>(flow: ControlFlow<(), T>) -> Result<T, SolveError> {
    match flow {
        ControlFlow::Continue(done) => Ok(done),
        ControlFlow::Break(()) => Err(SolveError::Stopped),
    }
}
