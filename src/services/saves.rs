// SPDX-License-Identifier: GPL-3.0-or-later
//! Holds the saved games that are open, and saves them on a separate thread, which makes all
//! changes in their folder.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::{Rc, Weak};
use std::sync::Arc;
use std::time::Instant;

use gettextrs::gettext;
use gtk::gio;

use morris::escape_path;
use morris_play::persistence::{
    Notes, SaveId, SaveJob, SaveReport, Saved, SavedGame, Saver, Store, StoreError, Summary,
};

use super::document::Document;
use super::file_service::FileService;
use super::listeners::Listeners;
use super::pending_save::{PendingSave, Saving};
use crate::services::messages::{Messages, RepeatedNews};
use crate::text::describe;
use crate::text::i18n::{gettext_f, sentences};

type Pending = BTreeMap<u64, (Option<SaveId>, Rc<PendingSave>)>;

pub struct SaveService {
    store: Arc<Store>,
    disk: FileService<SaveJob, SaveReport>,
    /// Number of the last requested save.
    number: Cell<u64>,
    /// Saves by their numbers until their results are known, even if the page shows another game by
    /// then. Of the saves of a whole game, which have its id, only the newest.
    pending: RefCell<Pending>,
    documents: RefCell<Vec<Weak<Document>>>,
    /// Called with a game by message that could not be saved because another window has continued
    /// it.
    pub continued: Listeners<SaveId>,
    games_news: RepeatedNews,
    comments_news: RepeatedNews,
    messages: Messages,
}

impl SaveService {
    /// Creates a service that cannot write until [`Self::start`].
    pub fn new(store: Store, messages: Messages) -> Self {
        Self {
            store: Arc::new(store),
            disk: FileService::default(),
            number: Cell::default(),
            pending: RefCell::default(),
            documents: RefCell::default(),
            continued: Listeners::default(),
            games_news: RepeatedNews::new(messages.clone()),
            comments_news: RepeatedNews::new(messages.clone()),
            messages,
        }
    }

    /// Starts the thread that writes.
    pub fn start(self: &Rc<Self>) {
        self.disk.start(Saver(self.store()), |report| report, self, Self::finish);
        drop(self.work(|store| {
            store.tidy();
            Ok(())
        }));
    }

    /// Waits until everything is written, but no longer than `until`, and ends the thread. Logs
    /// what could not be written in time.
    pub fn stop(&self, until: Instant) {
        self.disk.stop(until);
        self.finish_reported();
        for id in self.pending.borrow().values().filter_map(|(id, _)| id.as_ref()) {
            tracing::error!("{} was not written in time", escape_path(&self.store.path(id)));
        }
    }

    /// Returns the store of saved games, to read it. All its functions block on the disk: call them
    /// on another thread.
    pub fn store(&self) -> Arc<Store> {
        Arc::clone(&self.store)
    }

    /// Holds an open document, so that a new id of its game becomes known to all its pages.
    pub fn open(&self, document: &Rc<Document>) {
        let document = Rc::downgrade(document);
        let mut documents = self.documents.borrow_mut();
        documents.retain(|open| open.strong_count() > 0 && !open.ptr_eq(&document));
        documents.push(document);
    }

    /// Queues a save of a game. The returned value gets the result. Failures are reported on any
    /// page.
    pub fn save(&self, document: &Rc<Document>, game: SavedGame) -> Rc<PendingSave> {
        self.save_unless(document, game, |_, _| false)
    }

    /// Queues a save of a game with new times, but without a new move: it does not bring a deleted
    /// game back.
    pub fn save_times(&self, document: &Rc<Document>, game: SavedGame) {
        // A save that waits, which this one replaces, or that has failed may have a new move.
        let has_move = matches!(document.saving(), Saving::Pending | Saving::Failed);
        let is_known = |known: &Arc<SavedGame>| known.clocks == game.clocks && known.game == game.game;
        if has_move || !document.game.borrow().as_ref().is_some_and(is_known) {
            self.save_unless(document, game, move |store, id| !has_move && store.is_deleted(id));
        }
    }

    fn save_unless(
        &self,
        document: &Rc<Document>,
        game: SavedGame,
        is_kept_away: impl FnOnce(&Store, &SaveId) -> bool + Send + 'static,
    ) -> Rc<PendingSave> {
        let (id, game) = (document.id(), Arc::new(game));
        document.game.replace(Some(Arc::clone(&game)));
        self.open(document);
        let save = self.queue(id.clone(), Some(id), move |store, id| match is_kept_away(store, id) {
            true => Ok(Saved::Plainly),
            false => store.save(id, &game),
        });
        document.save.replace(Some(Rc::clone(&save)));
        save
    }

    /// Queues a save of new notes of a game: with the game if it is open and not over, or else in
    /// its file. The returned value gets the result. Failures are reported on any page, also that
    /// the user has deleted the game.
    pub fn save_notes(&self, id: SaveId, notes: Notes) -> Rc<PendingSave> {
        for document in self.open_documents() {
            if let Some(game) = document.annotate(&id, &notes) {
                return self.save(&document, game);
            }
        }
        self.queue(id, None, move |store, id| store.save_notes(id, &notes).map(|_| Saved::Plainly))
    }

    /// Queues a save. `game` is the id if it is one of the whole game.
    fn queue(
        &self,
        id: SaveId,
        game: Option<SaveId>,
        write: impl FnOnce(&Store, &SaveId) -> Result<Saved, StoreError> + Send + 'static,
    ) -> Rc<PendingSave> {
        let number = self.number.get() + 1;
        self.number.set(number);
        let save = Rc::new(PendingSave::pending());
        let work = move |store: &Store| {
            let result = write(store, &id);
            Some(SaveReport { id, number, result })
        };
        if !self.disk.send(SaveJob { game: game.clone(), work: Box::new(work) }) {
            tracing::error!("no thread saves the game");
            self.fail(&save, None);
            return save;
        }
        let mut pending = self.pending.borrow_mut();
        let is_earlier = |(of, _): &(Option<SaveId>, _)| game.is_some() && *of == game;
        let earlier = pending.iter().find(|(_, waiting)| is_earlier(waiting)).map(|(&number, _)| number);
        if let Some((_, earlier)) = earlier.and_then(|number| pending.remove(&number)) {
            earlier.follow(&save);
        }
        pending.insert(number, (game, Rc::clone(&save)));
        save
    }

    fn open_documents(&self) -> Vec<Rc<Document>> {
        self.documents.borrow().iter().filter_map(Weak::upgrade).collect()
    }

    /// Does other work with the store, after all that was requested before, on the thread that
    /// writes. Returns `None` after an error, which is reported.
    pub fn work<T: Send + 'static, F: FnOnce(&Store) -> Result<T, StoreError> + Send + 'static>(
        self: &Rc<Self>,
        work: F,
    ) -> impl Future<Output = Option<T>> + use<T, F> {
        // Capacity for the only result.
        let (sender, done) = async_channel::bounded(1);
        let job = move |store: &Store| {
            _ = sender.try_send(work(store));
            None
        };
        self.disk.send(SaveJob { game: None, work: Box::new(job) });
        let service = Rc::clone(self);
        async move {
            let done = done.recv().await;
            service.finish_reported();
            service.report_error(done.inspect_err(|_| tracing::debug!("work on a saved game was not done")).ok()?)
        }
    }

    /// Reads from the store on another thread once everything is written. Returns `None` after an
    /// error, which is reported.
    pub async fn read<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Store) -> Result<T, StoreError> + Send + 'static,
    ) -> Option<T> {
        self.disk.flush().await;
        self.finish_reported();
        let store = self.store();
        let read = gio::spawn_blocking(move || read(&store)).await;
        self.report_error(read.inspect_err(|_| tracing::error!("reading saved games went wrong")).ok()?)
    }

    fn report_error<T>(&self, result: Result<T, StoreError>) -> Option<T> {
        let report = |error: &StoreError| {
            tracing::warn!("{error}");
            self.messages.tell(&describe::store_error(error));
        };
        result.inspect_err(report).ok()
    }

    /// Waits until all earlier saves are written and their results are reported.
    pub async fn flush(&self) {
        let newest = self.number.get();
        self.disk.flush().await;
        self.finish_reported();
        self.give_up(newest);
    }

    /// Returns `true` if no save waits to be written.
    pub fn is_idle(&self) -> bool {
        self.pending.borrow().is_empty()
    }

    fn finish_reported(&self) {
        self.disk.untold().for_each(|report| self.finish(report));
    }

    /// Counts all saves up to this number as lost if they have no result: the thread has ended, or
    /// the disk is too slow.
    fn give_up(&self, newest: u64) {
        let later = self.pending.borrow_mut().split_off(&(newest + 1));
        self.pending.replace(later).values().for_each(|(_, save)| self.fail(save, None));
    }

    /// Waits until everything is written, and returns the newest unfinished game on the disk.
    pub async fn latest_unfinished(&self) -> Option<Summary> {
        let latest = self.read(|store| Ok(store.latest_unfinished())).await?;
        latest.inspect_err(|error| tracing::warn!("{error}")).ok()?.map(Arc::unwrap_or_clone)
    }

    /// Waits until everything is written, and returns the user's newest analysis on the disk.
    pub async fn latest_analysis(&self) -> Option<(SaveId, SavedGame)> {
        let latest = self.read(|store| Ok(store.latest_analysis())).await?;
        latest.inspect_err(|error| tracing::warn!("{error}")).ok()?
    }

    fn finish(&self, SaveReport { id, number, result }: SaveReport) {
        if let Ok(saved) = &result {
            self.report_saved(&id, saved);
        }
        // The result of an older save says nothing about the moves made since.
        let waiting = self.pending.borrow_mut().remove(&number);
        let Some((_, save)) = waiting else { return };
        match result {
            Ok(_) => {
                save.end(Saving::Saved);
                self.games_news.forget();
            }
            Err(error @ StoreError::Continued { .. }) => {
                save.end(Saving::Continued);
                self.messages.tell(&describe::store_error(&error));
                self.continued.call(|| id.clone());
            }
            Err(error) => self.fail(&save, Some(&error)),
        }
    }

    fn report_saved(&self, id: &SaveId, saved: &Saved) {
        let mut saved = saved;
        if let Saved::WithoutComments(besides) = saved {
            let words = gettext("The comments and variations are too long to be saved with the game.");
            self.comments_news.tell(&words);
            saved = besides;
        } else {
            self.comments_news.forget();
        }
        if let Saved::Beside(path) = saved {
            let file = path.file_name().unwrap_or_default().to_string_lossy();
            self.messages.tell(&gettext_f(
                "Another file had the name of the saved game and was renamed to {file}",
                &[("file", &file)],
            ));
        }
        if let Saved::Under(new) = saved {
            let path = self.store.path(new);
            let file = path.file_name().unwrap_or_default().to_string_lossy();
            self.messages.tell(&gettext_f(
                // Translators: {file} is the name of a file; two windows play on in one saved game
                "Another window saved this game too. The one in this window is now saved as {file}.",
                &[("file", &file)],
            ));
            let renamed = self.open_documents().into_iter().filter(|document| document.id() == *id);
            renamed.for_each(|document| _ = document.id.replace(new.clone()));
        }
    }

    /// Reports a failure once.
    fn fail(&self, save: &PendingSave, error: Option<&StoreError>) {
        save.end(Saving::Failed);
        let mut words = gettext("Could not save the game.");
        if let Some(error) = error {
            tracing::warn!("{error}");
            words = sentences(&[words, describe::store_error(error)]);
        }
        self.games_news.tell(&words);
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;
    use std::time::Duration;

    use morris::{ByColor, DrawReason, Game, Outcome, Pgn, Rules};
    use morris_play::setup::{GameSetup, Player};

    use super::*;
    use crate::services::for_tests::{logged, news, own_context};

    fn game() -> SavedGame {
        let players = ByColor { white: Player::Person, black: Player::Person };
        let rules = Rules::STANDARD;
        SavedGame::now(GameSetup { players, ..GameSetup::between_persons(rules) }, Game::new(rules), None)
    }

    fn id(name: &str) -> SaveId {
        SaveId::of_file(Path::new(&format!("{name}.toml"))).unwrap()
    }

    fn save(service: &SaveService, name: &str) -> Rc<PendingSave> {
        service.save(&Document::new(id(name), None), game())
    }

    /// Makes the service wait for a save that was never sent.
    fn wait_for(service: &SaveService, name: &str, number: u64) -> Rc<PendingSave> {
        let save = Rc::new(PendingSave::pending());
        service.pending.borrow_mut().insert(number, (Some(id(name)), Rc::clone(&save)));
        save
    }

    /// Runs `act` with a service whose folder has this name inside an empty folder, and returns the
    /// messages.
    fn messages_of<F: Future<Output = ()>>(folder: &str, act: impl FnOnce(Rc<SaveService>) -> F) -> Vec<String> {
        let home = tempfile::tempdir().unwrap();
        fs::write(home.path().join("no-folder"), "").unwrap();
        let (messages, told) = logged(news);
        let service = Rc::new(SaveService::new(Store::open(home.path().join(folder)), messages));
        let context = own_context();
        context.with_thread_default(|| context.block_on(act(Rc::clone(&service)))).unwrap();
        service.stop(Instant::now() + Duration::from_secs(60));
        told.take()
    }

    #[test]
    fn without_a_thread_a_save_fails_at_once() {
        let told = messages_of("saves", |service| async move {
            assert_eq!(save(&service, "one").state(), Saving::Failed);
        });
        assert_eq!(told, ["Could not save the game."]);
    }

    #[test]
    fn unanswered_saves_fail_at_the_end_of_a_flush() {
        let told = messages_of("saves", |service| async move {
            service.start();
            let save = save(&service, "one");
            let lost = wait_for(&service, "lost", 0);
            service.flush().await;
            assert_eq!((save.state(), lost.state()), (Saving::Saved, Saving::Failed));
        });
        assert!(told.len() == 1 && told[0].contains("Could not save the game."), "{told:?}");
    }

    #[test]
    fn failure_of_a_closed_game_is_reported() {
        let told = messages_of("no-folder", |service| async move {
            service.start();
            _ = save(&service, "one");
            _ = save(&service, "two");
            service.flush().await;
        });
        assert_eq!(told.len(), 1, "the same once: {told:?}");
    }

    #[test]
    fn a_tree_that_cannot_be_written_is_reported_once_until_it_is_written() {
        let told = messages_of("saves", |service| async move {
            service.start();
            let (path, notes) = (service.store.path(&id("one")), Notes { tree: Some(game().tree()), review: None });
            fs::create_dir_all(service.store.folder()).unwrap();
            for (text, state) in [("broken", Saving::Failed), ("broken", Saving::Failed), ("", Saving::Saved)] {
                match text {
                    "" => game().write(&path).unwrap(),
                    text => fs::write(&path, text).unwrap(),
                }
                let save = service.save_notes(id("one"), notes.clone());
                assert_eq!(save.state(), Saving::Pending);
                assert_eq!(save.ended().await, state);
            }
        });
        assert!(told.len() == 1 && told[0].starts_with("Could not save the game. "), "{told:?}");
    }

    #[test]
    fn earlier_save_ends_with_the_newest() {
        let told = messages_of("saves", |service| async move {
            service.start();
            let saves = [1, 2, 3].map(|_| save(&service, "one"));
            for save in &saves {
                assert_eq!(save.ended().await, Saving::Saved);
            }
            let own = Rc::new(PendingSave::pending());
            own.follow(&saves[0]);
            assert_eq!(own.ended().await, Saving::Saved, "what it follows has ended already");
        });
        assert!(told.is_empty(), "{told:?}");
    }

    #[test]
    fn a_deleted_game_stays_away_until_a_move_is_played() {
        let told = messages_of("saves", |service| async move {
            service.start();
            let (document, store) = (Document::new(id("one"), None), service.store());
            _ = service.save(&document, game());
            service.flush().await;
            let deleted = service.work(|store| store.delete(&id("one"))).await;
            for (seconds, has_move, is_back) in [(9, false, false), (8, true, true), (7, false, true)] {
                let left = Duration::from_secs(seconds);
                let clocks = Some(ByColor { white: left, black: left }.into());
                if has_move {
                    _ = service.save(&document, game());
                }
                service.save_times(&document, SavedGame { clocks, ..game() });
                assert_eq!(document.saving(), Saving::Pending);
                service.flush().await;
                assert_eq!(store.path(&id("one")).exists(), is_back);
            }
            let same = document.game.borrow().as_deref().cloned().unwrap();
            service.save_times(&document, same);
            assert!(service.is_idle(), "the disk has these times");
            assert!(deleted.is_some());
        });
        assert!(told.is_empty(), "{told:?}");
    }

    #[test]
    fn earlier_save_does_not_confirm_the_newest() {
        let told = messages_of("saves", |service| async move {
            let newest = wait_for(&service, "one", 7);
            service.finish(SaveReport { id: id("one"), number: 6, result: Ok(Saved::Plainly) });
            assert_eq!(newest.state(), Saving::Pending);
            service.finish(SaveReport { id: id("one"), number: 7, result: Ok(Saved::Plainly) });
            assert_eq!(newest.state(), Saving::Saved);
        });
        assert!(told.is_empty(), "{told:?}");
    }

    #[test]
    fn open_game_and_its_analysis_get_its_new_id() {
        let told = messages_of("saves", |service| async move {
            service.start();
            let [played, analyzed, closed] = [(); 3].map(|()| Document::new(id("one"), None));
            service.open(&analyzed);
            let other = Store::open(service.store.folder().to_owned());
            for _ in 0..3 {
                _ = service.save(&played, game());
                service.flush().await;
                if let Ok(theirs) = other.load(&id("one")) {
                    other.save(&id("one"), &SavedGame { name: Some("theirs".to_owned()), ..theirs }).unwrap();
                }
            }
            assert_eq!([played, analyzed, closed].map(|document| document.id()), ["one-2", "one-2", "one"].map(id));
        });
        assert!(told.len() == 1 && told[0].ends_with("is now saved as one-2.toml."), "{told:?}");
    }

    /// Returns notes with this comment at the start of the game.
    fn notes(comment: &str) -> Notes {
        let mut tree = game().tree();
        tree.set_comment(tree.root(), comment);
        Notes { tree: Some(tree), review: None }
    }

    #[test]
    fn notes_of_an_open_game_are_saved_with_it() {
        let told = messages_of("saves", |service| async move {
            service.start();
            let [played, other] = ["one", "two"].map(|name| Document::new(id(name), None));
            for document in [&played, &other] {
                document.set_game(Some(game()));
                service.open(document);
            }
            let comment =
                |document: &Document| document.notes().map(|notes| notes.tree.comment(notes.tree.root()).to_owned());
            assert_eq!(service.save_notes(id("one"), notes("well")).ended().await, Saving::Saved);
            assert_eq!((played.saving(), comment(&played).as_deref()), (Saving::Saved, Some("well")));
            assert_eq!((other.saving(), comment(&other)), (Saving::Saved, None));
            let there = service.read(|store| store.load(&id("one"))).await.unwrap();
            assert_eq!(there.notes, notes("well").tree.map(|tree| Pgn { tree, tags: BTreeMap::new() }));
            // The user has deleted a game that is over: its page gets the notes, but no file does.
            let mut over = game();
            over.game.declare(Outcome::Draw(DrawReason::Agreement));
            other.set_game(Some(over));
            assert_eq!(service.save_notes(id("two"), notes("over")).ended().await, Saving::Failed);
            assert_eq!(comment(&other).as_deref(), Some("over"));
            assert!(service.read(|store| Ok(store.list()?.len())).await == Some(1));
        });
        assert!(told.len() == 1 && told[0].starts_with("Could not save the game. "), "{told:?}");
    }
}
