// SPDX-License-Identifier: GPL-3.0-or-later
//! Pipes whose reading and writing can be broken off: a child of a killed program may hold the other end for ever.

use std::io::{self, Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, poll};
use rustix::pipe::{PipeFlags, pipe_with};

/// No more than this can be written at once without waiting once a pipe has room: `PIPE_BUF` of Linux.
const MOST_AT_ONCE: usize = 4096;
/// Sixteen megabytes a second: so much is read before a pause, and so long it takes.
const MOST_BETWEEN_PAUSES: usize = 1 << 16;
const PAUSE: Duration = Duration::from_millis(4);

/// Breaks pipes off when it is dropped.
#[derive(Debug)]
pub(super) struct CancelOnDrop {
    /// Closed with this, which the other end sees.
    _end: OwnedFd,
}

/// Whether the breaker is still there.
#[derive(Clone, Debug)]
pub(super) struct CancelToken(Arc<OwnedFd>);

/// A breaker, and what knows of it.
pub(super) fn cancellation() -> io::Result<(CancelOnDrop, CancelToken)> {
    let (token, cancellation) = pipe_with(PipeFlags::CLOEXEC)?;
    Ok((CancelOnDrop { _end: cancellation }, CancelToken(Arc::new(token))))
}

/// A pipe that looks as if the other end had been closed once its breaker is gone.
#[derive(Debug)]
pub(super) struct Cancellable<P> {
    pub pipe: P,
    pub token: CancelToken,
}

impl<P: AsFd> Cancellable<P> {
    /// Waits until the pipe can be used; whether it has not been broken off.
    fn wait_for(&self, use_: PollFlags) -> io::Result<bool> {
        let mut waiting = [PollFd::new(&self.pipe, use_), PollFd::new(&self.token.0, PollFlags::IN)];
        loop {
            match poll(&mut waiting, None) {
                Ok(_) => return Ok(waiting.last().is_none_or(|token| token.revents().is_empty())),
                Err(rustix::io::Errno::INTR) => {}
                Err(error) => return Err(error.into()),
            }
        }
    }
}

impl<P: AsFd + Read> Read for Cancellable<P> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.wait_for(PollFlags::IN)? { self.pipe.read(buffer) } else { Ok(0) }
    }
}

impl<P: AsFd + Write> Write for Cancellable<P> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let some = bytes.get(..MOST_AT_ONCE).unwrap_or(bytes);
        if self.wait_for(PollFlags::OUT)? { self.pipe.write(some) } else { Err(io::ErrorKind::BrokenPipe.into()) }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.pipe.flush()
    }
}

/// Reads without haste: whoever writes all the time has to wait, and leaves the processors to others.
#[derive(Debug)]
pub(super) struct RateLimited<R> {
    reader: R,
    before_pause: usize,
}

impl<R> RateLimited<R> {
    pub const fn new(reader: R) -> Self {
        Self { reader, before_pause: MOST_BETWEEN_PAUSES }
    }
}

impl<R: Read> Read for RateLimited<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.before_pause == 0 {
            thread::sleep(PAUSE);
            self.before_pause = MOST_BETWEEN_PAUSES;
        }
        let read = self.reader.by_ref().take(self.before_pause as u64).read(buffer)?;
        self.before_pause -= read;
        Ok(read)
    }
}
