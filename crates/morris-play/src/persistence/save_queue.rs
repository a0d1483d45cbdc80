// SPDX-License-Identifier: GPL-3.0-or-later
//! Saving without waiting.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};

use super::entry::SaveId;
use super::error::{StoreError, WriteError};
use super::saved_game::SavedGame;
use super::settings::Settings;
use super::settings_file::SettingsFile;
use super::store::{Saved, Store};

/// A thread that saves games and settings, so that nobody has to wait for the disk.
///
/// Of several games saved under one id, and of several settings, those still waiting are left out for the latest.
/// Dropping it waits until all is saved.
#[derive(Debug)]
pub struct SaveQueue {
    /// `None` only while it is dropped.
    jobs: Option<Sender<Job>>,
    thread: Option<JoinHandle<()>>,
    /// The number of the save that was asked for last.
    number: AtomicU64,
}

/// Waits, on whatever thread, until everything is saved that was to be saved before it was made.
#[derive(Debug)]
#[must_use = "nothing waits until `wait` is called"]
pub struct Flush(Receiver<()>);

/// What became of something that was to be saved.
#[derive(Debug)]
pub enum SaveOutcome {
    /// A game.
    Game {
        /// Which.
        id: SaveId,
        /// The number that [`SaveQueue::save_game`] gave. Of games that were left out for a later one there is no
        /// report.
        number: u64,
        /// Whether it is on the disk.
        result: Result<Saved, StoreError>,
    },
    /// The settings.
    Settings(Result<(), WriteError>),
}

#[derive(Debug)]
enum Job {
    Game(SaveId, u64, Box<SavedGame>),
    Settings(Box<Settings>),
    /// Tell when all before it is done.
    Flush(Sender<()>),
}

impl SaveQueue {
    /// Starts the thread. `report` is called on it for everything that was saved or could not be.
    ///
    /// # Errors
    /// If the system gives no thread.
    pub fn start(
        store: Arc<Store>,
        settings: SettingsFile,
        report: impl FnMut(SaveOutcome) + Send + 'static,
    ) -> io::Result<Self> {
        let (jobs, waiting) = mpsc::channel();
        let work = move || work(&waiting, &store, settings, report);
        let thread = thread::Builder::new().name("saver".to_owned()).spawn(work)?;
        Ok(Self { jobs: Some(jobs), thread: Some(thread), number: AtomicU64::new(0) })
    }

    /// Saves a game soon. Its report has the number that this gives; each is greater than those before.
    pub fn save_game(&self, id: SaveId, game: SavedGame) -> u64 {
        let number = self.number.fetch_add(1, Relaxed) + 1;
        self.send(Job::Game(id, number, Box::new(game)));
        number
    }

    /// Saves the settings soon.
    pub fn save_settings(&self, settings: Settings) {
        self.send(Job::Settings(Box::new(settings)));
    }

    /// Waits until everything is saved and reported that was to be saved before this call. Not for the main loop.
    pub fn flush(&self) {
        self.start_flush().wait();
    }

    /// The same in two steps: whoever waits need not hold the saver.
    pub fn start_flush(&self) -> Flush {
        let (done, wait) = mpsc::channel();
        self.send(Job::Flush(done));
        Flush(wait)
    }

    fn send(&self, job: Job) {
        let sent = self.jobs.as_ref().map(|jobs| jobs.send(job));
        if sent.is_none_or(|sent| sent.is_err()) {
            tracing::error!("the thread that saves is gone");
        }
    }
}

impl Flush {
    /// Waits until everything is saved and reported. Not for the main loop.
    pub fn wait(self) {
        // An error means that the thread is gone: then nothing waits any more.
        let _ = self.0.recv();
    }
}

impl Drop for SaveQueue {
    fn drop(&mut self) {
        // Without a sender the thread ends when it has done all.
        self.jobs = None;
        if self.thread.take().is_some_and(|thread| thread.join().is_err()) {
            tracing::error!("the thread that saves has panicked");
        }
    }
}

fn work(waiting: &Receiver<Job>, store: &Store, mut file: SettingsFile, mut report: impl FnMut(SaveOutcome)) {
    while let Ok(first) = waiting.recv() {
        for job in latest(std::iter::once(first).chain(waiting.try_iter())) {
            match job {
                Job::Game(id, number, game) => report(SaveOutcome::Game { result: store.save(&id, &game), id, number }),
                Job::Settings(settings) => report(SaveOutcome::Settings(file.save(&settings))),
                // Whoever waited may have gone.
                Job::Flush(done) => _ = done.send(()),
            }
        }
    }
}

/// The jobs without those that a later one makes needless. What was to be saved before a flush is never left out for
/// something behind it: whoever waits was promised that it is saved.
fn latest(jobs: impl Iterator<Item = Job>) -> Vec<Job> {
    let mut kept: Vec<Job> = Vec::new();
    let mut behind_flush = 0;
    for job in jobs {
        if let Some(earlier) = kept.iter().skip(behind_flush).position(|earlier| job.replaces(earlier)) {
            kept.remove(behind_flush + earlier);
        }
        let is_flush = matches!(job, Job::Flush(_));
        kept.push(job);
        if is_flush {
            behind_flush = kept.len();
        }
    }
    kept
}

impl Job {
    fn replaces(&self, earlier: &Self) -> bool {
        match (self, earlier) {
            (Self::Game(id, ..), Self::Game(other, ..)) => id == other,
            (Self::Settings(_), Self::Settings(_)) => true,
            _ => false,
        }
    }
}
