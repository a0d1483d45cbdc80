// SPDX-License-Identifier: GPL-3.0-or-later
//! Saves games on a separate thread, and reports the results.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Instant;

use gettextrs::gettext;
use gtk::gio;
use gtk::prelude::*;

use morris::{GameTree, escape_path};
use morris_play::persistence::{GameToSave, SaveId, SaveReport, Saved, SavedGame, Saver, Store, StoreError, Summary};
use morris_teach::review::Review;

use super::file_service::FileService;
use super::listeners::Listeners;
use super::pending_save::{PendingSave, Saving};
use crate::services::messages::{Messages, RepeatedNews};
use crate::text::describe;
use crate::text::i18n::{gettext_f, sentences};

/// Saves games.
pub struct SaveService {
    store: Arc<Store>,
    disk: FileService<GameToSave, SaveReport>,
    /// Number of the last requested save.
    number: Cell<u64>,
    /// Newest save of each game until its result is known, even if the page shows another game by
    /// then.
    pending: RefCell<HashMap<SaveId, Rc<PendingSave>>>,
    /// Listeners for a game that gets another id.
    renamed: Listeners<(SaveId, SaveId)>,
    /// Listeners for a game that another window has continued.
    continued: Listeners<SaveId>,
    games_news: RepeatedNews,
    comments_news: RepeatedNews,
    messages: Messages,
}

impl SaveService {
    /// Creates a service that cannot write until [`Self::start`].
    #[must_use]
    pub fn new(store: Store, messages: Messages) -> Self {
        Self {
            store: Arc::new(store),
            disk: FileService::default(),
            number: Cell::default(),
            pending: RefCell::default(),
            renamed: Listeners::default(),
            continued: Listeners::default(),
            games_news: RepeatedNews::new(messages.clone()),
            comments_news: RepeatedNews::new(messages.clone()),
            messages,
        }
    }

    /// Starts the thread that writes.
    pub fn start(self: &Rc<Self>) {
        self.disk.start(Saver(self.store()), |report| report, self, Self::take);
        let store = self.store();
        _ = gio::spawn_blocking(move || store.tidy());
    }

    /// Waits until everything is written, but no longer than `until`, and ends the thread. Logs
    /// what could not be written in time.
    pub fn stop(&self, until: Instant) {
        self.disk.stop(until);
        self.disk.untold().for_each(|report| self.take(report));
        for id in self.pending.borrow().keys() {
            tracing::error!("{} was not written in time", escape_path(&self.store.path(id)));
        }
    }

    /// Returns the store of saved games. All its functions block on the disk: call them on another
    /// thread.
    #[must_use]
    pub fn store(&self) -> Arc<Store> {
        Arc::clone(&self.store)
    }

    /// Queues a save of a game. The returned value gets the result. Failures are reported on any
    /// page.
    #[must_use]
    pub fn save_game(&self, id: SaveId, game: SavedGame) -> Rc<PendingSave> {
        let number = self.number.get() + 1;
        self.number.set(number);
        let save = Rc::new(PendingSave::pending(number));
        if self.disk.send(GameToSave { id: id.clone(), number, game }) {
            let before = self.pending.borrow_mut().insert(id, Rc::clone(&save));
            if let Some(before) = before {
                before.follow(&save);
            }
        } else {
            tracing::error!("no thread saves the game");
            self.fail(&save, None);
        }
        save
    }

    /// Writes a tree, and its review, into a saved game after all earlier saves. `save` gets the
    /// result. Failures are reported on any page.
    pub fn keep_tree(
        self: &Rc<Self>,
        id: SaveId,
        tree: GameTree,
        review: Option<Review>,
        save: Rc<PendingSave>,
    ) -> impl Future<Output = ()> + use<> {
        let service = Rc::clone(self);
        async move {
            service.flush().await;
            let store = service.store();
            match gio::spawn_blocking(move || store.add_tree(&id, &tree, review.as_ref())).await {
                Ok(Ok(_)) => {
                    save.end(Saving::Saved);
                    service.games_news.forget();
                }
                Ok(Err(error)) => service.fail(&save, Some(&error)),
                Err(_) => service.fail(&save, None),
            }
        }
    }

    /// Calls `react` with the old and the new id when a game gets another id, as long as `widget`
    /// lives.
    pub fn connect_renamed<W: IsA<gtk::Widget>>(&self, widget: &W, react: impl Fn(&W, &SaveId, &SaveId) + 'static) {
        self.renamed.connect_for(widget, move |widget, (old, new)| react(widget, old, new));
    }

    /// Calls `react` with the id of a game by message that could not be saved because another
    /// window has continued it, as long as `widget` lives.
    pub fn connect_continued<W: IsA<gtk::Widget>>(&self, widget: &W, react: impl Fn(&W, &SaveId) + 'static) {
        self.continued.connect_for(widget, react);
    }

    /// Waits until all earlier saves are written and their results are reported.
    pub async fn flush(&self) {
        let newest = self.pending.borrow().values().map(|save| save.number).max().unwrap_or_default();
        self.disk.flush().await;
        self.disk.untold().for_each(|report| self.take(report));
        self.give_up(newest);
    }

    /// Counts all saves up to this number as lost if they have no result: the thread has ended, or
    /// the disk is too slow.
    fn give_up(&self, newest: u64) {
        let mut lost = Vec::new();
        self.pending.borrow_mut().retain(|_, save| {
            let waits = save.number > newest;
            if !waits {
                lost.push(Rc::clone(save));
            }
            waits
        });
        lost.iter().for_each(|save| self.fail(save, None));
    }

    /// Waits until everything is written, and returns the newest unfinished game on the disk.
    pub async fn latest_unfinished(&self) -> Option<Summary> {
        self.flush().await;
        let store = self.store();
        match gio::spawn_blocking(move || store.latest_unfinished()).await {
            Ok(Ok(summary)) => summary.map(Arc::unwrap_or_clone),
            Ok(Err(error)) => {
                tracing::warn!("{error}");
                None
            }
            Err(_) => None,
        }
    }

    /// Waits until everything is written, and returns the user's newest analysis on the disk.
    pub async fn latest_analysis(&self) -> Option<(SaveId, SavedGame)> {
        self.flush().await;
        let store = self.store();
        let latest = gio::spawn_blocking(move || store.latest_analysis()).await;
        latest.ok()?.inspect_err(|error| tracing::warn!("{error}")).ok()?
    }

    fn take(&self, SaveReport { id, number, result }: SaveReport) {
        let id = &id;
        if let Ok(saved) = &result {
            self.report_saved(id, saved);
        }
        // The result of an older save says nothing about the moves made since.
        let is_newest = self.pending.borrow().get(id).is_some_and(|save| save.number == number);
        let Some(save) = is_newest.then(|| self.pending.borrow_mut().remove(id)).flatten() else { return };
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

    /// Reports side effects of a successful save.
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
            self.renamed.call(|| (id.clone(), new.clone()));
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

    use morris::{ByColor, Game, Rules};
    use morris_play::setup::{GameSetup, Player};

    use super::*;
    use crate::services::for_tests::own_context;
    use crate::services::messages::Message;

    fn game() -> SavedGame {
        let players = ByColor { white: Player::Person, black: Player::Person };
        let rules = Rules::STANDARD;
        SavedGame::now(GameSetup { players, ..GameSetup::between_persons(rules) }, Game::new(rules), None)
    }

    fn id(name: &str) -> SaveId {
        SaveId::of_file(Path::new(&format!("{name}.toml"))).unwrap()
    }

    /// Runs `act` with a service whose folder has this name inside an empty folder, and returns the
    /// messages.
    fn messages_of<F: Future<Output = ()>>(folder: &str, act: impl FnOnce(Rc<SaveService>) -> F) -> Vec<String> {
        let home = tempfile::tempdir().unwrap();
        fs::write(home.path().join("no-folder"), "").unwrap();
        let told: Rc<RefCell<Vec<String>>> = Rc::default();
        let note = Rc::clone(&told);
        let messages = Messages::new(move |message| {
            if let Message::News(words) = message {
                note.borrow_mut().push(words);
            }
        });
        let service = Rc::new(SaveService::new(Store::open(home.path().join(folder)), messages));
        let context = own_context();
        context.with_thread_default(|| context.block_on(act(Rc::clone(&service)))).unwrap();
        service.stop(Instant::now() + Duration::from_secs(60));
        told.take()
    }

    #[test]
    fn without_a_thread_a_save_fails_at_once() {
        let told = messages_of("saves", |service| async move {
            assert_eq!(service.save_game(id("one"), game()).state(), Saving::Failed);
        });
        assert_eq!(told, ["Could not save the game."]);
    }

    #[test]
    fn unanswered_saves_fail_at_the_end_of_a_flush() {
        let told = messages_of("saves", |service| async move {
            service.start();
            let save = service.save_game(id("one"), game());
            let lost = Rc::new(PendingSave::pending(0));
            service.pending.borrow_mut().insert(id("lost"), Rc::clone(&lost));
            service.flush().await;
            assert_eq!((save.state(), lost.state()), (Saving::Saved, Saving::Failed));
        });
        assert!(told.len() == 1 && told[0].contains("Could not save the game."), "{told:?}");
    }

    #[test]
    fn failure_of_a_closed_game_is_reported() {
        let told = messages_of("no-folder", |service| async move {
            service.start();
            _ = service.save_game(id("one"), game());
            _ = service.save_game(id("two"), game());
            service.flush().await;
        });
        assert_eq!(told.len(), 1, "the same once: {told:?}");
    }

    #[test]
    fn a_tree_that_cannot_be_written_is_reported_once_until_it_is_written() {
        let told = messages_of("saves", |service| async move {
            let (path, tree) = (service.store.path(&id("one")), game().tree());
            fs::create_dir_all(service.store.folder()).unwrap();
            for (text, state) in [("broken", Saving::Failed), ("broken", Saving::Failed), ("", Saving::Saved)] {
                match text {
                    "" => game().write(&path).unwrap(),
                    text => fs::write(&path, text).unwrap(),
                }
                let save = Rc::new(PendingSave::pending(0));
                let keeping = service.keep_tree(id("one"), tree.clone(), None, Rc::clone(&save));
                assert_eq!(save.state(), Saving::Pending);
                keeping.await;
                assert_eq!(save.state(), state);
            }
        });
        assert!(told.len() == 1 && told[0].starts_with("Could not save the game. "), "{told:?}");
    }

    #[test]
    fn earlier_save_ends_with_the_newest() {
        let told = messages_of("saves", |service| async move {
            service.start();
            let saves = [1, 2, 3].map(|_| service.save_game(id("one"), game()));
            for save in &saves {
                assert_eq!(save.ended().await, Saving::Saved);
            }
            let own = Rc::new(PendingSave::pending(0));
            own.follow(&saves[0]);
            assert_eq!(own.ended().await, Saving::Saved, "what it follows has ended already");
        });
        assert!(told.is_empty(), "{told:?}");
    }

    #[test]
    fn earlier_save_does_not_confirm_the_newest() {
        let told = messages_of("saves", |service| async move {
            let newest = Rc::new(PendingSave::pending(7));
            service.pending.borrow_mut().insert(id("one"), Rc::clone(&newest));
            service.take(SaveReport { id: id("one"), number: 6, result: Ok(Saved::Plainly) });
            assert_eq!(newest.state(), Saving::Pending);
            service.take(SaveReport { id: id("one"), number: 7, result: Ok(Saved::Plainly) });
            assert_eq!(newest.state(), Saving::Saved);
        });
        assert!(told.is_empty(), "{told:?}");
    }

    #[gtk::test]
    fn open_game_learns_its_new_id() {
        let told = messages_of("saves", |service| async move {
            service.start();
            let (widget, heard) = (gtk::Label::new(None), Rc::new(RefCell::new(Vec::new())));
            let note = Rc::clone(&heard);
            service.connect_renamed(&widget, move |_, old, new| note.borrow_mut().push((old.clone(), new.clone())));
            let other = Store::open(service.store.folder().to_owned());
            for _ in 0..3 {
                _ = service.save_game(id("one"), game());
                service.flush().await;
                if let Ok(theirs) = other.load(&id("one")) {
                    other.save(&id("one"), &SavedGame { name: Some("theirs".to_owned()), ..theirs }).unwrap();
                }
            }
            assert_eq!(*heard.borrow(), [(id("one"), id("one-2"))]);
        });
        assert!(told.len() == 1 && told[0].ends_with("is now saved as one-2.toml."), "{told:?}");
    }
}
