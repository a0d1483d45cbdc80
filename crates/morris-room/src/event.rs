// SPDX-License-Identifier: GPL-3.0-or-later
//! What a room or a guest tells its program.

use morris_message::PlayerName;

use crate::code::Code;
use crate::error::RoomError;
use crate::rows::{MemberId, RoomRow, TableId};

/// News of a room. They come on a thread of the room, in order.
#[derive(Debug)]
pub enum RoomEvent {
    /// A text to keep in a file that only the user may read, until the room is closed. It contains
    /// keys. A room sends what depends on it after `tell` has returned.
    Keep(String),
    /// The code of the room, at the start and whenever there is a new one. Only the host gets it.
    Code(Code),
    /// The room can be reached, at first or again. The lines of all games with other members should
    /// be sent now, each game with its invitation and then as a whole.
    Here {
        /// Own number.
        member: MemberId,
        /// Name of the room.
        room: PlayerName,
    },
    /// The connection is lost. The guest tries to return until it leaves. Rows are not sent.
    Away(RoomError),
    /// What the room writes to its members. The host gets the same rows.
    Row(RoomRow),
    /// A member is ready to play. Only the host gets it.
    Ready {
        /// Number of the member.
        member: MemberId,
        /// The table, or any.
        table: Option<TableId>,
    },
    /// A member calls the person who directs the room. Only the host gets it.
    Call(MemberId),
    /// The room is closed, or the guest cannot enter it. No event follows.
    Ended(RoomError),
}
