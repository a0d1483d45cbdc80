// SPDX-License-Identifier: GPL-3.0-or-later
//! The solver in the background. Tables are begun, paused and given up in the settings, and gone on
//! with at the next start; small games are solved when they are played ([`super::game_solver`]).

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
    Running(HowFar),
    /// It rests until it is told to go on.
    Paused,
    /// It had to stop; why, in a sentence or two.
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
    /// The small games that are to be solved, that which is being solved last.
    pub(super) wanted: RefCell<Vec<Rules>>,
    /// Those that are solved, or could not be: they are not tried again before the program is
    /// started again.
    pub(super) ended: RefCell<Vec<Rules>>,
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
        let (steps, games, wanted, ended) = (Work::default(), Work::default(), RefCell::default(), RefCell::default());
        Self { background, settings, tables, messages, steps, games, wanted, ended }
    }

    /// What it does.
    #[must_use]
    pub fn solving(&self) -> Solving {
        self.steps.state()
    }

    /// Calls `react` now and whenever it gets on, as long as `widget` lives.
    pub fn connect_for<W: IsA<gtk::Widget>>(&self, widget: &W, react: impl Fn(&W, &Solving) + 'static) {
        self.steps.connect_for(widget, react);
    }

    /// Goes on with what was begun before the program ended.
    pub fn resume(self: &Rc<Self>) {
        match self.settings.read(|settings| (settings.solve_men, settings.solve_paused)) {
            (0, _) => {}
            (_, true) => self.steps.set(Solving::Paused),
            (_, false) => self.go_on(),
        }
        self.resume_games();
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
        self.steps.stop();
        self.steps.set(Solving::Running(HowFar::default()));
        let tasks = self.tasks(men, placing);
        self.steps.start((&self.background, Lane::Tables), tasks, self, |solver, news| solver.take(news));
    }

    /// Tells all that is at work to stop.
    pub fn stop(&self) {
        self.steps.stop();
        self.games.stop();
    }

    /// Lets the solver rest; whole sectors stay.
    pub fn pause(&self) {
        self.steps.stop();
        self.settings.change(|settings| settings.solve_paused = true);
        self.steps.set(Solving::Paused);
        self.tables.open();
    }

    /// Goes on after a rest.
    pub fn go_on(self: &Rc<Self>) {
        let (men, placing) = self.settings.read(|settings| (settings.solve_men, settings.solve_placing));
        self.solve(if placing { SolverStep::Placing } else { SolverStep::Men(men) });
    }

    /// Gives up what was begun; whole sectors stay.
    pub fn cancel(&self) {
        self.steps.stop();
        self.settings.change(|settings| {
            (settings.solve_men, settings.solve_placing, settings.solve_paused) = (0, false, false);
        });
        self.steps.set(Solving::Idle);
        self.tables.open();
    }

    /// Removes the tables of the user's own folder; those of small games are made again when they
    /// are played.
    pub fn remove_tables(&self) {
        self.cancel();
        // In the same lane: once the solver has ended.
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
                // It is not begun again by itself at the next start.
                self.settings.change(|settings| settings.solve_paused = true);
                self.messages.tell(&words);
                self.steps.set(Solving::Failed(words));
                self.tables.open();
            }
            SolverNews::BrokenDown => self.steps.set(Solving::Failed(gettext("The work has broken down."))),
        }
    }
}
