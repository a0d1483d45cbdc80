// SPDX-License-Identifier: GPL-3.0-or-later
//! What a room and its guests keep, so that a break or a restart needs no code.

use morris::ByColor;
use morris_message::PlayerName;
use serde::{Deserialize, Serialize};
use std::time::Duration;

use crate::error::RoomError;
use crate::letters;
use crate::limits::{MAX_KEPT_BYTES, MAX_MEMBERS, MAX_TABLES};
use crate::rows::{MemberId, ReturnKey, RoomRow, Table, is_name_of_game};

/// What a room keeps.
#[derive(Serialize, Deserialize)]
pub(crate) struct KeptRoom {
    pub room: String,
    pub port: u16,
    pub code: String,
    pub next: MemberId,
    #[serde(default)]
    members: Vec<KeptMember>,
    #[serde(default)]
    tables: Vec<KeptTable>,
}

#[derive(Serialize, Deserialize)]
struct KeptMember {
    id: MemberId,
    name: String,
    key: String,
}

#[derive(Serialize, Deserialize)]
struct KeptTable {
    row: String,
    left: Option<[u64; 2]>,
}

/// A table, and the time that both sides have left.
pub(crate) type TableAndTime = (Table, Option<ByColor<Duration>>);

impl KeptRoom {
    pub const fn new(room: String, port: u16, code: String, next: MemberId) -> Self {
        Self { room, port, code, next, members: Vec::new(), tables: Vec::new() }
    }

    pub fn parse(text: &str) -> Result<Self, RoomError> {
        let kept = parse::<Self>(text)?;
        let fits = kept.members.len() <= MAX_MEMBERS && kept.tables.len() <= MAX_TABLES;
        if fits && is_name_of_game(&kept.room) { Ok(kept) } else { Err(RoomError::Kept) }
    }

    pub fn add_member(&mut self, id: MemberId, name: &PlayerName, key: &ReturnKey) {
        self.members.push(KeptMember { id, name: name.as_str().to_owned(), key: letters::write(&*key.0) });
    }

    pub fn add_table(&mut self, table: &Table, left: Option<ByColor<Duration>>) {
        let millis = |time: Duration| time.as_millis().try_into().unwrap_or(u64::MAX);
        let left = left.map(|left| [millis(left.white), millis(left.black)]);
        self.tables.push(KeptTable { row: table.to_string(), left });
    }

    pub fn members(&self) -> Result<Vec<(MemberId, PlayerName, ReturnKey)>, RoomError> {
        let read = |member: &KeptMember| {
            let key = ReturnKey::read(&member.key)?;
            (member.id < self.next).then_some(())?;
            Some((member.id, member.name.parse().ok()?, key))
        };
        self.members.iter().map(read).collect::<Option<_>>().ok_or(RoomError::Kept)
    }

    pub fn tables(&self) -> Result<Vec<TableAndTime>, RoomError> {
        let read = |kept: &KeptTable| {
            let RoomRow::Table(table) = kept.row.parse().ok()? else { return None };
            let left = kept.left.map(|left| left.map(Duration::from_millis));
            Some((table, left.map(|[white, black]| ByColor { white, black })))
        };
        self.tables.iter().map(read).collect::<Option<_>>().ok_or(RoomError::Kept)
    }
}

/// What a guest keeps.
#[derive(Serialize, Deserialize)]
pub(crate) struct KeptGuest {
    pub room: String,
    pub address: String,
    pub name: String,
    pub member: MemberId,
    key: String,
}

impl KeptGuest {
    pub fn new(room: String, address: String, name: &PlayerName, member: MemberId, key: &ReturnKey) -> Self {
        Self { room, address, name: name.as_str().to_owned(), member, key: letters::write(&*key.0) }
    }

    pub fn key(&self) -> Result<ReturnKey, RoomError> {
        ReturnKey::read(&self.key).ok_or(RoomError::Kept)
    }
}

pub(crate) fn parse<T: for<'t> Deserialize<'t>>(text: &str) -> Result<T, RoomError> {
    let fits = Some(text).filter(|text| text.len() <= MAX_KEPT_BYTES);
    fits.and_then(|text| toml::from_str(text).ok()).ok_or(RoomError::Kept)
}

pub(crate) fn write(kept: &impl Serialize) -> String {
    toml::to_string(kept).unwrap_or_default()
}
