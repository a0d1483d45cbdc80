// SPDX-License-Identifier: GPL-3.0-or-later
//! Errors of rooms and guests.

use std::io;

/// Why there is no room, or no connection to it.
#[derive(Debug, thiserror::Error)]
pub enum RoomError {
    /// The text is not an address.
    #[error("this is not an address, such as 192.168.1.20 or 192.168.1.20:24609")]
    Address,
    /// No program can be reached at the address, or the connection broke.
    #[error("could not reach the room: {0}")]
    Unreachable(#[source] io::Error),
    /// The program there is not a room, or does not keep to the format.
    #[error("the program at this address is not a room")]
    NotARoom,
    /// The room has another version of the format.
    #[error("the room needs another version of this program")]
    Version,
    /// The code is wrong.
    #[error("the code is wrong")]
    WrongCode,
    /// There were too many wrong codes.
    #[error("there were too many wrong codes: wait half a minute")]
    Wait,
    /// The room has no place left, or cannot keep another member.
    #[error("the room is full")]
    Full,
    /// The room is closed.
    #[error("the room is closed")]
    Closed,
    /// Another room is at the address now.
    #[error("another room is at this address")]
    OtherRoom,
    /// The room no longer knows this member.
    #[error("the room no longer knows you: enter its code")]
    NotAMember,
    /// No row came for six seconds, or a row could not be read.
    #[error("the connection is broken")]
    Broken,
    /// The room could not be opened.
    #[error("could not open the room: {0}")]
    Listen(#[source] io::Error),
    /// The kept text cannot be read.
    #[error("the file of the room is damaged, or a newer version wrote it")]
    Kept,
    /// Tables in the network cannot be found or announced.
    #[error("tables in this network cannot be found: {0}")]
    Discovery(String),
}
