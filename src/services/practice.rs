// SPDX-License-Identifier: GPL-3.0-or-later
//! What somebody has practised: read when it is first needed, kept in mind, and written after each change, all on other
//! threads. A change is made twice: in mind at once, and to what stands in the file then, which another window may have
//! changed; that is what is kept in mind afterwards.

use std::cell::{Cell, RefCell};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use gettextrs::gettext;
use gtk::gio;
use gtk::prelude::*;

use morris_play::persistence::{PracticeFile, WriteError};
use morris_teach::puzzles::Practice;

use super::listeners::Listeners;
use crate::describe;
use crate::i18n::gettext_f;
use crate::messages::{Messages, RepeatedNews};

/// What somebody has practised.
pub struct PracticeService {
    path: PathBuf,
    /// Nothing until it is read.
    practice: RefCell<Option<Practice>>,
    /// How often that was changed.
    changes: Cell<u64>,
    disk: Arc<Disk>,
    changed: Listeners<()>,
    writing: RepeatedNews,
    messages: Messages,
}

type Change = Box<dyn Fn(&mut Practice) + Send>;

/// The file, and the changes that it does not have yet.
#[derive(Default)]
struct Disk {
    file: Mutex<Written>,
    /// Never held while the disk works.
    pending: Mutex<Vec<Change>>,
}

/// The file, and how many changes were made to it.
#[derive(Default)]
struct Written {
    file: Option<PracticeFile>,
    changes: u64,
}

impl Disk {
    /// Makes all changes that wait. Says what stands in the file then, after so many changes, unless there were none.
    fn write(&self) -> Result<Option<(Practice, u64)>, WriteError> {
        let mut written = locked(&self.file);
        let changes = std::mem::take(&mut *locked(&self.pending));
        let Some(file) = written.file.as_mut().filter(|_| !changes.is_empty()) else { return Ok(None) };
        let result = file.change(|practice| changes.iter().for_each(|change| change(practice)));
        match result {
            Ok(practice) => {
                written.changes += changes.len() as u64;
                Ok(Some((practice, written.changes)))
            }
            Err(error) => {
                // They are made the next time.
                locked(&self.pending).splice(0..0, changes);
                Err(error)
            }
        }
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl PracticeService {
    /// What lies beside this folder of saved games; not read yet.
    #[must_use]
    pub fn new(saves: &Path, messages: Messages) -> Self {
        Self {
            path: PracticeFile::beside(saves),
            practice: RefCell::default(),
            changes: Cell::default(),
            disk: Arc::default(),
            changed: Listeners::default(),
            writing: RepeatedNews::new(messages.clone()),
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
        locked(&self.disk.file).file = Some(loaded.file);
        self.practice.replace(Some(loaded.practice));
        self.changed.call(|| ());
    }

    /// Looks at what was practised; nothing before it is read.
    pub fn read<T: Default>(&self, look: impl FnOnce(&Practice) -> T) -> T {
        self.practice.borrow().as_ref().map(look).unwrap_or_default()
    }

    /// Changes it, and writes that soon; does nothing before it is read. Says what `change` says of what is in mind.
    pub fn change<T: Default>(self: &Rc<Self>, change: impl Fn(&mut Practice) -> T + Send + 'static) -> T {
        let Some(result) = self.practice.borrow_mut().as_mut().map(&change) else { return T::default() };
        let again: Change = Box::new(move |practice| drop(change(practice)));
        locked(&self.disk.pending).push(again);
        self.changes.set(self.changes.get() + 1);
        self.changed.call(|| ());
        let (service, disk) = (Rc::downgrade(self), Arc::clone(&self.disk));
        glib::spawn_future_local(async move {
            let written = gio::spawn_blocking(move || disk.write()).await;
            let Some(service) = service.upgrade() else { return };
            match written {
                Ok(Ok(written)) => {
                    service.writing.forget();
                    written.into_iter().for_each(|(practice, changes)| service.take_over(practice, changes));
                }
                Ok(Err(error)) => service.tell_failure(&error),
                Err(_) => {}
            }
        });
        result
    }

    /// Takes over what stands in the file, if that has all changes.
    fn take_over(&self, practice: Practice, changes: u64) {
        if changes == self.changes.get() && self.practice.borrow().as_ref() != Some(&practice) {
            self.practice.replace(Some(practice));
            self.changed.call(|| ());
        }
    }

    fn tell_failure(&self, error: &WriteError) {
        tracing::warn!("{error}");
        let words = gettext("What you practised could not be saved.");
        self.writing.tell(&format!("{words} {}", describe::write_error(error)));
    }

    /// Calls `react` whenever it has changed, as long as `widget` lives.
    pub fn connect_for<W: IsA<gtk::Widget>>(&self, widget: &W, react: impl Fn(&W) + 'static) {
        self.changed.connect_for(widget, move |widget, ()| react(widget));
    }

    /// Writes what is not written yet, and waits for it.
    pub fn stop(&self) {
        if let Err(error) = self.disk.write() {
            tracing::error!("{error}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;
    use morris_teach::puzzles::{Points, Run, RunKind};

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
            first.change(|_| -> () { panic!("it is not read yet") });
            let second = service();
            context.block_on(async {
                first.load().await;
                second.load().await;
            });
            let (one, today) = (run.clone(), date(2026, 11, 22));
            assert!(first.change(move |practice| practice.finish(&one)));
            first.stop();
            // Another window has not seen that, and loses nothing of it.
            second.change(move |practice| practice.daily_tried(today, Points::Whole));
            assert_eq!(record(&second), None);
            while record(&second).is_none() {
                context.iteration(true);
            }
            second.stop();
            let third = service();
            context.block_on(third.load());
            assert_eq!((record(&third), third.read(|practice| practice.days.len())), (Some(1), 1));
        };
        context.with_thread_default(work).unwrap();
    }
}
