// SPDX-License-Identifier: GPL-3.0-or-later
//! Solves small games in the background: each that is played, by itself, until it is solved.

use std::cell::RefCell;
use std::io;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use async_channel::{Receiver, Sender};
use gtk::gio;
use gtk::prelude::*;

use morris::Rules;
use morris_engine::tablebase::SolveError;
use morris_engine::whole_game::{self, GameProgress, GameTask, is_begun, is_small};

use super::listeners::Listeners;
use super::solver_job::NICENESS;
use super::tablebases::Tablebases;
use crate::describe;
use crate::messages::Messages;

/// A game that is being solved.
#[derive(Clone, Debug, PartialEq)]
pub struct GameSolving {
    /// By which rules.
    pub rules: Rules,
    /// The part that is done, 0 to 1.
    pub share: f64,
    /// How long it will still take, once that can be said.
    pub left: Option<Duration>,
}

/// Solves small games, one after the other.
pub struct GameSolver {
    tables: Rc<Tablebases>,
    messages: Messages,
    /// What is to be solved, that which is being solved last.
    wanted: RefCell<Vec<Rules>>,
    /// What is solved, or could not be: it is not tried again before the program begins anew.
    ended: RefCell<Vec<Rules>>,
    job: RefCell<Option<Job>>,
    solving: RefCell<Option<GameSolving>>,
    changed: Listeners<Option<GameSolving>>,
}

/// One game at work, on threads that give way to all others.
struct Job {
    stop: Arc<AtomicBool>,
    thread: JoinHandle<()>,
}

enum News {
    Progress(GameProgress),
    End(Result<(), SolveError>),
}

impl GameSolver {
    /// A solver that does nothing yet.
    #[must_use]
    pub fn new(tables: Rc<Tablebases>, messages: Messages) -> Self {
        Self {
            tables,
            messages,
            wanted: RefCell::default(),
            ended: RefCell::default(),
            job: RefCell::default(),
            solving: RefCell::default(),
            changed: Listeners::default(),
        }
    }

    /// What is being solved.
    #[must_use]
    pub fn solving(&self) -> Option<GameSolving> {
        self.solving.borrow().clone()
    }

    /// Calls `react` now and whenever it gets on, as long as `widget` lives.
    pub fn connect_for<W: IsA<gtk::Widget>>(&self, widget: &W, react: impl Fn(&W, &Option<GameSolving>) + 'static) {
        react(widget, &self.solving());
        self.changed.connect_for(widget, react);
    }

    /// Goes on with what was begun before the program ended.
    pub fn resume(self: &Rc<Self>) {
        let (folder, solver) = (self.tables.own_folder(), Rc::downgrade(self));
        glib::spawn_future_local(async move {
            let is_begun = move |rules: &Rules| is_small(rules) && is_begun(&folder, rules);
            let begun = move || Rules::PRESETS.into_iter().filter(is_begun).collect::<Vec<_>>();
            let begun = gio::spawn_blocking(begun).await;
            if let (Ok(begun), Some(solver)) = (begun, solver.upgrade()) {
                begun.into_iter().for_each(|rules| solver.solve(rules));
            }
        });
    }

    /// Solves the game with these rules, if it is a small one, before all others.
    pub fn solve(self: &Rc<Self>, rules: Rules) {
        let is_known = self.ended.borrow().contains(&rules) || self.wanted.borrow().last() == Some(&rules);
        // Who has no home has no folder of tables.
        if !is_small(&rules) || is_known || self.tables.own_folder().as_os_str().is_empty() {
            return;
        }
        self.wanted.borrow_mut().retain(|wanted| *wanted != rules);
        self.wanted.borrow_mut().push(rules);
        self.begin();
    }

    /// Begins with the game that is wanted next; what is at work ends first.
    fn begin(self: &Rc<Self>) {
        let before = self.stop();
        let Some(rules) = self.wanted.borrow().last().copied() else { return self.set_solving(None) };
        let (job, news) = match Job::start(self.tables.own_folder(), rules, before) {
            Ok(started) => started,
            Err(error) => {
                tracing::error!("the solver: {error}");
                self.wanted.take();
                return self.set_solving(None);
            }
        };
        let stopping = Arc::clone(&job.stop);
        self.job.replace(Some(job));
        let (solver, mut first) = (Rc::downgrade(self), None);
        glib::spawn_future_local(async move {
            while let (Ok(news), Some(solver)) = (news.recv().await, solver.upgrade()) {
                match news {
                    // A solver that was told to stop says nothing more.
                    _ if stopping.load(Relaxed) => {}
                    News::Progress(progress) => {
                        let (started, done) = *first.get_or_insert((Instant::now(), progress.done));
                        solver.set_solving(Some(solving(rules, progress, started, done)));
                    }
                    News::End(result) => solver.end(rules, result),
                }
            }
        });
    }

    fn end(self: &Rc<Self>, rules: Rules, result: Result<(), SolveError>) {
        match result {
            Ok(()) => self.tables.open(),
            // Then it is solved there.
            Err(error @ SolveError::Busy(_)) => tracing::info!("{error}"),
            Err(error) => {
                tracing::warn!("{error}");
                self.messages.tell(&describe::solve_error(&error));
            }
        }
        self.ended.borrow_mut().push(rules);
        self.wanted.borrow_mut().retain(|wanted| *wanted != rules);
        self.begin();
    }

    /// Tells what is at work to stop.
    fn stop(&self) -> Option<Job> {
        let job = self.job.take();
        job.iter().for_each(Job::stop);
        job
    }

    /// Rests until the program begins anew.
    pub fn rest(&self) {
        drop(self.stop());
    }

    /// Removes the tables of small games in the user's own folder; they are made again when they are played.
    pub fn remove_tables(&self) {
        let (before, folder) = (self.stop(), self.tables.own_folder());
        self.wanted.take();
        self.ended.take();
        self.set_solving(None);
        let (tables, messages) = (Rc::clone(&self.tables), self.messages.clone());
        glib::spawn_future_local(async move {
            let remove = move || {
                before.into_iter().for_each(Job::wait);
                whole_game::remove_tables(&folder)
            };
            if let Ok(Err(error)) = gio::spawn_blocking(remove).await {
                tracing::warn!("{error}");
                messages.tell(&describe::table_error(&error));
            }
            tables.open();
        });
    }

    fn set_solving(&self, solving: Option<GameSolving>) {
        if self.solving.replace(solving.clone()) != solving {
            self.changed.call(|| self.solving());
        }
    }
}

fn solving(rules: Rules, GameProgress { done, all, .. }: GameProgress, started: Instant, first: u64) -> GameSolving {
    let now = done.saturating_sub(first) as f64;
    let left = (now > 0.0).then(|| started.elapsed().mul_f64((all - done) as f64 / now));
    GameSolving { rules, share: done as f64 / all.max(1) as f64, left }
}

impl Job {
    fn start(folder: PathBuf, rules: Rules, before: Option<Self>) -> io::Result<(Self, Receiver<News>)> {
        let (sender, news) = async_channel::unbounded();
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = Arc::clone(&stop);
        let work = move || {
            before.into_iter().for_each(Self::wait);
            work(&GameTask { folder, rules, threads: None }, &stopped, &sender);
        };
        let thread = thread::Builder::new().name("game solver".to_owned()).spawn(work)?;
        Ok((Self { stop, thread }, news))
    }

    fn stop(&self) {
        self.stop.store(true, Relaxed);
    }

    /// Waits until it has ended: not to be called on the main loop.
    fn wait(self) {
        // If it panicked there is nothing to wait for.
        let _ended = self.thread.join();
    }
}

fn work(task: &GameTask, stopped: &AtomicBool, news: &Sender<News>) {
    // Without it the work is done all the same.
    let _unchanged = rustix::process::nice(NICENESS);
    let mut told = None::<Instant>;
    let result = whole_game::solve_game(task, |progress| {
        if told.is_none_or(|told| told.elapsed() >= BETWEEN_NEWS) {
            told = Some(Instant::now());
            // Nobody listens any more when the program ends.
            drop(news.try_send(News::Progress(progress)));
        }
        if stopped.load(Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    drop(news.try_send(News::End(result)));
}

/// It is not told more often how far it is.
const BETWEEN_NEWS: Duration = Duration::from_millis(250);

#[cfg(test)]
mod tests {
    use super::*;

    /// Solves games in an empty folder and waits until nothing is wanted any more.
    fn solver_after(rules: &[Rules]) -> (Rc<GameSolver>, tempfile::TempDir) {
        let folder = tempfile::tempdir().unwrap();
        let tables = Rc::new(Tablebases::new(vec![folder.path().to_owned()], Messages::new(|_| {})));
        let solver = Rc::new(GameSolver::new(tables, Messages::new(|_| panic!("nothing is wrong"))));
        // One of its own: another test may turn the loop of the program.
        let context = glib::MainContext::new();
        let work = || {
            rules.iter().for_each(|&rules| solver.solve(rules));
            let known = |rules: &Rules| solver.tables.current().game(rules).is_some() == is_small(rules);
            while !solver.wanted.borrow().is_empty() || !rules.iter().all(known) {
                context.iteration(true);
            }
        };
        context.with_thread_default(work).unwrap();
        (solver, folder)
    }

    #[test]
    fn small_games_are_solved_one_after_the_other_and_others_left_alone() {
        let rules: Vec<Rules> = ["achi", "standard", "tapatan", "achi"].map(|id| id.parse().unwrap()).into();
        let (solver, folder) = solver_after(&rules);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2);
        assert!(solver.solving.borrow().is_none());
        solver.solve(rules[0]);
        assert!(solver.wanted.borrow().is_empty(), "it is known to be solved");
    }
}
