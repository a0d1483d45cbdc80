// SPDX-License-Identifier: GPL-3.0-or-later
//! Solves small games in the background: each that is played, by itself, until it is solved.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use gtk::gio;
use gtk::prelude::*;

use morris::Rules;
use morris_solved::small_games::{self, GameProgress, GameTask, is_begun, is_small};
use morris_solved::tablebase::SolveError;

use super::background::{Background, Job, Lane, Worker};
use super::listeners::Listeners;
use super::tablebases::Tablebases;
use crate::app::messages::Messages;
use crate::text::describe;

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
    background: Rc<Background>,
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

enum News {
    Progress(GameProgress),
    End(Result<(), SolveError>),
}

impl GameSolver {
    /// A solver that does nothing yet.
    #[must_use]
    pub fn new(background: Rc<Background>, tables: Rc<Tablebases>, messages: Messages) -> Self {
        Self {
            background,
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
        self.rest();
        let Some(rules) = self.wanted.borrow().last().copied() else { return self.set_solving(None) };
        let task = GameTask { folder: self.tables.own_folder(), rules, threads: None };
        let (job, news) = self.background.start_in(Lane::Games, move |worker| work(&task, worker));
        let stopping = job.stopping();
        self.job.replace(Some(job));
        let (solver, mut first) = (Rc::downgrade(self), None);
        glib::spawn_future_local(async move {
            let mut ended = false;
            while let (Ok(news), Some(solver)) = (news.recv().await, solver.upgrade()) {
                ended |= matches!(news, News::End(_));
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
            if let Some(solver) = solver.upgrade().filter(|_| !ended && !stopping.load(Relaxed)) {
                // It has broken down; the log says how.
                solver.give_up(rules);
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
        self.give_up(rules);
    }

    /// Goes on with the next.
    fn give_up(self: &Rc<Self>, rules: Rules) {
        self.ended.borrow_mut().push(rules);
        self.wanted.borrow_mut().retain(|wanted| *wanted != rules);
        self.begin();
    }

    /// Tells what is at work to stop.
    pub fn rest(&self) {
        drop(self.job.take());
    }

    /// Removes the tables of small games in the user's own folder; they are made again when they are played.
    pub fn remove_tables(&self) {
        self.rest();
        self.wanted.take();
        self.ended.take();
        self.set_solving(None);
        // In the same lane: once what was at work has ended.
        self.tables.remove(&self.background, Lane::Games, small_games::remove_tables);
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

fn work(task: &GameTask, worker: &Worker<News>) {
    let mut told = None::<Instant>;
    let result = small_games::solve_game(task, |progress| {
        if told.is_none_or(|told| told.elapsed() >= BETWEEN_NEWS) {
            told = Some(Instant::now());
            worker.tell(News::Progress(progress));
        }
        worker.go_on()
    });
    worker.tell(News::End(result));
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
        let solver = Rc::new(GameSolver::new(Rc::default(), tables, Messages::new(|_| panic!("nothing is wrong"))));
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
