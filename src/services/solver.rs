// SPDX-License-Identifier: GPL-3.0-or-later
//! The solver in the background. Solving of tables is started, paused, and canceled in the
//! settings, and resumed at the next start. Small games are solved when they are played
//! ([`super::game_solver`]).

use std::cell::RefCell;
use std::rc::Rc;

use gettextrs::gettext;
use gtk::prelude::*;

use morris::Rules;
use morris_solved::tablebase::{BoardKind, Keep, LookedAhead, PlacingPly, PlacingTask, SectorsTask};
use morris_solved::{Task, free_memory};

use super::background::{Background, Lane};
use super::settings::SharedSettings;
use super::solver_job::{GameSolving, HowFar, SolverNews, Work, remove_tables};
use super::tablebases::Tablebases;
use crate::app::messages::Messages;
use crate::text::describe;

/// A unit of work that the user can start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolverStep {
    /// All positions without men in hand and with at most this many men, from 6 to 18.
    Men(u8),
    /// All of these, and the placing phase up to [`PlacingPly::LAST_OFFERED`].
    Placing,
}

impl SolverStep {
    /// Maximum number of men on the board.
    pub const ALL_MEN: u8 = 18;
}

/// State of the solver.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Solving {
    /// Not solving.
    #[default]
    Idle,
    /// Solving.
    Running(HowFar),
    /// Paused until it is resumed.
    Paused,
    /// Stopped by an error, described in a sentence or two.
    Failed(String),
}

/// The solver in the background.
pub struct Solver {
    pub(super) background: Rc<Background>,
    settings: Rc<SharedSettings>,
    pub(super) tables: Rc<Tablebases>,
    pub(super) messages: Messages,
    steps: Work<Solving>,
    pub(super) games: Work<Option<GameSolving>>,
    /// Small games to solve. The last one is being solved.
    pub(super) wanted: RefCell<Vec<Rules>>,
    /// Small games that are solved or failed. They are not tried again until the program restarts.
    pub(super) ended: RefCell<Vec<Rules>>,
}

impl Solver {
    /// Creates an idle solver.
    #[must_use]
    pub fn new(
        background: Rc<Background>,
        settings: Rc<SharedSettings>,
        tables: Rc<Tablebases>,
        messages: Messages,
    ) -> Self {
        let (steps, games, wanted, ended) = (Work::default(), Work::default(), RefCell::default(), RefCell::default());
        Self { background, settings, tables, messages, steps, games, wanted, ended }
    }

    /// Returns the state of the solver.
    #[must_use]
    pub fn solving(&self) -> Solving {
        self.steps.state()
    }

    /// Calls `react` now and at each change of the state, as long as `widget` lives.
    pub fn connect_for<W: IsA<gtk::Widget>>(&self, widget: &W, react: impl Fn(&W, &Solving) + 'static) {
        self.steps.connect_for(widget, react);
    }

    /// Resumes what was unfinished when the program last ended.
    pub fn resume(self: &Rc<Self>) {
        match self.settings.read(|settings| (settings.solve_men, settings.solve_paused)) {
            (0, _) => {}
            (_, true) => self.steps.set(Solving::Paused),
            (_, false) => self.go_on(),
        }
        self.resume_games();
    }

    /// Solves all unsolved positions of a step, in the user's own folder.
    pub fn solve(self: &Rc<Self>, step: SolverStep) {
        let (men, placing) = match step {
            SolverStep::Men(men) => (men, false),
            SolverStep::Placing => (SolverStep::ALL_MEN, true),
        };
        self.settings.change(|settings| {
            (settings.solve_men, settings.solve_placing, settings.solve_paused) = (men, placing, false);
        });
        self.steps.stop();
        self.steps.set(Solving::Running(HowFar::default()));
        let tasks = self.tasks(men, placing);
        self.steps.start((&self.background, Lane::Tables), tasks, self, |solver, news| solver.take(news));
    }

    /// Stops all work.
    pub fn stop(&self) {
        self.steps.stop();
        self.games.stop();
    }

    /// Pauses the solver. Finished sectors are kept.
    pub fn pause(&self) {
        self.steps.stop();
        self.settings.change(|settings| settings.solve_paused = true);
        self.steps.set(Solving::Paused);
        self.tables.open();
    }

    /// Resumes after a pause.
    pub fn go_on(self: &Rc<Self>) {
        let (men, placing) = self.settings.read(|settings| (settings.solve_men, settings.solve_placing));
        self.solve(if placing { SolverStep::Placing } else { SolverStep::Men(men) });
    }

    /// Cancels the work. Finished sectors are kept.
    pub fn cancel(&self) {
        self.steps.stop();
        self.settings.change(|settings| {
            (settings.solve_men, settings.solve_placing, settings.solve_paused) = (0, false, false);
        });
        self.steps.set(Solving::Idle);
        self.tables.open();
    }

    /// Removes the tables in the user's own folder. Those of small games are solved again when the
    /// games are played.
    pub fn remove_tables(&self) {
        self.cancel();
        // The same lane makes the removal wait until the solver has ended.
        self.tables.remove(&self.background, Lane::Tables, remove_tables);
        self.remove_games();
    }

    fn tasks(&self, most_men: u8, placing: bool) -> Vec<Task> {
        let folder = self.tables.own_folder();
        let memory = free_memory().map_or(u64::MAX, |free| free / 2);
        let looked_ahead = if placing { LookedAhead::LeaveForPlacing } else { LookedAhead::Remove };
        let sectors = SectorsTask {
            folder: folder.clone(),
            board_kind: BoardKind::Plain,
            most_men,
            memory,
            threads: None,
            keep: Keep::Values,
            looked_ahead,
        };
        let last = PlacingPly::LAST_OFFERED;
        let placing = placing.then_some(Task::Placing(PlacingTask { folder, memory, threads: None, last }));
        std::iter::once(Task::Sectors(sectors)).chain(placing).collect()
    }

    fn take(&self, news: SolverNews) {
        match news {
            SolverNews::Progress(far) => self.steps.set(Solving::Running(far)),
            SolverNews::End(Ok(())) => {
                self.cancel();
                self.messages.tell(&gettext("The solved positions are ready"));
            }
            SolverNews::End(Err(error)) => {
                tracing::warn!("{error}");
                let words = describe::solve_error(&error);
                // Prevents the next start from resuming it automatically.
                self.settings.change(|settings| settings.solve_paused = true);
                self.messages.tell(&words);
                self.steps.set(Solving::Failed(words));
                self.tables.open();
            }
            SolverNews::BrokenDown => self.steps.set(Solving::Failed(gettext("Solving failed."))),
        }
    }
}
