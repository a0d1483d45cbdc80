// SPDX-License-Identifier: GPL-3.0-or-later
//! Finished games: a line is written for each, and all are read again after that, since other windows may write too. One
//! thread does all work on the file, in order.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::{Arc, mpsc};
use std::thread::{self, JoinHandle};

use gettextrs::gettext;
use gtk::prelude::*;

use morris_play::persistence::{Entry, FileError, FinishedGame, SaveId, Statistics, StatisticsFile, Store, WriteError};

use super::listeners::Listeners;
use crate::describe;
use crate::messages::{Messages, RepeatedNews};

/// What is done with the file.
type Change = Box<dyn FnOnce(&StatisticsFile) -> Result<(), WriteError> + Send>;

/// What became of it, and what stands in the file then.
type News = (Result<(), WriteError>, Result<Statistics, FileError>);

/// Finished games.
pub struct StatisticsService {
    /// The games that were saved before there was a file.
    store: Arc<Store>,
    statistics: RefCell<Rc<Statistics>>,
    thread: RefCell<Option<Worker>>,
    changed: Listeners<()>,
    writing: RepeatedNews,
    reading: RepeatedNews,
}

struct Worker {
    changes: mpsc::Sender<Change>,
    handle: JoinHandle<()>,
}

impl StatisticsService {
    /// Those beside these saved games; none before [`Self::start`].
    #[must_use]
    pub fn new(store: Arc<Store>, messages: Messages) -> Self {
        Self {
            store,
            statistics: RefCell::default(),
            thread: RefCell::default(),
            changed: Listeners::default(),
            writing: RepeatedNews::new(messages.clone()),
            reading: RepeatedNews::new(messages),
        }
    }

    /// Starts the thread, fills the file with the saved games if there is none yet, and reads it.
    pub fn start(self: &Rc<Self>) {
        let (changes, to_do) = mpsc::channel::<Change>();
        let (sender, news) = async_channel::unbounded();
        let store = Arc::clone(&self.store);
        let work = move || {
            let file = StatisticsFile::beside(store.folder());
            for change in to_do {
                let done = file.fill(finished(&store)).and_then(|()| change(&file));
                // At the end of the program nobody listens.
                drop(sender.try_send((done, file.read())));
            }
        };
        match thread::Builder::new().name("statistics".to_owned()).spawn(work) {
            Ok(handle) => drop(self.thread.replace(Some(Worker { changes, handle }))),
            Err(error) => tracing::error!("nothing can be counted: {error}"),
        }
        let service = Rc::downgrade(self);
        glib::spawn_future_local(async move {
            while let (Ok(news), Some(service)) = (news.recv().await, service.upgrade()) {
                service.take(news);
            }
        });
        self.refresh();
    }

    /// Reads what other windows may have written.
    pub fn refresh(&self) {
        self.change(|_| Ok(()));
    }

    /// Counts a game.
    pub fn add(&self, game: FinishedGame) {
        self.change(move |file| file.append(&game));
    }

    /// Adds what a review has said of a game; does nothing if that does not count, or is known.
    pub fn set_accuracy(&self, id: &SaveId, percent: f64) {
        let name = id.to_string();
        self.change(move |file| {
            let games = file.read().unwrap_or_default().games;
            let known = games.into_iter().find(|game| game.game == name && game.color.is_some());
            let new = |game: &FinishedGame| game.accuracy.is_none_or(|accuracy| (accuracy - percent).abs() > ROUNDED);
            known.filter(new).map_or(Ok(()), |game| file.append(&FinishedGame { accuracy: Some(percent), ..game }))
        });
    }

    /// Forgets all games.
    pub fn reset(&self) {
        self.change(StatisticsFile::reset);
    }

    /// What has been read last.
    #[must_use]
    pub fn get(&self) -> Rc<Statistics> {
        Rc::clone(&self.statistics.borrow())
    }

    /// Calls `react` whenever it has changed, as long as `widget` lives.
    pub fn connect_for<W: IsA<gtk::Widget>>(&self, widget: &W, react: impl Fn(&W) + 'static) {
        self.changed.connect_for(widget, move |widget, ()| react(widget));
    }

    /// Waits until all is written, and ends the thread.
    pub fn stop(&self) {
        if let Some(Worker { changes, handle }) = self.thread.take() {
            drop(changes);
            if handle.join().is_err() {
                tracing::error!("counting has broken down");
            }
        }
    }

    fn change(&self, change: impl FnOnce(&StatisticsFile) -> Result<(), WriteError> + Send + 'static) {
        if let Some(worker) = &*self.thread.borrow() {
            // It ends only with the service; the panic itself is on the error stream already.
            drop(worker.changes.send(Box::new(change)));
        }
    }

    fn take(&self, (done, read): News) {
        match done {
            Ok(()) => self.writing.forget(),
            Err(error) => {
                tracing::warn!("{error}");
                let words = gettext("The statistics could not be saved.");
                self.writing.tell(&format!("{words} {}", describe::write_error(&error)));
            }
        }
        match read {
            Ok(statistics) => {
                self.reading.forget();
                if statistics != **self.statistics.borrow() {
                    self.statistics.replace(Rc::new(statistics));
                    self.changed.call(|| ());
                }
            }
            Err(error) => {
                tracing::warn!("{error}");
                let words = gettext("The statistics could not be read.");
                self.reading.tell(&format!("{words} {}", describe::file_error(&error)));
            }
        }
    }
}

/// Accuracies are written with one digit behind the point.
const ROUNDED: f64 = 0.051;

/// The saved games that are over, the oldest first. Nothing is read before it is asked for.
fn finished(store: &Store) -> impl Iterator<Item = FinishedGame> {
    let list = || {
        let entries = store.list().unwrap_or_else(|error| {
            tracing::warn!("{error}");
            Vec::new()
        });
        entries.into_iter().rev().filter_map(|entry| match entry {
            Entry::Game(summary) if summary.outcome.is_some() => Some(summary.id),
            _ => None,
        })
    };
    let game = |id: SaveId| FinishedGame::of_save(&id, &store.load(&id).ok()?);
    std::iter::once_with(list).flatten().filter_map(game)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use morris::{ByColor, Color, Game, Outcome, Rules, WinReason};
    use morris_play::persistence::{Aids, SavedGame};
    use morris_play::setup::{GameSetup, Player, Skill};

    use super::*;

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

    /// Does something with a service in a main loop of its own, and reads what stands in the file then.
    fn after(home: &Path, act: impl FnOnce(&StatisticsService)) -> Vec<FinishedGame> {
        let work = || {
            let service = service(home);
            service.start();
            act(&service);
            service.stop();
        };
        glib::MainContext::new().with_thread_default(work).unwrap();
        StatisticsFile::beside(&home.join("saves")).read().unwrap().games
    }

    #[test]
    fn saves_fill_it_once_and_what_ends_and_is_reviewed_follows_in_order() {
        let home = tempfile::tempdir().unwrap();
        let store = Store::open(home.path().join("saves"));
        store.save(&id("old"), &SavedGame::now(setup(), won(), None)).unwrap();
        store.save(&id("unfinished"), &SavedGame::now(setup(), Game::new(Rules::STANDARD), None)).unwrap();
        let now = jiff::Timestamp::now();
        let game = FinishedGame::of(&id("new"), &setup(), &won(), now, Some(Aids::default())).unwrap();
        let games = after(home.path(), |service| {
            service.add(game.clone());
            service.set_accuracy(&id("new"), 81.25);
            service.set_accuracy(&id("new"), 81.24);
            service.set_accuracy(&id("unfinished"), 50.0);
        });
        let said: Vec<_> = games.iter().map(|game| (game.game.as_str(), game.accuracy, game.aids.is_some())).collect();
        assert_eq!(said, [("old", None, false), ("new", Some(81.2), true)]);
        let text = fs::read_to_string(home.path().join("statistics.tsv")).unwrap();
        assert_eq!(text.lines().count(), 4, "what is known is not written again: {text}");
        // What lies among the saved games now is no longer asked for.
        store.save(&id("later"), &SavedGame::now(setup(), won(), None)).unwrap();
        assert_eq!(after(home.path(), |_| ()).len(), 2);
        assert_eq!(after(home.path(), StatisticsService::reset).len(), 0);
        assert_eq!(after(home.path(), |_| ()).len(), 0);
    }

    #[test]
    fn listeners_hear_of_a_game() {
        let home = tempfile::tempdir().unwrap();
        let context = glib::MainContext::new();
        let work = || {
            let service = service(home.path());
            service.start();
            service.add(FinishedGame::of(&id("new"), &setup(), &won(), jiff::Timestamp::now(), None).unwrap());
            let heard = Rc::new(std::cell::Cell::new(0));
            let count = Rc::clone(&heard);
            service.changed.connect(move |()| count.set(count.get() + 1));
            while service.get().games.is_empty() {
                context.iteration(true);
            }
            assert_eq!((heard.get(), service.get().games.len()), (1, 1));
            service.stop();
        };
        context.with_thread_default(work).unwrap();
    }
}
