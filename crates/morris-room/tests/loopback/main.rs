// SPDX-License-Identifier: GPL-3.0-or-later
//! Rooms and guests in one program.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod refusals;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::sleep;
use std::time::{Duration, Instant};

use morris::ByColor;
use morris_message::{ColorChoice, Line, LineKind, MessageGame, Turn};
use morris_room::{
    Address, Code, Guest, HostConfig, MAX_MEMBERS, MemberRow, Owner, Presence, Refusal, Room, RoomError, RoomEvent,
    RoomRow, Table, Watching, come_back, host, join,
};

/// News of a room or a guest, and what it keeps.
struct News {
    events: Receiver<RoomEvent>,
    texts: Receiver<String>,
}

impl News {
    /// Waits for an event of a kind.
    fn next<T>(&self, mut kind: impl FnMut(RoomEvent) -> Option<T>) -> T {
        let (mut seen, end) = (Vec::new(), Instant::now() + Duration::from_secs(20));
        loop {
            let event = self
                .events
                .recv_timeout(end.saturating_duration_since(Instant::now()))
                .unwrap_or_else(|_| panic!("{seen:#?}"));
            seen.push(format!("{event:?}"));
            if let Some(found) = kind(event) {
                return found;
            }
        }
    }

    /// Waits until a guest is in the room, and returns what it keeps.
    fn kept(&self) -> String {
        self.next(|event| matches!(event, RoomEvent::Here { .. }).then_some(()));
        self.texts.try_iter().last().unwrap()
    }

    fn end(&self) -> RoomError {
        self.next(|event| if let RoomEvent::Ended(error) = event { Some(error) } else { None })
    }

    fn line(&self, kind: LineKind) -> Line {
        self.next(|event| match event {
            RoomEvent::Row(RoomRow::Line(_, line)) if line.kind() == kind => Some(line),
            _ => None,
        })
    }

    fn left(&self) -> ByColor<Duration> {
        self.next(|event| if let RoomEvent::Row(RoomRow::Left { left, .. }) = event { Some(left) } else { None })
    }

    /// Waits until member 1 is here.
    fn here(&self) {
        self.next(|event| match event {
            RoomEvent::Row(RoomRow::Member { id: 1, presence: Presence::Here, .. }) => Some(()),
            _ => None,
        });
    }

    /// Waits until member 1 is away, and returns for how long it is.
    fn away(&self) -> Duration {
        self.next(|event| match event {
            RoomEvent::Row(RoomRow::Member { id: 1, presence: Presence::Away(time), .. }) => Some(time),
            _ => None,
        })
    }
}

/// What a room or a guest calls.
struct Teller {
    tell: Sender<RoomEvent>,
    keep: Sender<String>,
    is_full: Arc<AtomicBool>,
}

impl Owner for Teller {
    fn keep(&mut self, text: Option<&str>) -> Result<(), String> {
        if self.is_full.load(Ordering::SeqCst) {
            return Err("the disk is full".to_owned());
        }
        _ = self.keep.send(text.unwrap_or_default().to_owned());
        Ok(())
    }

    fn tell(&mut self, event: RoomEvent) {
        _ = self.tell.send(event);
    }
}

fn teller() -> (Teller, News) {
    let ((tell, events), (keep, texts)) = (channel(), channel());
    (Teller { tell, keep, is_full: Arc::default() }, News { events, texts })
}

fn config(kept: Option<String>) -> HostConfig {
    HostConfig { name: "Ann".parse().unwrap(), port: 0, kept }
}

fn place(room: &Room, news: &News) -> (Address, Code) {
    let code = news.next(|event| if let RoomEvent::Code(code) = event { Some(code) } else { None });
    let address = room.addresses().pop().unwrap();
    assert!(address.is_of_this_computer());
    (address, code)
}

fn open() -> (Room, News, Address, Code) {
    let (teller, news) = teller();
    let room = host(config(None), teller).unwrap();
    let (address, code) = place(&room, &news);
    (room, news, address, code)
}

fn enter(address: &Address, code: &Code) -> (Guest, News) {
    let (teller, news) = teller();
    (join(address.clone(), "Bob".parse().unwrap(), code.clone(), teller), news)
}

fn enter_again(kept: &str) -> (Guest, News) {
    let (teller, news) = teller();
    (come_back(kept, teller).unwrap(), news)
}

/// Begins a game of the host against a guest, and returns the invitation and the acceptance.
fn begin(room: &Room, host_news: &News, guest: &Guest, news: &News) -> [Line; 2] {
    guest.send(MemberRow::Ready(None));
    let black = host_news.next(|event| if let RoomEvent::Ready { member, .. } = event { Some(member) } else { None });
    let (players, clock) = (ByColor { white: 0, black }, Some("60+0".parse().unwrap()));
    let rules = morris::Rules::STANDARD;
    room.set_table(Table { id: 1, game: None, players, rules, clock, watching: Watching::Open });
    let game = MessageGame::invite(rules, ColorChoice::White, "Ann".parse().unwrap(), [1; 40]).unwrap();
    room.send(MemberRow::Line(game.invitation().clone()));
    let invitation = news.line(LineKind::Invitation);
    let accepted = MessageGame::accept(&invitation.to_string(), "Bob".parse().unwrap(), [2; 32]).unwrap();
    let acceptance = Line::parse(&accepted.last_line()).unwrap();
    guest.send(MemberRow::Line(acceptance.clone()));
    host_news.line(LineKind::Acceptance);
    [invitation, acceptance]
}

#[test]
fn clocks_run_while_both_players_are_here() {
    let (room, host_news, address, code) = open();
    let (guest, news) = enter(&address, &code);
    let kept = news.kept();
    let [_, acceptance] = begin(&room, &host_news, &guest, &news);
    while host_news.texts.recv_timeout(Duration::from_millis(1500)).is_ok() {}
    guest.send(MemberRow::Line(acceptance));
    host_news.line(LineKind::Acceptance);
    let again = host_news.texts.recv_timeout(Duration::from_millis(1500));
    assert!(again.is_err(), "a known line is written again");
    drop(guest);
    host_news.away();
    let away = host_news.left().white;
    sleep(Duration::from_millis(1200));
    let (guest, _news) = enter_again(&kept);
    host_news.here();
    let here = host_news.left().white;
    assert!(here <= away && away - here < Duration::from_millis(200), "{away:?} {here:?}: the clock was running");
    sleep(Duration::from_millis(700));
    drop(guest);
    host_news.away();
    let lost = here - host_news.left().white;
    assert!(lost >= Duration::from_millis(600) && lost < Duration::from_secs(10), "{lost:?}");
}

#[test]
fn a_game_that_a_player_parts_stops_for_both_and_the_room_stays_open() {
    let (room, host_news, address, code) = open();
    let (guest, news) = enter(&address, &code);
    let kept = news.kept();
    let [invitation, _] = begin(&room, &host_news, &guest, &news);
    let game = invitation.game();
    let parted = |news: &News| {
        news.next(|event| if let RoomEvent::Row(RoomRow::Part(game)) = event { Some(game) } else { None })
    };
    guest.send(MemberRow::Part("mfrggzdfmztwq".to_owned()));
    news.next(|event| matches!(event, RoomEvent::Row(RoomRow::Refused(Refusal::Game, _))).then_some(()));
    room.send(MemberRow::Part(game.to_owned()));
    assert_eq!([&host_news, &news].map(parted), [game, game]);
    let stopped = news.left();
    drop(guest);
    host_news.away();
    sleep(Duration::from_millis(600));
    let (_guest, news) = enter_again(&kept);
    assert_eq!((news.left(), parted(&news)), (stopped, game.to_owned()), "a return learns it");
}

#[test]
fn a_resignation_of_the_other_side_is_not_taken_and_not_passed_on() {
    let (room, host_news, address, code) = open();
    let (guest, news) = enter(&address, &code);
    let [invitation, acceptance] = begin(&room, &host_news, &guest, &news);
    let mut ann =
        MessageGame::invite(*invitation.rules(), ColorChoice::White, "Ann".parse().unwrap(), [1; 40]).unwrap();
    ann.read_line(&acceptance).unwrap();
    ann.write(Turn::Resign).unwrap();
    let whole = MemberRow::Line(Line::parse(&ann.whole()).unwrap());
    guest.send(whole.clone());
    news.line(LineKind::Whole);
    host_news.next(|event| match event {
        RoomEvent::Row(RoomRow::Line(_, line)) => panic!("{line}"),
        RoomEvent::Row(row) => {
            (row == RoomRow::Refused(Refusal::Missing, ann.invitation().game().into())).then_some(())
        }
        _ => None,
    });
    room.send(whole);
    host_news.line(LineKind::Whole);
    news.line(LineKind::Whole);
}

#[test]
fn newcomers_learn_how_long_a_member_is_away() {
    let (_room, host_news, address, code) = open();
    let (guest, news) = enter(&address, &code);
    news.kept();
    let began = Instant::now();
    drop(guest);
    assert!(host_news.away() <= began.elapsed());
    sleep(Duration::from_millis(300));
    let (_other, other) = enter(&address, &code);
    let time = other.away();
    assert!(Duration::from_millis(300) <= time && time <= began.elapsed(), "{time:?}");
}

#[test]
fn no_answer_is_lost_while_the_disk_is_full() {
    let (host_teller, news) = teller();
    let is_full = host_teller.is_full.clone();
    let room = host(config(None), host_teller).unwrap();
    let (address, code) = place(&room, &news);
    let (_bob, bob) = enter(&address, &code);
    let bob = bob.kept();
    is_full.store(true, Ordering::SeqCst);
    let (_cem, cem) = enter(&address, &code);
    assert!(matches!(cem.end(), RoomError::Full));
    let kept = |event| if let RoomEvent::Kept(kept) = event { Some(kept) } else { None };
    assert_eq!(news.next(kept), Err("the disk is full".to_owned()));
    is_full.store(false, Ordering::SeqCst);
    assert_eq!(news.next(kept), Ok(()));
    let (_dora, dora) = enter(&address, &code);
    let dora = dora.kept();
    drop(room);
    let kept = news.texts.iter().last();
    let _room = host(config(kept), teller().0).unwrap();
    for (member, kept) in [(1, bob), (2, dora)] {
        let (_guest, news) = enter_again(&kept);
        news.next(|event| matches!(event, RoomEvent::Here { member: it, .. } if it == member).then_some(()));
    }
}

/// Returns what a room keeps when it has the maximum number of members. Only the first one is real.
fn full_of_members(kept: &str) -> String {
    let key = "a".repeat(52);
    let more = (2..=MAX_MEMBERS).map(|id| format!("\n[[members]]\nid = {id}\nname = \"E {id}\"\nkey = \"{key}\"\n"));
    kept.replace("next = 2", &format!("next = {}", MAX_MEMBERS + 1)) + &more.collect::<String>()
}

#[test]
fn an_absent_member_goes_only_for_a_newcomer_that_is_kept() {
    let (room, host_news, address, code) = open();
    let bob = enter(&address, &code).1.kept();
    drop(room);
    let (host_teller, news) = teller();
    let is_full = host_teller.is_full.clone();
    let kept = full_of_members(&host_news.texts.iter().last().unwrap());
    let room = host(config(Some(kept)), host_teller).unwrap();
    let (address, code) = place(&room, &news);
    is_full.store(true, Ordering::SeqCst);
    assert!(matches!(enter(&address, &code).1.end(), RoomError::Full));
    is_full.store(false, Ordering::SeqCst);
    news.next(|event| matches!(event, RoomEvent::Kept(Ok(()))).then_some(()));
    let (guest, returned) = enter_again(&bob);
    returned.next(|event| matches!(event, RoomEvent::Here { member: 1, .. }).then_some(()));
    drop(guest);
    news.away();
    _ = news.texts.try_iter().count();
    let (_dora, dora) = enter(&address, &code);
    dora.kept();
    let gone = news.next(|event| if let RoomEvent::Row(RoomRow::Gone(member)) = event { Some(member) } else { None });
    let texts: Vec<_> = news.texts.try_iter().collect();
    assert_eq!((gone, texts.len()), (1, 1));
    assert!(!texts[0].contains("id = 1\n"));
}

#[test]
fn the_own_row_comes_after_those_of_the_others() {
    let (_room, host_news, address, code) = open();
    let (bob, news) = enter(&address, &code);
    let kept = news.kept();
    drop(bob);
    host_news.away();
    let (_cem, cem) = enter(&address, &code);
    cem.kept();
    let (_bob, news) = enter_again(&kept);
    let mut members = Vec::new();
    news.next(|event| {
        if let RoomEvent::Row(RoomRow::Member { id, .. }) = event {
            members.push(id);
        }
        (members.last() == Some(&1)).then_some(())
    });
    assert_eq!(members, [0, 2, 1]);
}
