// SPDX-License-Identifier: GPL-3.0-or-later
//! What somebody has practised: read when it is first needed, kept in mind, and written after each change, all on other
//! threads.

use std::cell::{Cell, RefCell};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::{Arc, Mutex, PoisonError};

use gettextrs::gettext;
use gtk::gio;
use gtk::prelude::*;

use morris_play::persistence::{PracticeFile, WriteError};
use morris_play::puzzles::Practice;

use super::listeners::Listeners;
use crate::describe;
use crate::i18n::gettext_f;
use crate::messages::Messages;

/// What somebody has practised.
pub struct PracticeService {
    path: PathBuf,
    /// Nothing until it is read.
    practice: RefCell<Option<Practice>>,
    /// Counts the changes.
    change: Cell<u64>,
    file: Arc<Mutex<Disk>>,
    changed: Listeners<()>,
    messages: Messages,
}

/// The file, and which change it has.
#[derive(Default)]
struct Disk {
    file: Option<PracticeFile>,
    has: u64,
}

impl Disk {
    /// Writes what nothing newer has been written of.
    fn save(&mut self, practice: &Practice, change: u64) -> Result<(), WriteError> {
        if change > self.has {
            self.file.as_mut().map_or(Ok(()), |file| file.save(practice))?;
            self.has = change;
        }
        Ok(())
    }
}

impl PracticeService {
    /// What lies beside this folder of saved games; not read yet.
    #[must_use]
    pub fn new(saves: &Path, messages: Messages) -> Self {
        Self {
            path: PracticeFile::beside(saves),
            practice: RefCell::default(),
            change: Cell::default(),
            file: Arc::default(),
            changed: Listeners::default(),
            messages,
        }
    }

    /// Reads the file, if that has not been done.
    pub async fn load(&self) {
        if self.practice.borrow().is_some() {
            return;
        }
        let path = self.path.clone();
        let Ok(loaded) = gio::spawn_blocking(move || PracticeFile::load(&path)).await else { return };
        // Two may have asked at the same time: the first has it.
        if self.practice.borrow().is_some() {
            return;
        }
        for problem in &loaded.problems {
            tracing::warn!("{problem}");
            let words = gettext("What you practised could not all be read.");
            self.messages.tell(&format!("{words} {}", describe::file_error(problem)));
        }
        if let Some(path) = &loaded.set_aside {
            let file = path.file_name().unwrap_or_default().to_string_lossy();
            self.messages.tell(&gettext_f("The file is kept as {file}", &[("file", &file)]));
        }
        self.lock().file = Some(loaded.file);
        self.practice.replace(Some(loaded.practice));
        self.changed.call(|| ());
    }

    /// Looks at what was practised; nothing before it is read.
    pub fn read<T: Default>(&self, look: impl FnOnce(&Practice) -> T) -> T {
        self.practice.borrow().as_ref().map(look).unwrap_or_default()
    }

    /// Changes it, and writes it soon; does nothing before it is read.
    pub fn change(self: &Rc<Self>, change: impl FnOnce(&mut Practice)) {
        let mut practice = self.practice.borrow_mut();
        let Some(practised) = practice.as_mut() else { return };
        change(practised);
        let (number, copy, disk) = (self.change.get() + 1, practised.clone(), Arc::clone(&self.file));
        drop(practice);
        self.change.set(number);
        self.changed.call(|| ());
        let service = Rc::downgrade(self);
        glib::spawn_future_local(async move {
            let save = move || disk.lock().unwrap_or_else(PoisonError::into_inner).save(&copy, number);
            if let (Ok(Err(error)), Some(service)) = (gio::spawn_blocking(save).await, service.upgrade()) {
                tracing::warn!("{error}");
                let words = gettext("What you practised could not be saved.");
                service.messages.tell_once(&format!("{words} {}", describe::write_error(&error)));
            }
        });
    }

    /// Calls `react` whenever it has changed, as long as `widget` lives.
    pub fn connect_for<W: IsA<gtk::Widget>>(&self, widget: &W, react: impl Fn(&W) + 'static) {
        self.changed.connect_for(widget, move |widget, ()| react(widget));
    }

    /// Writes what is not written yet, and waits for it.
    pub fn stop(&self) {
        if let Some(practice) = &*self.practice.borrow() {
            if let Err(error) = self.lock().save(practice, self.change.get()) {
                tracing::error!("{error}");
            }
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Disk> {
        self.file.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use morris_play::puzzles::{Run, RunKind};

    #[test]
    fn what_changes_is_there_the_next_time() {
        let home = tempfile::tempdir().unwrap();
        let service =
            || Rc::new(PracticeService::new(&home.path().join("saves"), Messages::new(|_| panic!("all is well"))));
        let record =
            |service: &PracticeService| service.read(|practice| practice.records.get(&RunKind::Streak).copied());
        let mut run = Run::new(RunKind::Streak);
        run.solve();
        let context = glib::MainContext::new();
        let work = || {
            let first = service();
            first.change(|_| panic!("it is not read yet"));
            context.block_on(first.load());
            first.change(|practice| _ = practice.finish(&run));
            first.stop();
            let second = service();
            context.block_on(second.load());
            assert_eq!(record(&second), Some(1));
        };
        context.with_thread_default(work).unwrap();
    }
}
