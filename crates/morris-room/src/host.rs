// SPDX-License-Identifier: GPL-3.0-or-later
//! Opens a room: listens, lets guests enter, and reads what they write.

use std::io;
use std::net::{Ipv4Addr, Ipv6Addr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::time::Instant;

use morris_message::PlayerName;
use socket2::SockRef;

use crate::address::{Address, own_addresses};
use crate::channel::Reader;
use crate::code::Code;
use crate::discovery::Announcement;
use crate::door::Door;
use crate::error::RoomError;
use crate::event::{Keeper, Owner};
use crate::hub::{Arrival, Hub, Input};
use crate::kept::KeptRoom;
use crate::letters;
use crate::limits::{MAX_MEMBERS, MAX_PAIRINGS, PAIRING_TIME};
use crate::pairing::admit;
use crate::rows::{MemberRow, Table};
use crate::threads::spawn;

/// What a room needs.
#[derive(Clone, Debug)]
pub struct HostConfig {
    /// Name of the room, which is that of its host as a player.
    pub name: PlayerName,
    /// Port on which to listen. If it is in use, any free one is. 0 stands for any.
    pub port: u16,
    /// What an earlier program has kept of this room.
    pub kept: Option<String>,
}

/// An open room. If it is dropped, its members wait for its return.
#[derive(Debug)]
pub struct Room {
    id: String,
    name: PlayerName,
    port: u16,
    listener: Arc<TcpListener>,
    inputs: Sender<Input>,
}

/// Opens a room.
///
/// # Errors
/// Fails if the program cannot listen, or if the kept text is damaged.
pub fn host(config: HostConfig, owner: impl Owner) -> Result<Room, RoomError> {
    let kept = config.kept.as_deref().map(KeptRoom::parse).transpose()?;
    let listener = listen(kept.as_ref().map_or(config.port, |kept| kept.port)).map_err(RoomError::Listen)?;
    let port = listener.local_addr().map_err(RoomError::Listen)?.port();
    let listener = Arc::new(listener);
    let (inputs, received) = channel();
    let new = || (letters::write(&rand::random::<[u8; 8]>()), Code::random());
    let (id, code) = kept.as_ref().map_or_else(new, |kept| (kept.room.clone(), kept.code.clone()));
    let renewed = inputs.clone();
    let renewed = move || _ = renewed.send(Input::Code);
    let door = Arc::new(Door::new(id.clone(), config.name.clone(), code, renewed));
    let hub = Hub::new(door.clone(), port, kept, Keeper::new(owner));
    spawn("room", move || hub.run(&received)).map_err(RoomError::Listen)?;
    let entrance = Entrance { door, inputs: inputs.clone(), listener: listener.clone() };
    spawn("room entrance", move || entrance.run()).map_err(RoomError::Listen)?;
    Ok(Room { id, name: config.name, port, listener, inputs })
}

impl Room {
    /// Returns the name of the room in links: 13 letters.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Returns the port on which the room listens.
    #[must_use]
    pub const fn port(&self) -> u16 {
        self.port
    }

    /// Returns the addresses of the room, the best first. The last one is for programs on this
    /// computer only.
    #[must_use]
    pub fn addresses(&self) -> Vec<Address> {
        own_addresses(self.port)
    }

    /// Writes a row as the member of this program. It never waits, and no row is lost.
    pub fn send(&self, row: MemberRow) {
        _ = self.inputs.send(Input::Own(row));
    }

    /// Adds a table, or changes it. Without a game, it gets a new one.
    pub fn set_table(&self, table: Table) {
        _ = self.inputs.send(Input::Table(table));
    }

    /// Announces the room in this network as long as the result lives, also while no seat is free:
    /// watchers look for it, and guests who return.
    ///
    /// # Errors
    /// Fails if the program cannot announce anything.
    pub fn announce(&self, is_free: bool) -> Result<Announcement, RoomError> {
        Announcement::new(self.id.clone(), self.name.clone(), self.port, is_free)
    }

    /// Closes the room for good. The last event follows soon.
    pub fn close(self) {
        _ = self.inputs.send(Input::Close);
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        _ = self.inputs.send(Input::Leave);
        _ = SockRef::from(&*self.listener).shutdown(Shutdown::Both);
    }
}

/// Listens on all addresses of both families, or on those of IPv4 where there is no other.
fn listen(port: u16) -> io::Result<TcpListener> {
    let on = |port: u16| {
        let both = TcpListener::bind((Ipv6Addr::UNSPECIFIED, port));
        both.or_else(|_| TcpListener::bind((Ipv4Addr::UNSPECIFIED, port)))
    };
    on(port).or_else(|_| on(0))
}

/// Where connections come in.
struct Entrance {
    door: Arc<Door>,
    inputs: Sender<Input>,
    listener: Arc<TcpListener>,
}

impl Entrance {
    /// Serves each connection on a thread, which has a copy of what counts it.
    fn run(self) {
        let [all, pairing] = [(); 2].map(|()| Arc::new(()));
        for connection in 0.. {
            let Some((stream, address)) = self.accept() else { return };
            let [all, pairing] = [&all, &pairing].map(Arc::clone);
            // Beyond the limits, connections end at once.
            if Arc::strong_count(&all) > 1 + MAX_MEMBERS + MAX_PAIRINGS
                || Arc::strong_count(&pairing) > 1 + MAX_PAIRINGS
            {
                continue;
            }
            let (door, inputs) = (self.door.clone(), self.inputs.clone());
            let serve = move || {
                let _all = all;
                let reader = enter(stream, address, &door, &inputs, connection);
                drop(pairing);
                if let Ok(mut reader) = reader {
                    _ = reader.rows(|row| inputs.send(Input::Row { connection, row }).is_ok());
                    _ = inputs.send(Input::Lost { connection });
                }
            };
            _ = spawn("room reader", serve);
        }
    }

    /// Waits for a connection, or returns `None` when the room ends. Other errors pass: a
    /// connection that was broken at once, or too many open files.
    fn accept(&self) -> Option<(TcpStream, SocketAddr)> {
        loop {
            match self.listener.accept() {
                Ok(accepted) => return Some(accepted),
                Err(error) if error.kind() == io::ErrorKind::InvalidInput => return None,
                Err(_) => std::thread::sleep(std::time::Duration::from_millis(100)),
            }
        }
    }
}

fn enter(
    stream: TcpStream,
    address: SocketAddr,
    door: &Door,
    inputs: &Sender<Input>,
    connection: u64,
) -> Result<Reader, RoomError> {
    let kept = stream.try_clone().map_err(RoomError::Unreachable)?;
    let (entrant, mut reader, writer) = admit(stream, door, address.ip().to_canonical())?;
    reader.limit();
    // A replayed first message gets this far, and no further.
    let end = Some(Instant::now() + PAIRING_TIME);
    let MemberRow::Name(name) = reader.row(end)?.parse().map_err(|_| RoomError::Broken)? else {
        return Err(RoomError::Broken);
    };
    kept.set_read_timeout(None).map_err(RoomError::Unreachable)?;
    let arrival = Arrival { connection, entrant, name, stream: kept, writer };
    inputs.send(Input::Arrived(arrival)).map_err(|_| RoomError::Closed)?;
    Ok(reader)
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::thread::sleep;
    use std::time::Duration;

    use super::*;
    use crate::event::RoomEvent;
    use crate::limits::ABSENCE;
    use crate::pairing::Ticket;

    fn open() -> (Room, Code) {
        let (tell, codes) = channel();
        let told = move |event| {
            if let RoomEvent::Code(code) = event {
                tell.send(code).unwrap()
            }
        };
        let room = host(HostConfig { name: "Ann".parse().unwrap(), port: 0, kept: None }, told).unwrap();
        (room, codes.recv().unwrap())
    }

    #[test]
    fn a_newcomer_with_the_name_of_an_absent_member_has_its_place() {
        let (room, code) = open();
        let address = room.addresses().pop().unwrap();
        let enter = || {
            let (tell, members) = channel();
            let told = move |event| {
                if let RoomEvent::Here { member, .. } = event {
                    tell.send(member).unwrap()
                }
            };
            let guest = crate::join(address.clone(), "Bob".parse().unwrap(), code.clone(), told);
            (members.recv().unwrap(), guest)
        };
        let (first, guest) = enter();
        drop(guest);
        let (second, _guest) = enter();
        assert_eq!((first, second), (1, 2), "it can still come back");
        sleep(ABSENCE + Duration::from_millis(300));
        assert_eq!(enter().0, 1);
    }

    #[test]
    fn a_first_row_that_comes_byte_by_byte_holds_no_place() {
        let (room, code) = open();
        let mut stream = TcpStream::connect(("127.0.0.1", room.port())).unwrap();
        let ticket = Ticket::Code(code);
        let _secret = crate::pairing::enter(stream.try_clone().unwrap(), &ticket, None).unwrap();
        let began = Instant::now();
        while began.elapsed() < PAIRING_TIME * 2 && stream.write_all(&[1]).is_ok() {
            sleep(Duration::from_millis(200));
        }
        assert!(began.elapsed() < PAIRING_TIME + Duration::from_secs(2), "{:?}", began.elapsed());
    }
}
