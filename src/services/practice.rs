// SPDX-License-Identifier: GPL-3.0-or-later
//! Practice results of the user: read when first needed, kept in memory, and written after each
//! change. All disk work is on other threads. Each change is applied twice: to the memory
//! immediately, and to the current content of the file, which another window may have changed. The
//! resulting content of the file then replaces the memory.

use std::cell::{Cell, RefCell};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use gettextrs::gettext;
use gtk::gio;

use morris_play::persistence::{PracticeChange, PracticeFile, WriteError};
use morris_teach::puzzles::Practice;

use super::file_service::FileService;
use super::listeners::Listeners;
use crate::services::messages::{Messages, RepeatedNews};
use crate::text::describe;
use crate::text::i18n::{gettext_f, sentences};

pub struct PracticeService {
    path: PathBuf,
    /// `None` until the file has been read.
    practice: RefCell<Option<Practice>>,
    /// Number of changes since the file was read.
    changes: Cell<u64>,
    /// Writes the file, once it has been read.
    pub(super) disk: FileService<PracticeChange, News>,
    pub changed: Listeners<()>,
    writing: RepeatedNews,
    messages: Messages,
}

/// Content of the file, and the number of changes that it includes.
type News = Result<(Practice, u64), WriteError>;

impl PracticeService {
    /// Creates the service for the file beside this folder of saved games. The file is not read
    /// yet.
    pub fn new(saves: &Path, messages: Messages) -> Self {
        Self {
            path: PracticeFile::beside(saves),
            practice: RefCell::default(),
            changes: Cell::default(),
            disk: FileService::default(),
            changed: Listeners::default(),
            writing: RepeatedNews::new(messages.clone()),
            messages,
        }
    }

    /// Starts reading the file, unless it has been read.
    pub fn load_soon(self: &Rc<Self>) {
        let practice = Rc::clone(self);
        glib::spawn_future_local(async move { practice.load().await });
    }

    /// Reads the file, unless it has been read.
    pub async fn load(self: &Rc<Self>) {
        if self.practice.borrow().is_some() {
            return;
        }
        let path = self.path.clone();
        let Ok(loaded) = gio::spawn_blocking(move || PracticeFile::load(&path)).await else { return };
        // Two callers may have asked at the same time: the first one has loaded it.
        if self.practice.borrow().is_some() {
            return;
        }
        for problem in &loaded.problems {
            tracing::warn!("{problem}");
            let words = gettext("Could not read all of your practice data.");
            self.messages.tell(&sentences(&[words, describe::file_error(problem)]));
        }
        if let Some(path) = &loaded.set_aside {
            let file = path.file_name().unwrap_or_default().to_string_lossy();
            self.messages.tell(&gettext_f("The file is kept as {file}", &[("file", &file)]));
        }
        self.disk.start(loaded.file, |news| news, self, Self::finish_write);
        self.practice.replace(Some(loaded.practice));
        self.changed.call(|| ());
    }

    /// Returns whether the file has been read.
    pub fn is_read(&self) -> bool {
        self.practice.borrow().is_some()
    }

    /// Passes the practice results to `look`. Returns the default if the file has not been read.
    pub fn read<T: Default>(&self, look: impl FnOnce(&Practice) -> T) -> T {
        self.practice.borrow().as_ref().map(look).unwrap_or_default()
    }

    /// Changes the practice results and queues the write. Does nothing if the file has not been
    /// read. Returns the result of `change` on the results in memory.
    pub fn change<T: Default>(self: &Rc<Self>, change: impl Fn(&mut Practice) -> T + Send + 'static) -> T {
        let Some(result) = self.practice.borrow_mut().as_mut().map(&change) else { return T::default() };
        self.changes.set(self.changes.get() + 1);
        self.disk.send(Box::new(move |practice| _ = change(practice)));
        self.changed.call(|| ());
        result
    }

    fn finish_write(&self, news: News) {
        match news {
            Ok((practice, changes)) => {
                self.writing.forget();
                self.adopt(practice, changes);
            }
            Err(error) => self.report_failure(&error),
        }
    }

    /// Adopts the content of the file if it includes all changes.
    fn adopt(&self, practice: Practice, changes: u64) {
        if changes == self.changes.get() && self.practice.borrow().as_ref() != Some(&practice) {
            self.practice.replace(Some(practice));
            self.changed.call(|| ());
        }
    }

    fn report_failure(&self, error: &WriteError) {
        tracing::warn!("{error}");
        let words = gettext("Could not save your practice data.");
        self.writing.tell(&sentences(&[words, describe::write_error(error)]));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::services::for_tests::{logged, news, own_context};
    use jiff::civil::date;
    use morris_teach::puzzles::{DailyGrade, RatingScore, Run, RunKind};
    use rustix::fs::{FlockOperation, flock};
    use std::fs::File;
    use std::time::{Duration, Instant};

    /// Returns a deadline that is long enough for all the work.
    fn soon() -> Instant {
        Instant::now() + Duration::from_secs(60)
    }

    #[test]
    fn changes_are_there_at_the_next_start() {
        let home = tempfile::tempdir().unwrap();
        let service =
            || Rc::new(PracticeService::new(&home.path().join("saves"), Messages::new(|_| panic!("all is well"))));
        let record =
            |service: &PracticeService| service.read(|practice| practice.records.get(&RunKind::Streak).copied());
        let mut run = Run::new(RunKind::Streak);
        run.solve();
        let context = own_context();
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
            first.disk.stop(soon());
            // Another window has not seen that change, and must not lose it.
            second.change(move |practice| practice.daily_tried(today, DailyGrade::Easy, RatingScore::Whole));
            assert_eq!(record(&second), None);
            while record(&second).is_none() {
                context.iteration(true);
            }
            second.disk.stop(soon());
            let third = service();
            context.block_on(third.load());
            assert_eq!((record(&third), third.read(|practice| practice.days.len())), (Some(1), 1));
        };
        context.with_thread_default(work).unwrap();
    }

    #[test]
    fn locked_folder_is_reported_and_nothing_is_lost() {
        let home = tempfile::tempdir().unwrap();
        let held = File::open(home.path()).unwrap();
        flock(&held, FlockOperation::LockExclusive).unwrap();
        let (messages, told) = logged(news);
        let service = || Rc::new(PracticeService::new(&home.path().join("saves"), messages.clone()));
        let days = |service: &PracticeService| service.read(|practice| practice.days.len());
        let context = own_context();
        let work = || {
            let first = service();
            context.block_on(first.load());
            first.change(|practice| practice.daily_tried(date(2026, 11, 22), DailyGrade::Easy, RatingScore::Whole));
            while told.borrow().is_empty() {
                context.iteration(true);
            }
            // The service keeps working after the failure.
            first.change(|practice| practice.daily_tried(date(2026, 11, 23), DailyGrade::Easy, RatingScore::Whole));
            first.disk.stop(soon());
            assert_eq!(days(&first), 2);
            drop(held);
            let second = service();
            context.block_on(second.load());
            assert_eq!(days(&second), 2);
        };
        context.with_thread_default(work).unwrap();
        let words =
            "Could not save your practice data. Could not write to practice.toml. Another program is using the file.";
        assert_eq!(*told.borrow(), [words], "the same once");
    }
}
