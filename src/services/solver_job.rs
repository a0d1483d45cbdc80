// SPDX-License-Identifier: GPL-3.0-or-later
//! Runs tasks of the solver on a background thread, and reports their results.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use gtk::prelude::*;

use morris::Rules;
use morris_solved::tablebase::{SolveError, check_room_for_all, placing_work_left};
use morris_solved::{At, Progress, Task, solve};

use super::background::{Background, Job, Lane, Worker};
use super::listeners::Listeners;

/// Minimum time between two reports of progress.
const BETWEEN_NEWS: Duration = Duration::from_millis(250);

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct HowFar {
    /// Current place in the work, once it has started.
    pub at: Option<At>,
    /// Finished share of the work, from 0 to 1.
    pub share: f64,
    /// Estimated time left, once it is known.
    pub left: Option<Duration>,
}

/// A game that is being solved.
#[derive(Clone, Debug, PartialEq)]
pub struct GameSolving {
    pub rules: Rules,
    /// Progress of solving it.
    pub far: HowFar,
}

pub enum SolverNews {
    /// The tasks made progress.
    Progress(HowFar),
    /// The tasks have ended, possibly with an error.
    End(Result<(), SolveError>),
    /// The job panicked. The log has the details.
    BrokenDown,
}

/// Work of one kind: its state, and the job that does it.
pub struct Work<T> {
    state: RefCell<T>,
    job: RefCell<Option<Job>>,
    changed: Listeners<T>,
}

impl<T: Default> Default for Work<T> {
    fn default() -> Self {
        Self { state: RefCell::default(), job: RefCell::default(), changed: Listeners::default() }
    }
}

impl<T: Clone + PartialEq + 'static> Work<T> {
    pub fn state(&self) -> T {
        self.state.borrow().clone()
    }

    /// Sets the state, and calls the listeners if it has changed.
    pub fn set(&self, state: T) {
        if self.state.replace(state.clone()) != state {
            self.changed.call(|| self.state());
        }
    }

    /// Calls `react` now and at each change of the state, as long as `widget` lives.
    pub fn connect_for<W: IsA<gtk::Widget>>(&self, widget: &W, react: impl Fn(&W, &T) + 'static) {
        react(widget, &self.state());
        self.changed.connect_for(widget, react);
    }

    pub fn stop(&self) {
        _ = self.job.take();
    }

    /// Solves tasks one after the other. `take` receives the reports as long as `owner` lives and
    /// until the job is stopped. The caller must have stopped earlier work: two jobs must not work
    /// in one folder.
    pub fn start<S: 'static>(
        &self,
        (background, lane): (&Background, Lane),
        tasks: Vec<Task>,
        owner: &Rc<S>,
        take: impl Fn(&Rc<S>, SolverNews) + 'static,
    ) {
        let (job, news) = background.start_in(lane, move |worker| {
            worker.tell(SolverNews::End(solve_all(&tasks, worker)));
        });
        let (stopping, owner) = (job.stopping(), Rc::downgrade(owner));
        self.job.replace(Some(job));
        glib::spawn_future_local(async move {
            let mut goes_on = true;
            while goes_on {
                let next = news.recv().await.unwrap_or(SolverNews::BrokenDown);
                let Some(owner) = owner.upgrade().filter(|_| !stopping.load(Relaxed)) else { return };
                goes_on = matches!(next, SolverNews::Progress(_));
                take(&owner, next);
            }
        });
    }
}

/// Solves the tasks. Each counts by the work that is left in it.
fn solve_all(tasks: &[Task], worker: &Worker<SolverNews>) -> Result<(), SolveError> {
    if let [Task::Sectors(sectors), Task::Placing(placing)] = tasks {
        check_room_for_all(sectors, placing)?;
    }
    let (mut before, mut first, mut told) = (0.0, None, None::<Instant>);
    for (number, task) in tasks.iter().enumerate() {
        let mut part = 0.0;
        let later = later(&tasks[number + 1..])?;
        solve(task, |Progress { at, done, all }| {
            part = if all > 0 { (1.0 - before) * all as f64 / (all + later) as f64 } else { 0.0 };
            let share = before + part * done as f64 / all.max(1) as f64;
            // The estimate leaves out the time in which existing tables are read.
            first = first.filter(|_| at.is_some());
            let (started, begun) = *first.get_or_insert_with(|| (Instant::now(), share));
            if told.is_none_or(|told| told.elapsed() >= BETWEEN_NEWS) {
                told = Some(Instant::now());
                worker.tell(SolverNews::Progress(HowFar { at, share, left: left(started, begun, share) }));
            }
            worker.go_on()
        })?;
        before += part;
    }
    Ok(())
}

/// Returns the work of the tasks that follow, in the units of the first one.
fn later(tasks: &[Task]) -> Result<u64, SolveError> {
    match tasks {
        [Task::Placing(placing)] => placing_work_left(placing),
        _ => Ok(0),
    }
}

/// Returns the estimated time left at `share`, for work that started at the share `begun`.
fn left(started: Instant, begun: f64, share: f64) -> Option<Duration> {
    let left = started.elapsed().as_secs_f64() * (1.0 - share) / (share - begun);
    Duration::try_from_secs_f64(left).ok().filter(|_| share > begun)
}

#[cfg(test)]
mod tests {
    use morris_solved::small_games::GameTask;

    use super::*;
    use crate::services::for_tests::own_context;

    #[test]
    fn panics_are_reported_and_stops_are_not() {
        let folder = tempfile::tempdir().unwrap();
        let no_small_game = GameTask { folder: folder.path().to_owned(), rules: Rules::STANDARD, threads: None };
        let tasks = vec![Task::Game(no_small_game)];
        let told = Rc::<RefCell<Vec<u8>>>::default();
        let (background, work) = (Background::default(), Work::<()>::default());
        let begin = |number: u8| {
            work.start((&background, Lane::Games), tasks.clone(), &told, move |told, news| {
                assert!(matches!(news, SolverNews::BrokenDown));
                told.borrow_mut().push(number);
            });
        };
        let context = own_context();
        let turn = || {
            begin(1);
            work.stop();
            begin(2);
            while told.borrow().is_empty() {
                context.iteration(true);
            }
        };
        context.with_thread_default(turn).unwrap();
        assert_eq!(*told.borrow(), [2]);
    }

    #[test]
    fn initial_progress_does_not_count_for_the_estimate() {
        let started = Instant::now().checked_sub(Duration::from_secs(10)).unwrap();
        assert_eq!(left(started, 0.5, 0.5), None);
        assert_eq!(left(started, 0.5, 0.75).map(|left| left.as_secs()), Some(10));
    }
}
