// SPDX-License-Identifier: GPL-3.0-or-later
//! Connections that are secret: rows inside messages of Noise.

use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::str::FromStr;
use std::sync::Arc;
use std::time::Instant;

use snow::{HandshakeState, StatelessTransportState};

use crate::error::RoomError;
use crate::limits::{MAX_CHUNK_BYTES, MAX_LONG_ROW_BYTES, MAX_ROW_BYTES};

/// Bytes that Noise adds to a message.
const TAG_BYTES: usize = 16;
/// Maximum number of bytes of a message.
const MAX_MESSAGE_BYTES: usize = MAX_CHUNK_BYTES + TAG_BYTES;

/// Returns both directions of a connection whose handshake is over.
pub(crate) fn split(noise: HandshakeState, stream: TcpStream) -> Result<(Reader, Writer), RoomError> {
    let noise = noise.into_stateless_transport_mode().map_err(|_| RoomError::Broken)?;
    stream.set_read_timeout(None).map_err(RoomError::Unreachable)?;
    let shared = Arc::new(Shared { noise, stream });
    let reader = Reader { shared: shared.clone(), nonce: 0, plain: Vec::new(), searched: 0, rate: None };
    Ok((reader, Writer { shared, nonce: 0 }))
}

struct Shared {
    noise: StatelessTransportState,
    stream: TcpStream,
}

/// The direction to the other side.
pub(crate) struct Writer {
    shared: Arc<Shared>,
    nonce: u64,
}

impl Writer {
    /// Writes rows, each with its line feed.
    pub fn write(&mut self, rows: &str) -> Result<(), RoomError> {
        let mut message = [0; MAX_MESSAGE_BYTES];
        for chunk in rows.as_bytes().chunks(MAX_CHUNK_BYTES) {
            let length = self.shared.noise.write_message(self.nonce, chunk, &mut message);
            self.nonce += 1;
            write_message(&self.shared.stream, &message[..length.map_err(|_| RoomError::Broken)?])?;
        }
        Ok(())
    }

    /// Ends the connection in both directions.
    pub fn end(&self) {
        _ = self.shared.stream.shutdown(Shutdown::Both);
    }
}

/// The direction from the other side.
pub(crate) struct Reader {
    shared: Arc<Shared>,
    nonce: u64,
    /// What has been read and belongs to no row yet.
    plain: Vec<u8>,
    /// Number of bytes of it that have no line feed.
    searched: usize,
    rate: Option<Rate>,
}

impl Reader {
    /// Limits what the other side may send from now on.
    pub fn limit(&mut self) {
        self.rate = Some(Rate::new());
    }

    /// Passes rows to `take` until it returns `false`, a row is damaged, or the connection ends.
    /// Returns the reason.
    pub fn rows<R: FromStr>(&mut self, mut take: impl FnMut(R) -> bool) -> RoomError {
        loop {
            match self.row(None).and_then(|row| row.parse().map_err(|_| RoomError::Broken)) {
                Ok(row) => {
                    if !take(row) {
                        return RoomError::Closed;
                    }
                }
                Err(error) => return error,
            }
        }
    }

    /// Waits for a row, and returns it without its line feed. `end` is the latest time for its last
    /// byte.
    pub fn row(&mut self, end: Option<Instant>) -> Result<String, RoomError> {
        loop {
            if let Some(row) = self.next_row()? {
                return Ok(row);
            }
            let message = read_message(&self.shared.stream, end)?;
            let start = self.plain.len();
            self.plain.resize(start + message.len(), 0);
            let length = self.shared.noise.read_message(self.nonce, &message, &mut self.plain[start..]);
            let length = length.ok().filter(|&length| length > 0).ok_or(RoomError::Broken)?;
            self.plain.truncate(start + length);
            self.nonce += 1;
        }
    }

    fn next_row(&mut self) -> Result<Option<String>, RoomError> {
        let end = self.plain[self.searched..].iter().position(|&byte| byte == b'\n').map(|end| self.searched + end);
        let length = end.unwrap_or(self.plain.len());
        let most = if self.plain.starts_with(b"line ") { MAX_LONG_ROW_BYTES } else { MAX_ROW_BYTES };
        if length > most {
            return Err(RoomError::Broken);
        }
        self.searched = if end.is_some() { 0 } else { length };
        let Some(end) = end else { return Ok(None) };
        let row = self.plain.drain(..=end).take(end).collect::<Vec<u8>>();
        if self.rate.as_mut().is_some_and(|rate| !rate.allows(row.len())) {
            return Err(RoomError::Broken);
        }
        String::from_utf8(row).map(Some).map_err(|_| RoomError::Broken)
    }
}

/// Writes a message of Noise behind its length.
pub(crate) fn write_message(mut stream: &TcpStream, message: &[u8]) -> Result<(), RoomError> {
    let length = u16::try_from(message.len()).map_err(|_| RoomError::Broken)?.to_be_bytes();
    stream.write_all(&[&length, message].concat()).map_err(RoomError::Unreachable)
}

/// Reads a message of Noise behind its length, or an empty one, which refuses a guest. `end` is the
/// latest time for its last byte.
pub(crate) fn read_message(stream: &TcpStream, end: Option<Instant>) -> Result<Vec<u8>, RoomError> {
    let mut length = [0; 2];
    read_by(stream, &mut length, end)?;
    let length = usize::from(u16::from_be_bytes(length));
    if length > MAX_MESSAGE_BYTES {
        return Err(RoomError::Broken);
    }
    let mut message = vec![0; length];
    read_by(stream, &mut message, end)?;
    Ok(message)
}

/// Fills a buffer. With an end, the time for all bytes together is limited, not that for each.
pub(crate) fn read_by(mut stream: &TcpStream, buffer: &mut [u8], end: Option<Instant>) -> Result<(), RoomError> {
    let Some(end) = end else { return stream.read_exact(buffer).map_err(RoomError::Unreachable) };
    let mut filled = 0;
    while filled < buffer.len() {
        let left = end.saturating_duration_since(Instant::now());
        // A timeout of zero is not allowed.
        if left.is_zero() {
            return Err(RoomError::Unreachable(ErrorKind::TimedOut.into()));
        }
        let read = stream.set_read_timeout(Some(left)).and_then(|()| stream.read(&mut buffer[filled..]));
        match read.map_err(RoomError::Unreachable)? {
            0 => return Err(RoomError::Unreachable(ErrorKind::UnexpectedEof.into())),
            length => filled += length,
        }
    }
    Ok(())
}

/// How much a member may send.
struct Rate {
    rows: Bucket,
    bytes: Bucket,
    long_rows: Bucket,
}

impl Rate {
    fn new() -> Self {
        Self {
            rows: Bucket::new(200.0, 20.0),
            bytes: Bucket::new(32.0 * 1024.0, 4.0 * 1024.0),
            long_rows: Bucket::new(8.0, 0.2),
        }
    }

    fn allows(&mut self, length: usize) -> bool {
        let is_long = length > MAX_ROW_BYTES;
        self.rows.take(1.0) && if is_long { self.long_rows.take(1.0) } else { self.bytes.take(length as f64) }
    }
}

/// An amount that grows by the second up to a maximum.
struct Bucket {
    most: f64,
    each_second: f64,
    left: f64,
    at: Instant,
}

impl Bucket {
    fn new(most: f64, each_second: f64) -> Self {
        Self { most, each_second, left: most, at: Instant::now() }
    }

    fn take(&mut self, amount: f64) -> bool {
        let now = Instant::now();
        let gained = now.duration_since(self.at).as_secs_f64() * self.each_second;
        (self.left, self.at) = ((self.left + gained).min(self.most) - amount, now);
        self.left >= 0.0
    }
}
