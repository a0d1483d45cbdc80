// SPDX-License-Identifier: GPL-3.0-or-later
//! Reading and writing of large texts takes time linear in their size, whatever they contain.

mod growth;
mod texts;

use std::path::Path;

use morris::{PointNotation, Rules};
use morris_play::persistence::{Content, FileFormat, SettingsFile};
use morris_players::competition::{Question, Response};
use morris_players::uci::Command;
use morris_players::{Format, Lines, TestPosition, TrackedGame};

use growth::{Work, assert_linear};

/// Reads a text in a format. The text may be invalid.
fn reading(format: Option<FileFormat>, text: String) -> Work {
    Box::new(move || drop(Content::read(&text, format, &Rules::PLAIN, Path::new("x"))))
}

/// Reads a valid text in one format and writes it in another.
fn writing(from: FileFormat, to: FileFormat, text: &str) -> Work {
    let content = Content::read(text, Some(from), &Rules::PLAIN, Path::new("x")).unwrap();
    Box::new(move || drop(content.write(to)))
}

const SAVE: FileFormat = FileFormat::Save;
const GAME: FileFormat = FileFormat::Text(Format::Pgn);
const PLAYOK: FileFormat = FileFormat::Text(Format::PlayOk);

#[test]
fn legal_saves_are_read_in_linear_time() {
    for (name, text) in [
        ("a long game, a move a line", texts::save_in_lines as fn(usize) -> String),
        ("a long game in one line", texts::save_in_one_line),
        ("a long game that was taken back", texts::save_taken_back),
        ("notes with many variations", texts::save_with_notes),
    ] {
        let legal = Content::read(&text(100_000), Some(SAVE), &Rules::PLAIN, Path::new("x"));
        assert!(legal.is_ok(), "{name}: {}", legal.unwrap_err());
        assert_linear(name, |size| reading(Some(SAVE), text(size)));
    }
}

#[test]
fn broken_saves_are_refused_in_linear_time() {
    for (name, text) in [
        ("the same move again and again", texts::save_with_one_move as fn(usize) -> String),
        ("moves that are numbers", |size| texts::save("turns = [", "0,\n", "]", size)),
        ("lists in lists", |size| texts::save("turns = ", "[", "", size)),
        ("tables in tables", |size| texts::save("turns = ", "{a=", "", size)),
        ("a key of many parts", |size| texts::save("turns", ".a", " = 1", size)),
        ("many tables", |size| texts::save("", "[a.b.c]\n", "", size)),
        ("many lists of tables", |size| texts::save("", "[[a]]\nb=1\n", "", size)),
        ("keys that stand there twice", |size| texts::save("", "a = 1\n", "", size)),
        ("lines that are none", |size| texts::save("", "=\n", "", size)),
        ("a text without end", |size| texts::save("name = \"", "\\u0041", "", size)),
        ("brackets", |size| texts::save("", "]", "", size)),
    ] {
        assert_linear(name, |size| reading(Some(SAVE), text(size)));
    }
}

#[test]
fn game_texts_are_read_in_linear_time() {
    for (name, text) in [
        ("a long game", texts::game as fn(usize) -> String),
        ("a long game in which no position comes twice", texts::game_without_repetition),
        ("a variation for each move", texts::game_with_variations),
        ("many variations of the last move", texts::variations_of_one_move),
        ("a long variation", texts::long_variation),
        ("variations within variations", texts::variations_in_variations),
        ("comments everywhere", texts::game_with_comments),
        ("many comments at one place", |size| texts::repeated("", "{a} ", "*", size)),
        ("tags", |size| texts::repeated("", "[A \"b\"]\n", "*", size)),
        ("one tag", |size| texts::repeated("[A \"", "\\\"", "\"] *", size)),
    ] {
        let legal = Content::read(&text(100_000), Some(GAME), &Rules::PLAIN, Path::new("x"));
        assert!(legal.is_ok(), "{name}: {}", legal.unwrap_err());
        assert_linear(name, |size| reading(None, text(size)));
    }
}

#[test]
fn broken_game_texts_are_refused_in_linear_time() {
    for (name, start, piece) in [
        ("variations in variations", "1. d6 ", "("),
        ("variations closed before they are opened", "1. d6 ", ")"),
        ("a comment without end", "1. d6 ", "{"),
        ("a removal in pieces", "1. d6 ", "xd6 "),
        ("numbers", "1. d6 ", "1. "),
        ("notes", "1. d6 ", "$1 "),
        ("a word", "1. d6 ", "#"),
        ("colons", "d6", ":"),
        ("tags without end", "", "["),
        ("quotes", "[A \"", "\"[A "),
        ("words", "1. 5 12 ", "a "),
        ("numbers without moves", "", "12 "),
    ] {
        assert_linear(name, |size| reading(None, texts::repeated(start, piece, "", size)));
        assert_linear(name, |size| reading(Some(PLAYOK), texts::repeated(start, piece, "", size)));
    }
}

#[test]
fn positions_and_boards_are_refused_in_linear_time() {
    let line = ".../.../.../....../.../.../... w 9 9 ";
    for (name, start, piece, end) in [
        ("rows", "", "./", " w 9 9 0"),
        ("a long row", "", ".", "/.../.../....../.../.../... w 9 9 0"),
        ("spaces before a position that is wrong", "", " ", ".../.../.../....../.../.../... x"),
        ("a field of many digits", line, "1", ""),
        ("many fields", line, "1 ", ""),
        ("a line, and more", line, "\n", "x"),
        ("words with a colon before a wrong field", "********/********/******** w p ", "a:b ", "x 0 9 0 9 0 0 0 1"),
        ("Sanmill's rings", "********/********/", "*", " w p p 0 9 0 9 0 0 0 1"),
        ("letters", "", "x", ""),
        ("lines of letters", "", "x\n", "q"),
        ("spaces between letters", "x", " ", "q"),
    ] {
        for format in [None, Some(Format::PositionLine), Some(Format::BoardFile)] {
            let format = format.map(FileFormat::Text);
            assert_linear(name, |size| reading(format, texts::repeated(start, piece, end, size)));
        }
    }
}

#[test]
fn settings_are_read_in_linear_time() {
    let folder = tempfile::tempdir().unwrap();
    for (name, start, piece, end) in [
        ("keys that are not known", "[look]\n", None, ""),
        ("a comment", "", Some("#"), ""),
        ("a value without end", "[look]\nlanguage = \"", Some("a"), "\""),
        ("programs of one name", "[programs]\nknown = [", Some("{name=\"a\",speaks=\"uci\",command=\"a\"},\n"), "]"),
    ] {
        assert_linear(name, |size| {
            let text = match piece {
                Some(piece) => texts::repeated(start, piece, end, size),
                None => texts::unknown_keys(start, size),
            };
            let path = folder.path().join("settings.toml");
            let text = format!("version = 1\n{text}");
            Box::new(move || {
                std::fs::write(&path, &text).unwrap();
                drop(SettingsFile::load(&path));
            })
        });
    }
}

#[test]
fn lines_of_other_programs_are_read_in_linear_time() {
    let known = include_str!("../../../../data/test-positions.tsv").lines().nth(1).unwrap();
    assert_linear("known positions", |size| {
        let text = texts::repeated("", &format!("{known}\n"), "", size);
        Box::new(move || text.lines().for_each(|line| drop(TestPosition::parse(line, None))))
    });
    assert_linear("moves that keep the value", |size| {
        let line = texts::repeated(known, " a4-c5", "", size);
        Box::new(move || drop(TestPosition::parse(&line, None)))
    });
    assert_linear("fields", |size| {
        let line = texts::repeated(known, "\t", "", size);
        Box::new(move || drop(TestPosition::parse(&line, None)))
    });
    for (name, piece) in [("answers", "1 "), ("letters", "E"), ("letters apart", "E ")] {
        assert_linear(name, |size| {
            let line = texts::repeated("", piece, "", size);
            Box::new(move || drop((line.parse::<Response>(), line.parse::<Question>())))
        });
    }
    assert_linear("moves", |size| {
        let moves = texts::moves(size);
        Box::new(move || drop(TrackedGame::new(Rules::PLAIN).play_words(&moves)))
    });
    for (name, piece) in [("a command", "a"), ("words", "a "), ("options", "name a value "), ("limits", "depth 1 ")] {
        for command in ["", "setoption ", "go ", "position startpos moves ", "position fen "] {
            assert_linear(name, |size| {
                let line = texts::repeated(command, piece, "", size);
                Box::new(move || drop(line.parse::<Command>()))
            });
        }
    }
    for (name, piece) in [("bytes without end", "a"), ("short lines", "\n")] {
        assert_linear(name, |size| {
            let bytes = texts::repeated("", piece, "", size);
            Box::new(move || assert!(Lines::new(bytes.as_bytes()).count() > 0))
        });
    }
}

#[test]
fn long_games_are_written_in_linear_time() {
    for to in [SAVE, GAME, PLAYOK] {
        assert_linear(&format!("a long game as {to}"), |size| writing(GAME, to, &texts::game(size)));
    }
    for to in [SAVE, GAME] {
        for text in [
            texts::game_with_variations,
            texts::variations_of_one_move,
            texts::variations_in_variations,
            texts::game_with_comments,
        ] {
            assert_linear(&format!("variations as {to}"), |size| writing(GAME, to, &text(size)));
        }
    }
    assert_linear("numbered moves", |size| {
        let Ok(game) = morris::Pgn::read(&texts::game(size), PointNotation::Names, Rules::PLAIN) else {
            panic!("it is a game")
        };
        Box::new(move || drop(game.move_list(PointNotation::Numbers)))
    });
}
