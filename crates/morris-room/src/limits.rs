// SPDX-License-Identifier: GPL-3.0-or-later
//! Limits of a room. `docs/players.md` has them, too.

use std::time::Duration;

/// Maximum length of a row in bytes, without its line feed.
pub const MAX_ROW_BYTES: usize = 640;
/// Maximum length of a row that brings a whole game, in bytes.
pub const MAX_LONG_ROW_BYTES: usize = 128 * 1024;
/// Maximum length of a row before the connection is secret, in bytes.
pub(crate) const MAX_OPEN_ROW_BYTES: usize = MAX_ROW_BYTES;
/// Maximum number of bytes of rows in one Noise message.
pub(crate) const MAX_CHUNK_BYTES: usize = 16 * 1024;
/// Maximum number of members besides the program that hosts the room.
pub const MAX_MEMBERS: usize = 64;
/// Maximum number of tables of a room.
pub const MAX_TABLES: usize = 64;
/// Maximum number of connections that are not secret yet.
pub(crate) const MAX_PAIRINGS: usize = 8;
/// Time in which a connection must become secret.
pub(crate) const PAIRING_TIME: Duration = Duration::from_secs(5);
/// Number of wrong codes from one address before it must wait.
pub(crate) const WRONG_FROM_ADDRESS: u32 = 3;
/// Number of wrong codes before the room has a new one, and everyone with a code must wait.
pub(crate) const WRONG_IN_ALL: u32 = 10;
/// How long an address must wait after wrong codes.
pub(crate) const PAUSE: Duration = Duration::from_secs(30);
/// How often a member without other rows sends `ping`.
pub(crate) const PING: Duration = Duration::from_secs(2);
/// Time without a row after which the other side is away.
pub(crate) const SILENCE: Duration = Duration::from_secs(6);
/// How long after a loss a guest looks for its room, although another one answers at the address.
pub(crate) const LOOK: Duration = Duration::from_secs(3);
/// Maximum number of addresses that shorten the pauses of a guest after a loss.
pub(crate) const MAX_FINDS: usize = 8;
/// How long one write to a connection may take.
pub(crate) const WRITE_TIME: Duration = Duration::from_secs(2);
/// Least time between two returns of a member.
pub(crate) const BETWEEN_RETURNS: Duration = Duration::from_millis(500);
/// How long a member must be away before a newcomer with the same name takes its place.
pub(crate) const ABSENCE: Duration = if cfg!(test) { Duration::from_secs(1) } else { Duration::from_secs(20) };
/// Number of texts that may wait for one connection.
pub(crate) const QUEUE: usize = 64;
/// How much a player may understate a thinking time.
pub(crate) const TOLERANCE: Duration = Duration::from_secs(2);
/// Longest time that a row can name: a day.
pub(crate) const MAX_TIME: Duration = Duration::from_secs(24 * 60 * 60);
/// Maximum size of the text that a room or a guest asks to keep, in bytes.
pub const MAX_KEPT_BYTES: usize = 64 * 1024;
/// Port of a room, if it is free.
pub const DEFAULT_PORT: u16 = 24_609;
/// Version of the format, in the first row.
pub(crate) const VERSION: &str = "1";
