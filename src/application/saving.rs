// SPDX-License-Identifier: GPL-3.0-or-later
//! The way to the disk: settings and games are written on a thread of their own, and what becomes of them is told.

use std::path::Path;
use std::sync::Arc;

use gettextrs::gettext;
use gtk::gio;
use gtk::prelude::*;
use gtk::subclass::prelude::*;

use morris_play::persistence::{FileError, SaveId, SaveOutcome, SaveQueue, Saved, SavedGame, Settings, Store, Summary};

use super::Application;
use crate::describe;
use crate::i18n::gettext_f;

impl Application {
    /// Starts the thread that writes, and tells what was wrong with the settings.
    pub(super) fn start_saving(&self) {
        let Some(loaded) = self.imp().loaded.take() else { return };
        let (sender, reports) = async_channel::unbounded();
        let store = self.store();
        // Nobody listens any more when the program ends; the thread itself writes the log.
        let report = move |report| drop(sender.try_send(report));
        match SaveQueue::start(Arc::clone(&store), loaded.file, report) {
            Ok(saver) => drop(self.imp().saver.replace(Some(saver))),
            Err(error) => tracing::error!("nothing can be saved: {error}"),
        }
        self.imp().reports.replace(Some(reports.clone()));
        let app = self.downgrade();
        glib::spawn_future_local(async move {
            while let (Ok(report), Some(app)) = (reports.recv().await, app.upgrade()) {
                app.hear(report);
            }
        });
        drop(gio::spawn_blocking(move || store.tidy()));
        self.tell_problems(&loaded.problems, loaded.set_aside.as_deref());
    }

    /// Tells what was wrong with the settings, and what a file that could not be used at all is called now.
    fn tell_problems(&self, problems: &[FileError], set_aside: Option<&Path>) {
        for problem in problems {
            tracing::warn!("{problem}");
            let words = gettext("A setting could not be read.");
            self.window().tell(&format!("{words} {}", describe::file_error(problem)));
        }
        if let Some(path) = set_aside {
            let file = path.file_name().unwrap_or_default().to_string_lossy();
            self.window()
                .tell(&gettext_f("The settings begin anew; the old file is kept as {file}", &[("file", &file)]));
        }
    }

    /// The saved games. All its calls wait for the disk: use it on another thread.
    #[must_use]
    pub fn store(&self) -> Arc<Store> {
        Arc::clone(self.imp().store.get().expect("it is set when the application is made"))
    }

    pub(super) fn save_settings(&self, settings: &Settings) {
        if let Some(saver) = &*self.imp().saver.borrow() {
            saver.save_settings(settings.clone());
        }
    }

    /// Saves a game soon; the window hears what becomes of the save of this number. `None` if nothing can be saved.
    pub fn save_game(&self, id: SaveId, game: SavedGame) -> Option<u64> {
        self.imp().saver.borrow().as_ref().map(|saver| saver.save_game(id, game))
    }

    /// Waits until all is written that was given to be written before, and what became of it has been heard.
    pub async fn flush(&self) {
        // Only the flush goes to the other thread: the saver itself has to end on this one, where the program waits.
        let Some(flush) = self.imp().saver.borrow().as_ref().map(SaveQueue::start_flush) else { return };
        if gio::spawn_blocking(move || flush.wait()).await.is_err() {
            tracing::error!("waiting for the disk went wrong");
        }
        let reports = self.imp().reports.borrow().clone();
        while let Some(Ok(report)) = reports.as_ref().map(async_channel::Receiver::try_recv) {
            self.hear(report);
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

    fn hear(&self, report: SaveOutcome) {
        match report {
            SaveOutcome::Game { id, number, result } => {
                if let Ok(Saved::WithoutComments(_)) = &result {
                    let words = gettext("The comments and variations are too long to be saved with the game.");
                    self.window().tell_once(&words);
                }
                if let Ok(Saved::Beside(path) | Saved::WithoutComments(Some(path))) = &result {
                    let file = path.file_name().unwrap_or_default().to_string_lossy();
                    self.window().tell(&gettext_f(
                        "Something else stood in the place of the saved game; it is now called {file}",
                        &[("file", &file)],
                    ));
                }
                self.window().hear_saved(&id, number, result.err().as_ref());
            }
            SaveOutcome::Settings(Ok(())) => {}
            SaveOutcome::Settings(Err(error)) => {
                tracing::warn!("{error}");
                let words = gettext("The settings could not be saved.");
                self.window().tell_once(&format!("{words} {}", describe::write_error(&error)));
            }
        }
    }
}
