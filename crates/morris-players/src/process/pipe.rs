// SPDX-License-Identifier: GPL-3.0-or-later
//! What comes and goes through pipes: bounded lines, whatever their bytes, and reading and writing
//! that can be broken off, since a child of a killed program may hold the other end for ever.

use std::io::{self, BufRead, Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, poll};
use rustix::pipe::{PipeFlags, pipe_with};

/// Longer lines are not kept, unless more is allowed.
pub const MAX_LINE_BYTES: usize = 1 << 16;
/// The same of what a window says: the longest game is half as long in moves.
pub const MAX_COMMAND_BYTES: usize = 1 << 20;
/// Nobody reads on who has not come to the end of a line after so much.
const MOST_SKIPPED: u64 = 64 << 20;

/// A line from outside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// The line without its end; bytes that are no text are replaced.
    Text(String),
    /// A longer line than is kept, which is gone.
    TooLong,
}

/// Cuts what a reader gives into lines; a last line without an end counts as well.
#[derive(Debug)]
pub struct Lines<R> {
    reader: R,
    most: usize,
}

impl<R: BufRead> Lines<R> {
    /// The lines of `reader`, of at most [`MAX_LINE_BYTES`].
    pub const fn new(reader: R) -> Self {
        Self::up_to(MAX_LINE_BYTES, reader)
    }

    /// The lines of `reader`, of at most so many bytes.
    pub const fn up_to(most: usize, reader: R) -> Self {
        Self { reader, most }
    }

    /// Reads on to the end of a line that is too long.
    fn skip(&mut self) -> io::Result<Line> {
        if self.reader.by_ref().take(MOST_SKIPPED).skip_until(b'\n')? as u64 == MOST_SKIPPED {
            return Err(io::Error::other("a line does not end"));
        }
        Ok(Line::TooLong)
    }
}

impl<R: BufRead> Iterator for Lines<R> {
    type Item = io::Result<Line>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut bytes = Vec::new();
        match self.reader.by_ref().take(self.most as u64).read_until(b'\n', &mut bytes) {
            Ok(0) => None,
            Ok(read) if read == self.most && !bytes.ends_with(b"\n") => Some(self.skip()),
            Ok(_) => Some(Ok(Line::Text(String::from_utf8_lossy(&bytes).trim_end_matches(['\n', '\r']).to_owned()))),
            Err(error) => Some(Err(error)),
        }
    }
}

/// No more than this can be written at once without waiting once a pipe has room: `PIPE_BUF` of
/// Linux.
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

/// Reads without haste: whoever writes all the time has to wait, and leaves the processors to
/// others.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8]) -> Vec<Line> {
        Lines::new(bytes).map(Result::unwrap).collect()
    }

    #[test]
    fn cuts_at_every_kind_of_end() {
        let text = |text: &str| Line::Text(text.to_owned());
        assert_eq!(lines(b"uci\r\n\ngo\0\xff\nend"), [text("uci"), text(""), text("go\0\u{fffd}"), text("end")]);
        assert_eq!(lines(b""), []);
    }

    #[test]
    fn lines_without_end_are_not_kept() {
        let mut bytes = vec![b'x'; 3 * MAX_LINE_BYTES];
        bytes.extend(b"\nquit\n");
        assert_eq!(lines(&bytes), [Line::TooLong, Line::Text("quit".to_owned())]);
        assert!(Lines::new(io::BufReader::new(io::repeat(b'x'))).next().unwrap().is_err(), "it never ends");
    }

    #[test]
    fn longer_lines_are_kept_where_they_are_allowed() {
        let long = "x".repeat(2 * MAX_LINE_BYTES);
        let mut lines = Lines::up_to(MAX_COMMAND_BYTES, long.as_bytes());
        assert_eq!(lines.next().unwrap().unwrap(), Line::Text(long.clone()));
    }
}
