// SPDX-License-Identifier: GPL-3.0-or-later
//! Enters a room, and returns to it after each break.

use std::net::{Shutdown, TcpStream};
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use morris_message::PlayerName;

use crate::address::Address;
use crate::channel::Writer;
use crate::code::Code;
use crate::discovery::{Discovery, FoundRoom, discover};
use crate::error::RoomError;
use crate::event::{Keeper, Owner, RoomEvent};
use crate::kept::{KeptGuest, parse, write};
use crate::limits::{LOOK, MAX_FINDS, PAIRING_TIME, PING, SILENCE};
use crate::pairing::{Hello, Ticket, enter};
use crate::rows::{MemberId, MemberRow, ReturnKey, RoomRow};
use crate::threads::spawn;

/// Pauses before the attempts to return. The last one repeats.
const PAUSES: [Duration; 4] =
    [Duration::ZERO, Duration::from_millis(300), Duration::from_secs(1), Duration::from_secs(2)];

/// One of this number of attempts is at an address where the room only seems to be.
const FOUND_EACH: usize = 4;

/// A connection to a room. If it is dropped, the member is away, and can return.
#[derive(Debug)]
pub struct Guest {
    inputs: Sender<Input>,
}

enum Input {
    Send(MemberRow),
    Row(u64, RoomRow),
    Lost(u64, RoomError),
    Found(Vec<FoundRoom>),
    /// Leaves the room for good.
    Leave,
    Drop,
}

/// Enters a room for the first time.
pub fn join(address: Address, name: PlayerName, code: Code, owner: impl Owner) -> Guest {
    start(address, name, Ticket::Code(code), None, Keeper::new(owner))
}

/// Returns to a room, by what an earlier program has kept. If the room is no longer at its
/// address, the guest looks for it in this network.
///
/// # Errors
/// Fails if the text is damaged.
pub fn come_back(kept: &str, owner: impl Owner) -> Result<Guest, RoomError> {
    let KeptGuest { room, address, name, member, key } = parse(kept)?;
    Ok(start(address, name, Ticket::Return(member, key), Some(room), Keeper::new(owner)))
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

struct Visit {
    address: Address,
    name: PlayerName,
    ticket: Ticket,
    /// Name of the room, once it is known.
    room: Option<String>,
    inputs: Sender<Input>,
    /// Number of connections so far.
    epoch: u64,
    /// The search during a break, where the room seems to be, and what has shortened a pause.
    search: Option<Discovery>,
    found: Option<Address>,
    finds: Vec<Address>,
    owner: Keeper,
}

/// An open connection.
struct Connection {
    hello: Hello,
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

impl From<RoomError> for End {
    fn from(error: RoomError) -> Self {
        Self::Lost(error)
    }
}

fn start(address: Address, name: PlayerName, ticket: Ticket, room: Option<String>, owner: Keeper) -> Guest {
    let (inputs, received) = channel();
    let visit = Visit::new(address, name, ticket, room, inputs.clone(), owner);
    // Without a thread, there is no one to tell.
    _ = spawn("room guest", move || visit.run(&received));
    Guest { inputs }
}

impl Visit {
    fn new(
        address: Address,
        name: PlayerName,
        ticket: Ticket,
        room: Option<String>,
        inputs: Sender<Input>,
        owner: Keeper,
    ) -> Self {
        let (search, found, finds) = (None, None, Vec::new());
        Self { address, name, ticket, room, inputs, epoch: 0, search, found, finds, owner }
    }

    fn run(mut self, received: &Receiver<Input>) {
        let (mut attempt, mut began, mut is_found) = (0, Instant::now(), false);
        loop {
            let error = match self.connect(is_found || attempt % FOUND_EACH == FOUND_EACH - 1) {
                Ok(connection) => {
                    (self.search, self.found) = (None, None);
                    self.finds.clear();
                    let End::Lost(error) = self.stay(connection, received) else { return };
                    (attempt, began) = (0, Instant::now());
                    error
                }
                Err(error) => error,
            };
            let is_other = matches!(error, RoomError::OtherRoom);
            let may_be_elsewhere = is_other && (began.elapsed() < LOOK || self.found.is_some());
            let is_first = matches!(self.ticket, Ticket::Code(_));
            if is_first || is_final(&error) && !may_be_elsewhere {
                return self.owner.end(error);
            }
            if attempt == 0 {
                self.owner.tell(RoomEvent::Away(error));
            }
            attempt += 1;
            if attempt > 1 || is_other {
                self.look();
            }
            match self.pause(received, PAUSES[attempt.min(PAUSES.len() - 1)]) {
                ControlFlow::Continue(found) => is_found = found,
                ControlFlow::Break(()) => return,
            }
        }
    }

    /// Connects to where the room was, or first to where it seems to be. A false room can announce
    /// itself under the same name, but lacks the key. So what it says does not count, and only some
    /// attempts wait for it.
    fn connect(&mut self, tries_found: bool) -> Result<Connection, RoomError> {
        if let Some(found) = self.found.clone().filter(|found| tries_found && *found != self.address) {
            if let Ok(connection) = self.connect_to(&found) {
                self.address = found;
                return Ok(connection);
            }
        }
        self.connect_to(&self.address.clone())
    }

    fn connect_to(&mut self, address: &Address) -> Result<Connection, RoomError> {
        let stream = reach(address)?;
        let kept = stream.try_clone().map_err(RoomError::Unreachable)?;
        let (hello, mut reader, mut writer) = enter(stream, &self.ticket, self.room.as_deref())?;
        writer.write(&format!("{}\n", MemberRow::Name(self.name.clone())))?;
        self.room = Some(hello.room.clone());
        self.epoch += 1;
        let (epoch, inputs) = (self.epoch, self.inputs.clone());
        let read = move || {
            let error = reader.rows(|row| inputs.send(Input::Row(epoch, row)).is_ok());
            _ = inputs.send(Input::Lost(epoch, error));
        };
        spawn("room reader", read).map_err(RoomError::Unreachable)?;
        let now = Instant::now();
        Ok(Connection { hello, stream: kept, writer, last_row: now, written: now })
    }

    /// Looks for the room in this network.
    fn look(&mut self) {
        if self.search.is_none() {
            let inputs = self.inputs.clone();
            self.search = discover(move |rooms| _ = inputs.send(Input::Found(rooms))).ok();
        }
    }

    fn stay(&mut self, mut connection: Connection, received: &Receiver<Input>) -> End {
        let end = loop {
            if let Err(end) = self.step(&mut connection, received) {
                break end;
            }
        };
        _ = connection.stream.shutdown(Shutdown::Both);
        end
    }

    /// Does one thing, or waits until the next ping.
    fn step(&mut self, connection: &mut Connection, received: &Receiver<Input>) -> Result<(), End> {
        if connection.last_row.elapsed() > SILENCE {
            return Err(RoomError::Broken.into());
        }
        let left = PING.saturating_sub(connection.written.elapsed());
        match received.recv_timeout(left) {
            Ok(Input::Send(row)) => connection.write(&row)?,
            Err(RecvTimeoutError::Timeout) => {
                connection.write(&MemberRow::Ping)?;
                self.owner.keep_again();
            }
            Ok(Input::Row(epoch, row)) if epoch == self.epoch => {
                connection.last_row = Instant::now();
                self.take(row, &connection.hello)?;
            }
            Ok(Input::Lost(epoch, error)) if epoch == self.epoch => return Err(error.into()),
            Ok(Input::Row(..) | Input::Lost(..) | Input::Found(_)) => {}
            Ok(Input::Leave) => {
                connection.write(&MemberRow::Bye)?;
                return Err(End::Left);
            }
            Ok(Input::Drop) | Err(RecvTimeoutError::Disconnected) => return Err(End::Left),
        }
        Ok(())
    }

    fn take(&mut self, row: RoomRow, hello: &Hello) -> Result<(), RoomError> {
        match row {
            RoomRow::Welcome(member, key) => self.welcome(member, key, hello),
            RoomRow::Full => return Err(RoomError::Full),
            RoomRow::Closed => return Err(RoomError::Closed),
            RoomRow::Pong => {}
            row => self.owner.tell(RoomEvent::Row(row)),
        }
        Ok(())
    }

    fn welcome(&mut self, member: MemberId, key: ReturnKey, hello: &Hello) {
        let (room, address, name) = (hello.room.clone(), self.address.clone(), self.name.clone());
        self.ticket = Ticket::Return(member, key.clone());
        self.owner.keep(write(&KeptGuest { room, address, name, member, key }));
        self.owner.tell(RoomEvent::Here { member, room: hello.name.clone() });
    }

    /// Waits until the time is over, or the room is found at another address. Returns whether it is
    /// found, or breaks if the guest has left. Rows that are to be sent meanwhile are lost, as by a
    /// broken connection.
    fn pause(&mut self, received: &Receiver<Input>, time: Duration) -> ControlFlow<(), bool> {
        let end = Instant::now() + time;
        loop {
            match received.recv_timeout(end.saturating_duration_since(Instant::now())) {
                Ok(Input::Leave | Input::Drop) | Err(RecvTimeoutError::Disconnected) => {
                    return ControlFlow::Break(());
                }
                Err(RecvTimeoutError::Timeout) => return ControlFlow::Continue(false),
                Ok(Input::Found(rooms)) => {
                    let found = rooms.into_iter().find(|room| Some(&room.id) == self.room.as_ref());
                    self.found = found.map(|room| room.address);
                    if self.is_new_find() {
                        return ControlFlow::Continue(true);
                    }
                }
                Ok(_) => {}
            }
        }
    }

    /// Returns `true` once for each address, and for a limited number, so that false announcements
    /// cannot take all pauses.
    fn is_new_find(&mut self) -> bool {
        let is_new = |found: &Address| self.finds.len() < MAX_FINDS && !self.finds.contains(found);
        let new = self.found.clone().filter(is_new);
        let is_found = new.is_some();
        self.finds.extend(new);
        is_found
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

fn reach(address: &Address) -> Result<TcpStream, RoomError> {
    let mut last = RoomError::Unreachable(std::io::ErrorKind::NotFound.into());
    for address in address.resolve().map_err(RoomError::Unreachable)? {
        match TcpStream::connect_timeout(&address, PAIRING_TIME) {
            Ok(stream) => return Ok(stream),
            Err(error) => last = RoomError::Unreachable(error),
        }
    }
    Err(last)
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;

    use super::*;
    use crate::host::{HostConfig, host};

    const ROOM: &str = "mfrggzdfmztwq";

    fn visit(address: Address, ticket: Ticket) -> (Visit, Receiver<Input>) {
        let (inputs, received) = channel();
        let name: PlayerName = "Bob".parse().unwrap();
        (Visit::new(address, name, ticket, Some(ROOM.to_owned()), inputs, Keeper::new(|_| ())), received)
    }

    fn address(port: u16) -> Address {
        format!("127.0.0.1:{port}").parse().unwrap()
    }

    #[test]
    fn an_announced_address_shortens_one_pause() {
        let (mut visit, received) = visit(address(1), Ticket::Return(1, ReturnKey::random()));
        let mut shortened = 0;
        for port in [2, 3].into_iter().cycle().take(10).chain(4..20) {
            let (id, name) = (ROOM.to_owned(), "Ann".parse().unwrap());
            let room = FoundRoom { id, name, address: address(port), is_free: true };
            visit.inputs.send(Input::Found(vec![room])).unwrap();
            shortened += usize::from(visit.pause(&received, Duration::ZERO) == ControlFlow::Continue(true));
            assert_eq!(visit.found, Some(address(port)));
            if port == 3 {
                assert_eq!(shortened, 2);
            }
        }
        assert_eq!(shortened, MAX_FINDS);
    }

    #[test]
    fn a_silent_stranger_does_not_hold_up_each_return() {
        let (tell, codes) = channel();
        let config = HostConfig { name: "Ann".parse().unwrap(), port: 0, kept: None };
        let told = move |event| {
            if let RoomEvent::Code(code) = event {
                tell.send(code).unwrap()
            }
        };
        let room = host(config, told).unwrap();
        let (mut visit, _received) = visit(address(room.port()), Ticket::Code(codes.recv().unwrap()));
        visit.room = Some(room.id().to_owned());
        let silent = TcpListener::bind("127.0.0.1:0").unwrap();
        visit.found = Some(address(silent.local_addr().unwrap().port()));
        let began = Instant::now();
        assert!(visit.connect(false).is_ok());
        assert!(began.elapsed() < PAIRING_TIME, "{:?}", began.elapsed());
    }
}
