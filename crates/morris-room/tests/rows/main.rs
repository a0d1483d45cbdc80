// SPDX-License-Identifier: GPL-3.0-or-later
//! Spelling and limits of rows. The parsers of `morris-play` test damaged ones.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::time::Duration;

use morris::ByColor;
use morris_message::{ColorChoice, MessageGame, Turn};
use morris_room::{MAX_ROW_BYTES, MemberRow, RoomRow, Spent};

const GAME: &str = "mfrggzdfmztwq";

fn rows() -> Vec<String> {
    let mut ann =
        MessageGame::invite(morris::Rules::STANDARD, ColorChoice::White, "Ann".parse().unwrap(), [1; 40]).unwrap();
    let bob = MessageGame::accept(&ann.whole(), "Bob".parse().unwrap(), [2; 32]).unwrap();
    ann.read(&bob.whole()).unwrap();
    let turn = ann.write(Turn::parse("d6", ann.rules().board).unwrap()).unwrap().into_line();
    let mut rows = vec![format!("welcome 3 {}", "a".repeat(52)), "ready -".to_owned(), "full".to_owned()];
    for text in [
        "name J%C3%B6rg+B.",
        "spent G 12 900",
        "want G",
        "not G",
        "part G",
        "ready 7",
        "call",
        "ping",
        "bye",
        "left G 300000 0",
        "member 3 here Ann",
        "member 0 away Ann 86400000",
        "gone 64",
        "table 3 - 0 64 standard - closed",
        "table 3 G 0 64 twelve 300+5 open",
        "watchers G 3",
        "closed",
        "refused missing G",
        "pong",
    ] {
        rows.push(text.replace(" G", &format!(" {GAME}")));
    }
    for line in [ann.invitation().to_string(), bob.last_line(), turn, ann.whole()] {
        rows.extend([format!("line {line}"), format!("line 12 {line}")]);
    }
    rows
}

/// Checks that a row is refused or has this spelling, and returns whether a side reads it.
fn is_read(row: &str) -> bool {
    let member = row.parse::<MemberRow>().map(|read| assert_eq!(read.to_string(), row)).is_ok();
    let room = row.parse::<RoomRow>().map(|read| assert_eq!(read.to_string(), row)).is_ok();
    member || room
}

#[test]
fn every_row_has_one_spelling() {
    for row in rows() {
        assert!(is_read(&row), "{row}");
        let doubled = format!("{row} {row}");
        for other in [format!("{row} "), format!(" {row}"), doubled, row.to_uppercase(), row.replace(' ', "  ")] {
            assert!(other == row || !is_read(&other), "{other}");
        }
    }
}

#[test]
fn limits_hold() {
    let long = "9".repeat(MAX_ROW_BYTES);
    for row in [
        format!("ready {long}"),
        format!("want {long}"),
        "ready 01".to_owned(),
        "ready 1000000000".to_owned(),
        format!("spent {GAME} 0 1"),
        format!("spent {GAME} 4002 1"),
        format!("spent {GAME} 1 86400001"),
        format!("want {}", GAME.to_uppercase()),
        "name a%E2%80%AEb".to_owned(),
        format!("name {}", "a".repeat(33)),
        "table 3 - 0 64 custom - closed".to_owned(),
        "welcome 3 a".to_owned(),
        "member 3 away Ann".to_owned(),
        "member 3 here Ann 5".to_owned(),
        "refused missing".to_owned(),
    ] {
        assert!(!is_read(&row), "{row}");
    }
}

#[test]
fn longer_times_are_written_as_a_day() {
    let (game, time) = (GAME.to_owned(), Duration::from_secs(86_405));
    let left = RoomRow::Left { game: game.clone(), left: ByColor { white: time, black: Duration::ZERO } };
    let spent = MemberRow::Spent(Spent { game, number: 1, time });
    for row in [left.to_string(), spent.to_string()] {
        assert!(is_read(&row), "{row}");
    }
}
