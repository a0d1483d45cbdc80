// SPDX-License-Identifier: GPL-3.0-or-later
//! The threads that save games and settings.

use std::cell::Cell;
use std::fs;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use morris_play::persistence::{
    FileActor, Flush, OnDisk, SaveId, SaveJob, SaveReport, Saved, SavedGame, Saver, Settings, SettingsFile, Store,
    StoreError, WriteError,
};
use tempfile::TempDir;

use super::common::{game, listed};

/// Time after which everything is surely done.
const LONG: Duration = Duration::from_secs(60);

/// A file with its thread.
struct Case<F: OnDisk> {
    home: TempDir,
    actor: FileActor<F::Job>,
    reports: Receiver<F::News>,
    /// While this lock is held, the thread blocks in its report.
    gate: Arc<Mutex<()>>,
    number: Cell<u64>,
}

fn case<F: OnDisk>(open: impl FnOnce(&TempDir) -> F) -> Case<F> {
    let home = tempfile::tempdir().unwrap();
    let (sender, reports) = mpsc::channel();
    let gate = Arc::new(Mutex::new(()));
    let wait = Arc::clone(&gate);
    let report = move |report| {
        sender.send(report).unwrap();
        drop(wait.lock().unwrap());
    };
    let actor = FileActor::start(open(&home), report).unwrap();
    Case { home, actor, reports, gate, number: Cell::new(0) }
}

fn games() -> Case<Saver> {
    case(|home| Saver(Arc::new(Store::open(home.path().join("saves")))))
}

fn settings() -> Case<SettingsFile> {
    case(|home| SettingsFile::load(&home.path().join("config/settings.toml")).file)
}

impl<F: OnDisk> Case<F> {
    fn flush(&self) {
        self.actor.flush().wait(LONG);
    }

    fn stop(&self) {
        self.actor.stop(Instant::now() + LONG);
    }
}

impl Case<Saver> {
    fn save(&self, id: &SaveId, moves: usize) -> u64 {
        self.send(id, Some(id), move |store, id| store.save(id, &game(moves)))
    }

    fn send(
        &self,
        id: &SaveId,
        game: Option<&SaveId>,
        save: impl FnOnce(&Store, &SaveId) -> Result<Saved, StoreError> + Send + 'static,
    ) -> u64 {
        let (number, id) = (self.number.get() + 1, id.clone());
        self.number.set(number);
        let work = move |store: &Store| {
            let result = save(store, &id);
            Some(SaveReport { id, number, result })
        };
        self.actor.send(SaveJob { game: game.cloned(), work: Box::new(work) });
        number
    }

    fn store(&self) -> Store {
        Store::open(self.home.path().join("saves"))
    }

    /// Keeps the thread busy while the gate is held.
    fn keep_busy(&self) -> u64 {
        let first = self.save(&SaveId::new(), 1);
        assert_eq!(self.reports.recv().unwrap().number, first);
        first
    }

    fn numbers(&self) -> Vec<u64> {
        self.reports.try_iter().map(|report| report.number).collect()
    }
}

impl Case<SettingsFile> {
    fn save(&self, volume: u8) {
        self.actor.send(Settings { volume, ..Settings::default() });
    }

    fn saved(&self) -> u8 {
        SettingsFile::load(&self.home.path().join("config/settings.toml")).settings.volume
    }
}

#[test]
fn the_latest_of_those_that_wait_is_saved() {
    let case = games();
    let (a, b) = (SaveId::new(), SaveId::new());
    let held = case.gate.lock().unwrap();
    case.keep_busy();
    for moves in 2..=20 {
        case.save(&a, moves);
        case.save(&b, moves);
    }
    drop(held);
    case.flush();
    let reports: Vec<SaveReport> = case.reports.try_iter().collect();
    assert!(matches!(&reports[..], [one, two] if one.id == a && two.id == b && two.result.is_ok()), "{reports:?}");
    assert_eq!([&a, &b].map(|id| case.store().load(id).unwrap().game.cursor()), [20, 20]);
}

#[test]
fn other_work_finds_the_game_saved_before_it() {
    let case = games();
    let (a, b) = (SaveId::new(), SaveId::new());
    let held = case.gate.lock().unwrap();
    case.keep_busy();
    let first = case.save(&a, 2);
    let copied = b.clone();
    case.send(&a, None, move |store, id| {
        store.rename(id, "Anna").unwrap();
        store.save(&copied, &SavedGame::read(&store.path(id)).unwrap())
    });
    case.save(&a, 1);
    let last = case.save(&a, 3);
    drop(held);
    case.flush();
    assert_eq!(case.numbers(), [first, first + 1, last]);
    let saved = [&a, &b].map(|id| case.store().load(id).unwrap());
    assert_eq!(saved.map(|saved| (saved.name.unwrap(), saved.game.cursor())), [("Anna".into(), 3), ("Anna".into(), 2)]);
}

#[test]
fn the_latest_settings_that_wait_are_saved() {
    let case = settings();
    let held = case.gate.lock().unwrap();
    case.save(1);
    case.reports.recv().unwrap().unwrap();
    (2..=20).for_each(|volume| case.save(volume));
    drop(held);
    case.flush();
    assert_eq!((case.reports.try_iter().count(), case.saved()), (1, 20));
}

/// Jobs sent before a flush are saved and reported when the flush is done, whatever is sent after
/// it.
#[test]
fn a_flush_waits_for_all_before_it() {
    let case = games();
    let a = SaveId::new();
    let held = case.gate.lock().unwrap();
    case.keep_busy();
    let before = case.save(&a, 2);
    let flush = case.actor.flush();
    let behind = case.save(&a, 3);
    // The thread continues only to its next report, so the reports at the end of the flush are
    // those that count.
    drop(held);
    flush.wait(LONG);
    let numbers = case.numbers();
    assert!(numbers.contains(&before), "{numbers:?}");
    case.flush();
    assert!(numbers.into_iter().chain(case.numbers()).eq([before, behind]));
    assert_eq!(case.store().load(&a).unwrap().game.cursor(), 3);
}

/// A thread that waits for a flush must not keep the actor alive. Otherwise the program could end
/// too early.
#[test]
fn a_flush_holds_no_actor() {
    let case = games();
    let held = case.gate.lock().unwrap();
    case.save(&SaveId::new(), 1);
    let waiting = std::thread::spawn({
        let flush = case.actor.flush();
        move || Flush::wait(flush, LONG)
    });
    case.save(&SaveId::new(), 2);
    drop(held);
    case.stop();
    waiting.join().unwrap();
    let mut list = listed(&case.store());
    list.sort();
    assert_eq!(list, ["1 moves", "2 moves"]);
}

#[test]
fn stopping_saves_waiting_games() {
    let case = games();
    for moves in 1..=3 {
        case.save(&SaveId::new(), moves);
    }
    case.stop();
    let mut list = listed(&case.store());
    list.sort();
    assert_eq!(list, ["1 moves", "2 moves", "3 moves"]);
    assert_eq!(case.reports.iter().count(), 3);
}

#[test]
fn failed_saves_are_reported() {
    let (games, settings) = (games(), settings());
    fs::write(games.home.path().join("saves"), "in the way").unwrap();
    fs::write(settings.home.path().join("config"), "in the way").unwrap();
    games.save(&SaveId::new(), 1);
    settings.save(1);
    assert!(games.reports.recv().unwrap().result.is_err());
    let error: WriteError = settings.reports.recv().unwrap().unwrap_err();
    assert!(error.to_string().contains("config"), "{error}");
}

/// A disk that responds only on command.
struct Slow(Receiver<()>);

impl OnDisk for Slow {
    type Job = u8;
    type News = Vec<u8>;
    const NAME: &'static str = "slow";

    fn work(&mut self, jobs: Vec<u8>, tell: &mut dyn FnMut(Vec<u8>)) {
        self.0.recv().unwrap_err();
        tell(jobs);
    }
}

fn slow() -> (Case<Slow>, Sender<()>) {
    let (release, held) = mpsc::channel();
    (case(|_| Slow(held)), release)
}

#[test]
fn stuck_job_is_left_behind_and_the_rest_is_done() {
    let (case, release) = slow();
    (1..=3).for_each(|job| case.actor.send(job));
    case.actor.flush().wait(Duration::ZERO);
    case.actor.stop(Instant::now());
    assert!(case.reports.try_recv().is_err(), "it is not waited for");
    case.actor.send(4);
    drop(release);
    case.stop();
    assert_eq!(case.reports.iter().flatten().collect::<Vec<_>>(), [1, 2, 3]);
}
