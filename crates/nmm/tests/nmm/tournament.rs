// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests of `nmm tournament`: all players meet, and games that were played are kept. More is in
//! `plays_tournaments` of the recorded outputs.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

/// Runs a tournament in a folder. Returns the exit status and both outputs.
fn tournament(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_nmm"));
    let output = command.arg("tournament").args(arguments).current_dir(folder).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// Returns the rows of the last table: name, points, games, and number of failures.
fn table(output: &str) -> Vec<(String, f64, u32, u32)> {
    let (_, table) = output.rsplit_once("     player").unwrap_or_else(|| panic!("no table: {output}"));
    let rows = table.lines().skip(1).take_while(|line| !line.is_empty());
    rows.map(|line| {
        let words: Vec<_> = line.split_whitespace().collect();
        let number = |index: usize| words[index].parse().unwrap();
        (words[1].to_owned(), words[2].parse().unwrap(), number(3), number(7))
    })
    .collect()
}

fn games(folder: &Path) -> Vec<String> {
    let Ok(files) = fs::read_dir(folder.join("games")) else { return Vec::new() };
    let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    // A program that is killed during a write leaves a file with another name.
    let mut names: Vec<_> = names.filter(|name| name.ends_with(".pgn")).collect();
    names.sort();
    names
}

#[test]
fn all_pairs_meet_twice_a_round() {
    let folder = tempfile::tempdir().unwrap();
    let players = ["strong=depth:2", "random", "novice:60", "--rounds", "2", "--threads", "2", "--log", "games"];
    let (status, output, errors) = tournament(folder.path(), &players);
    assert_eq!((status, errors.as_str()), (0, ""), "{output}");
    let rows = table(&output);
    assert!(rows.iter().all(|(_, _, games, failed)| (*games, *failed) == (8, 0)), "{output}");
    assert_eq!(rows[0].0, "strong", "{output}");
    assert_eq!(rows.iter().map(|row| row.1).sum::<f64>(), 12.0, "a point a game");
    assert!(rows.is_sorted_by(|one, next| one.1 >= next.1));
    assert!(output.contains("\nAfter 12 games:\n"), "{output}");
    let games = games(folder.path());
    assert_eq!(games.len(), 12);
    assert!(games.contains(&"round-02-novice_60-strong.pgn".to_owned()), "{games:?}");
    // A pair plays both games of a round from the same opening.
    let moves = |name: &str| {
        let text = fs::read_to_string(folder.path().join("games").join(name)).unwrap();
        let (_, moves) = text.split_once("\n\n").unwrap();
        moves.split_whitespace().take(6).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(moves("round-01-strong-random.pgn"), moves("round-01-random-strong.pgn"));
    assert_ne!(moves("round-01-strong-random.pgn"), moves("round-02-strong-random.pgn"));
    // A second run prints the table again and plays no game twice.
    let (status, again, _) = tournament(folder.path(), &players);
    assert_eq!((status, table(&again)), (0, rows));
    assert!(again.starts_with("12 of 12 games were played before\n") && !again.contains("round 1:"), "{again}");
}

/// Plays a tournament until this number of games is printed, and kills it. Returns the number of
/// games stored. The tournament may be over by then.
fn killed_after(least: usize, folder: &Path, arguments: &[&str]) -> usize {
    let mut command = Command::new(env!("CARGO_BIN_EXE_nmm"));
    command.arg("tournament").args(arguments).current_dir(folder).stdout(Stdio::piped());
    let mut running = command.spawn().unwrap();
    // The line of a game is printed after the game is stored.
    let lines = BufReader::new(running.stdout.take().unwrap()).lines();
    assert_eq!(lines.map_while(Result::ok).filter(|line| line.starts_with("round ")).take(least).count(), least);
    running.kill().unwrap();
    running.wait().unwrap();
    games(folder).len()
}

/// A tournament is killed in the middle and resumed, and a player joins late.
#[test]
fn continues_an_interrupted_tournament() {
    let arguments = ["random", "level:1", "novice:0", "--rounds", "40", "--log", "games/"];
    let interrupted = (0..20).find_map(|_| {
        let folder = tempfile::tempdir().unwrap();
        let before = killed_after(5, folder.path(), &arguments);
        assert!(before >= 5, "a game is printed before it is stored");
        (before < 240).then_some((folder, before))
    });
    let (folder, before) = interrupted.expect("not every tournament is over before it is looked at");
    let count = || games(folder.path()).len();
    let (status, output, _) = tournament(folder.path(), &arguments);
    assert_eq!(status, 0, "{output}");
    assert!(output.starts_with(&format!("{before} of 240 games were played before\n")), "{output}");
    assert!(table(&output).iter().all(|row| row.2 == 160), "{output}");
    assert_eq!(count(), 240);
    // From here on one round is enough. One player joins late, and one has left.
    let late = ["late=novice:100", "random", "level:1", "--log", "games"];
    let (_, output, _) = tournament(folder.path(), &late);
    assert!(output.starts_with("2 of 6 games were played before\n"), "{output}");
    assert_eq!(table(&output).iter().map(|row| row.2).collect::<Vec<_>>(), [4, 4, 4], "{output}");
    // A game whose file is removed is played again.
    fs::remove_file(folder.path().join("games/round-01-random-late.pgn")).unwrap();
    assert!(tournament(folder.path(), &late).1.starts_with("5 of 6 games were played before\n"));
}
