// SPDX-License-Identifier: GPL-3.0-or-later
//! The own end of a room, and what it prints.

use std::io::{self, Write};

use morris_room::{Guest, MemberRow, Room};

use super::error::Error;

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

/// Prints a row.
pub fn print(row: &str) -> Result<(), Error> {
    let mut output = io::stdout().lock();
    writeln!(output, "{row}").and_then(|()| output.flush()).map_err(Error::Output)
}
