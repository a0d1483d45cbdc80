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

#[cfg(test)]
mod tests {
    use super::*;

    const ROOM: &str = "mfrggzdfmztwq";

    fn room() -> String {
        let mut room = KeptRoom::new(ROOM.to_owned(), 24_609, "012345".to_owned(), 4);
        room.add_member(1, &"Jörg \"B\"".parse().unwrap(), &ReturnKey::random());
        room.add_member(3, &"Eve".parse().unwrap(), &ReturnKey::random());
        let rows = [("table 1 - 0 3 twelve 300+5 open", Some([299_001, 0])), ("table 2 - 1 3 standard - closed", None)];
        for (row, left) in rows {
            let left = left.map(|left| left.map(Duration::from_millis));
            if let RoomRow::Table(table) = row.parse().unwrap() {
                room.add_table(&table, left.map(|[white, black]| ByColor { white, black }));
            }
        }
        write(&room)
    }

    /// Returns what is written again of all that was read.
    fn again(text: &str) -> Result<String, RoomError> {
        let kept = KeptRoom::parse(text)?;
        let mut room = KeptRoom::new(kept.room.clone(), kept.port, kept.code.clone(), kept.next);
        kept.members()?.iter().for_each(|(id, name, key)| room.add_member(*id, name, key));
        kept.tables()?.iter().for_each(|(table, left)| room.add_table(table, *left));
        Ok(write(&room))
    }

    #[test]
    fn kept_texts_come_back_the_same() {
        let text = room();
        assert_eq!(again(&text).unwrap(), text);
        let key = ReturnKey::random();
        let guest =
            KeptGuest::new(ROOM.to_owned(), "[fe80::1%eth0]:24609".to_owned(), &"Bob".parse().unwrap(), 3, &key);
        let text = write(&guest);
        let kept = parse::<KeptGuest>(&text).unwrap();
        assert!(kept.key().unwrap() == key && write(&kept) == text);
    }

    #[test]
    fn damaged_texts_are_refused_or_others() {
        let text = room();
        let mut refused = 0;
        for place in (0..text.len()).filter(|&place| text.is_char_boundary(place)) {
            let damaged = [text[..place].to_owned(), format!("{}!{}", &text[..place], &text[place..])];
            refused += damaged.iter().filter(|text| again(text).is_err()).count();
        }
        assert!(refused > text.len(), "{refused} of {}", text.len());
        for (old, new) in
            [(ROOM, "room"), ("id = 3", "id = 4"), ("Eve", "a\u{202e}b"), ("[299001, 0]", "[299001]"), ("twelve", "x")]
        {
            assert!(text.contains(old) && again(&text.replace(old, new)).is_err(), "{old}");
        }
        let (start, members) = text.split_once("[[members]]").unwrap();
        let member = members.split("[[").next().unwrap();
        let full = format!("{start}{}", format!("[[members]]{member}").repeat(MAX_MEMBERS + 1));
        assert!(matches!(KeptRoom::parse(&full), Err(RoomError::Kept)));
        assert!(matches!(KeptRoom::parse(&" ".repeat(MAX_KEPT_BYTES + 1)), Err(RoomError::Kept)));
    }
}
