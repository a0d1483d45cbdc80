// SPDX-License-Identifier: GPL-3.0-or-later
//! How long a line takes to all members of a full room.

use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

use morris::{ByColor, Rules};
use morris_message::{ColorChoice, Line, LineKind, MessageGame, Turn};
use morris_room::{Guest, MAX_MEMBERS, MemberRow, RoomEvent, RoomRow, Table, Watching, join};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::{News, open};

const LINES: usize = 40;

fn line(text: &str) -> Line {
    Line::parse(text).unwrap()
}

/// Prints the numbers.
#[test]
#[ignore = "measures"]
fn a_line_soon_comes_to_64_members() {
    let (room, host_news, address, code) = open();
    let (tell, news) = channel();
    let news = News(news);
    let enter = |number| {
        let (name, tell) = (format!("Member {number}").parse().unwrap(), tell.clone());
        let guest = join(address.clone(), name, code.clone(), move |event| _ = tell.send(event));
        news.next(|event| matches!(event, RoomEvent::Here { .. }).then_some(()));
        guest
    };
    let guests: Vec<Guest> = (1..=MAX_MEMBERS).map(enter).collect();
    let (rules, players) = (Rules::STANDARD, ByColor { white: 1, black: 2 });
    room.set_table(Table { id: 1, game: None, players, rules, clock: None, watching: Watching::Open });
    let mut white = MessageGame::invite(rules, ColorChoice::White, "Ann".parse().unwrap(), [1; 40]).unwrap();
    let mut black = MessageGame::accept(&white.invitation().to_string(), "Bob".parse().unwrap(), [2; 32]).unwrap();
    guests[0].send(MemberRow::Line(white.invitation().clone()));
    host_news.line(LineKind::Invitation);
    guests[1].send(MemberRow::Line(line(&black.last_line())));
    white.read(&black.last_line()).unwrap();
    let watchers = &guests[2..];
    watchers.iter().for_each(|guest| guest.send(MemberRow::Want(white.invitation().game().to_owned())));
    let count = |event| if let RoomEvent::Row(RoomRow::Watchers { count, .. }) = event { Some(count) } else { None };
    while host_news.next(count) < 62 {}
    while news.0.recv_timeout(Duration::from_secs(1)).is_ok() {}
    let mut random = StdRng::seed_from_u64(8);
    let mut times = Vec::new();
    for _ in 0..LINES {
        let is_white = white.status().is_yours();
        let (writer, reader, guest) = if is_white { (&mut white, &mut black, 0) } else { (&mut black, &mut white, 1) };
        // Without mills, the game lasts.
        let mut moves = writer.game().position().legal_moves(&rules);
        moves.retain(|mv| mv.removed.is_empty());
        let turn = Turn::Move(moves[random.random_range(0..moves.len())]);
        let written = line(&writer.write(turn).unwrap().into_line());
        let begin = Instant::now();
        guests[guest].send(MemberRow::Line(written.clone()));
        (0..MAX_MEMBERS).for_each(|_| assert_eq!(news.line(LineKind::Turn), written));
        times.push(begin.elapsed());
        reader.read_line(&written).unwrap();
    }
    times.sort();
    let (median, most) = (times[LINES / 2], times[LINES - 1]);
    println!("{LINES} lines to {MAX_MEMBERS} members: median {median:?}, at most {most:?}");
    assert!(median < Duration::from_millis(100), "{times:?}");
}
