// SPDX-License-Identifier: GPL-3.0-or-later
//! Settings shared by all parts of the program, and their thread that writes the file.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Instant;

use gettextrs::gettext;
use gtk::prelude::*;

use morris_play::persistence::{Settings, SettingsFile, WriteError};

use super::file_service::FileService;
use super::listeners::Listeners;
use crate::services::messages::{Messages, RepeatedNews};
use crate::text::describe;
use crate::text::i18n::sentences;

pub struct SharedSettings {
    current: RefCell<Settings>,
    pub(super) file: FileService<Settings, Result<(), WriteError>>,
    writing: RepeatedNews,
    /// Listeners, called with the old and the new settings.
    changed: Listeners<(Settings, Settings)>,
}

impl SharedSettings {
    /// Creates the service with settings as read. They are saved from [`Self::start`] on.
    pub fn new(settings: Settings, messages: Messages) -> Self {
        let (file, changed) = (FileService::default(), Listeners::default());
        Self { current: RefCell::new(settings), file, writing: RepeatedNews::new(messages), changed }
    }

    /// Starts the thread that writes.
    pub fn start(self: &Rc<Self>, file: SettingsFile) {
        self.file.start(file, |written| written, self, |settings, written| settings.finish_write(written));
    }

    /// Waits until everything is written, but no longer than `until`, and ends the thread. Logs a
    /// failure.
    pub fn stop(&self, until: Instant) {
        self.file.stop(until);
        self.file.untold().for_each(|written| self.finish_write(written));
    }

    /// Passes the settings to `look`, which must not change them.
    pub fn read<T>(&self, look: impl FnOnce(&Settings) -> T) -> T {
        look(&self.current.borrow())
    }

    pub fn get(&self) -> Settings {
        self.current.borrow().clone()
    }

    /// Changes the settings. They take effect immediately and are saved in the background.
    pub fn change(&self, change: impl FnOnce(&mut Settings)) {
        let old = self.get();
        let mut new = old.clone();
        change(&mut new);
        if new == old {
            return;
        }
        self.current.replace(new.clone());
        if !self.file.send(new) {
            tracing::error!("no thread saves the settings");
            self.writing.tell(&gettext("Could not save the settings."));
        }
        self.changed.call(|| (old.clone(), self.get()));
    }

    /// Calls `react` with the old and the new settings at each change, in the order of connection.
    pub fn connect(&self, react: impl Fn(&Settings, &Settings) + 'static) {
        self.changed.connect(move |(old, new)| react(old, new));
    }

    /// Calls `react` after each change, as long as `widget` lives.
    pub fn connect_for<W: IsA<gtk::Widget>>(&self, widget: &W, react: impl Fn(&W, &Settings) + 'static) {
        self.changed.connect_for(widget, move |widget, (_, new)| react(widget, new));
    }

    fn finish_write(&self, written: Result<(), WriteError>) {
        match written {
            Ok(()) => self.writing.forget(),
            Err(error) => {
                tracing::warn!("{error}");
                let words = gettext("Could not save the settings.");
                self.writing.tell(&sentences(&[words, describe::write_error(&error)]));
            }
        }
    }
}

/// Default settings that report to no window.
#[cfg(test)]
impl Default for SharedSettings {
    fn default() -> Self {
        Self::new(Settings::default(), Messages::new(|_| {}))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::services::for_tests::{logged, news};

    #[test]
    fn failed_settings_are_reported_once_and_applied() {
        let (messages, told) = logged(news);
        let settings = SharedSettings::new(Settings::default(), messages);
        let heard: Rc<RefCell<Vec<(u8, u8)>>> = Rc::default();
        let note = Rc::clone(&heard);
        settings.connect(move |old, new| note.borrow_mut().push((old.volume, new.volume)));
        settings.change(|settings| settings.volume = 1);
        settings.change(|settings| settings.volume = 1);
        settings.change(|settings| settings.volume = 2);
        assert_eq!(*told.borrow(), ["Could not save the settings."]);
        assert_eq!(*heard.borrow(), [(Settings::default().volume, 1), (1, 2)]);
    }
}
