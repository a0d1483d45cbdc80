// SPDX-License-Identifier: GPL-3.0-or-later
//! What strangers and members who are not known any more learn.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::thread::spawn;

use data_encoding::BASE32_NOPAD;
use morris_room::{Address, RoomError, RoomEvent};
use spake2::{Ed25519Group, Identity, Password, Spake2};

use super::{enter, enter_again, open};

const ROOM: &str = "mfrggzdfmztwq";

/// Starts a room that ends each connection after the first message of Noise, with one of these
/// answers.
fn false_room(answers: &'static [&'static [u8]]) -> Address {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string().parse().unwrap();
    spawn(move || {
        for answer in answers {
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
            stream.write_all(answer).unwrap();
        }
    });
    address
}

/// Returns what a room writes, after its first row, to a stranger who claims to be a member.
fn answer(port: u16, member: u32) -> Vec<u8> {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
    stream.write_all(&[format!("back {member}\n").as_bytes(), &[0, 48], &[7; 48]].concat()).unwrap();
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).unwrap();
    bytes.into_iter().skip_while(|&byte| byte != b'\n').skip(1).collect()
}

#[test]
fn forgotten_members_learn_it_at_once_and_strangers_learn_no_numbers() {
    let (room, _host_news, address, code) = open();
    let (_guest, news) = enter(&address, &code);
    let kept = news.kept();
    assert!(kept.contains("member = 1"), "{kept}");
    assert_eq!([1, 99, 1, 99].map(|member| answer(room.port(), member)), [[0, 0]; 4]);
    let (_other, other) = enter_again(&kept.replace("member = 1", "member = 99"));
    let first = other.events.recv().unwrap();
    assert!(matches!(first, RoomEvent::Ended(RoomError::NotAMember)), "{first:?}");
    assert!(other.texts.try_recv().is_err(), "a stranger could write this refusal: the key stays");
    // It can enter with the code, and a right key is not affected.
    let (_third, third) = enter(&address, &code);
    third.kept();
    let (_again, again) = enter_again(&kept);
    again.next(|event| matches!(event, RoomEvent::Here { member: 1, .. }).then_some(()));
}

#[test]
fn another_room_at_the_address_is_reported() {
    let (_room, _host_news, address, code) = open();
    let (_guest, news) = enter(&address, &code);
    let kept = news.kept();
    let start = kept.find("room = \"").unwrap() + "room = \"".len();
    let (_other, other) = enter_again(&format!("{}{ROOM}{}", &kept[..start], &kept[start + ROOM.len()..]));
    other.next(|event| matches!(event, RoomEvent::Away(RoomError::OtherRoom)).then_some(()));
    assert!(matches!(other.end(), RoomError::OtherRoom));
    assert!(other.texts.try_recv().is_err(), "a stranger could write this name: the key stays");
}

#[test]
fn only_the_answer_of_a_room_refuses_a_key_or_a_code() {
    let key = "a".repeat(52);
    let kept = |address| {
        format!(
            "version = 1\nroom = \"{ROOM}\"\naddress = \"{address}\"\nname = \"Bob\"\nmember = 1\nkey = \"{key}\"\n"
        )
    };
    let (_guest, news) = enter_again(&kept(false_room(&[&[], &[], &[0, 0]])));
    news.next(|event| matches!(event, RoomEvent::Away(RoomError::Unreachable(_))).then_some(()));
    assert!(matches!(news.end(), RoomError::NotAMember));
    assert!(news.texts.try_recv().is_err(), "the key stays");
    let code = "482913".parse().unwrap();
    let [ended, refused] = [false_room(&[&[]]), false_room(&[&[0, 0]])].map(|address| enter(&address, &code).1.end());
    assert!(matches!((ended, refused), (RoomError::Unreachable(_), RoomError::WrongCode)));
}
