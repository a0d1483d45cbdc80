// SPDX-License-Identifier: GPL-3.0-or-later
//! One pool for all work that nobody waits for: reviews and puzzles, games and tables that are
//! solved.
//!
//! It gives way to the play: its threads, and those that they start, have a niceness of 15. Each
//! lane is a thread that does one job after the other. A job asks again and again whether to go on
//! ([`Worker::go_on`]), and rests there while an earlier lane has anything to do. So a review waits
//! for no solver to end, and from the next such moment on, which solvers have many times a second,
//! it has the processors for itself; a small game that is played comes before large tables.

use std::cell::OnceCell;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;

use async_channel::{Receiver, Sender};

/// How unimportant the work is to the system, 0 to 19.
const NICENESS: i32 = 15;

type Work = Box<dyn FnOnce() + Send>;

/// What sort of work it is, the most urgent first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lane {
    /// Somebody will want to see it soon: reviews, puzzles.
    Soon,
    /// Small games that are solved.
    Games,
    /// Tables that are solved.
    Tables,
}

const LANES: usize = 3;

/// The pool. A thread is started with the first job of its lane.
#[derive(Default)]
pub struct Background {
    queues: [OnceCell<Option<mpsc::Sender<Work>>>; LANES],
    traffic: Arc<Traffic>,
}

/// How many jobs of each lane wait or are at work.
#[derive(Default)]
struct Traffic {
    jobs: Mutex<[usize; LANES]>,
    changed: Condvar,
}

/// One of them, as long as it lives.
struct Counted {
    traffic: Arc<Traffic>,
    lane: Lane,
}

/// A job; dropping it stops it at the next moment, also before it has begun.
pub struct Job {
    stop: Arc<AtomicBool>,
    traffic: Arc<Traffic>,
}

/// What a job is given.
pub struct Worker<T> {
    stop: Arc<AtomicBool>,
    news: Sender<T>,
    counted: Counted,
}

impl Background {
    /// Does something soon, once all of that sort before it is done. What it tells comes by the
    /// channel, which closes at its end.
    pub fn start<T: Send + 'static>(&self, work: impl FnOnce(&Worker<T>) + Send + 'static) -> (Job, Receiver<T>) {
        self.start_in(Lane::Soon, work)
    }

    /// Does something once all before it in its lane is done. What it tells comes by the channel,
    /// which closes at its end, or where the system has no thread for it.
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
            // The thread ends only with the queue.
            _ = queue.send(Box::new(move || work(&worker)));
        }
        (job, receiver)
    }
}

fn start_thread(lane: Lane) -> Option<mpsc::Sender<Work>> {
    let (queue, jobs) = mpsc::channel::<Work>();
    let run = move || {
        // Without it the work is done all the same.
        let _unchanged = rustix::process::nice(NICENESS);
        for job in jobs {
            // Its channel closes: whoever waits is told that way. The panic itself is on the error
            // stream already.
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

    /// Returns once no earlier lane has anything to do, or one need not wait any more.
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
    /// Whether to go on, once nothing more urgent is to be done.
    pub fn go_on(&self) -> ControlFlow<()> {
        let Counted { traffic, lane } = &self.counted;
        if *lane != Lane::Soon {
            traffic.let_pass(*lane, || self.stop.load(Relaxed));
        }
        if self.stop.load(Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Tells something.
    pub fn tell(&self, news: T) {
        // Nobody listens any more to a job that is to stop.
        _ = self.news.try_send(news);
    }
}

impl Job {
    /// Tells it to stop at the next moment.
    pub fn stop(&self) {
        self.stop.store(true, Relaxed);
        // Whoever is about to wait has seen the flag, or hears this.
        drop(self.traffic.jobs());
        self.traffic.changed.notify_all();
    }

    /// Whether it is told to stop.
    #[must_use]
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
        // Perhaps within a check that it passed before; after the next one it tells only what comes
        // after the review.
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
