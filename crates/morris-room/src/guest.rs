// SPDX-License-Identifier: GPL-3.0-or-later
//! Enters a room, and returns to it after each break.

use std::net::{Shutdown, TcpStream};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use morris_message::PlayerName;

use crate::address::Address;
use crate::channel::{Reader, Writer};
use crate::code::Code;
use crate::error::RoomError;
use crate::event::RoomEvent;
use crate::kept::{KeptGuest, parse, write};
use crate::limits::{PAIRING_TIME, PING, SILENCE};
use crate::pairing::{Ticket, enter};
use crate::rows::{MemberId, MemberRow, ReturnKey, RoomRow};
use crate::threads::spawn;

/// Pauses before the attempts to return. The last one repeats.
const PAUSES: [Duration; 4] =
    [Duration::ZERO, Duration::from_millis(300), Duration::from_secs(1), Duration::from_secs(2)];

/// Number of refused keys in a row after which the room does not know the member any more. A room
/// whose program ends at this moment looks the same.
const REFUSALS: u32 = 3;

/// A connection to a room. If it is dropped, the member is away, and can return.
#[derive(Debug)]
pub struct Guest {
    inputs: Sender<Input>,
}

enum Input {
    Send(MemberRow),
    Row(u64, RoomRow),
    Lost(u64, RoomError),
    /// Leaves the room for good.
    Leave,
    Drop,
}

/// Enters a room for the first time. `tell` gets the news on a thread of the guest, and may wait
/// there.
pub fn join(address: Address, name: PlayerName, code: Code, tell: impl FnMut(RoomEvent) + Send + 'static) -> Guest {
    Visit { address, name, ticket: Ticket::Code(code), room: None, host: None, epoch: 0, refusals: 0, tell }.start()
}

/// Returns to a room, by what an earlier program has kept.
///
/// # Errors
/// Fails if the text is damaged.
pub fn come_back(kept: &str, tell: impl FnMut(RoomEvent) + Send + 'static) -> Result<Guest, RoomError> {
    let kept = parse::<KeptGuest>(kept)?;
    let name = kept.name.parse().map_err(|_| RoomError::Kept)?;
    let ticket = Ticket::Return(kept.member, kept.key()?);
    let address = kept.address.parse().map_err(|_| RoomError::Kept)?;
    Ok(Visit { address, name, ticket, room: Some(kept.room), host: None, epoch: 0, refusals: 0, tell }.start())
}

impl Guest {
    /// Writes a row. It never waits. While the room is away, the row is lost.
    pub fn send(&self, row: MemberRow) {
        _ = self.inputs.send(Input::Send(row));
    }

    /// Leaves the room for good.
    pub fn leave(self) {
        _ = self.inputs.send(Input::Leave);
    }
}

impl Drop for Guest {
    fn drop(&mut self) {
        _ = self.inputs.send(Input::Drop);
    }
}

struct Visit<T> {
    address: Address,
    name: PlayerName,
    ticket: Ticket,
    /// Name of the room, once it is known.
    room: Option<String>,
    /// Name of the room as people see it, once it is known.
    host: Option<PlayerName>,
    /// Number of connections so far.
    epoch: u64,
    /// Number of refused keys since anything else happened.
    refusals: u32,
    tell: T,
}

/// An open connection.
struct Connection {
    stream: TcpStream,
    writer: Writer,
    last_row: Instant,
    written: Instant,
}

/// Why a connection ended.
enum End {
    Lost(RoomError),
    /// The guest has been dropped or has left.
    Left,
}

impl<T: FnMut(RoomEvent) + Send + 'static> Visit<T> {
    fn start(self) -> Guest {
        let (inputs, received) = channel();
        let own = inputs.clone();
        // Without a thread, there is no one to tell.
        _ = spawn("room guest", move || self.run(&own, &received));
        Guest { inputs }
    }

    fn run(mut self, inputs: &Sender<Input>, received: &Receiver<Input>) {
        let mut attempt = 0;
        loop {
            let error = match self.connect(inputs) {
                Ok(connection) => match self.stay(connection, received) {
                    End::Left => return,
                    End::Lost(error) => {
                        attempt = 0;
                        error
                    }
                },
                Err(error) => error,
            };
            let is_first = matches!(self.ticket, Ticket::Code(_));
            if is_first || is_final(&error) {
                return (self.tell)(RoomEvent::Ended(error));
            }
            if attempt == 0 {
                (self.tell)(RoomEvent::Away(error));
            }
            attempt += 1;
            if let End::Left = pause(received, PAUSES[attempt.min(PAUSES.len() - 1)]) {
                return;
            }
        }
    }

    fn connect(&mut self, inputs: &Sender<Input>) -> Result<Connection, RoomError> {
        let entered = self.reach().and_then(|stream| {
            let kept = stream.try_clone().map_err(RoomError::Unreachable)?;
            Ok((kept, enter(stream, &self.ticket, self.room.as_deref())?))
        });
        let (kept, (hello, reader, mut writer)) = entered.map_err(|error| self.count_refusal(error))?;
        self.refusals = 0;
        writer.write(&format!("{}\n", MemberRow::Name(self.name.clone())))?;
        (self.room, self.host) = (Some(hello.room), Some(hello.name));
        self.epoch += 1;
        let (epoch, inputs) = (self.epoch, inputs.clone());
        spawn("room reader", move || read(reader, &inputs, epoch)).map_err(RoomError::Unreachable)?;
        let now = Instant::now();
        Ok(Connection { stream: kept, writer, last_row: now, written: now })
    }

    /// Returns the error, of which a refused key is final only if it was refused before.
    fn count_refusal(&mut self, error: RoomError) -> RoomError {
        let is_refused = matches!(error, RoomError::NotAMember);
        self.refusals = if is_refused { self.refusals + 1 } else { 0 };
        if is_refused && self.refusals < REFUSALS { RoomError::Broken } else { error }
    }

    fn reach(&self) -> Result<TcpStream, RoomError> {
        let addresses = self.address.resolve().map_err(RoomError::Unreachable)?;
        let mut last = RoomError::Unreachable(std::io::ErrorKind::NotFound.into());
        for address in addresses {
            match TcpStream::connect_timeout(&address, PAIRING_TIME) {
                Ok(stream) => return Ok(stream),
                Err(error) => last = RoomError::Unreachable(error),
            }
        }
        Err(last)
    }

    fn stay(&mut self, mut connection: Connection, received: &Receiver<Input>) -> End {
        let end = loop {
            match self.step(&mut connection, received) {
                Ok(None) => {}
                Ok(Some(end)) => break end,
                Err(error) => break End::Lost(error),
            }
        };
        _ = connection.stream.shutdown(Shutdown::Both);
        end
    }

    /// Does one thing, or waits until the next ping.
    fn step(&mut self, connection: &mut Connection, received: &Receiver<Input>) -> Result<Option<End>, RoomError> {
        if connection.last_row.elapsed() > SILENCE {
            return Err(RoomError::Broken);
        }
        let left = PING.saturating_sub(connection.written.elapsed());
        match received.recv_timeout(left) {
            Ok(Input::Send(row)) => connection.write(&row)?,
            Err(RecvTimeoutError::Timeout) => connection.write(&MemberRow::Ping)?,
            Ok(Input::Row(epoch, row)) if epoch == self.epoch => {
                connection.last_row = Instant::now();
                return self.take(row);
            }
            Ok(Input::Lost(epoch, error)) if epoch == self.epoch => return Err(error),
            Ok(Input::Row(..) | Input::Lost(..)) => {}
            Ok(Input::Leave) => {
                connection.write(&MemberRow::Bye)?;
                return Ok(Some(End::Left));
            }
            Ok(Input::Drop) | Err(RecvTimeoutError::Disconnected) => return Ok(Some(End::Left)),
        }
        Ok(None)
    }

    fn take(&mut self, row: RoomRow) -> Result<Option<End>, RoomError> {
        match row {
            RoomRow::Welcome(member, key) => self.welcome(member, key),
            RoomRow::Full => return Err(RoomError::Full),
            RoomRow::Closed => return Err(RoomError::Closed),
            RoomRow::Pong => {}
            row => (self.tell)(RoomEvent::Row(row)),
        }
        Ok(None)
    }

    fn welcome(&mut self, member: MemberId, key: ReturnKey) {
        let Some((room, host)) = self.room.clone().zip(self.host.clone()) else { return };
        let kept = KeptGuest::new(room, self.address.to_string(), &self.name, member, &key);
        self.ticket = Ticket::Return(member, key);
        (self.tell)(RoomEvent::Keep(write(&kept)));
        (self.tell)(RoomEvent::Here { member, room: host });
    }
}

impl Connection {
    fn write(&mut self, row: &MemberRow) -> Result<(), RoomError> {
        self.written = Instant::now();
        self.writer.write(&format!("{row}\n"))
    }
}

/// Returns `true` for errors after which another attempt fails, too.
const fn is_final(error: &RoomError) -> bool {
    use RoomError::{Closed, Full, NotAMember, OtherRoom, Version, WrongCode};
    matches!(error, Closed | Full | NotAMember | OtherRoom | Version | WrongCode)
}

/// Waits. Rows that are to be sent meanwhile are lost, as by a broken connection.
fn pause(received: &Receiver<Input>, time: Duration) -> End {
    let end = Instant::now() + time;
    loop {
        match received.recv_timeout(end.saturating_duration_since(Instant::now())) {
            Ok(Input::Leave | Input::Drop) | Err(RecvTimeoutError::Disconnected) => return End::Left,
            Err(RecvTimeoutError::Timeout) => return End::Lost(RoomError::Broken),
            Ok(_) => {}
        }
    }
}

fn read(mut reader: Reader, inputs: &Sender<Input>, epoch: u64) {
    loop {
        let row = reader.row().and_then(|row| row.parse().map_err(|_| RoomError::Broken));
        let is_lost = row.is_err();
        let input = row.map_or_else(|error| Input::Lost(epoch, error), |row| Input::Row(epoch, row));
        if inputs.send(input).is_err() || is_lost {
            return;
        }
    }
}
