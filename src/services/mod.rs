// SPDX-License-Identifier: GPL-3.0-or-later
//! What the pages share: settings, saved games, solved positions, solver and engine. One plain
//! struct, given to each page when it is made, so that no page asks for the application.

mod background;
mod engine_service;
mod file_service;
#[cfg(test)]
pub mod for_tests;
mod game_solver;
mod listeners;
mod practice;
pub mod sandbox;
mod saves;
mod settings;
mod solver;
mod solver_job;
mod statistics;
mod tablebases;

use std::cell::{Cell, RefCell};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::{Duration, Instant};

use gettextrs::gettext;

use morris_play::adaptive_level;
use morris_play::persistence::{FileError, LoadedSettings, Settings, Store};
use morris_play::setup::{GameSetup, NewGameOptions, Program};

use crate::app::messages::Messages;
use crate::text::describe;
use crate::text::i18n::gettext_f;
use file_service::TIME_TO_SAVE;

pub use background::{Background, Job, Worker};
pub use engine_service::{EngineClient, EngineService};
pub use practice::PracticeService;
pub use saves::{PendingSave, SaveService, Saving};
pub use settings::SharedSettings;
pub use solver::{Solver, SolverStep, Solving};
pub use solver_job::{GameSolving, HowFar};
pub use statistics::StatisticsService;
pub use tablebases::Tablebases;

/// So long the end of the program waits for others that hold a file; for a slow disk it is
/// [`TIME_TO_SAVE`].
const TIME_TO_END: Duration = Duration::from_millis(1_800);

/// What the pages share.
pub struct Services {
    /// What the user has chosen.
    pub settings: Rc<SharedSettings>,
    /// Saves games.
    pub saves: Rc<SaveService>,
    /// The tables of solved positions.
    pub tables: Rc<Tablebases>,
    /// Makes more of them.
    pub solver: Rc<Solver>,
    /// What somebody has practiced.
    pub practice: Rc<PracticeService>,
    /// The games that were finished.
    pub statistics: Rc<StatisticsService>,
    /// Does what nobody waits for.
    pub background: Rc<Background>,
    /// The engine.
    pub engine: Rc<EngineService>,
    /// The outside programs of the command line.
    named: RefCell<Vec<Program>>,
    /// How long their answers may take, if the command line says so.
    patience: Cell<Option<Duration>>,
    messages: Messages,
}

/// What a page is given when it is made.
#[derive(Clone)]
pub struct PageContext {
    /// What the pages share.
    pub services: Rc<Services>,
    /// The way to the window.
    pub messages: Messages,
}

impl Services {
    /// Services that rest until [`Self::start`]: with the settings that were read, the folder of
    /// saved games, and the folders of tables, the user's own last.
    #[must_use]
    pub fn new(settings: Settings, store: Store, table_folders: Vec<PathBuf>, messages: Messages) -> Self {
        let settings = Rc::new(SharedSettings::new(settings, messages.clone()));
        let practice = Rc::new(PracticeService::new(store.folder(), messages.clone()));
        let saves = Rc::new(SaveService::new(store, messages.clone()));
        let statistics = Rc::new(StatisticsService::new(saves.store(), messages.clone()));
        let tables = Rc::new(Tablebases::new(table_folders, messages.clone()));
        let background = Rc::<Background>::default();
        let solver =
            Rc::new(Solver::new(Rc::clone(&background), Rc::clone(&settings), Rc::clone(&tables), messages.clone()));
        let engine = Rc::new(EngineService::new(Rc::clone(&settings), Rc::clone(&tables)));
        let (named, patience) = (RefCell::default(), Cell::default());
        Self { settings, saves, tables, solver, practice, statistics, background, engine, named, patience, messages }
    }

    /// Begins to work, and tells what was wrong with the settings.
    pub fn start(&self, loaded: LoadedSettings) {
        self.settings.start(loaded.file);
        self.saves.start();
        self.statistics.start();
        self.tell_problems(&loaded.problems, loaded.set_aside.as_deref());
        self.tables.open();
        self.tables.watch();
        self.solver.resume();
    }

    /// Ends all work; waits until all is saved, but not for ever.
    pub fn stop(&self) {
        let now = Instant::now();
        let (until, saved) = (now + TIME_TO_END, now + TIME_TO_SAVE);
        // Each writes what it has while the others end.
        self.practice.close();
        self.statistics.close();
        self.tables.stop();
        self.solver.stop();
        self.practice.stop(until);
        self.statistics.stop(until);
        self.settings.stop(saved);
        self.saves.stop(saved);
    }

    /// Tells what was wrong with the settings, and what a file that could not be used at all is
    /// called now.
    fn tell_problems(&self, problems: &[FileError], set_aside: Option<&Path>) {
        for problem in problems {
            tracing::warn!("{problem}");
            let words = gettext("A setting could not be read.");
            self.messages.tell(&format!("{words} {}", describe::file_error(problem)));
        }
        if let Some(path) = set_aside {
            let file = path.file_name().unwrap_or_default().to_string_lossy();
            self.messages
                .tell(&gettext_f("The settings begin anew; the old file is kept as {file}", &[("file", &file)]));
        }
    }

    /// What is chosen, with a computer that suits the person where that is wanted.
    #[must_use]
    pub fn with_adaptive_level(&self, choice: &NewGameOptions) -> NewGameOptions {
        adaptive_level::chosen(choice, |rules| self.statistics.get().rating(rules))
    }

    /// A game once more, with a computer that suits the person now where one did before.
    #[must_use]
    pub fn again_with_adaptive_level(&self, setup: GameSetup) -> GameSetup {
        adaptive_level::again(setup, |rules| self.statistics.get().rating(rules))
    }

    /// Remembers an outside program until the end.
    pub fn add_program(&self, program: Program) {
        self.named.borrow_mut().push(program);
    }

    /// What to start or to ask for the program of this name.
    #[must_use]
    pub fn program(&self, name: &str) -> Option<Program> {
        let named = self.named.borrow();
        self.settings
            .read(|settings| named.iter().chain(&settings.programs).find(|program| program.name == name).cloned())
    }

    /// Says how long an answer of a program may take.
    pub fn set_patience(&self, patience: Duration) {
        self.patience.set(Some(patience));
    }

    /// How long an answer of a program may take, if the command line says so.
    #[must_use]
    pub fn patience(&self) -> Option<Duration> {
        self.patience.get()
    }
}
