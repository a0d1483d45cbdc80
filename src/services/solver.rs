// SPDX-License-Identifier: GPL-3.0-or-later
//! The solver in the background. Solving of tables is started, paused, and canceled in the
//! settings, and resumed at the next start. Small games are solved when they are played
//! ([`super::game_solver`]).

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use gettextrs::gettext;

use morris::Rules;
use morris_solved::tablebase::{
    Keep, LookedAhead, PlacingGame, PlacingTask, SectorsTask, SolveError, remove_tables, remove_temporary,
};
use morris_solved::{Task, free_memory};

use super::background::{Background, Lane};
use super::settings::SharedSettings;
use super::solver_job::{GameSolving, HowFar, SolverNews, Work};
use super::tablebases::Tablebases;
use crate::services::messages::Messages;
use crate::text::describe;

/// A unit of work that the user can start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolverStep {
    /// All positions without men in hand and with at most this many men, from 6 to 18.
    Men(u8),
    /// All positions without men in hand of a game, and its placing phase up to
    /// [`PlacingGame::last_offered`].
    Game(PlacingGame),
}

impl SolverStep {
    /// Maximum number of men on the board.
    pub const ALL_MEN: u8 = 18;
}

#[derive(Clone, Debug, Default, PartialEq)]
pub enum Solving {
    #[default]
    Idle,
    Running(HowFar),
    /// Paused until it is resumed.
    Paused,
    /// Stopped by an error, described in a sentence or two.
    Failed(String),
}

pub struct Solver {
    pub(super) background: Rc<Background>,
    settings: Rc<SharedSettings>,
    pub(super) tables: Rc<Tablebases>,
    pub(super) messages: Messages,
    pub steps: Work<Solving>,
    /// Whether another process was solving at the last attempt.
    is_busy: Cell<bool>,
    pub games: Work<Option<GameSolving>>,
    /// Small games to solve. The last one is being solved.
    pub(super) wanted: RefCell<Vec<Rules>>,
    /// Small games that are solved or failed. They are not tried again until the program restarts.
    pub(super) ended: RefCell<Vec<Rules>>,
}

impl Solver {
    pub fn new(
        background: Rc<Background>,
        settings: Rc<SharedSettings>,
        tables: Rc<Tablebases>,
        messages: Messages,
    ) -> Self {
        let (steps, games, wanted, ended) = (Work::default(), Work::default(), RefCell::default(), RefCell::default());
        Self { background, settings, tables, messages, steps, is_busy: Cell::default(), games, wanted, ended }
    }

    pub fn solving(&self) -> Solving {
        self.steps.state()
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
        let (game, men, placing) = match step {
            SolverStep::Men(men) => (PlacingGame::Nine, men, false),
            SolverStep::Game(game) => (game, SolverStep::ALL_MEN, true),
        };
        self.settings.change(|settings| {
            (settings.solve_men, settings.solve_placing, settings.solve_paused) = (men, placing, false);
            settings.solve_rules = game.rules();
        });
        self.is_busy.set(false);
        self.steps.stop();
        self.steps.set(Solving::Running(HowFar::default()));
        let tasks = self.tasks(step);
        self.steps.start((&self.background, Lane::Tables), tasks, self, |solver, news| solver.handle(news));
    }

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

    pub fn go_on(self: &Rc<Self>) {
        self.solve(self.settings.read(|settings| match PlacingGame::of(&settings.solve_rules) {
            Some(game) if settings.solve_placing => SolverStep::Game(game),
            _ => SolverStep::Men(settings.solve_men),
        }));
    }

    /// Cancels the work. Finished sectors are kept, but not those that only speed up the work.
    pub fn cancel(&self) {
        self.end();
        if !self.is_busy.get() {
            // The same lane makes the removal wait until the solver has ended.
            self.tables.remove(&self.background, Lane::Tables, remove_temporary);
        }
    }

    fn end(&self) {
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
        self.end();
        // The same lane makes the removal wait until the solver has ended.
        self.tables.remove(&self.background, Lane::Tables, remove_tables);
        self.remove_games();
    }

    fn tasks(&self, step: SolverStep) -> Vec<Task> {
        let folder = self.tables.own_folder();
        let memory = free_memory().map_or(u64::MAX, |free| free / 2);
        let (game, most_men, looked_ahead) = match step {
            SolverStep::Men(men) => (PlacingGame::Nine, men, LookedAhead::Remove),
            SolverStep::Game(game) => (game, 2 * game.men(), LookedAhead::LeaveForPlacing),
        };
        let sectors = SectorsTask {
            folder: folder.clone(),
            board_kind: game.board_kind(),
            most_men,
            most_per_side: game.men(),
            memory,
            threads: None,
            keep: Keep::Values,
            looked_ahead,
        };
        let placing = PlacingTask { folder, memory, threads: None, last: game.last_offered() };
        let placing = matches!(step, SolverStep::Game(_)).then_some(Task::Placing(placing));
        std::iter::once(Task::Sectors(sectors)).chain(placing).collect()
    }

    fn handle(&self, news: SolverNews) {
        match news {
            SolverNews::Progress(far) => self.steps.set(Solving::Running(far)),
            SolverNews::End(Ok(())) => {
                self.end();
                self.messages.tell(&gettext("The solved positions are ready"));
            }
            // Another process is solving. It may have the same settings.
            SolverNews::End(Err(error @ SolveError::Busy(_))) => {
                self.is_busy.set(true);
                self.show_failure(describe::solve_error(&error));
            }
            SolverNews::End(Err(error)) => {
                tracing::warn!("{error}");
                self.fail(describe::solve_error(&error));
            }
            SolverNews::BrokenDown => self.fail(gettext("Solving failed.")),
        }
    }

    fn fail(&self, words: String) {
        // Prevents the next start from resuming it automatically.
        self.settings.change(|settings| settings.solve_paused = true);
        self.show_failure(words);
    }

    fn show_failure(&self, words: String) {
        self.messages.tell(&words);
        self.steps.set(Solving::Failed(words));
        self.tables.open();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::services::for_tests::in_folder;

    #[gtk::test]
    fn a_game_of_the_settings_is_solved_on_its_own_board() {
        let solver = in_folder(Messages::new(|_| {}), |context| context.services.solver.clone());
        for (game, most_men) in [(PlacingGame::Nine, 18), (PlacingGame::Eleven, 22), (PlacingGame::Twelve, 24)] {
            let tasks = solver.tasks(SolverStep::Game(game));
            let [Task::Sectors(sectors), Task::Placing(placing)] = &tasks[..] else { panic!("{tasks:?}") };
            assert_eq!((sectors.board_kind, sectors.most_men), (game.board_kind(), most_men));
            assert_eq!((sectors.most_per_side, placing.last), (game.men(), game.last_offered()));
        }
        let tasks = solver.tasks(SolverStep::Men(7));
        let [Task::Sectors(sectors)] = &tasks[..] else { panic!("{tasks:?}") };
        assert_eq!((sectors.board_kind, sectors.most_men), (PlacingGame::Nine.board_kind(), 7));
    }

    #[gtk::test]
    fn a_paused_game_goes_on_with_its_rules() {
        let solver = in_folder(Messages::new(|_| {}), |context| context.services.solver.clone());
        solver.solve(SolverStep::Game(PlacingGame::Twelve));
        solver.pause();
        let kept = solver.settings.read(|settings| (settings.solve_rules, settings.solve_placing, settings.solve_men));
        assert_eq!(kept, (Rules::TWELVE, true, SolverStep::ALL_MEN));
        solver.go_on();
        assert_eq!(solver.settings.read(|settings| settings.solve_rules), Rules::TWELVE);
        assert!(matches!(solver.solving(), Solving::Running(_)));
        solver.cancel();
        assert_eq!(solver.settings.read(|settings| settings.solve_men), 0);
    }

    #[gtk::test]
    fn a_busy_folder_does_not_pause_the_work_of_another_process() {
        let solver = in_folder(Messages::new(|_| {}), |context| context.services.solver.clone());
        for (error, pauses) in [(SolveError::Busy("tables".into()), false), (SolveError::Stopped, true)] {
            solver.settings.change(|settings| settings.solve_men = 7);
            solver.handle(SolverNews::End(Err(error)));
            assert!(matches!(solver.solving(), Solving::Failed(_)));
            assert_eq!(solver.settings.read(|settings| settings.solve_paused), pauses);
            solver.cancel();
            assert_eq!(solver.settings.read(|settings| settings.solve_men), 0);
        }
    }
}
