// SPDX-License-Identifier: GPL-3.0-or-later
//! The own end of a room, and what it prints.

use std::io::{self, Write};
use std::sync::mpsc::Sender;

use morris_room::{Guest, MemberRow, Room, RoomEvent};

use super::error::Error;
use super::file::RoomFile;

/// The own end of a room.
pub enum Link {
    Room(Room),
    Guest(Guest),
}

impl Link {
    pub fn send(&self, row: MemberRow) {
        match self {
            Self::Room(room) => room.send(row),
            Self::Guest(guest) => guest.send(row),
        }
    }

    pub fn end(self) {
        match self {
            Self::Room(room) => room.close(),
            Self::Guest(guest) => guest.leave(),
        }
    }
}

/// Gets the news of the room, and keeps its texts.
pub struct Owner {
    pub tell: Sender<RoomEvent>,
    pub file: RoomFile,
}

impl morris_room::Owner for Owner {
    /// Leaves a text in the file when it is no longer needed.
    fn keep(&mut self, text: Option<&str>) -> Result<(), String> {
        text.map_or(Ok(()), |text| self.file.keep(text)).map_err(|error| error.to_string())
    }

    fn tell(&mut self, event: RoomEvent) {
        _ = self.tell.send(event);
    }
}

/// Prints a row.
pub fn print(row: &str) -> Result<(), Error> {
    let mut output = io::stdout().lock();
    writeln!(output, "{row}").and_then(|()| output.flush()).map_err(Error::Output)
}
