// SPDX-License-Identifier: GPL-3.0-or-later
//! State and services that all pages share: settings, saved games, solved positions, solver, and
//! engine. They form one plain struct that each page receives when it is created, so that no page
//! needs the application.

mod background;
mod document;
mod engine_service;
mod file_service;
#[cfg(test)]
pub mod for_tests;
mod game_solver;
mod listeners;
pub mod messages;
pub mod network;
mod pending_save;
mod practice;
pub mod sandbox;
mod saves;
mod settings;
mod solver;
mod solver_job;
mod sound;
mod statistics;
mod tablebases;
mod tournaments;

use std::cell::{Cell, RefCell};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::{Duration, Instant};

use gettextrs::gettext;

use morris_play::adaptive_level;
use morris_play::persistence::{FileError, LoadedSettings, Settings, Store};
use morris_play::session::Cue;
use morris_play::setup::{GameSetup, NewGameOptions, Program};

use crate::text::describe;
use crate::text::i18n::{gettext_f, sentences};
use messages::Messages;

pub use background::{Background, Job, Worker};
pub use document::Document;
pub use engine_service::{EngineClient, EngineService};
pub use file_service::TIME_TO_SAVE;
pub use network::NetworkService;
pub use pending_save::{PendingSave, Saving};
pub use practice::PracticeService;
pub use saves::SaveService;
pub use settings::SharedSettings;
pub use solver::{Solver, SolverStep, Solving};
pub use solver_job::{GameSolving, HowFar};
pub use statistics::StatisticsService;
pub use tablebases::Tablebases;
pub use tournaments::{TournamentService, moment};

/// Maximum time that the end of the program waits for other processes that hold a file. For a slow
/// disk the limit is [`TIME_TO_SAVE`].
const TIME_TO_END: Duration = Duration::from_millis(1_800);

pub struct Services {
    pub settings: Rc<SharedSettings>,
    pub saves: Rc<SaveService>,
    pub tables: Rc<Tablebases>,
    /// Solves positions and writes further tables.
    pub solver: Rc<Solver>,
    pub practice: Rc<PracticeService>,
    pub statistics: Rc<StatisticsService>,
    pub tournaments: Rc<TournamentService>,
    pub network: Rc<NetworkService>,
    /// Runs low-priority background jobs.
    pub background: Rc<Background>,
    pub engine: Rc<EngineService>,
    /// External programs given on the command line.
    named: RefCell<Vec<Program>>,
    /// Maximum time for an answer of an external program, if given on the command line.
    patience: Cell<Option<Duration>>,
    messages: Messages,
}

#[derive(Clone)]
pub struct PageContext {
    pub services: Rc<Services>,
    pub messages: Messages,
}

impl Services {
    /// Plays the sound of a cue, as the settings allow.
    pub fn play_cue(&self, cue: Cue) {
        self.settings.read(|settings| sound::play(cue, settings));
    }

    /// Creates services that are idle until [`Self::start`]. Takes the settings as read, the store
    /// of saved games, and the folders of tables with the user's own last.
    pub fn new(settings: Settings, store: Store, table_folders: Vec<PathBuf>, messages: Messages) -> Self {
        let settings = Rc::new(SharedSettings::new(settings, messages.clone()));
        let practice = Rc::new(PracticeService::new(store.folder(), messages.clone()));
        let saves = Rc::new(SaveService::new(store, messages.clone()));
        let statistics = Rc::new(StatisticsService::new(saves.store(), messages.clone()));
        let tournaments = Rc::new(TournamentService::new(messages.clone()));
        let network = Rc::new(NetworkService::new(Rc::clone(&tournaments)));
        let tables = Rc::new(Tablebases::new(table_folders, messages.clone()));
        let background = Rc::<Background>::default();
        let solver =
            Rc::new(Solver::new(Rc::clone(&background), Rc::clone(&settings), Rc::clone(&tables), messages.clone()));
        let engine = Rc::new(EngineService::new(Rc::clone(&settings), Rc::clone(&tables)));
        let (named, patience) = (RefCell::default(), Cell::default());
        Self {
            settings,
            saves,
            tables,
            solver,
            practice,
            statistics,
            tournaments,
            network,
            background,
            engine,
            named,
            patience,
            messages,
        }
    }

    /// Starts all work, and reports problems with the settings.
    pub fn start(&self, loaded: LoadedSettings) {
        self.settings.start(loaded.file);
        self.saves.start();
        self.tournaments.start(self.saves.store().folder());
        self.network.start(self.saves.store().folder().with_file_name("network"));
        self.statistics.start();
        self.report_problems(&loaded.problems, loaded.set_aside.as_deref());
        self.tables.open();
        self.tables.watch();
        self.solver.resume();
    }

    /// Ends all work. Waits until everything is saved, for a limited time.
    pub fn stop(&self) {
        let now = Instant::now();
        let (until, saved) = (now + TIME_TO_END, now + TIME_TO_SAVE);
        // Close these first, so that each writes what it has while the others end.
        self.practice.disk.close();
        self.statistics.disk.close();
        self.tournaments.disk.close();
        self.tables.stop();
        self.solver.stop();
        self.practice.disk.stop(until);
        self.statistics.disk.stop(until);
        self.settings.stop(saved);
        self.saves.stop(saved);
        self.tournaments.disk.stop(saved);
    }

    /// Reports what was wrong with the settings, and the new name of a settings file that was
    /// unusable.
    fn report_problems(&self, problems: &[FileError], set_aside: Option<&Path>) {
        for problem in problems {
            tracing::warn!("{problem}");
            let words = gettext("Could not read a setting.");
            self.messages.tell(&sentences(&[words, describe::file_error(problem)]));
        }
        if let Some(path) = set_aside {
            let file = path.file_name().unwrap_or_default().to_string_lossy();
            self.messages.tell(&gettext_f("Settings were reset; the old file was kept as {file}", &[("file", &file)]));
        }
    }

    /// Returns the chosen options, with a level that suits the player if the level is adaptive.
    pub fn with_adaptive_level(&self, choice: &NewGameOptions) -> NewGameOptions {
        adaptive_level::chosen(choice, |rules| self.statistics.get().rating(rules))
    }

    /// Returns the set-up for another game, with a level that suits the player now if the level was
    /// adaptive.
    pub fn again_with_adaptive_level(&self, setup: GameSetup) -> GameSetup {
        adaptive_level::again(setup, |rules| self.statistics.get().rating(rules))
    }

    /// Stores an external program until the program ends.
    pub fn add_program(&self, program: Program) {
        self.named.borrow_mut().push(program);
    }

    /// Returns the external program of this name, from the command line or the settings.
    pub fn program(&self, name: &str) -> Option<Program> {
        let named = self.named.borrow();
        self.settings
            .read(|settings| named.iter().chain(&settings.programs).find(|program| program.name == name).cloned())
    }

    /// Sets the maximum time for an answer of an external program.
    pub fn set_patience(&self, patience: Duration) {
        self.patience.set(Some(patience));
    }

    /// Returns the maximum time for an answer of an external program, if given on the command line.
    pub fn patience(&self) -> Option<Duration> {
        self.patience.get()
    }
}
