// SPDX-License-Identifier: GPL-3.0-or-later
//! Changes the folder of saved games on a separate thread. Of several waiting saves of a game only
//! the latest is written.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use super::entry::SaveId;
use super::error::StoreError;
use super::file_actor::OnDisk;
use super::store::{Saved, Store};

/// Does jobs with a store.
#[derive(Debug)]
pub struct Saver(pub Arc<Store>);

/// Job for a store.
pub struct SaveJob {
    /// Id of a whole game that is saved. Then later jobs of this kind make this one superfluous,
    /// unless there is other work in between.
    pub game: Option<SaveId>,
    /// The work. It may report a save.
    pub work: Work,
}

type Work = Box<dyn FnOnce(&Store) -> Option<SaveReport> + Send>;

/// Result of saving a game. A game that was skipped in favor of a later one has no report.
#[derive(Debug)]
pub struct SaveReport {
    /// Id of the save.
    pub id: SaveId,
    /// Number of the job.
    pub number: u64,
    /// Whether the game is on the disk.
    pub result: Result<Saved, StoreError>,
}

impl OnDisk for Saver {
    type Job = SaveJob;
    type News = SaveReport;
    const NAME: &'static str = "saves";

    fn work(&mut self, jobs: Vec<SaveJob>, tell: &mut dyn FnMut(SaveReport)) {
        let mut latest: Vec<SaveJob> = Vec::new();
        for job in jobs {
            // Other work has to find the game that was saved before it.
            let is_last = |earlier: &SaveJob| earlier.game.is_none() || earlier.game == job.game;
            let place = latest.iter().rposition(is_last);
            if let Some(place) = place.filter(|&place| latest.get(place).is_some_and(|job| job.game.is_some())) {
                latest.remove(place);
            }
            latest.push(job);
        }
        for job in latest {
            // The thread goes on after a panic, so that later saves are written.
            match catch_unwind(AssertUnwindSafe(|| (job.work)(&self.0))) {
                Ok(report) => report.into_iter().for_each(&mut *tell),
                Err(_) => tracing::error!("work on a saved game has panicked"),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::*;

    #[test]
    fn work_goes_on_after_a_panic() {
        let folder = tempfile::tempdir().unwrap();
        let mut saver = Saver(Arc::new(Store::open(folder.path().to_owned())));
        let done = Arc::new(AtomicBool::new(false));
        let note = Arc::clone(&done);
        let work: [Work; 2] = [
            Box::new(|_| std::panic::resume_unwind(Box::new("a fault"))),
            Box::new(move |_| {
                note.store(true, Ordering::Relaxed);
                None
            }),
        ];
        saver.work(work.into_iter().map(|work| SaveJob { game: None, work }).collect(), &mut |_| ());
        assert!(done.load(Ordering::Relaxed));
    }
}
