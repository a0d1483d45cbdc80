// SPDX-License-Identifier: GPL-3.0-or-later
//! The way to the disk: settings and games are written on a thread of their own, and what becomes of them is told.

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::HashMap;
use std::rc::{Rc, Weak};
use std::sync::Arc;

use async_channel::Receiver;
use gettextrs::gettext;
use gtk::gio;

use morris_play::persistence::{
    SaveId, SaveOutcome, SaveQueue, Saved, SavedGame, Settings, SettingsFile, Store, StoreError, Summary, WriteError,
};

use crate::describe;
use crate::i18n::gettext_f;
use crate::messages::Messages;

/// What has become of saving a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Saving {
    /// The disk has what there is.
    #[default]
    Saved,
    /// It will soon be known.
    Pending,
    /// It could not be saved.
    Failed,
}

/// One save that was asked for. Whoever drops it does not care any more what becomes of it.
#[derive(Debug)]
pub struct PendingSave(Cell<Saving>);

impl PendingSave {
    /// What has become of it.
    #[must_use]
    pub fn state(&self) -> Saving {
        self.0.get()
    }
}

/// Saves settings and games.
pub struct SaveService {
    store: Arc<Store>,
    /// The thread that writes, while the application runs.
    queue: RefCell<Option<SaveQueue>>,
    /// What it tells.
    reports: OnceCell<Receiver<SaveOutcome>>,
    /// The saves whose answers somebody waits for, by their numbers.
    pending: RefCell<HashMap<u64, Weak<PendingSave>>>,
    messages: Messages,
}

impl SaveService {
    /// A service that cannot write yet.
    #[must_use]
    pub fn new(store: Store, messages: Messages) -> Self {
        Self {
            store: Arc::new(store),
            queue: RefCell::default(),
            reports: OnceCell::new(),
            pending: RefCell::default(),
            messages,
        }
    }

    /// Starts the thread that writes.
    pub fn start(self: &Rc<Self>, file: SettingsFile) {
        let (sender, reports) = async_channel::unbounded();
        let store = self.store();
        // Nobody listens any more when the program ends; the thread itself writes the log.
        let report = move |report| drop(sender.try_send(report));
        match SaveQueue::start(Arc::clone(&store), file, report) {
            Ok(queue) => drop(self.queue.replace(Some(queue))),
            Err(error) => tracing::error!("nothing can be saved: {error}"),
        }
        let reports = self.reports.get_or_init(|| reports).clone();
        let service = Rc::downgrade(self);
        glib::spawn_future_local(async move {
            while let (Ok(report), Some(service)) = (reports.recv().await, service.upgrade()) {
                service.take(report);
            }
        });
        drop(gio::spawn_blocking(move || store.tidy()));
    }

    /// Waits until all is written, and ends the thread.
    pub fn stop(&self) {
        self.queue.take();
    }

    /// The saved games. All its calls wait for the disk: use it on another thread.
    #[must_use]
    pub fn store(&self) -> Arc<Store> {
        Arc::clone(&self.store)
    }

    /// Saves the settings soon.
    pub fn save_settings(&self, settings: &Settings) {
        if let Some(queue) = &*self.queue.borrow() {
            queue.save_settings(settings.clone());
        }
    }

    /// Saves a game soon; what is given back knows what becomes of it, as long as it is kept.
    #[must_use]
    pub fn save_game(&self, id: SaveId, game: SavedGame) -> Rc<PendingSave> {
        let save = Rc::new(PendingSave(Cell::new(Saving::Pending)));
        if let Some(queue) = &*self.queue.borrow() {
            let mut pending = self.pending.borrow_mut();
            pending.retain(|_, save| save.strong_count() > 0);
            pending.insert(queue.save_game(id, game), Rc::downgrade(&save));
        }
        save
    }

    /// Waits until all is written that was to be written before, and what became of it has been told.
    pub async fn flush(&self) {
        // Only the flush goes to the other thread: the queue itself has to end on this one, where the program waits.
        let Some(flush) = self.queue.borrow().as_ref().map(SaveQueue::start_flush) else { return };
        if gio::spawn_blocking(move || flush.wait()).await.is_err() {
            tracing::error!("waiting for the disk went wrong");
        }
        while let Some(Ok(report)) = self.reports.get().map(Receiver::try_recv) {
            self.take(report);
        }
    }

    /// The newest game that is not over, as the disk knows it once all is written.
    pub async fn latest_unfinished(&self) -> Option<Summary> {
        self.flush().await;
        let store = self.store();
        match gio::spawn_blocking(move || store.latest_unfinished()).await {
            Ok(Ok(summary)) => summary,
            Ok(Err(error)) => {
                tracing::warn!("{error}");
                None
            }
            Err(_) => None,
        }
    }

    fn take(&self, report: SaveOutcome) {
        match report {
            SaveOutcome::Game { number, result, .. } => self.take_game(number, result),
            SaveOutcome::Settings(Ok(())) => {}
            SaveOutcome::Settings(Err(error)) => self.tell_settings(&error),
        }
    }

    fn take_game(&self, number: u64, result: Result<Saved, StoreError>) {
        if let Ok(Saved::WithoutComments(_)) = &result {
            let words = gettext("The comments and variations are too long to be saved with the game.");
            self.messages.tell_once(&words);
        }
        if let Ok(Saved::Beside(path) | Saved::WithoutComments(Some(path))) = &result {
            let file = path.file_name().unwrap_or_default().to_string_lossy();
            self.messages.tell(&gettext_f(
                "Something else stood in the place of the saved game; it is now called {file}",
                &[("file", &file)],
            ));
        }
        let save = self.pending.borrow_mut().remove(&number);
        if let Some(save) = save.and_then(|save| save.upgrade()) {
            self.answer(&save, result.err());
        }
    }

    /// Bad news are told once. What became of an earlier save than the last says nothing about the moves since: nobody
    /// keeps that one.
    fn answer(&self, save: &PendingSave, error: Option<StoreError>) {
        save.0.set(if error.is_some() { Saving::Failed } else { Saving::Saved });
        if let Some(error) = error {
            tracing::warn!("{error}");
            let words = gettext("The game could not be saved.");
            self.messages.tell_once(&format!("{words} {}", describe::store_error(&error)));
        }
    }

    fn tell_settings(&self, error: &WriteError) {
        tracing::warn!("{error}");
        let words = gettext("The settings could not be saved.");
        self.messages.tell_once(&format!("{words} {}", describe::write_error(error)));
    }
}
