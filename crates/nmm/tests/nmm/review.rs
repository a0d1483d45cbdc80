// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests of `nmm review`.

use std::fs;
use std::process::{Command, Stdio};

const TABLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/endgame");
/// White can win immediately and does not. Black then wins.
const GAME: &str = "[FEN \"WW./.../.../..W.../.../B../.BB w 0 0 0\"]\n\n1. c4-c5 {well} b2-a1xc5 *\n";

/// Runs `nmm review`. Returns the exit status, and both outputs one after the other.
fn review(text: &str, arguments: &[&str]) -> (i32, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.pgn");
    fs::write(&path, text).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_nmm"));
    let output = command.arg("review").arg(&path).args(arguments).output().unwrap();
    let text = [output.stdout, output.stderr].concat();
    (output.status.code().unwrap(), String::from_utf8(text).unwrap())
}

#[test]
fn table_lists_the_value_of_each_move() {
    let (status, text) = review(GAME, &["--tsv", "--tables", TABLES]);
    assert_eq!(status, 0, "{text}");
    let head = "ply\tmove\tbefore\tafter\tlegal\tkeeping\tmark\treason\tbetter\n";
    let first = "1\tc4-c5\twin\tloss\t56\t5\tblunder\tloses-at-once\tc4-g7xb2 c4-g7xd1 c4-g7xg1 d7-a1 c4-a1\n";
    let second = "2\tb2-a1xc5\twin\twin 1\t";
    assert_eq!(
        text.strip_prefix(head).and_then(|rows| rows.strip_prefix(first)).map(|row| &row[..second.len()]),
        Some(second)
    );
    assert_eq!(text.lines().count(), 3, "{text}");
    assert!(text.lines().all(|line| line.matches('\t').count() == 8), "{text}");
}

#[test]
fn a_report_names_mistakes_and_reasons() {
    let (status, text) = review(GAME, &["--levels", "--tables", TABLES]);
    assert_eq!(status, 0, "{text}");
    let mistake = "1. c4-c5 blunder: a win becomes a loss; b2-a1x";
    assert!(text.starts_with("White: 0 slips, 1 blunder\nBlack: 0 slips, 0 blunders"), "{text}");
    assert!(text.contains("\nCritical: 1. c4-c5\n"), "{text}");
    assert!(text.contains(mistake) && text.contains("ends the game; better c4-g7xb2"), "{text}");
    assert!(text.contains("; 10 of 10 levels find it"), "{text}");
}

#[test]
fn without_tables_nothing_is_called_a_mistake() {
    let folder = tempfile::tempdir().unwrap();
    let none = folder.path().to_str().unwrap();
    let (status, text) = review("1. d6 f4 2. d2 b4 *", &["--tables", none]);
    assert_eq!(status, 0, "{text}");
    assert!(text.ends_with("No table here holds a position of this game: all values are estimates.\n"), "{text}");
    let (_, table) = review("1. d6 f4 2. d2 b4 *", &["--tsv", "--tables", none]);
    assert!(table.lines().skip(1).all(|line| line.split('\t').nth(2).unwrap().starts_with(['+', '-', '~'])), "{table}");
}

#[test]
fn unreviewable_input_is_named() {
    let (status, text) = review("1. d6 d6", &[]);
    assert_eq!((status, text.lines().count()), (2, 1), "{text}");
    let (status, text) = review("*", &["--tsv", "--tables", TABLES]);
    assert_eq!((status, text.lines().count()), (0, 1), "a game without moves: {text}");
    let (status, text) = review("", &["--rules", "nothing"]);
    assert_eq!((status, text.lines().count()), (2, 1), "{text}");
}

/// The review of a game outside all tables takes time. A terminal shows its progress.
#[test]
fn terminal_shows_progress() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("game.pgn"), "1. d6 f4 2. d2 b4 *\n").unwrap();
    let mut terminal = Command::new("script");
    terminal.args(["-qec", &format!("'{}' review game.pgn --tables .", env!("CARGO_BIN_EXE_nmm")), "/dev/null"]);
    let output = terminal.current_dir(folder.path()).stdin(Stdio::null()).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && text.contains(" %  ply 1 of 4"), "{text}");
    assert!(text.rsplit('\r').any(|line| line.contains("all values are estimates")), "{text}");
    // The progress line is cleared at the end.
    let (_, after) = text.rsplit_once(" %  ply").unwrap();
    assert!(after.contains("\r\u{1b}[K"), "{text}");
}
