// SPDX-License-Identifier: GPL-3.0-or-later
//! Integrity of saves when the program is killed while it saves.

#![allow(clippy::disallowed_methods, reason = "a test may")]

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use jiff::Timestamp;
use morris_play::persistence::{Entry, SaveId, SavedGame, Store};

use crate::common::game;

/// Number of times that the program is killed.
const KILLS: usize = 50;

/// Environment variable with the folder in which the child process saves.
const FOLDER: &str = "NMM_TEST_FOLDER";

/// Word that the child process prints before the number of a saved game.
const SAVED: &str = "saved ";

/// Number of different lengths of the games.
const MOST_MOVES: usize = 30;

fn id() -> SaveId {
    SaveId::of_file(Path::new("game.toml")).unwrap()
}

/// Returns the number of a game that the child process has saved, which is its date.
fn number(saved: &SavedGame) -> usize {
    let number = usize::try_from(saved.saved.as_millisecond()).unwrap();
    assert_eq!(saved.game.cursor(), number % MOST_MOVES, "a game that was never saved");
    number
}

#[test]
fn fifty_kills_lose_no_game_that_was_saved() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("saves");
    let mut last = 0;
    for kill in 0..KILLS {
        let told = save_until_killed(&folder, Duration::from_micros(rand::random_range(0..20_000)));
        let store = Store::open(folder.clone());
        let found = number(&store.load(&id()).unwrap_or_else(|error| panic!("kill {kill}: {error}")));
        assert!(told > last && found >= told, "kill {kill}: {found} is older than {told}");
        assert!(matches!(store.list().unwrap().as_slice(), [Entry::Game(_)]), "kill {kill}");
        last = found;
    }
}

/// Starts a child process that saves games, and kills it this time after its first game. Returns
/// the number of the last game that it reported as saved.
fn save_until_killed(folder: &Path, after: Duration) -> usize {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "killed::save_for_ever", "--ignored", "--nocapture"])
        .env(FOLDER, folder)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut said = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok).filter_map(|line| {
        let (_, number) = line.split_once(SAVED)?;
        number.strip_suffix('.')?.parse::<usize>().ok()
    });
    let first = said.next().expect("the child saves");
    thread::sleep(after);
    child.kill().unwrap();
    let last = said.last().unwrap_or(first);
    assert!(!child.wait().unwrap().success());
    last
}

#[test]
#[ignore = "a part of another test, which kills it"]
fn save_for_ever() {
    let store = Store::open(PathBuf::from(std::env::var_os(FOLDER).unwrap()));
    let start = store.load(&id()).map_or(0, |game| number(&game));
    for number in start as i64 + 1.. {
        let saved = Timestamp::from_millisecond(number).unwrap();
        let game = SavedGame { saved, ..game(number as usize % MOST_MOVES) };
        store.save(&id(), &game).unwrap();
        let mut out = std::io::stdout().lock();
        writeln!(out, "{SAVED}{number}.").unwrap();
        out.flush().unwrap();
    }
}
