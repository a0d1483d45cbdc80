// SPDX-License-Identifier: GPL-3.0-or-later
//! Work that nobody waits for: one thread, which gives way to the play, does one job after the other.

use std::cell::OnceCell;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc;
use std::thread;

use async_channel::{Receiver, Sender};

use super::solver_job::NICENESS;

type Work = Box<dyn FnOnce() + Send>;

/// The thread for such work, started with the first job.
#[derive(Default)]
pub struct Background {
    queue: OnceCell<Option<mpsc::Sender<Work>>>,
}

/// A job; dropping it stops it at the next moment, also before it has begun.
#[derive(Debug)]
pub struct Job {
    stop: Arc<AtomicBool>,
}

/// What a job is given.
pub struct Worker<T> {
    stop: Arc<AtomicBool>,
    news: Sender<T>,
}

impl Background {
    /// Does something once all before it is done. What it tells comes by the channel, which closes at its end.
    pub fn start<T: Send + 'static>(&self, work: impl FnOnce(&Worker<T>) + Send + 'static) -> (Job, Receiver<T>) {
        let (news, receiver) = async_channel::unbounded();
        let stop = Arc::new(AtomicBool::new(false));
        let worker = Worker { stop: Arc::clone(&stop), news };
        let queue = self.queue.get_or_init(start_thread);
        if let Some(queue) = queue {
            // The thread ends only with the queue.
            drop(queue.send(Box::new(move || work(&worker))));
        }
        (Job { stop }, receiver)
    }
}

fn start_thread() -> Option<mpsc::Sender<Work>> {
    let (queue, jobs) = mpsc::channel::<Work>();
    let run = move || {
        // Without it the work is done all the same.
        let _unchanged = rustix::process::nice(NICENESS);
        for job in jobs {
            // Its channel closes: whoever waits is told that way. The panic itself is on the error stream already.
            if catch_unwind(AssertUnwindSafe(job)).is_err() {
                tracing::error!("work in the background has broken down");
            }
        }
    };
    let started = thread::Builder::new().name("background".to_owned()).spawn(run);
    started.map(|_| queue).inspect_err(|error| tracing::error!("no work in the background: {error}")).ok()
}

impl<T> Worker<T> {
    /// Whether to go on.
    pub fn go_on(&self) -> ControlFlow<()> {
        if self.stop.load(Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Tells something.
    pub fn tell(&self, news: T) {
        // Nobody listens any more to a job that is to stop.
        drop(self.news.try_send(news));
    }
}

impl Drop for Job {
    fn drop(&mut self) {
        self.stop.store(true, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jobs_follow_each_other_and_one_that_breaks_down_ends_only_itself() {
        let background = Background::default();
        let (_first, first) = background.start(|worker| worker.tell(1));
        let (_broken, broken) = background.start::<u32>(|_| panic!("on purpose"));
        let (_last, last) = background.start(|worker| worker.tell(3));
        assert_eq!(first.recv_blocking(), Ok(1));
        assert!(broken.recv_blocking().is_err());
        assert_eq!(last.recv_blocking(), Ok(3));
        assert!(last.recv_blocking().is_err(), "it has ended");
    }

    #[test]
    fn a_job_that_is_dropped_stops() {
        let background = Background::default();
        let (job, news) = background.start(|worker: &Worker<()>| while worker.go_on().is_continue() {});
        drop(job);
        assert!(news.recv_blocking().is_err());
    }
}
