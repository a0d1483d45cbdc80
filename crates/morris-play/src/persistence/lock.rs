// SPDX-License-Identifier: GPL-3.0-or-later
//! Locks between programs on the same file or folder. A lock is tried repeatedly for a short time
//! only. A program that never releases one therefore cannot block others, nor keep them from
//! ending.

use std::fs::File;
use std::io::{self, ErrorKind};
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use rustix::fs::{FlockOperation, flock};
use rustix::io::Errno;

/// Time to try for a lock that another program holds. Programs of this project hold a lock for
/// milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Patience {
    /// Normal time, in which the user waits for a response.
    #[default]
    Usual,
    /// Time at the end of the program.
    Short,
    /// A single attempt.
    None,
}

/// Interval between two attempts.
const PAUSE: Duration = Duration::from_millis(2);

/// A lock that is held as long as this value lives.
#[derive(Debug)]
pub(super) struct Lock(pub File);

impl Lock {
    /// Locks a folder. This is the best effort: a folder that cannot be opened is not locked.
    pub fn folder(folder: &Path, patience: Patience) -> io::Result<Option<Self>> {
        File::open(folder).ok().map(|folder| Self::take(folder, patience)).transpose()
    }

    /// Locks an open file or folder.
    ///
    /// # Errors
    /// Returns [`ErrorKind::ResourceBusy`] if another program holds the lock the whole time.
    pub fn take(file: File, patience: Patience) -> io::Result<Self> {
        let until = Instant::now() + patience.time();
        loop {
            match flock(&file, FlockOperation::NonBlockingLockExclusive) {
                Err(Errno::WOULDBLOCK | Errno::INTR) if Instant::now() < until => thread::sleep(PAUSE),
                Err(Errno::WOULDBLOCK) => return Err(ErrorKind::ResourceBusy.into()),
                // Best effort: not all file systems support locks.
                Err(_) | Ok(()) => return Ok(Self(file)),
            }
        }
    }
}

impl Drop for Lock {
    /// Unlocks explicitly. Closing the file is not enough, since a child process that is just being
    /// started may also have it open.
    fn drop(&mut self) {
        // Without a lock, unlocking fails harmlessly.
        let _ = flock(&self.0, FlockOperation::Unlock);
    }
}

impl Patience {
    const fn time(self) -> Duration {
        match self {
            Self::Usual => Duration::from_millis(800),
            Self::Short => Duration::from_millis(200),
            Self::None => Duration::ZERO,
        }
    }
}
