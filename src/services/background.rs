// SPDX-License-Identifier: GPL-3.0-or-later
//! Background thread pool for low-priority work: reviews, puzzles, and the solving of small games
//! and tables.
//!
//! Play has priority: the threads of the pool, and the threads that they start, have a niceness
//! of 15. Each lane is one thread that runs its jobs one after the other. A job calls
//! [`Worker::go_on`] repeatedly, and blocks there while an earlier lane has jobs. So a review
//! never waits for a solver to end: solvers check many times per second, and from the next check
//! on the review has the processors to itself. In the same way, a small game that is being played
//! is solved before large tables.

use std::cell::OnceCell;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;

use async_channel::{Receiver, Sender};

/// Niceness of the background threads, from 0 to 19.
const NICENESS: i32 = 15;

type Work = Box<dyn FnOnce() + Send>;

/// Lane of a job, the most urgent first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lane {
    /// Work whose result the user is about to look at: reviews, puzzles.
    Soon,
    /// Solving of small games.
    Games,
    Tables,
}

const LANES: usize = 3;

/// The pool. Each lane starts its thread with its first job.
#[derive(Default)]
pub struct Background {
    queues: [OnceCell<Option<mpsc::Sender<Work>>>; LANES],
    traffic: Arc<Traffic>,
}

/// Number of jobs in each lane that wait or run.
#[derive(Default)]
struct Traffic {
    jobs: Mutex<[usize; LANES]>,
    changed: Condvar,
}

/// Counts a job in its lane from its creation until it is dropped.
struct Counted {
    traffic: Arc<Traffic>,
    lane: Lane,
}

/// Handle to a job. Dropping it stops the job at its next check, even if it has not started yet.
pub struct Job {
    stop: Arc<AtomicBool>,
    traffic: Arc<Traffic>,
}

/// Context that a job receives: its stop flag, its channel, and its lane.
pub struct Worker<T> {
    stop: Arc<AtomicBool>,
    news: Sender<T>,
    counted: Counted,
}

impl Background {
    /// Runs `work` in the lane `Lane::Soon`, after all earlier jobs of that lane. The job reports
    /// by the channel, which closes when the job ends.
    pub fn start<T: Send + 'static>(&self, work: impl FnOnce(&Worker<T>) + Send + 'static) -> (Job, Receiver<T>) {
        self.start_in(Lane::Soon, work)
    }

    /// Runs `work` in the lane `Lane::Soon`, and passes its result to `then` on the main loop,
    /// unless the job is dropped before. `work` gets a function that says whether to go on.
    pub fn find<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut dyn FnMut() -> ControlFlow<()>) -> T + Send + 'static,
        then: impl FnOnce(T) + 'static,
    ) -> Job {
        let (job, news) = self.start(move |worker| worker.tell(work(&mut || worker.go_on())));
        // A job that is dropped still reports its result.
        let stopped = job.stopping();
        glib::spawn_future_local(async move {
            if let (Ok(found), false) = (news.recv().await, stopped.load(Relaxed)) {
                then(found);
            }
        });
        job
    }

    /// Runs `work` after all earlier jobs of its lane. The job reports by the channel, which closes
    /// when the job ends, or immediately if the system cannot start a thread.
    pub fn start_in<T: Send + 'static>(
        &self,
        lane: Lane,
        work: impl FnOnce(&Worker<T>) + Send + 'static,
    ) -> (Job, Receiver<T>) {
        let (news, receiver) = async_channel::unbounded();
        let stop = Arc::new(AtomicBool::new(false));
        let job = Job { stop: Arc::clone(&stop), traffic: Arc::clone(&self.traffic) };
        let worker = Worker { stop, news, counted: Counted::new(&self.traffic, lane) };
        if let Some(queue) = self.queues[lane as usize].get_or_init(|| start_thread(lane)) {
            // Sending cannot fail: the thread ends only when the queue is dropped.
            _ = queue.send(Box::new(move || work(&worker)));
        }
        (job, receiver)
    }
}

fn start_thread(lane: Lane) -> Option<mpsc::Sender<Work>> {
    let (queue, jobs) = mpsc::channel::<Work>();
    let run = move || {
        // Best effort: the work runs even if the niceness cannot be set.
        let _unchanged = rustix::process::nice(NICENESS);
        for job in jobs {
            // The channel closes, which tells the receiver. The panic message itself is already on
            // the error stream.
            if catch_unwind(AssertUnwindSafe(job)).is_err() {
                tracing::error!("work in the background has broken down");
            }
        }
    };
    let started = thread::Builder::new().name(format!("background {}", lane as usize)).spawn(run);
    started.map(|_| queue).inspect_err(|error| tracing::error!("no work in the background: {error}")).ok()
}

impl Traffic {
    fn jobs(&self) -> MutexGuard<'_, [usize; LANES]> {
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Blocks until no earlier lane has jobs, or until `need_not` returns `true`.
    fn let_pass(&self, lane: Lane, need_not: impl Fn() -> bool) {
        let mut jobs = self.jobs();
        while !need_not() && jobs[..lane as usize].iter().any(|&jobs| jobs > 0) {
            jobs = self.changed.wait(jobs).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl Counted {
    fn new(traffic: &Arc<Traffic>, lane: Lane) -> Self {
        traffic.jobs()[lane as usize] += 1;
        Self { traffic: Arc::clone(traffic), lane }
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.traffic.jobs()[self.lane as usize] -= 1;
        self.traffic.changed.notify_all();
    }
}

impl<T> Worker<T> {
    /// Returns whether to go on. Blocks first while more urgent lanes have jobs.
    pub fn go_on(&self) -> ControlFlow<()> {
        let Counted { traffic, lane } = &self.counted;
        if *lane != Lane::Soon {
            traffic.let_pass(*lane, || self.stop.load(Relaxed));
        }
        if self.stop.load(Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    pub fn tell(&self, news: T) {
        // A job that is to stop may have no receiver left.
        _ = self.news.try_send(news);
    }
}

impl Job {
    /// Asks the job to stop at its next check.
    pub fn stop(&self) {
        self.stop.store(true, Relaxed);
        // A thread that is about to wait has either seen the flag or receives this notification.
        drop(self.traffic.jobs());
        self.traffic.changed.notify_all();
    }

    /// Returns the flag that asks the job to stop.
    pub fn stopping(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }
}

impl Drop for Job {
    fn drop(&mut self) {
        self.stop();
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

    #[test]
    fn a_review_does_not_wait_for_a_solver_and_the_solver_rests_meanwhile() {
        let background = Background::default();
        let (go, steps) = mpsc::channel::<()>();
        let review_is_over = Arc::new(AtomicBool::new(false));
        let over = Arc::clone(&review_is_over);
        let (_solver, checks) = background.start_in(Lane::Tables, move |worker: &Worker<bool>| {
            while worker.go_on().is_continue() && steps.recv().is_ok() {
                worker.tell(over.load(Relaxed));
            }
        });
        go.send(()).unwrap();
        assert_eq!(checks.recv_blocking(), Ok(false));
        let (end, ended) = mpsc::channel::<()>();
        let (_review, review) = background.start(move |worker: &Worker<()>| {
            worker.tell(());
            ended.recv().unwrap_err();
            review_is_over.store(true, Relaxed);
        });
        assert_eq!(review.recv_blocking(), Ok(()), "the solver is still at work");
        // The job may still be in the check that it had passed. After the next check it reports
        // only what follows the review.
        [(); 2].into_iter().for_each(|()| go.send(()).unwrap());
        thread::sleep(std::time::Duration::from_millis(20));
        drop(end);
        checks.recv_blocking().unwrap();
        assert_eq!(checks.recv_blocking(), Ok(true));
    }

    #[test]
    fn a_solver_that_rests_can_be_stopped() {
        let background = Background::default();
        let (ended, end) = mpsc::channel::<()>();
        let (_review, _) = background.start(move |_: &Worker<()>| end.recv().unwrap_err().to_string().clear());
        let (solver, rests) = background.start_in(Lane::Games, |worker: &Worker<bool>| {
            worker.tell(worker.go_on().is_break());
        });
        solver.stop();
        assert_eq!(rests.recv_blocking(), Ok(true));
        drop(ended);
    }
}
