// SPDX-License-Identifier: GPL-3.0-or-later
//! Counting of finished games when the program is killed, blocked, or has no disk space, and when
//! the file is a link.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use jiff::Timestamp;
use morris::{ByColor, Color, Game, Outcome, Rules, WinReason};
use morris_play::persistence::{Counter, FinishedGame, HelpUsed, SaveId, SavedGame, StatisticsFile, Store};
use morris_play::setup::{GameSetup, Player, Skill};
use rustix::fs::{FlockOperation, flock};
use tempfile::TempDir;

struct Case {
    home: TempDir,
    store: Arc<Store>,
}

impl Case {
    fn new() -> Self {
        let home = tempfile::tempdir().unwrap();
        let store = Arc::new(Store::open(home.path().join("saves")));
        Self { home, store }
    }

    /// A folder in which counting began long ago.
    fn counting_since_long_ago() -> Self {
        let case = Self::new();
        fs::write(case.path(), "# since 2026-01-01T00:00:00Z\n").unwrap();
        case
    }

    /// Opens a window, which writes the statistics at once.
    fn open(&self) -> Counter {
        let mut counter = Counter::new(Arc::clone(&self.store));
        counter.write().unwrap();
        counter
    }

    fn path(&self) -> PathBuf {
        self.home.path().join("statistics.tsv")
    }

    fn file(&self) -> StatisticsFile {
        StatisticsFile::beside(self.store.folder())
    }

    /// Returns the names of the counted games.
    fn counted(&self) -> Vec<String> {
        self.file().read().unwrap().games.into_iter().map(|game| game.game).collect()
    }

    /// Returns the number of lines for games.
    fn lines(&self) -> usize {
        fs::read_to_string(self.path()).unwrap().lines().filter(|line| !line.starts_with('#')).count()
    }
}

fn id(name: &str) -> SaveId {
    SaveId::of_file(Path::new(&format!("{name}.toml"))).unwrap()
}

/// Returns an unfinished game against the computer, saved the given number of seconds after a
/// moment in the past.
fn running(seconds: i64) -> SavedGame {
    let players = ByColor { white: Player::Person, black: Player::Computer(Skill::FIRST) };
    let setup = GameSetup { players, ..GameSetup::between_persons(Rules::STANDARD) };
    let saved = Timestamp::from_second(1_772_000_000 + seconds).unwrap();
    SavedGame { saved, aids: Some(HelpUsed::default()), ..SavedGame::now(setup, Game::new(Rules::STANDARD), None) }
}

/// Returns such a game after a number of moves, resigned.
fn over(seconds: i64, moves: usize) -> SavedGame {
    let mut saved = running(seconds);
    for _ in 0..moves {
        let mv = saved.game.position().legal_moves(saved.game.rules())[0];
        saved.game.play(mv).unwrap();
    }
    saved.game.declare(Outcome::Win { winner: Color::Black, reason: WinReason::Resignation });
    saved
}

fn line(name: &str, saved: &SavedGame) -> FinishedGame {
    FinishedGame::of_save(&id(name), saved).unwrap()
}

#[test]
fn games_saved_but_not_counted_before_a_kill_count_once() {
    let case = Case::counting_since_long_ago();
    let mut first = case.open();
    first.add(line("counted", &over(10, 2)));
    first.write().unwrap();
    case.store.save(&id("counted"), &over(10, 2)).unwrap();
    case.store.save(&id("running"), &running(20)).unwrap();
    case.store.save(&id("killed"), &over(30, 4)).unwrap();
    for _ in 0..2 {
        case.open();
        assert_eq!((case.counted(), case.lines()), (vec!["counted".to_owned(), "killed".to_owned()], 2));
    }
    // The game is counted exactly as it would have been.
    assert_eq!(case.file().read().unwrap().games[1].aids, Some(HelpUsed::default()));
}

#[test]
fn games_counted_but_not_saved_before_a_kill_count_once() {
    let case = Case::counting_since_long_ago();
    let mut first = case.open();
    first.add(line("x", &over(10, 2)));
    first.write().unwrap();
    case.store.save(&id("x"), &running(5)).unwrap();
    let mut second = case.open();
    second.add(line("x", &over(60, 6)));
    second.write().unwrap();
    case.store.save(&id("x"), &over(60, 6)).unwrap();
    case.open();
    let games = case.file().read().unwrap().games;
    assert_eq!(games.iter().map(|game| game.plies).collect::<Vec<_>>(), [6]);
    // After an undo, the game ends again, is saved, and is not counted. The new end replaces the
    // first.
    case.store.save(&id("x"), &over(90, 8)).unwrap();
    case.open();
    let games = case.file().read().unwrap().games;
    assert_eq!(games.iter().map(|game| game.plies).collect::<Vec<_>>(), [8]);
}

#[test]
fn foreign_or_known_games_are_not_counted() {
    let case = Case::counting_since_long_ago();
    let mut first = case.open();
    let known = over(10, 2);
    first.add(line("known", &known));
    first.write().unwrap();
    // An imported game under another id.
    case.store.save(&id("imported"), &SavedGame { aids: None, ..over(20, 4) }).unwrap();
    // A copy of a game. Two windows with the same game cause this, since the second gets another
    // id.
    case.store.save(&id("copy"), &known).unwrap();
    // A game that was renamed later.
    case.store.save(&id("known"), &SavedGame { saved: over(30, 0).saved, ..known }).unwrap();
    // A game from before counting began.
    case.store.save(&id("before"), &over(-60, 4)).unwrap();
    case.open();
    assert_eq!(case.counted(), ["known"]);
}

#[test]
fn cleared_games_do_not_return() {
    let case = Case::new();
    case.store.save(&id("old"), &over(-60, 4)).unwrap();
    let mut first = case.open();
    assert_eq!(case.counted(), ["old"], "there was no file");
    first.reset().unwrap();
    case.open();
    assert_eq!(case.counted(), [""; 0]);
    case.store.save(&id("new"), &SavedGame { saved: Timestamp::now(), ..over(60, 4) }).unwrap();
    case.open();
    assert_eq!(case.counted(), ["new"]);
    // An earlier version recorded no start of counting, so it is unknown which games were
    // forgotten.
    let head = fs::read_to_string(case.path()).unwrap().lines().next().unwrap().to_owned() + "\n";
    fs::write(case.path(), head).unwrap();
    case.open();
    assert_eq!(case.counted(), [""; 0]);
}

#[test]
fn failed_writes_are_repeated_and_block_nothing() {
    let case = Case::counting_since_long_ago();
    let mut counter = case.open();
    let held = fs::File::open(case.path()).unwrap();
    flock(&held, FlockOperation::LockExclusive).unwrap();
    counter.add(line("a", &over(10, 2)));
    let error = counter.write().unwrap_err().to_string();
    assert_eq!(error, format!("could not write {}: resource busy", case.path().display()));
    counter.add(line("b", &over(20, 2)));
    counter.set_accuracy(&id("a"), 80.0);
    counter.write_at_last().unwrap_err();
    assert_eq!(case.counted(), [""; 0]);
    drop(held);
    counter.write().unwrap();
    assert_eq!(case.counted(), ["a", "b"]);
    assert_eq!(case.file().read().unwrap().games[0].accuracy, Some(80.0));
}

#[test]
fn a_link_that_leads_nowhere_is_followed_and_stays() {
    let case = Case::new();
    let target = case.home.path().join("drive/games.tsv");
    symlink(&target, case.path()).unwrap();
    assert_eq!(case.file().read().unwrap().games, []);
    case.store.save(&id("old"), &over(-60, 4)).unwrap();
    let mut counter = case.open();
    counter.add(line("new", &over(10, 2)));
    counter.write().unwrap();
    assert_eq!(case.counted(), ["old", "new"]);
    assert!(case.path().is_symlink() && target.is_file());
    // The same without earlier games.
    fs::remove_dir_all(target.parent().unwrap()).unwrap();
    counter.add(line("newer", &over(20, 2)));
    counter.write().unwrap();
    assert_eq!(case.counted(), ["newer"]);
    // If the target cannot be created, the error names the link.
    fs::remove_dir_all(target.parent().unwrap()).unwrap();
    fs::write(target.parent().unwrap(), "in the way").unwrap();
    counter.add(line("lost", &over(30, 2)));
    let error = counter.write().unwrap_err().to_string();
    assert!(error.starts_with(&format!("could not write {}: ", case.path().display())), "{error}");
    assert!(case.path().is_symlink());
}

#[test]
fn it_may_be_read_by_whom_the_other_files_may() {
    let (filled, appended) = (Case::new(), Case::new());
    filled.file().fill([]).unwrap();
    appended.file().append(&line("a", &over(0, 2))).unwrap();
    let mode = |case: &Case| fs::metadata(case.path()).unwrap().permissions().mode();
    assert_eq!(mode(&filled), mode(&appended));
    assert_ne!(mode(&filled) & 0o044, 0, "the mask of these tests takes no more");
}

/// Environment variable with the folder in which a child process of these tests counts.
const FOLDER: &str = "NMM_TEST_FOLDER";

/// A limit on the file size simulates a full disk: the file can be created but not filled.
#[test]
fn on_a_full_disk_the_file_is_named() {
    let case = Case::new();
    let child = Command::new("sh")
        .args([
            "-c",
            r#"trap '' XFSZ; ulimit -f 0; exec "$0" --exact counting::fill_without_room --ignored --nocapture"#,
        ])
        .arg(std::env::current_exe().unwrap())
        .env(FOLDER, case.store.folder())
        .output()
        .unwrap();
    let said = String::from_utf8(child.stdout).unwrap();
    assert!(child.status.success(), "{said}");
    assert!(said.contains("statistics.tsv: File too large (os error 27)\n"), "{said}");
    assert!(!case.path().exists() && !said.contains(".writing-"), "{said}");
}

#[test]
#[ignore = "a part of another test, which runs it without room on the disk"]
fn fill_without_room() {
    let saves = PathBuf::from(std::env::var_os(FOLDER).unwrap());
    println!("{}", StatisticsFile::beside(&saves).fill([]).unwrap_err());
}
