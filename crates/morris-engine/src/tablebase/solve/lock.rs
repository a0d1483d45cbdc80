// SPDX-License-Identifier: GPL-3.0-or-later
//! One solver at a time in a folder.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use rustix::fs::{FlockOperation, flock};

use super::SolveError;
use crate::tablebase::TableError;
use crate::tablebase::file::remove_leftovers;

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
            Err(rustix::io::Errno::WOULDBLOCK) => Err(SolveError::CurrentlySearching(folder.to_owned())),
            // A file system without locks: rather without than not at all.
            Err(_) | Ok(()) => {
                remove_leftovers(folder).map_err(|error: io::Error| TableError::new(folder, error))?;
                Ok(Self { _folder: opened })
            }
        }
    }
}
