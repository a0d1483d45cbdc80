// SPDX-License-Identifier: GPL-3.0-or-later
//! The thread that saves.

use std::fs;
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex};

use morris_play::persistence::{Flush, SaveId, SaveOutcome, SaveQueue, Settings, SettingsFile, Store};
use tempfile::TempDir;

use crate::common::{game, listed};

struct Case {
    home: TempDir,
    store: Arc<Store>,
    saver: SaveQueue,
    reports: Receiver<SaveOutcome>,
    /// While it is held, the thread waits in its report.
    gate: Arc<Mutex<()>>,
}

fn case() -> Case {
    let home = tempfile::tempdir().unwrap();
    let store = Arc::new(Store::open(home.path().join("saves")));
    let file = SettingsFile::load(&home.path().join("config/settings.toml")).file;
    let (sender, reports) = mpsc::channel();
    let gate = Arc::new(Mutex::new(()));
    let wait = Arc::clone(&gate);
    let report = move |report| {
        sender.send(report).unwrap();
        drop(wait.lock().unwrap());
    };
    let saver = SaveQueue::start(Arc::clone(&store), file, report).unwrap();
    Case { home, store, saver, reports, gate }
}

#[test]
fn the_latest_of_those_that_wait_is_saved() {
    let case = case();
    let (a, b) = (SaveId::new(), SaveId::new());
    let held = case.gate.lock().unwrap();
    case.saver.save_game(a.clone(), game(1));
    let first = case.reports.recv().unwrap();
    assert!(matches!(first, SaveOutcome::Game { id, result: Ok(_), .. } if id == a));
    // Now the thread is kept busy, and all these wait.
    for moves in 2..=20 {
        case.saver.save_game(a.clone(), game(moves));
        case.saver.save_game(b.clone(), game(moves));
        case.saver.save_settings(Settings { volume: moves as u8, ..Settings::default() });
    }
    drop(held);
    case.saver.flush();
    let reports: Vec<_> = case.reports.try_iter().collect();
    assert_eq!(reports.len(), 3, "{reports:?}");
    assert_eq!([&a, &b].map(|id| case.store.load(id).unwrap().game.cursor()), [20, 20]);
    assert_eq!(SettingsFile::load(&case.home.path().join("config/settings.toml")).settings.volume, 20);
}

/// What was given before a flush is saved and reported when the flush is done, whatever is given behind it.
#[test]
fn a_flush_waits_for_all_before_it() {
    let case = case();
    let (busy, a) = (SaveId::new(), SaveId::new());
    let held = case.gate.lock().unwrap();
    case.saver.save_game(busy, game(1));
    case.reports.recv().unwrap();
    // Now the thread is kept busy, and all these wait.
    let before = case.saver.save_game(a.clone(), game(2));
    case.saver.save_settings(Settings { volume: 2, ..Settings::default() });
    let flush = case.saver.start_flush();
    let behind = case.saver.save_game(a.clone(), game(3));
    case.saver.save_settings(Settings { volume: 3, ..Settings::default() });
    // The thread goes on as far as to the next report, and so on: what it has reported when the flush is done counts.
    drop(held);
    flush.wait();
    let reports: Vec<_> = case.reports.try_iter().collect();
    let games = numbers(&reports);
    assert!(games.contains(&before), "{reports:?}");
    assert!(reports.iter().any(|report| matches!(report, SaveOutcome::Settings(Ok(())))), "{reports:?}");
    case.saver.flush();
    assert!(
        before < behind
            && games.iter().copied().chain(numbers(&case.reports.try_iter().collect::<Vec<_>>())).eq([before, behind])
    );
    assert_eq!(case.store.load(&a).unwrap().game.cursor(), 3);
}

fn numbers(reports: &[SaveOutcome]) -> Vec<u64> {
    let number = |report: &SaveOutcome| match report {
        SaveOutcome::Game { number, .. } => Some(*number),
        SaveOutcome::Settings(_) => None,
    };
    reports.iter().filter_map(number).collect()
}

/// Whoever waits for a flush on another thread does not keep the saver from ending on its own: else the program could
/// end first.
#[test]
fn a_flush_holds_no_saver() {
    let case = case();
    let held = case.gate.lock().unwrap();
    case.saver.save_game(SaveId::new(), game(1));
    let waiting = std::thread::spawn({
        let flush = case.saver.start_flush();
        move || Flush::wait(flush)
    });
    case.saver.save_settings(Settings { volume: 7, ..Settings::default() });
    drop(held);
    drop(case.saver);
    assert_eq!(SettingsFile::load(&case.home.path().join("config/settings.toml")).settings.volume, 7);
    waiting.join().unwrap();
    assert_eq!(listed(&case.store), ["1 turns"]);
}

#[test]
fn dropping_saves_what_waits() {
    let case = case();
    for moves in 1..=3 {
        case.saver.save_game(SaveId::new(), game(moves));
    }
    drop(case.saver);
    let mut list = listed(&case.store);
    list.sort();
    assert_eq!(list, ["1 turns", "2 turns", "3 turns"]);
    assert_eq!(case.reports.iter().count(), 3);
}

#[test]
fn what_cannot_be_saved_is_reported() {
    let case = case();
    fs::write(case.home.path().join("saves"), "in the way").unwrap();
    fs::write(case.home.path().join("config"), "in the way").unwrap();
    case.saver.save_game(SaveId::new(), game(1));
    case.saver.save_settings(Settings::default());
    case.saver.flush();
    assert!(matches!(case.reports.recv().unwrap(), SaveOutcome::Game { result: Err(_), .. }));
    assert!(matches!(case.reports.recv().unwrap(), SaveOutcome::Settings(Err(_))));
}
