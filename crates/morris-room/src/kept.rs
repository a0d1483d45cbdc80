// SPDX-License-Identifier: GPL-3.0-or-later
//! What a room and its guests keep, so that a break or a restart needs no code.

use std::fmt;
use std::str::FromStr;

use morris_message::PlayerName;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::address::Address;
use crate::code::Code;
use crate::error::RoomError;
use crate::letters;
use crate::limits::{MAX_KEPT_BYTES, MAX_MEMBERS, MAX_TABLES};
use crate::rows::{MemberId, ReturnKey, Table, is_name_of_game};

/// What a room keeps.
#[derive(Serialize, Deserialize)]
pub(crate) struct KeptRoom {
    pub room: String,
    pub port: u16,
    #[serde(with = "text")]
    pub code: Code,
    pub next: MemberId,
    #[serde(default)]
    pub members: Vec<KeptMember>,
    #[serde(default)]
    pub tables: Vec<KeptTable>,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct KeptMember {
    pub id: MemberId,
    #[serde(with = "text")]
    pub name: PlayerName,
    pub key: ReturnKey,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct KeptTable {
    #[serde(with = "text")]
    pub row: Table,
    /// Milliseconds that White and Black have left.
    pub left: Option<[u64; 2]>,
}

/// What a guest keeps.
#[derive(Serialize, Deserialize)]
pub(crate) struct KeptGuest {
    pub room: String,
    #[serde(with = "text")]
    pub address: Address,
    #[serde(with = "text")]
    pub name: PlayerName,
    pub member: MemberId,
    pub key: ReturnKey,
}

impl KeptRoom {
    pub fn parse(text: &str) -> Result<Self, RoomError> {
        let kept = parse::<Self>(text)?;
        let fits = kept.members.len() <= MAX_MEMBERS && kept.tables.len() <= MAX_TABLES;
        let is_room = is_name_of_game(&kept.room) && kept.members.iter().all(|member| member.id < kept.next);
        if fits && is_room { Ok(kept) } else { Err(RoomError::Kept) }
    }
}

impl Serialize for ReturnKey {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&letters::write(&*self.0))
    }
}

impl<'t> Deserialize<'t> for ReturnKey {
    fn deserialize<D: Deserializer<'t>>(deserializer: D) -> Result<Self, D::Error> {
        Self::read(&String::deserialize(deserializer)?).ok_or_else(|| de::Error::custom("not a key"))
    }
}

/// Values as their texts.
mod text {
    use super::*;

    pub fn serialize<S: Serializer>(value: &impl fmt::Display, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(value)
    }

    pub fn deserialize<'t, D: Deserializer<'t>, T: FromStr<Err: fmt::Display>>(deserializer: D) -> Result<T, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

/// The format version of both texts.
const VERSION: u8 = 1;

#[derive(Serialize, Deserialize)]
struct Versioned<T> {
    version: u8,
    #[serde(flatten)]
    kept: T,
}

pub(crate) fn parse<T: for<'t> Deserialize<'t>>(text: &str) -> Result<T, RoomError> {
    let fits = Some(text).filter(|text| text.len() <= MAX_KEPT_BYTES);
    let read = fits.and_then(|text| toml::from_str::<Versioned<T>>(text).ok());
    read.filter(|read| read.version == VERSION).map(|read| read.kept).ok_or(RoomError::Kept)
}

pub(crate) fn write(kept: &impl Serialize) -> String {
    toml::to_string(&Versioned { version: VERSION, kept }).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOM: &str = "mfrggzdfmztwq";

    fn room() -> String {
        let member = |id, name: &str| KeptMember { id, name: name.parse().unwrap(), key: ReturnKey::random() };
        let table = |row: &str, left| KeptTable { row: row.parse().unwrap(), left };
        write(&KeptRoom {
            room: ROOM.to_owned(),
            port: 24_609,
            code: "012345".parse().unwrap(),
            next: 4,
            members: vec![member(1, "Jörg \"B\""), member(3, "Eve")],
            tables: vec![
                table("table 1 - 0 3 twelve 300+5 open", Some([299_001, 0])),
                table("table 2 - 1 3 standard - closed", None),
            ],
        })
    }

    /// Returns what is written again of all that was read.
    fn again(text: &str) -> Result<String, RoomError> {
        KeptRoom::parse(text).map(|kept| write(&kept))
    }

    #[test]
    fn kept_texts_come_back_the_same() {
        let text = room();
        assert_eq!(again(&text).unwrap(), text);
        let (address, key) = ("[fe80::1%eth0]:24609".parse().unwrap(), ReturnKey::random());
        let guest = KeptGuest { room: ROOM.to_owned(), address, name: "Bob".parse().unwrap(), member: 3, key };
        let kept = parse::<KeptGuest>(&write(&guest)).unwrap();
        assert!(kept.key == guest.key && write(&kept) == write(&guest));
    }

    #[test]
    fn kept_texts_of_1_1_0_are_read_forever() {
        let text = include_str!("../tests/data/room-of-1.1.0.toml");
        let KeptRoom { port, code, next, members, tables, .. } = KeptRoom::parse(text).unwrap();
        assert_eq!((port, code.to_string(), next, members.len()), (24_610, "012 345".to_owned(), 4, 2));
        assert_eq!((members[0].name.as_str(), tables[0].left), ("Jörg \"B\"", Some([299_001, 0])));
        let rows = tables.iter().map(|table| table.row.to_string()).collect::<Vec<_>>();
        let [first, second] = ["table 1 mfrggzdfmztwq 0 3 laskertotal 300+5 open", "table 2 - 1 3 standard - closed"];
        assert_eq!(rows, [first, second]);
        assert_eq!(again(text).unwrap(), text);
        let text = include_str!("../tests/data/guest-of-1.1.0.toml");
        let guest = parse::<KeptGuest>(text).unwrap();
        assert_eq!((guest.address.to_string(), guest.member), ("[fe80::1%eth0]:24610".to_owned(), 3));
        assert_eq!((guest.name.as_str(), guest.room.as_str(), write(&guest).as_str()), ("Bob", ROOM, text));
    }

    #[test]
    fn damaged_texts_are_refused_or_read_as_different_ones() {
        let text = room();
        let mut refused = 0;
        for place in (0..text.len()).filter(|&place| text.is_char_boundary(place)) {
            let damaged = [text[..place].to_owned(), format!("{}!{}", &text[..place], &text[place..])];
            refused += damaged.iter().filter(|text| again(text).is_err()).count();
        }
        assert!(refused > text.len(), "{refused} of {}", text.len());
        for (old, new) in [
            ("version = 1", "version = 2"),
            (ROOM, "room"),
            ("id = 3", "id = 4"),
            ("Eve", "a\u{202e}b"),
            ("[299001, 0]", "[299001]"),
            ("twelve", "x"),
        ] {
            assert!(text.contains(old) && again(&text.replace(old, new)).is_err(), "{old}");
        }
        let mut full = KeptRoom::parse(&text).unwrap();
        let row = &full.tables[0].row;
        full.tables = (0..=MAX_TABLES).map(|_| KeptTable { row: row.clone(), left: None }).collect();
        assert!(again(&write(&full)).is_err());
        assert!(matches!(KeptRoom::parse(&" ".repeat(MAX_KEPT_BYTES + 1)), Err(RoomError::Kept)));
    }
}
