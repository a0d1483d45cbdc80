// SPDX-License-Identifier: GPL-3.0-or-later
//! Properties of every parser for every input: no panic, no hang, values survive a round trip
//! through their text, and an error is one short line.
//!
//! The tests beside this file and the targets of `fuzz/` call these functions with arbitrary bytes.

use std::ffi::OsStr;
use std::fmt::{Debug, Display};
use std::fs;
use std::ops::ControlFlow;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::str::FromStr;

use morris::{Arrangement, Move, Pgn, Point, PointNotation, Position, Rules};
use morris_club::{Tournament, games_of_letters};
use morris_message::{ColorChoice, Line as MessageLine, MessageGame, Reading, Turn};
use morris_play::persistence::{Content, FileFormat, OwnRules, SettingsFile};
use morris_players::competition::{Question, Response};
use morris_players::uci::{Command, Options};
use morris_players::{
    BoardFile, Format, GameInText, Line, Lines, MAX_LINE_BYTES, PartialPosition, Period, PlayerSpec, TestPosition,
    TrackedGame, parse_limits, parse_time,
};
use morris_room::{Address, Clock, Code, MemberRow, RoomRow};
use morris_solved::tablebase::{Scope, Tables, verify};

const RULES: &Rules = &Rules::STANDARD;

/// Body of a fuzz target.
pub type Body = fn(&[u8]);

/// All bodies, with the names of their fuzz targets.
pub const BODIES: [(&str, Body); 14] = [
    ("points_and_moves", points_and_moves),
    ("position_line", position_line),
    ("game_text", game_text),
    ("formats", formats),
    ("board_file", board_file),
    ("save", save),
    ("settings", settings),
    ("uci", uci),
    ("competition", competition),
    ("lines", lines),
    ("message", message),
    ("room", room),
    ("club", club),
    ("table_file", table_file),
];

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Checks that a value is read back from its own text.
fn comes_back<T: FromStr + Display + PartialEq + Debug>(text: &str)
where
    T::Err: Display,
{
    match text.parse::<T>() {
        Ok(value) => assert_eq!(value.to_string().parse().ok(), Some(value), "{text:?}"),
        Err(error) => said(&error),
    }
}

/// Maximum length of a message in characters. A path and a quotation have at most 80 each, the ids
/// of all rules have 230, the words between them are not longer than a quotation, and the places in
/// a file and in its notes have 40.
const LONGEST_MESSAGE: usize = 3 * 80 + 230 + 40;

/// Checks that an error is one short line without control characters for a terminal.
fn said(error: &impl Display) {
    let words = error.to_string();
    let is_bad =
        |letter: char| letter.is_control() || matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2028}' | '\u{2029}');
    assert!(!words.is_empty() && !words.contains(is_bad), "{words:?}");
    assert!(words.chars().count() <= LONGEST_MESSAGE, "{} characters: {words}", words.chars().count());
}

/// Checks that a written text has no control characters for a terminal.
fn is_plain(text: &str) {
    assert!(!text.contains(|letter: char| letter.is_control() && letter != '\n'), "{text:?}");
}

/// Reads rules as `nmm uci` does.
fn read_rules(text: &str) -> Result<Rules, Option<String>> {
    OwnRules::said(text).map(|own| own.rules).map_err(|error| Some(error.to_string()))
}

fn check_error<T, E: Display>(result: &Result<T, E>) {
    result.as_ref().err().into_iter().for_each(said);
}

/// Returns a path that no message can show unchanged.
fn odd_path() -> &'static Path {
    Path::new(OsStr::from_bytes(b"/tmp/a\n\x1b[2J\xff/name with spaces.toml"))
}

/// Names of points, moves in both notations, rules, formats, players, and limits.
pub fn points_and_moves(bytes: &[u8]) {
    let text = &text(bytes);
    comes_back::<Point>(text);
    comes_back::<Move>(text);
    comes_back::<Rules>(text);
    comes_back::<Format>(text);
    comes_back::<FileFormat>(text);
    if let Ok(mv) = PointNotation::Numbers.read(text, RULES.board) {
        assert_eq!(
            PointNotation::Numbers.read(&PointNotation::Numbers.write(mv, RULES.board), RULES.board),
            Ok(mv),
            "{text:?}"
        );
    }
    check_error(&PointNotation::Numbers.read(text, RULES.board));
    check_error(&text.parse::<PlayerSpec>());
    check_error(&parse_limits(text));
    check_error(&parse_time(text));
    check_error(&text.parse::<Period>());
}

/// Position lines and the FEN of Sanmill, as arrangements and as positions.
pub fn position_line(bytes: &[u8]) {
    let text = &text(bytes);
    comes_back::<Arrangement>(text);
    check_error(&Position::parse(text, RULES));
    check_error(&PartialPosition::read(text, RULES));
    if let Ok(position) = Position::parse(text, RULES) {
        assert_eq!(Position::parse(&position.to_string(), RULES), Ok(position));
        assert_eq!(position.hash(), position.full_hash());
    }
    if let Ok(partial_position) = PartialPosition::read(text, RULES) {
        let game = TrackedGame::from_partial_position(*RULES, partial_position);
        assert_eq!(game.partial_position(), partial_position);
        for finish in game.finishes() {
            assert_eq!(partial_position.position.check(finish, RULES), Ok(()), "{text:?}");
        }
    }
    check_error(&TestPosition::parse(text, None));
}

/// Game texts in both notations.
pub fn game_text(bytes: &[u8]) {
    let text = &text(bytes);
    check_error(&text.parse::<Pgn>());
    check_error(&Pgn::read(text, PointNotation::Numbers, *RULES));
    if let Ok(pgn) = text.parse::<Pgn>() {
        let written = pgn.to_string();
        let again: Pgn = written.parse().unwrap_or_else(|error| panic!("{error} in {written:?} from {text:?}"));
        assert_eq!(again.tree, pgn.tree, "{text:?}");
        assert_eq!(again.to_string(), written, "{text:?}");
    }
    if let Ok(pgn) = Pgn::read(text, PointNotation::Numbers, *RULES) {
        let _ = pgn.to_string();
        let list = pgn.move_list(PointNotation::Numbers);
        if pgn.tree.start() == &Position::start(pgn.rules()) {
            let again = Pgn::read(&list, PointNotation::Numbers, *pgn.rules());
            assert_eq!(again.map(|again| again.game()), Ok(pgn.game()), "{text:?}");
        }
    }
}

/// Texts in any format, also read as another format.
pub fn formats(bytes: &[u8]) {
    let text = &text(bytes);
    for format in Format::ALL {
        let read = GameInText::read(text, format, RULES);
        check_error(&read);
        let Ok(game) = read else { continue };
        for to in Format::ALL {
            let Ok(written) = game.write(to) else { continue };
            is_plain(&written);
            let again = GameInText::read(&written, to, game.pgn.rules());
            let again = again.unwrap_or_else(|error| panic!("{to}: {error} in {written:?} from {text:?}"));
            if to != Format::BoardFile && to.has_moves() {
                assert_eq!(again.partial_position().position, game.partial_position().position, "{to}: {text:?}");
            }
        }
    }
    let read = Content::read(text, None, RULES, odd_path());
    check_error(&read);
    if let Ok(content) = read {
        let written = content.write(FileFormat::Save);
        check_error(&written);
        written.iter().for_each(|written| is_plain(written));
    }
}

/// Boards of 24 letters.
pub fn board_file(bytes: &[u8]) {
    let text = &text(bytes);
    comes_back::<BoardFile>(text);
    let Ok(board) = text.parse::<BoardFile>() else { return };
    for period in [Period::Opening, Period::Game] {
        check_error(&board.position(period, None, RULES));
        if let Ok(position) = board.position(period, None, RULES) {
            assert_eq!(position.men(position.side()), board.men[position.side()]);
        }
    }
}

/// Saved games.
pub fn save(bytes: &[u8]) {
    let text = &text(bytes);
    let read = |text: &str| Content::read(text, Some(FileFormat::Save), RULES, odd_path());
    check_error(&read(text));
    if let Ok(content) = read(text) {
        let written = content.write(FileFormat::Save).expect("a save can hold a save");
        let back = read(&written).expect("what was written is read");
        // What is written of a game by message has no key.
        let has_key = matches!(&content, Content::Save(game) if game.message.is_some());
        assert!(has_key || back == content, "{text:?}");
    }
}

/// Settings. A file that cannot be used is never overwritten.
pub fn settings(bytes: &[u8]) {
    let folder = tempfile::tempdir().expect("there is a folder for temporary files");
    let path = folder.path().join("settings.toml");
    fs::write(&path, bytes).expect("the file can be written");
    let mut loaded = SettingsFile::load(&path);
    loaded.problems.iter().for_each(said);
    loaded.file.save(&loaded.settings).expect("the file can be written");
    let again = SettingsFile::load(&path);
    assert!(again.problems.is_empty(), "{:?}", again.problems);
    assert_eq!(again.settings, loaded.settings);
}

/// Lines of the UCI-like protocol.
pub fn uci(bytes: &[u8]) {
    for line in text(bytes).lines() {
        match line.parse::<Command>() {
            Ok(Command::SetOption { name, value }) => check_error(&Options::default().set(&name, &value, read_rules)),
            Ok(Command::Position { moves, .. }) => check_error(&TrackedGame::new(*RULES).play_words(&moves)),
            Ok(_) => {}
            Err(error) => said(&error),
        }
    }
}

/// Lines of the AI competition, in both directions.
pub fn competition(bytes: &[u8]) {
    for line in text(bytes).lines() {
        comes_back::<Response>(line);
        comes_back::<Question>(line);
        if let Ok(question) = line.parse::<Question>() {
            for side in morris::Color::BOTH {
                check_error(&question.partial_position(side, &Rules::COMPO));
            }
        }
    }
}

/// Bytes split into lines, none longer than allowed.
pub fn lines(bytes: &[u8]) {
    for line in Lines::new(bytes) {
        match line.expect("memory can be read") {
            // An invalid byte becomes a character of three bytes.
            Line::Text(line) => assert!(line.len() <= 3 * MAX_LINE_BYTES && !line.contains('\n')),
            Line::TooLong => assert!(bytes.len() > MAX_LINE_BYTES),
        }
    }
}

/// Lines and files of games by message. A line that was not written by a player changes nothing.
pub fn message(bytes: &[u8]) {
    let text = &text(bytes);
    check_error(&MessageLine::parse(text));
    if let Ok(line) = MessageLine::parse(text) {
        is_plain(&line.to_string());
        assert_eq!(MessageLine::parse(&line.to_string()).as_ref(), Ok(&line), "{text:?}");
        assert_eq!(MessageLine::parse(&line.link()).as_ref(), Ok(&line), "{text:?}");
    }
    let (mut waiting, mut playing) = message_games();
    let guest = MessageGame::accept(text, playing.invitation().name().expect("it is named").clone(), [3; 32]);
    check_error(&guest);
    for game in [&mut waiting, &mut playing] {
        let before = game.clone();
        let read = game.read(text);
        check_error(&read);
        if !matches!(read, Ok(Reading::Applied(_))) {
            assert_eq!(*game, before, "{text:?}");
        }
    }
    let opened = MessageGame::from_toml(text);
    check_error(&opened);
    for game in opened.into_iter().chain(guest) {
        assert_eq!(MessageGame::from_toml(&game.to_toml()), Ok(game), "{text:?}");
    }
}

/// Rows of rooms, which have one spelling, and what people type to enter one.
pub fn room(bytes: &[u8]) {
    let text = &text(bytes);
    for row in text.lines() {
        let spelled = row.parse::<MemberRow>().map(|read| read.to_string());
        assert!(spelled.is_err() || spelled.as_deref() == Ok(row), "{row:?}");
        let spelled = row.parse::<RoomRow>().map(|read| read.to_string());
        assert!(spelled.is_err() || spelled.as_deref() == Ok(row), "{row:?}");
        comes_back::<Clock>(row);
        check_error(&row.parse::<Code>());
        comes_back::<Address>(row);
    }
}

/// Files of tournaments. One that can be read has a table and a next round, or a reason for none.
pub fn club(bytes: &[u8]) {
    let text = &text(bytes);
    let _ = games_of_letters(text);
    let read = Tournament::from_text(text);
    check_error(&read);
    // No number is equal to one that is not a number.
    if let Some(tournament) = read.ok().filter(|_| !text.contains("nan")) {
        assert_eq!(Tournament::from_text(&tournament.to_text()).as_ref(), Ok(&tournament), "{text:?}");
        check_error(&tournament.next_round());
        is_plain(&tournament.summary());
        let _ = (tournament.to_trf(), tournament.bracket());
    }
}

/// Returns two games whose keys are known: one that waits for its acceptance, and one in which
/// White has played d6.
pub fn message_games() -> (MessageGame, MessageGame) {
    let name = |name: &str| name.parse().expect("it is a name");
    let mut ann = MessageGame::invite(*RULES, ColorChoice::White, name("Ann"), [1; 40]).expect("a preset");
    let mut bob = MessageGame::accept(&ann.whole(), name("Bob"), [2; 32]).expect("it is an invitation");
    let waiting = ann.clone();
    ann.read(&bob.whole()).expect("it is the acceptance");
    let line = ann.write(Turn::parse("d6", RULES.board).expect("it is a move")).expect("White begins").into_line();
    bob.read(&line).expect("it is the first move");
    (waiting, bob)
}

/// Files of solved positions: arbitrary ones, and a valid one with some bytes changed and its
/// checksums corrected.
pub fn table_file(bytes: &[u8]) {
    let folder = tempfile::tempdir().expect("there is a folder for temporary files");
    for bytes in [bytes.to_vec(), crafted(bytes)] {
        for name in ["3-3.values", "3-3.distances"] {
            fs::write(folder.path().join(name), &bytes).expect("the file can be written");
        }
        let (tables, refused) = Tables::open(folder.path());
        refused.iter().for_each(said);
        let line = "W.W/.../W../....../.../.B./B.B w 0 0";
        let position = Position::parse(line, RULES).expect("it is a position");
        let _ = (tables.value(&position, RULES), tables.distance(&position, RULES), tables.check().is_ok());
        let _ = verify(folder.path(), Scope::All, Some(1), |_| ControlFlow::Continue(())).is_ok();
    }
}

/// Returns a valid table with one byte changed for every three bytes of input. The first two of
/// them choose the byte, mostly among the first hundred.
fn crafted(bytes: &[u8]) -> Vec<u8> {
    const HEAD: usize = 128;
    let mut table = include_bytes!("../../../../data/endgame/3-3.values").to_vec();
    for change in bytes.chunks_exact(3) {
        let place = usize::from(u16::from_le_bytes([change[0], change[1]]));
        let place = if place % 2 == 0 { place / 2 % HEAD } else { place / 2 % table.len() };
        table[place] = change[2];
    }
    // Four blocks.
    let list = HEAD..HEAD + 4 * 8;
    let mut begin = list.end;
    for entry in list.clone().step_by(8) {
        let end = u32::from_le_bytes(table[entry..entry + 4].try_into().expect("four bytes")) as usize;
        let end = list.end.saturating_add(end);
        let checksum = table.get(begin..end).map_or(0, crc).to_le_bytes();
        table[entry + 4..entry + 8].copy_from_slice(&checksum);
        begin = end;
    }
    let checksum = crc(&table[list]).to_le_bytes();
    table[96..100].copy_from_slice(&checksum);
    let checksum = crc(&table[..124]).to_le_bytes();
    table[124..HEAD].copy_from_slice(&checksum);
    table
}

/// Computes the CRC-32 bit by bit.
fn crc(bytes: &[u8]) -> u32 {
    let step = |sum: u32, _| if sum & 1 == 0 { sum >> 1 } else { sum >> 1 ^ 0xedb8_8320 };
    !bytes.iter().fold(!0, |sum, &byte| (0..8).fold(sum ^ u32::from(byte), step))
}
