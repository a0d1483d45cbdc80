// SPDX-License-Identifier: GPL-3.0-or-later
//! A thread that does all work on one file, in order, and the end of it, for which nobody waits longer than agreed.

use std::cell::RefCell;
use std::convert::Infallible;
use std::io;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::Instant;

/// The thread; it ends when it has no more jobs to come.
pub struct Worker<J> {
    name: &'static str,
    jobs: RefCell<Option<Sender<J>>>,
    /// Breaks off when the thread is over.
    over: Receiver<Infallible>,
}

impl<J: Send + 'static> Worker<J> {
    /// Starts the thread. `work` is to return when there are no more jobs to come.
    ///
    /// # Errors
    /// If the system gives no thread.
    pub fn start(name: &'static str, work: impl FnOnce(&Receiver<J>) + Send + 'static) -> io::Result<Self> {
        let (jobs, to_do) = mpsc::channel();
        let (lives, over) = mpsc::channel();
        thread::Builder::new().name(name.to_owned()).spawn(move || {
            let _lives: Sender<Infallible> = lives;
            work(&to_do);
        })?;
        Ok(Self { name, jobs: RefCell::new(Some(jobs)), over })
    }

    /// Has a job done soon.
    pub fn send(&self, job: J) {
        if let Some(jobs) = &*self.jobs.borrow() {
            // It ends only with the service; the panic itself is on the error stream already.
            drop(jobs.send(job));
        }
    }

    /// Takes no more jobs.
    pub fn close(&self) {
        self.jobs.take();
    }

    /// Takes no more jobs, and waits until all is done, up to a moment.
    pub fn stop(&self, until: Instant) {
        self.close();
        let left = until.saturating_duration_since(Instant::now());
        if self.over.recv_timeout(left) == Err(RecvTimeoutError::Timeout) {
            tracing::error!("{}: not all was done in time", self.name);
        }
    }
}

/// A job, and all that wait behind it: they can be done in one go.
pub fn batch<J>(jobs: &Receiver<J>) -> Option<Vec<J>> {
    let first = jobs.recv().ok()?;
    Some(std::iter::once(first).chain(jobs.try_iter()).collect())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn what_waits_for_ever_is_left_behind_and_all_else_is_done() {
        let (release, held) = mpsc::channel::<()>();
        let (done, said) = mpsc::channel();
        let worker = Worker::start("test", move |jobs| {
            held.recv().unwrap_err();
            while let Some(batch) = batch(jobs) {
                done.send(batch).unwrap();
            }
        })
        .unwrap();
        (1..=3).for_each(|job| worker.send(job));
        worker.stop(Instant::now());
        assert!(said.try_recv().is_err(), "it is not waited for");
        worker.send(4);
        drop(release);
        worker.stop(Instant::now() + Duration::from_secs(60));
        assert_eq!(said.iter().flatten().collect::<Vec<_>>(), [1, 2, 3]);
    }
}
