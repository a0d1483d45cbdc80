// SPDX-License-Identifier: GPL-3.0-or-later
//! What strangers and members who are not known any more learn.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::thread::{JoinHandle, spawn};
use std::time::Duration;

use data_encoding::BASE32_NOPAD;
use morris_room::{Address, RoomError, RoomEvent};
use socket2::SockRef;
use spake2::{Ed25519Group, Identity, Password, Spake2};

use super::{News, enter, enter_again, open};

const ROOM: &str = "mfrggzdfmztwq";

/// How a false room ends a connection after the first message of Noise.
#[derive(Clone, Copy)]
enum End {
    /// As a room does that refuses a key.
    Ordered,
    /// As a broken network does.
    Reset,
}

/// Starts a room that ends each connection.
fn false_room(ends: &'static [End]) -> (Address, JoinHandle<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string().parse().unwrap();
    let run = move || {
        for end in ends {
            let (mut stream, _) = listener.accept().unwrap();
            writeln!(stream, "nmm-room 1 {ROOM} Ann").unwrap();
            let (mut row, mut reader) = (String::new(), BufReader::new(stream.try_clone().unwrap()));
            reader.read_line(&mut row).unwrap();
            if row.starts_with("join ") {
                let (room, guest) = (Identity::new(ROOM.as_bytes()), Identity::new(b"nmm-room"));
                let (_, message) = Spake2::<Ed25519Group>::start_b(&Password::new("1"), &guest, &room);
                writeln!(stream, "spake {}", BASE32_NOPAD.encode(&message).to_lowercase()).unwrap();
            }
            reader.read_exact(&mut [0; 2 + 48]).unwrap();
            if let End::Reset = end {
                SockRef::from(&stream).set_linger(Some(Duration::ZERO)).unwrap();
            }
        }
    };
    (address, spawn(run))
}

fn end(news: &News) -> RoomError {
    news.next(|event| if let RoomEvent::Ended(error) = event { Some(error) } else { None })
}

/// Returns what a room writes to a stranger who claims to be a member.
fn answer(port: u16, member: u32) -> String {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
    let message = [&[0, 48][..], &[7; 48]].concat();
    stream.write_all(format!("back {member}\n").as_bytes()).unwrap();
    stream.write_all(&message).unwrap();
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    text.lines().skip(1).collect()
}

#[test]
fn strangers_do_not_learn_member_numbers() {
    let (room, _host_news, address, code) = open();
    let (_guest, news) = enter(&address, &code);
    let kept = news.kept();
    assert!(kept.contains("member = 1"), "{kept}");
    assert_eq!([1, 99].map(|member| answer(room.port(), member)), ["", ""]);
    let (_other, other) = enter_again(&kept.replace("member = 1", "member = 99"));
    assert!(matches!(end(&other), RoomError::NotAMember));
    // Wrong keys count as wrong codes do.
    let (_third, third) = enter(&address, &code);
    assert!(matches!(end(&third), RoomError::Wait));
    // A right key is not affected.
    let (_again, again) = enter_again(&kept);
    again.next(|event| matches!(event, RoomEvent::Here { member: 1, .. }).then_some(()));
}

#[test]
fn a_key_that_is_refused_three_times_in_a_row_is_refused() {
    use End::{Ordered, Reset};
    let (address, room) = false_room(&[Ordered, Ordered, Reset, Ordered, Ordered, Ordered]);
    let key = "a".repeat(52);
    let kept = format!("room = \"{ROOM}\"\naddress = \"{address}\"\nname = \"Bob\"\nmember = 1\nkey = \"{key}\"\n");
    let (_guest, news) = enter_again(&kept);
    news.next(|event| matches!(event, RoomEvent::Away(RoomError::Broken)).then_some(()));
    assert!(matches!(end(&news), RoomError::NotAMember));
    // All ends have happened.
    room.join().unwrap();
}

#[test]
fn a_code_is_wrong_only_if_the_room_ends_the_connection() {
    for (ends, is_wrong) in [(&[End::Ordered], true), (&[End::Reset], false)] {
        let (address, _) = false_room(ends);
        let (_guest, news) = enter(&address, &"482913".parse().unwrap());
        match end(&news) {
            RoomError::WrongCode => assert!(is_wrong),
            RoomError::Unreachable(_) => assert!(!is_wrong),
            other => panic!("{other}"),
        }
    }
}
