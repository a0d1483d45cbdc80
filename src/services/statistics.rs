// SPDX-License-Identifier: GPL-3.0-or-later
//! Statistics of finished games. One line is written for each game. Then all lines are read again,
//! since other windows may write too. A single thread does all work on the file, in order, and
//! computes the figures: the main loop never handles the lines.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use gettextrs::gettext;

use morris_play::persistence::{Count, Counter, FileError, FinishedGame, SaveId, StatisticsFile, Store, WriteError};
use morris_play::statistics::figures::Figures;

use super::file_service::FileService;
use super::listeners::Listeners;
use crate::services::messages::{Messages, RepeatedNews};
use crate::text::describe;
use crate::text::i18n::sentences;

/// Result of writing, and the figures of the games in the file afterwards.
type News = (Result<(), WriteError>, Result<Figures, FileError>);

pub struct StatisticsService {
    /// Saved games, some of which may not be counted yet.
    store: Arc<Store>,
    figures: RefCell<Rc<Figures>>,
    pub disk: FileService<Count, News>,
    pub changed: Listeners<()>,
    writing: RepeatedNews,
    reading: RepeatedNews,
}

impl StatisticsService {
    /// Creates the service for the file beside these saved games. It has no games until
    /// [`Self::start`].
    pub fn new(store: Arc<Store>, messages: Messages) -> Self {
        Self {
            store,
            figures: RefCell::default(),
            disk: FileService::default(),
            changed: Listeners::default(),
            writing: RepeatedNews::new(messages.clone()),
            reading: RepeatedNews::new(messages),
        }
    }

    /// Starts the thread, counts the saved games that were not counted yet, and reads the file.
    pub fn start(self: &Rc<Self>) {
        let file = self.file();
        let see = move |done| (done, file.read().map(|statistics| Figures::of(&statistics)));
        self.disk.start(Counter::new(Arc::clone(&self.store)), see, self, Self::finish_write);
        self.refresh();
    }

    /// Reads the file again, since other windows may have written to it.
    pub fn refresh(&self) {
        self.disk.send(Count::Nothing);
    }

    pub fn add(&self, game: FinishedGame) {
        self.disk.send(Count::Game(game));
    }

    /// Adds the accuracy found by a review. Does nothing if the game does not count or has an
    /// accuracy already.
    pub fn set_accuracy(&self, id: &SaveId, percent: f64) {
        self.disk.send(Count::Accuracy(id.clone(), percent));
    }

    pub fn reset(&self) {
        self.disk.send(Count::Reset);
    }

    pub fn get(&self) -> Rc<Figures> {
        Rc::clone(&self.figures.borrow())
    }

    /// Returns the file. All its functions block on the disk: call them on another thread.
    pub fn file(&self) -> StatisticsFile {
        StatisticsFile::beside(self.store.folder())
    }

    fn finish_write(&self, (done, read): News) {
        match done {
            Ok(()) => self.writing.forget(),
            Err(error) => {
                tracing::warn!("{error}");
                let words = gettext("Could not save the statistics.");
                self.writing.tell(&sentences(&[words, describe::write_error(&error)]));
            }
        }
        match read {
            Ok(figures) => {
                self.reading.forget();
                if figures != **self.figures.borrow() {
                    self.figures.replace(Rc::new(figures));
                    self.changed.call(|| ());
                }
            }
            Err(error) => {
                tracing::warn!("{error}");
                let words = gettext("Could not read the statistics.");
                self.reading.tell(&sentences(&[words, describe::file_error(&error)]));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;
    use std::time::{Duration, Instant};

    use morris::{ByColor, Color, Game, Outcome, Rules, WinReason};
    use morris_play::persistence::{HelpUsed, SavedGame};
    use morris_play::setup::{GameSetup, Player, Skill};
    use rustix::fs::{FlockOperation, flock};

    use super::*;
    use crate::services::for_tests::{logged, news, own_context};

    fn setup() -> GameSetup {
        let players = ByColor { white: Player::Person, black: Player::Computer(Skill::FIRST) };
        GameSetup { players, ..GameSetup::between_persons(Rules::STANDARD) }
    }

    fn won() -> Game {
        let mut game = Game::new(Rules::STANDARD);
        game.declare(Outcome::Win { winner: Color::White, reason: WinReason::Resignation });
        game
    }

    fn id(name: &str) -> SaveId {
        SaveId::of_file(Path::new(&format!("{name}.toml"))).unwrap()
    }

    fn service(home: &Path) -> Rc<StatisticsService> {
        let store = Arc::new(Store::open(home.join("saves")));
        Rc::new(StatisticsService::new(store, Messages::new(|_| panic!("all is well"))))
    }

    /// Returns a deadline that is long enough for all the work.
    fn soon() -> Instant {
        Instant::now() + Duration::from_secs(60)
    }

    /// Runs `act` with a service in its own main context, and returns the games in the file
    /// afterwards.
    fn after(home: &Path, act: impl FnOnce(&StatisticsService)) -> Vec<FinishedGame> {
        let work = || {
            let service = service(home);
            service.start();
            act(&service);
            service.disk.stop(soon());
        };
        own_context().with_thread_default(work).unwrap();
        StatisticsFile::beside(&home.join("saves")).read().unwrap().games
    }

    #[test]
    fn saves_fill_it_once_and_later_games_follow_in_order() {
        let home = tempfile::tempdir().unwrap();
        let store = Store::open(home.path().join("saves"));
        store.save(&id("old"), &SavedGame::now(setup(), won(), None)).unwrap();
        store.save(&id("unfinished"), &SavedGame::now(setup(), Game::new(Rules::STANDARD), None)).unwrap();
        let now = jiff::Timestamp::now();
        let game = FinishedGame::of(&id("new"), &setup(), &won(), now, Some(HelpUsed::default())).unwrap();
        let games = after(home.path(), |service| {
            service.add(game.clone());
            service.set_accuracy(&id("new"), 81.25);
            service.set_accuracy(&id("new"), 81.24);
            service.set_accuracy(&id("unfinished"), 50.0);
        });
        let said: Vec<_> = games.iter().map(|game| (game.game.as_str(), game.accuracy, game.aids.is_some())).collect();
        assert_eq!(said, [("old", None, false), ("new", Some(81.2), true)]);
        let text = fs::read_to_string(home.path().join("statistics.tsv")).unwrap();
        assert_eq!(text.lines().count(), 5, "what is known is not written again: {text}");
        // A game that came from elsewhere in the meantime is not counted: the help that was used is
        // unknown.
        store.save(&id("later"), &SavedGame::now(setup(), won(), None)).unwrap();
        assert_eq!(after(home.path(), |_| ()).len(), 2);
        assert_eq!(after(home.path(), StatisticsService::reset).len(), 0);
        assert_eq!(after(home.path(), |_| ()).len(), 0);
    }

    #[test]
    fn listeners_get_each_game() {
        let home = tempfile::tempdir().unwrap();
        let context = own_context();
        let work = || {
            let service = service(home.path());
            service.start();
            service.add(FinishedGame::of(&id("new"), &setup(), &won(), jiff::Timestamp::now(), None).unwrap());
            let heard = Rc::new(std::cell::Cell::new(0));
            let count = Rc::clone(&heard);
            service.changed.connect(move |()| count.set(count.get() + 1));
            while service.get().is_empty() {
                context.iteration(true);
            }
            assert_eq!((heard.get(), service.get().latest.len()), (1, 1));
            service.disk.stop(soon());
        };
        context.with_thread_default(work).unwrap();
    }

    #[test]
    fn locked_file_is_reported_and_does_not_block_quitting() {
        let home = tempfile::tempdir().unwrap();
        let store = Arc::new(Store::open(home.path().join("saves")));
        after(home.path(), |_| ());
        let held = fs::File::open(home.path().join("statistics.tsv")).unwrap();
        flock(&held, FlockOperation::LockExclusive).unwrap();
        let saved = SavedGame { aids: Some(HelpUsed::default()), ..SavedGame::now(setup(), won(), None) };
        store.save(&id("ended"), &saved).unwrap();
        let (messages, told) = logged(news);
        let context = own_context();
        let work = || {
            let service = Rc::new(StatisticsService::new(Arc::clone(&store), messages));
            service.start();
            service.add(FinishedGame::of_save(&id("ended"), &saved).unwrap());
            while told.borrow().is_empty() {
                context.iteration(true);
            }
            service.disk.stop(soon());
        };
        context.with_thread_default(work).unwrap();
        let words =
            "Could not save the statistics. Could not write to statistics.tsv. Another program is using the file.";
        assert_eq!(*told.borrow(), [words]);
        drop(held);
        let games = after(home.path(), |_| ());
        assert_eq!(games.iter().map(|game| game.game.as_str()).collect::<Vec<_>>(), ["ended"], "it was never counted");
    }
}
