// SPDX-License-Identifier: GPL-3.0-or-later
//! Every parser with arbitrary input and with damaged valid input. `fuzz/` searches further with
//! the same bodies.

mod bodies;

use bodies::BODIES;
use morris::{Move, PointNotation, Rules};
use morris_play::persistence::{Content, SettingsFile};
use morris_players::competition::{Question, Response};
use morris_players::uci::Command;
use morris_players::{PlayerSpec, parse_limits, parse_time};
use morris_room::{Address, MemberRow, RoomRow};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

/// Number of inputs for each body. Bodies that write files get a fraction of it.
/// `PROPTEST_CASES=20000` takes more than two minutes.
const CASES: u32 = 400;
const SHARE_WITH_FILES: u32 = 8;

/// Returns valid input of every kind, from which damaged input is made.
fn seeds() -> Vec<Vec<u8>> {
    let data = |name: &str| std::fs::read(format!("{}/tests/data/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap();
    let files = [
        "save-1.toml",
        "save-1-finished.toml",
        "save-2.toml",
        "save-3-message.toml",
        "save-4-message.toml",
        "save-2-club-of-1.1.0.toml",
        "save-4-host-of-1.1.0.toml",
        "settings-1.toml",
        "settings-1-of-1.1.0.toml",
        "club-1-of-1.1.0.toml",
        "club-1-groups-of-1.1.0.toml",
    ]
    .map(data);
    // Leaves out the sender and the receiver of each line.
    let transcript = String::from_utf8(data("competition.txt")).unwrap();
    let said: String = transcript.lines().filter_map(|line| Some(format!("{}\n", line.get(8..)?))).skip(5).collect();
    let texts = [
        "d6 x c3",
        "a4-a7xd2",
        "10-1x20",
        ".../.W./.../...B../.../.W./... b 7 8 0",
        "O*******/O*@***@*/O******* w p r 3 6 2 7 1 0 0 0 0 0 0 0 3",
        "O@******/@O*****O/@O*****@ b m s 4 0 4 0 0 0 0 0 0 0 0 17 20",
        "1. 5 14 2. 20 11 3. 6 21 4. 4x11 22 1-0",
        "[White \"Ada \\\"A\\\" L.\"]\n[FEN \"W.W/.W./.../....../.../..W/BBB b 0 0 7\"]\n\n{before} 1... a1-a4 {x} (1... d1-d2 2. f2-f4) 2. f2-d2 ; end\n*",
        "1. d6 f4 2. d2 b4 3. f6 f2 4. b6 xb4 $1 a1 1/2-1/2",
        "1. d6 (1. d6 f4 ({or} 1... d2 (1... a1 $1 {x}) 2. f4)) ($3 1. f4) () 1... d2 1-0 (1... d2 2. b4 (2. b6))",
        "xWxBWBxxWxBBxBxxxWxxBxxx",
        ";x\n;\n{} 1. d6",
        "xwx bwb\neeW ... xbx\nEEE ... xxx",
        "position startpos moves d6 f4 d2 b4 f6 f2 b6 xb4",
        "setoption name Thinking Time value 1000",
        "go wtime 1000 btime 1000 winc 10 movetime 5 depth 3 infinite",
        "EEEEEEEEEWEEEBEEEEEEEEEE 8 8 0",
        "0 15",
        "level:5",
        "nodes:1000,depth:6,time:2s",
        "500ms",
        "table 3 mfrggzdfmztwq 0 64 standard 300+5 open\nmember 3 away J%C3%B6rg+B. 61000\nrefused missing mfrggzdfmztwq\npart mfrggzdfmztwq\nspent mfrggzdfmztwq 12 900",
        "[fe80::1%wlan0]:24609",
    ];
    let (waiting, playing) = bodies::message_games();
    let messages = [waiting.whole(), playing.last_line(), playing.whole(), playing.to_toml()].map(String::into_bytes);
    files
        .into_iter()
        .chain(messages)
        .chain([said.into_bytes()])
        .chain(texts.map(|text| text.as_bytes().to_vec()))
        .collect()
}

/// Number of characters that is greater than the length of any message.
const SWELLING: usize = 1000;

/// A way to damage valid input.
#[derive(Clone, Debug)]
enum Damage {
    Cut(usize),
    Remove(usize),
    Put(usize, u8),
    Insert(usize, Vec<u8>),
    Double(usize, usize),
    /// Repeats a character many times.
    Swell(usize, char),
}

fn damage() -> impl Strategy<Value = Damage> {
    let signs = prop::sample::select(b" \n\t\0{}()[]\"\\;/-x:.,0179aWBE*\xff\xc3".to_vec());
    prop_oneof![
        any::<usize>().prop_map(Damage::Cut),
        any::<usize>().prop_map(Damage::Remove),
        (any::<usize>(), signs.clone()).prop_map(|(at, byte)| Damage::Put(at, byte)),
        (any::<usize>(), prop::collection::vec(signs, 1..4)).prop_map(|(at, bytes)| Damage::Insert(at, bytes)),
        (any::<usize>(), 1_usize..40).prop_map(|(at, length)| Damage::Double(at, length)),
        (any::<usize>(), prop::sample::select(vec!['#', '1', '\u{1b}', '\u{7}', '\u{202e}', '\\', 'ä']))
            .prop_map(|(at, sign)| Damage::Swell(at, sign)),
    ]
}

fn damaged(mut bytes: Vec<u8>, damages: Vec<Damage>) -> Vec<u8> {
    for damage in damages {
        let length = bytes.len().max(1);
        match damage {
            Damage::Cut(at) => bytes.truncate(bytes.len() - bytes.len().min(at % length / 8)),
            Damage::Remove(at) => drop(bytes.drain(at % length..).next()),
            Damage::Put(at, byte) => bytes.iter_mut().skip(at % length).take(1).for_each(|old| *old = byte),
            Damage::Insert(at, more) => {
                drop(bytes.splice((at % length).min(bytes.len())..(at % length).min(bytes.len()), more))
            }
            Damage::Swell(at, sign) => {
                let at = (at % length).min(bytes.len());
                drop(bytes.splice(at..at, sign.to_string().repeat(SWELLING).into_bytes()));
            }
            Damage::Double(at, more) => {
                let part: Vec<_> = bytes.iter().skip(at % length).take(more).copied().collect();
                bytes.extend(part);
            }
        }
    }
    bytes
}

/// Returns arbitrary input, mostly damaged valid input.
fn input() -> impl Strategy<Value = Vec<u8>> {
    let good = (prop::sample::select(seeds()), prop::collection::vec(damage(), 0..5));
    prop_oneof![
        6 => good.prop_map(|(bytes, damages)| damaged(bytes, damages)),
        1 => prop::collection::vec(any::<u8>(), 0..200),
        1 => ".{0,120}".prop_map(String::into_bytes),
    ]
}

#[test]
fn no_input_breaks_a_parser() {
    let cases = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(CASES);
    for (name, body) in BODIES {
        let cases = if ["settings", "table_file"].contains(&name) { cases / SHARE_WITH_FILES } else { cases };
        let config = ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() };
        let run = TestRunner::new(config).run(&input(), |bytes| {
            body(&bytes);
            Ok(())
        });
        run.unwrap_or_else(|error| panic!("{name}: {error}"));
    }
}

#[test]
fn good_input_is_accepted_by_a_parser() {
    for seed in seeds() {
        BODIES.iter().for_each(|(_, body)| body(&seed));
        let text = String::from_utf8(seed).unwrap();
        assert!(is_understood(&text), "{text}");
    }
}

/// Returns `true` if a parser understands a text. Some parsers take it line by line.
fn is_understood(text: &str) -> bool {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("settings.toml");
    std::fs::write(&path, text).unwrap();
    let is_file =
        Content::read(text, None, &Rules::STANDARD, &path).is_ok() || SettingsFile::load(&path).problems.is_empty();
    let is_line = |line: &str| {
        let is_command = line.parse::<Command>().is_ok();
        is_command || line.parse::<Question>().is_ok() || line.parse::<Response>().is_ok()
    };
    // Commands are left out, since nearly every text could be one.
    let is_said =
        matches!(text.parse(), Ok(PlayerSpec::Engine(_))) || parse_limits(text).is_ok() || parse_time(text).is_ok();
    let is_move = text.parse::<Move>().is_ok() || PointNotation::Numbers.read(text, Rules::STANDARD.board).is_ok();
    let is_message = morris_club::Tournament::from_text(text).is_ok()
        || morris_message::Line::parse(text).is_ok()
        || morris_message::MessageGame::from_toml(text).is_ok();
    let is_row = |row: &str| row.parse::<MemberRow>().is_ok() || row.parse::<RoomRow>().is_ok();
    let is_room = text.lines().all(is_row) || text.parse::<Address>().is_ok();
    is_file || is_move || is_said || is_message || is_room || text.lines().all(is_line)
}

/// Each body has a target in `fuzz/`.
#[test]
fn every_body_is_fuzzed() {
    let manifest = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/Cargo.toml")).unwrap();
    for (name, _) in BODIES {
        assert!(manifest.contains(&format!("name = \"{name}\"\n")), "{name} has no target");
        let target = format!("{}/../../fuzz/fuzz_targets/{name}.rs", env!("CARGO_MANIFEST_DIR"));
        assert!(std::fs::read_to_string(target).unwrap().contains(&format!("bodies::{name}(data)")), "{name}");
    }
}
