// SPDX-License-Identifier: GPL-3.0-or-later
//! Rooms in this network, by multicast DNS.

use std::collections::BTreeMap;

use mdns_sd::{ResolvedService, ScopedIp, ServiceDaemon, ServiceEvent, ServiceInfo};
use morris_message::PlayerName;

use crate::address::{Address, found};
use crate::error::RoomError;
use crate::limits::VERSION;
use crate::rows::is_name_of_game;
use crate::threads::spawn;

/// Type of the service. A name of a service has at most 15 letters.
const SERVICE: &str = "_nmm-room._tcp.local.";
/// Maximum number of rooms in a list.
const MAX_FOUND: usize = 50;

/// A room in this network. Anyone in the network can announce one, under any name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundRoom {
    /// Name of the room in links: 13 letters.
    pub id: String,
    /// Name of the room.
    pub name: PlayerName,
    /// Its address, private or link-local.
    pub address: Address,
    /// Whether a seat is free.
    pub is_free: bool,
}

/// A search for rooms, which ends when it is dropped.
pub struct Discovery {
    _daemon: Daemon,
}

/// An announcement of a room, which ends when it is dropped.
pub struct Announcement {
    daemon: Daemon,
    id: String,
    name: PlayerName,
    port: u16,
}

struct Daemon(ServiceDaemon);

impl Drop for Daemon {
    fn drop(&mut self) {
        _ = self.0.shutdown();
    }
}

/// Searches for rooms. `tell` gets the list, at most 50 rooms sorted by name, whenever it has
/// changed.
///
/// # Errors
/// Fails if the program cannot search.
pub fn discover(mut tell: impl FnMut(Vec<FoundRoom>) + Send + 'static) -> Result<Discovery, RoomError> {
    let daemon = Daemon(ServiceDaemon::new().map_err(failed)?);
    let events = daemon.0.browse(SERVICE).map_err(failed)?;
    let search = move || {
        let mut rooms = BTreeMap::new();
        // The daemon ends the channel.
        while let Ok(event) = events.recv() {
            if change(&mut rooms, &event) {
                tell(sorted(&rooms));
            }
        }
    };
    spawn("room search", search).map_err(|error| RoomError::Discovery(error.to_string()))?;
    Ok(Discovery { _daemon: daemon })
}

impl Announcement {
    pub(crate) fn new(id: String, name: PlayerName, port: u16, is_free: bool) -> Result<Self, RoomError> {
        let announcement = Self { daemon: Daemon(ServiceDaemon::new().map_err(failed)?), id, name, port };
        announcement.set_free(is_free)?;
        Ok(announcement)
    }

    /// Changes whether a seat is free. It never waits.
    ///
    /// # Errors
    /// Fails if the program cannot announce anything.
    pub fn set_free(&self, is_free: bool) -> Result<(), RoomError> {
        let state = if is_free { "free" } else { "full" };
        let properties = [("v", VERSION), ("name", self.name.as_str()), ("state", state)];
        // The name of this computer stays private.
        let host = format!("nmm-{}.local.", self.id);
        let mut info = ServiceInfo::new(SERVICE, &self.id, &host, "", self.port, &properties[..]).map_err(failed)?;
        // The name is random, so no other service has it. A probe at each change would only hide
        // the room for a while.
        info.set_requires_probe(false);
        self.daemon.0.register(info.enable_addr_auto()).map_err(failed)
    }
}

fn failed(error: mdns_sd::Error) -> RoomError {
    RoomError::Discovery(error.to_string())
}

/// Returns `true` if the rooms are others now.
fn change(rooms: &mut BTreeMap<String, FoundRoom>, event: &ServiceEvent) -> bool {
    match event {
        ServiceEvent::ServiceResolved(service) => {
            let Some(room) = read(service) else { return false };
            let is_known = |other: &FoundRoom| other.id != room.id && other.address == room.address;
            if rooms.values().any(is_known) || rooms.len() >= MAX_FOUND && !rooms.contains_key(&service.fullname) {
                return false;
            }
            rooms.insert(service.fullname.clone(), room.clone()) != Some(room)
        }
        ServiceEvent::ServiceRemoved(_, name) => rooms.remove(name).is_some(),
        _ => false,
    }
}

/// Reads an announcement, in which everything can be wrong.
fn read(service: &ResolvedService) -> Option<FoundRoom> {
    let text = |key| service.get_property_val_str(key);
    let id = service.fullname.split('.').next().filter(|id| is_name_of_game(id))?;
    let name = PlayerName::nearest(text("name")?).filter(|_| text("v") == Some(VERSION))?;
    Some(FoundRoom { id: id.to_owned(), name, address: address(service)?, is_free: text("state") == Some("free") })
}

/// Returns the best of the addresses: of IPv4, if there is one.
fn address(service: &ResolvedService) -> Option<Address> {
    let read = |ip: &ScopedIp| match ip {
        ScopedIp::V6(six) => found(ip.to_ip_addr(), Some(&six.scope_id().name), service.port),
        ip => found(ip.to_ip_addr(), None, service.port),
    };
    let rank = |ip: &&ScopedIp| (ip.is_ipv6(), ip.to_ip_addr().is_ipv6().then(|| ip.to_string()));
    let mut addresses: Vec<_> = service.addresses.iter().collect();
    addresses.sort_by_key(rank);
    addresses.into_iter().find_map(read)
}

fn sorted(rooms: &BTreeMap<String, FoundRoom>) -> Vec<FoundRoom> {
    let mut sorted: Vec<_> = rooms.values().cloned().collect();
    sorted.sort_by_key(|room| (room.name.as_str().to_owned(), room.id.clone()));
    sorted
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the announcement of a room.
    fn announced(number: u16, name: &str, ip: &str, id: &str) -> ServiceEvent {
        let properties = [("v", VERSION), ("name", name), ("state", "free")];
        let info = ServiceInfo::new(SERVICE, id, "nmm.local.", ip, 20_000 + number, &properties[..]).unwrap();
        ServiceEvent::ServiceResolved(Box::new(info.as_resolved_service()))
    }

    #[test]
    fn a_thousand_rooms_are_fifty_with_clean_names() {
        let mut rooms = BTreeMap::new();
        for number in 0..1000 {
            let name = format!("\u{202e}\u{2066}A{}\u{7}\n{number}", "é".repeat(100));
            let id = crate::letters::write(&u64::from(number).to_be_bytes());
            let event = announced(number, &name, "192.168.1.20", &id);
            assert_eq!(change(&mut rooms, &event), rooms.len() <= MAX_FOUND && number < 50, "{number}");
            assert!(!change(&mut rooms, &event), "nothing has changed");
        }
        let found = sorted(&rooms);
        assert_eq!(found.len(), MAX_FOUND);
        for room in &found {
            let name = room.name.as_str();
            assert!(
                name.parse::<PlayerName>().is_ok() && name.starts_with('A') && name.chars().count() <= 32,
                "{name:?}"
            );
        }
        // A room that goes makes space for another one.
        let gone = rooms.keys().next().unwrap().clone();
        assert!(change(&mut rooms, &ServiceEvent::ServiceRemoved(SERVICE.to_owned(), gone)));
        assert!(change(&mut rooms, &announced(2000, "Ann", "192.168.1.20", "mfrggzdfmztwq")));
    }

    #[test]
    fn announcements_that_do_not_fit_are_left_out() {
        let id = "mfrggzdfmztwq";
        for event in [
            announced(1, "Ann", "8.8.8.8", id),
            announced(1, "Ann", "127.0.0.1", id),
            announced(1, "\u{202e}", "192.168.1.20", id),
            announced(1, "Ann", "192.168.1.20", "printer"),
        ] {
            let mut rooms = BTreeMap::new();
            change(&mut rooms, &event);
            assert!(rooms.is_empty(), "{event:?}");
        }
        let mut rooms = BTreeMap::new();
        assert!(change(&mut rooms, &announced(1, "Ann", "192.168.1.20", id)));
        // Another name of a room at the same address is not a second room.
        assert!(!change(&mut rooms, &announced(1, "Bob", "192.168.1.20", "mfrggzdfmztwr")));
    }
}
