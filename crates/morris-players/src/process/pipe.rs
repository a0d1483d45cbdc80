// SPDX-License-Identifier: GPL-3.0-or-later
//! Lines of limited length with any bytes, and pipes on which reading and writing can be canceled.
//! A child of a killed program may hold the other end of a pipe open forever.

use std::io::{self, BufRead, Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, poll};
use rustix::pipe::{PipeFlags, pipe_with};

/// Maximum length of a line in bytes unless the caller allows more.
pub const MAX_LINE_BYTES: usize = 1 << 16;
/// Maximum length in bytes of a line from a user interface. The longest game takes half of it.
pub const MAX_COMMAND_BYTES: usize = 1 << 20;
/// Number of bytes after which reading ends if a line that is too long has not ended.
const MOST_SKIPPED: u64 = 64 << 20;

/// A line of input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// The line without its end. Invalid UTF-8 is replaced.
    Text(String),
    /// A line longer than the limit. Its text is discarded.
    TooLong,
}

/// Splits the input into lines. A last line without an end counts too.
#[derive(Debug)]
pub struct Lines<R> {
    reader: R,
    most: usize,
}

impl<R: BufRead> Lines<R> {
    /// Returns the lines of `reader`, of at most [`MAX_LINE_BYTES`].
    pub const fn new(reader: R) -> Self {
        Self::up_to(MAX_LINE_BYTES, reader)
    }

    /// Returns the lines of `reader`, of at most `most` bytes.
    pub const fn up_to(most: usize, reader: R) -> Self {
        Self { reader, most }
    }

    /// Reads to the end of a line that is too long.
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

/// Maximum number of bytes that a pipe with room accepts without blocking: `PIPE_BUF` of Linux.
const MOST_AT_ONCE: usize = 4096;
/// Number of bytes that are read before a pause, and the length of the pause. Together they limit
/// reading to 16 MB per second.
const MOST_BETWEEN_PAUSES: usize = 1 << 16;
const PAUSE: Duration = Duration::from_millis(4);

/// Cancels pipes when it is dropped.
#[derive(Debug)]
pub(super) struct CancelOnDrop {
    /// Closed on drop, which makes the token readable.
    _end: OwnedFd,
}

/// Tells whether the [`CancelOnDrop`] still exists.
#[derive(Clone, Debug)]
pub(super) struct CancelToken(Arc<OwnedFd>);

/// Returns a pair of canceler and token.
pub(super) fn cancellation() -> io::Result<(CancelOnDrop, CancelToken)> {
    let (token, cancellation) = pipe_with(PipeFlags::CLOEXEC)?;
    Ok((CancelOnDrop { _end: cancellation }, CancelToken(Arc::new(token))))
}

/// A pipe that behaves as if the other end were closed once it is canceled.
#[derive(Debug)]
pub(super) struct Cancellable<P> {
    pub pipe: P,
    pub token: CancelToken,
}

impl<P: AsFd> Cancellable<P> {
    /// Waits until the pipe can be used. Returns `false` if it was canceled.
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

/// A reader of limited speed. A program that writes all the time has to wait, so it leaves
/// processor time to others.
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
