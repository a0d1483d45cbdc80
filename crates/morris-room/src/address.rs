// SPDX-License-Identifier: GPL-3.0-or-later
//! Addresses of rooms, as people type them.

use std::fmt;
use std::io;
use std::net::{IpAddr, Ipv6Addr, SocketAddr, ToSocketAddrs};
use std::str::FromStr;

use crate::error::RoomError;
use crate::limits::DEFAULT_PORT;

/// Maximum length of an address without its port, in bytes.
const LONGEST: usize = 120;
/// The address by which a computer reaches itself.
const OWN_HOST: &str = "127.0.0.1";

/// Address of a room: an address of IPv4 or IPv6, or the name of a computer, and a port.
///
/// ```
/// use morris_room::Address;
///
/// let address: Address = "192.168.1.20".parse()?;
/// assert_eq!(address.to_string(), "192.168.1.20:24609");
/// let address: Address = "[fe80::1%wlan0]:4000".parse()?;
/// assert_eq!((address.host(), address.port()), ("fe80::1%wlan0", 4000));
/// assert!("192.168.1.20:x".parse::<Address>().is_err());
/// # Ok::<(), morris_room::RoomError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    host: String,
    port: u16,
}

impl Address {
    /// Returns the address without the port.
    #[must_use]
    pub fn host(&self) -> &str {
        &self.host
    }

    /// Returns the port.
    #[must_use]
    pub const fn port(&self) -> u16 {
        self.port
    }

    /// Returns whether only programs on the same computer reach a room at this address.
    pub fn is_of_this_computer(&self) -> bool {
        self.host == OWN_HOST
    }

    /// Asks the system for the addresses. It can take seconds for the name of a computer.
    pub(crate) fn resolve(&self) -> io::Result<Vec<SocketAddr>> {
        Ok((self.host.as_str(), self.port).to_socket_addrs()?.take(8).collect())
    }
}

impl FromStr for Address {
    type Err = RoomError;

    fn from_str(text: &str) -> Result<Self, RoomError> {
        let text = text.trim();
        let (host, port) = match text.strip_prefix('[').and_then(|text| text.split_once(']')) {
            Some((host, "")) => (host, None),
            Some((host, port)) => (host, Some(port.strip_prefix(':').ok_or(RoomError::Address)?)),
            // More than one colon is an address of IPv6 without a port.
            None if text.matches(':').count() > 1 => (text, None),
            None => text.split_once(':').map_or((text, None), |(host, port)| (host, Some(port))),
        };
        let port = port.map_or(Ok(DEFAULT_PORT), str::parse).map_err(|_| RoomError::Address)?;
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_' | b':' | b'%');
        let fits = !host.is_empty() && host.len() <= LONGEST && host.bytes().all(is_plain);
        if fits && port > 0 { Ok(Self { host: host.to_owned(), port }) } else { Err(RoomError::Address) }
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { host, port } = self;
        if host.contains(':') { write!(f, "[{host}]:{port}") } else { write!(f, "{host}:{port}") }
    }
}

/// Returns the addresses of this computer in private networks, those of IPv4 first, and then the
/// one that only its own programs reach.
pub(crate) fn own_addresses(port: u16) -> Vec<Address> {
    let interfaces = if_addrs::get_if_addrs().unwrap_or_default();
    let mut addresses: Vec<_> = interfaces.iter().filter(|it| is_near(it.ip())).collect();
    addresses.sort_by_key(|it| (it.ip().is_ipv6(), is_link_local(it.ip())));
    let host = |it: &&if_addrs::Interface| match is_link_local(it.ip()) && it.ip().is_ipv6() {
        true => format!("{}%{}", it.ip(), it.name),
        false => it.ip().to_string(),
    };
    let hosts = addresses.iter().map(host).chain([OWN_HOST.to_owned()]);
    hosts.map(|host| Address { host, port }).collect()
}

/// Returns an address that was found in the network. `scope` is the interface of a link-local one.
pub(crate) fn found(ip: IpAddr, scope: Option<&str>, port: u16) -> Option<Address> {
    let scope = scope.filter(|_| is_link_local(ip) && ip.is_ipv6()).map_or_else(String::new, |name| format!("%{name}"));
    let address = Address { host: format!("{ip}{scope}"), port };
    (is_near(ip) && address.to_string().parse().is_ok_and(|parsed: Address| parsed == address)).then_some(address)
}

/// Returns `true` for private and link-local addresses.
pub(crate) fn is_near(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(ip) => ip.is_private() || ip.is_link_local(),
        IpAddr::V6(ip) => is_unique_local(ip) || is_link_local(ip.into()),
    }
}

const fn is_unique_local(ip: Ipv6Addr) -> bool {
    ip.segments()[0] & 0xfe00 == 0xfc00
}

const fn is_link_local(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(ip) => ip.is_link_local(),
        IpAddr::V6(ip) => ip.segments()[0] & 0xffc0 == 0xfe80,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The form that is shown and kept is longer than what was typed.
    #[test]
    fn the_longest_address_is_read_back_with_its_port() {
        for (typed, fits) in [
            ("host".repeat(30), true),
            (format!("{}::1", "a".repeat(LONGEST - 3)), true),
            ("h".repeat(LONGEST + 1), false),
        ] {
            let address = typed.parse::<Address>();
            assert_eq!(address.is_ok(), fits, "{typed}");
            assert!(address.into_iter().all(|address| address.to_string().parse().ok() == Some(address)), "{typed}");
        }
    }
}
