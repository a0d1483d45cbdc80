// SPDX-License-Identifier: GPL-3.0-or-later
//! Locks between programs on the same file or folder. They are asked for again and again, but only
//! for a moment: a program that never gives one back keeps no other from going on, or from ending.

use std::fs::File;
use std::io::{self, ErrorKind};
use std::thread;
use std::time::{Duration, Instant};

use rustix::fs::{FlockOperation, flock};
use rustix::io::Errno;

/// How long to ask for a lock that another program holds. Ours hold one for milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Patience {
    /// As long as a person waits for an answer.
    #[default]
    Usual,
    /// The program ends.
    Short,
}

/// The time from one question to the next.
const PAUSE: Duration = Duration::from_millis(2);

/// What is locked, as long as it lives.
#[derive(Debug)]
pub(super) struct Lock(pub File);

impl Lock {
    /// Locks an open file or folder.
    ///
    /// # Errors
    /// [`ErrorKind::ResourceBusy`] if another program holds it all the time.
    pub fn take(file: File, patience: Patience) -> io::Result<Self> {
        let until = Instant::now() + patience.time();
        loop {
            match flock(&file, FlockOperation::NonBlockingLockExclusive) {
                Err(Errno::WOULDBLOCK | Errno::INTR) if Instant::now() < until => thread::sleep(PAUSE),
                Err(Errno::WOULDBLOCK) => return Err(ErrorKind::ResourceBusy.into()),
                // A file system without locks: rather without than not at all.
                Err(_) | Ok(()) => return Ok(Self(file)),
            }
        }
    }
}

impl Drop for Lock {
    /// Closing the file is not enough: a process that is being started at this moment has it open,
    /// too.
    fn drop(&mut self) {
        // What could not be locked cannot be given back either.
        let _ = flock(&self.0, FlockOperation::Unlock);
    }
}

impl Patience {
    const fn time(self) -> Duration {
        match self {
            Self::Usual => Duration::from_millis(800),
            Self::Short => Duration::from_millis(200),
        }
    }
}
