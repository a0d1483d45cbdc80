// SPDX-License-Identifier: GPL-3.0-or-later
//! Solves positions in the background: begun, paused and given up in the settings, and gone on with at the next start.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use gettextrs::gettext;
use gtk::prelude::*;

use morris_solved::tablebase::{Ground, Keep, LookedAhead, PlacingPly, PlacingTask, TableId, Task};

use super::background::{Background, Job, Lane};
use super::listeners::Listeners;
use super::settings::SharedSettings;
use super::solver_job::{SolverNews, SolverWork, free_memory, remove_tables, work};
use super::tablebases::Tablebases;
use crate::app::messages::Messages;
use crate::text::describe;

/// What can be solved in one go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolverStep {
    /// All positions with nobody holding men in hand and at most so many men, 6 to 18.
    Men(u8),
    /// These, and the placing phase up to [`PlacingPly::LAST_OFFERED`].
    Placing,
}

impl SolverStep {
    /// The most men that there are.
    pub const ALL_MEN: u8 = 18;
}

/// What the solver does.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Solving {
    /// Nothing.
    #[default]
    Idle,
    /// It solves.
    Running {
        /// Where it is, once it has begun.
        at: Option<TableId>,
        /// The part that is done, 0 to 1.
        share: f64,
        /// How long it will still take, once that can be said.
        left: Option<Duration>,
    },
    /// It rests until it is told to go on.
    Paused,
    /// It had to stop; why, in a sentence or two.
    Failed(String),
}

/// The solver in the background.
pub struct Solver {
    background: Rc<Background>,
    settings: Rc<SharedSettings>,
    tables: Rc<Tablebases>,
    messages: Messages,
    solving: RefCell<Solving>,
    job: RefCell<Option<Job>>,
    changed: Listeners<Solving>,
}

impl Solver {
    /// A solver that does nothing yet.
    #[must_use]
    pub fn new(
        background: Rc<Background>,
        settings: Rc<SharedSettings>,
        tables: Rc<Tablebases>,
        messages: Messages,
    ) -> Self {
        let (solving, job, changed) = (RefCell::default(), RefCell::default(), Listeners::default());
        Self { background, settings, tables, messages, solving, job, changed }
    }

    /// What it does.
    #[must_use]
    pub fn solving(&self) -> Solving {
        self.solving.borrow().clone()
    }

    /// Calls `react` now and whenever it gets on, as long as `widget` lives.
    pub fn connect_for<W: IsA<gtk::Widget>>(&self, widget: &W, react: impl Fn(&W, &Solving) + 'static) {
        react(widget, &self.solving());
        self.changed.connect_for(widget, react);
    }

    /// Goes on with what was begun before the program ended.
    pub fn resume(self: &Rc<Self>) {
        match self.settings.read(|settings| (settings.solve_men, settings.solve_paused)) {
            (0, _) => {}
            (_, true) => self.set_solving(Solving::Paused),
            (_, false) => self.go_on(),
        }
    }

    /// Solves all positions of a step that are not solved yet, in the user's own folder.
    pub fn solve(self: &Rc<Self>, step: SolverStep) {
        let (men, placing) = match step {
            SolverStep::Men(men) => (men, false),
            SolverStep::Placing => (SolverStep::ALL_MEN, true),
        };
        self.settings.change(|settings| {
            (settings.solve_men, settings.solve_placing, settings.solve_paused) = (men, placing, false);
        });
        // What was at work ends first: two must not work in one folder.
        self.stop();
        let task = self.work(men, placing);
        let (job, news) = self.background.start_in(Lane::Tables, move |worker| work(&task, worker));
        let stopping = job.stopping();
        self.job.replace(Some(job));
        self.set_solving(Solving::Running { at: None, share: 0.0, left: None });
        let (solver, started) = (Rc::downgrade(self), Instant::now());
        glib::spawn_future_local(async move {
            let mut ended = false;
            while let (Ok(news), Some(solver)) = (news.recv().await, solver.upgrade()) {
                // A solver that was told to stop says nothing more.
                if !stopping.load(Relaxed) {
                    ended = matches!(news, SolverNews::End(_));
                    solver.take(news, started);
                }
            }
            if let Some(solver) = solver.upgrade().filter(|_| !ended && !stopping.load(Relaxed)) {
                solver.set_solving(Solving::Failed(gettext("The work has broken down.")));
            }
        });
    }

    /// Tells the solver to stop.
    pub fn stop(&self) {
        drop(self.job.take());
    }

    /// Lets the solver rest; whole sectors stay.
    pub fn pause(&self) {
        self.stop();
        self.settings.change(|settings| settings.solve_paused = true);
        self.set_solving(Solving::Paused);
        self.tables.open();
    }

    /// Goes on after a rest.
    pub fn go_on(self: &Rc<Self>) {
        let (men, placing) = self.settings.read(|settings| (settings.solve_men, settings.solve_placing));
        self.solve(if placing { SolverStep::Placing } else { SolverStep::Men(men) });
    }

    /// Gives up what was begun; whole sectors stay.
    pub fn cancel(&self) {
        self.stop();
        self.settings.change(|settings| {
            (settings.solve_men, settings.solve_placing, settings.solve_paused) = (0, false, false);
        });
        self.set_solving(Solving::Idle);
        self.tables.open();
    }

    /// Removes the tables of the user's own folder.
    pub fn remove_tables(&self) {
        self.cancel();
        // In the same lane: once the solver has ended.
        self.tables.remove(&self.background, Lane::Tables, remove_tables);
    }

    fn work(&self, most_men: u8, placing: bool) -> SolverWork {
        let folder = self.tables.own_folder();
        let memory = free_memory().map_or(u64::MAX, |free| free / 2);
        let placing = placing.then(|| PlacingTask {
            folder: folder.clone(),
            memory,
            threads: None,
            last: PlacingPly::LAST_OFFERED,
        });
        let looked_ahead = if placing.is_some() { LookedAhead::LeaveForPlacing } else { LookedAhead::Remove };
        SolverWork {
            sectors: Task {
                folder,
                ground: Ground::Plain,
                most_men,
                memory,
                threads: None,
                keep: Keep::Values,
                looked_ahead,
            },
            placing,
        }
    }

    fn take(&self, news: SolverNews, started: Instant) {
        match news {
            SolverNews::Progress { at, share } => {
                let left = (share > 0.0).then(|| started.elapsed().mul_f64((1.0 - share) / share));
                self.set_solving(Solving::Running { at, share, left });
            }
            SolverNews::End(Ok(())) => {
                self.cancel();
                self.messages.tell(&gettext("The solved positions are ready"));
            }
            SolverNews::End(Err(error)) => {
                tracing::warn!("{error}");
                let words = describe::solve_error(&error);
                // It is not begun again by itself at the next start.
                self.settings.change(|settings| settings.solve_paused = true);
                self.messages.tell(&words);
                self.set_solving(Solving::Failed(words));
                self.tables.open();
            }
        }
    }

    fn set_solving(&self, solving: Solving) {
        if self.solving.replace(solving.clone()) != solving {
            self.changed.call(|| self.solving());
        }
    }
}
