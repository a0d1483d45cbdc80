// SPDX-License-Identifier: GPL-3.0-or-later
//! Rooms: games over the network, with watchers. A [`Room`] is one program that listens. A
//! [`Guest`] is the connection of another one. The room passes on the lines of games by message
//! ([`morris_message`]), and adds what a letter has not: presence, thinking time, and watchers.
//!
//! ```text
//! host   nmm-room 1 ROOM NAME
//! guest  join SPAKE | back MEMBER
//! host   spake SPAKE
//! both   Noise_NNpsk0_25519_ChaChaPoly_BLAKE2s, then rows
//! ```
//!
//! A guest enters with a code of six digits, by SPAKE2, and returns after a break with a key that
//! the room has given to it. A stranger in the network sees that there is a room, its name, and the
//! sizes and times of messages. `docs/players.md` describes the format and its limits for other
//! programs.
//!
//! Two players in one program:
//!
//! ```no_run
//! use morris_room::{DEFAULT_PORT, HostConfig, RoomEvent, host, join};
//! use std::sync::mpsc::channel;
//!
//! let (tell, news) = channel();
//! let config = HostConfig { name: "Ann".parse()?, port: DEFAULT_PORT, kept: None };
//! let room = host(config, move |event| _ = tell.send(event))?;
//! let code = news.iter().find_map(|event| match event {
//!     RoomEvent::Code(code) => Some(code),
//!     _ => None,
//! });
//! let address = format!("127.0.0.1:{}", room.port()).parse()?;
//! let guest = join(address, "Bob".parse()?, code.unwrap(), |event| println!("{event:?}"));
//! guest.leave();
//! room.close();
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A room has one thread that accepts connections, two for each connection, and one that owns
//! everything. Without members they all wait without waking up.
//!
//! | modules | purpose |
//! |---|---|
//! | `rows`, `letters`, `limits` | what is written on a connection |
//! | `code`, `door`, `pairing`, `channel` | how a connection becomes secret |
//! | `hub`, `seats`, `host` | the room: members, tables, clocks |
//! | `guest` | the connection of a member, and its return |
//! | `kept` | what a restart needs |
//! | `address`, `discovery` | where rooms are |

#![forbid(unsafe_code)]
#![warn(clippy::print_stdout, clippy::print_stderr)]
#![deny(clippy::unwrap_used, clippy::panic, clippy::unreachable)]

mod address;
mod channel;
mod code;
mod discovery;
mod door;
mod error;
mod event;
mod guest;
mod host;
mod hub;
mod kept;
mod letters;
mod limits;
mod pairing;
mod rows;
mod seats;
mod threads;

pub use address::Address;
pub use code::{Code, CodeError};
pub use discovery::{Announcement, Discovery, FoundRoom, discover};
pub use error::RoomError;
pub use event::{Owner, RoomEvent};
pub use guest::{Guest, come_back, join};
pub use host::{HostConfig, Room, host};
pub use limits::{DEFAULT_PORT, MAX_KEPT_BYTES, MAX_LONG_ROW_BYTES, MAX_MEMBERS, MAX_ROW_BYTES, MAX_TABLES};
pub use rows::{
    Clock, MemberId, MemberRow, Presence, Refusal, ReturnKey, RoomRow, RowError, Spent, Table, TableId, Watching,
};
