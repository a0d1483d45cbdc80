// SPDX-License-Identifier: GPL-3.0-or-later
//! Integrity of saves when the program is killed while it saves.

#![allow(clippy::disallowed_methods, reason = "a test may")]

use std::io::{BufRead, BufReader, Write};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::time::Duration;
use std::{fs, thread};

use jiff::Timestamp;
use morris_play::persistence::{Entry, SaveId, SavedGame, Store};
use rustix::process::{Resource, Rlimit, Signal, setrlimit};

use super::common::game;

/// Number of times that the program is killed.
const KILLS: usize = 50;

/// Environment variable with the folder in which the child process saves.
const FOLDER: &str = "NMM_TEST_FOLDER";

/// Environment variable with the number of bytes of a file that the child process may write.
const MOST_BYTES: &str = "NMM_TEST_MOST_BYTES";

/// Word that the child process prints before the number of a saved game.
const SAVED: &str = "saved ";

/// Number of different lengths of the games.
const MOST_MOVES: usize = 30;

fn id() -> SaveId {
    SaveId::of_file(Path::new("game.toml")).unwrap()
}

/// Returns a game that the child process saves.
fn numbered(number: usize) -> SavedGame {
    let saved = Timestamp::from_millisecond(number as i64).unwrap();
    SavedGame { saved, ..game(number % MOST_MOVES) }
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
        .args(["--exact", "saves::killed::save_forever", "--ignored", "--nocapture"])
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
fn save_forever() {
    let store = Store::open(PathBuf::from(std::env::var_os(FOLDER).unwrap()));
    let start = store.load(&id()).map_or(0, |game| number(&game));
    for number in start + 1.. {
        store.save(&id(), &numbered(number)).unwrap();
        let mut out = std::io::stdout().lock();
        writeln!(out, "{SAVED}{number}.").unwrap();
        out.flush().unwrap();
    }
}

/// The kernel kills the child process when it writes more bytes than it may. Wherever this is in
/// the file, the game that was saved before still exists, and nothing else is listed.
#[test]
fn killed_at_any_byte_it_leaves_the_game_that_was_saved_before() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("saves");
    let store = Store::open(folder.clone());
    let path = folder.join("game.toml");
    store.save(&id(), &numbered(NEXT)).unwrap();
    let size = fs::metadata(&path).unwrap().len();
    store.save(&id(), &numbered(NEXT - 1)).unwrap();
    let before = fs::read(&path).unwrap();
    for most in (0..size).step_by(size as usize / 12).chain([1, size - 1]) {
        let status = save_next(&folder, most);
        assert_eq!(status.signal(), Some(Signal::XFSZ.as_raw()), "{most} of {size} bytes: {status}");
        assert!(fs::read(&path).unwrap() == before, "killed after {most} of {size} bytes");
        assert!(matches!(store.list().unwrap().as_slice(), [Entry::Game(_)]), "killed after {most} of {size} bytes");
    }
    assert!(save_next(&folder, size).success());
    assert_eq!(number(&store.load(&id()).unwrap()), NEXT);
}

/// Number of a game with the most moves.
const NEXT: usize = MOST_MOVES - 1;

/// Lets a child process save a game while it may write only this number of bytes. Its parents may
/// ignore the signal, as all children of Python do.
fn save_next(folder: &Path, most_bytes: u64) -> ExitStatus {
    Command::new("env")
        .arg("--default-signal=XFSZ")
        .arg(std::env::current_exe().unwrap())
        .args(["--exact", "saves::killed::save_once", "--ignored"])
        .env(FOLDER, folder)
        .env(MOST_BYTES, most_bytes.to_string())
        .stdout(Stdio::null())
        .status()
        .unwrap()
}

#[test]
#[ignore = "a part of another test, which has it killed"]
fn save_once() {
    let store = Store::open(PathBuf::from(std::env::var_os(FOLDER).unwrap()));
    let most_bytes = std::env::var(MOST_BYTES).unwrap().parse().unwrap();
    store.load(&id()).unwrap();
    // The child process must not leave a core dump either.
    for (resource, most) in [(Resource::Core, 0), (Resource::Fsize, most_bytes)] {
        setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) }).unwrap();
    }
    store.save(&id(), &numbered(NEXT)).unwrap();
}
