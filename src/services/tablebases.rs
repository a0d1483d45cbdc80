// SPDX-License-Identifier: GPL-3.0-or-later
//! Tables of solved positions. Another thread opens them at the start, and again when files change.

use std::cell::{Cell, RefCell};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use gtk::gio;
use gtk::prelude::*;

use morris_solved::tablebase::{SolveError, TableError, Tables};

use super::background::{Background, Lane};
use super::listeners::Listeners;
use crate::services::messages::Messages;
use crate::text::describe;
use crate::widgets::timer::Timer;

/// The tables are opened again after this time without a further change.
const REST: Duration = Duration::from_secs(1);

/// The available tables of solved positions.
pub struct Tablebases {
    /// Folders of tables, the user's own last.
    folders: Vec<PathBuf>,
    /// The tables. Empty until they are opened.
    tables: RefCell<Arc<Tables>>,
    changed: Listeners<Arc<Tables>>,
    /// Callers that wait until the tables are opened for the first time. `None` from then on.
    waiting: RefCell<Option<Vec<async_channel::Sender<()>>>>,
    /// Number of the last request to open the tables. An answer to an older request is dropped.
    question: Cell<u64>,
    /// Monitors that report new and removed files in the folders.
    monitors: RefCell<Vec<gio::FileMonitor>>,
    /// Delays opening until the files no longer change.
    reopening: Timer,
    /// Unusable files that were already reported.
    refused: RefCell<Vec<PathBuf>>,
    messages: Messages,
}

impl Tablebases {
    /// Creates the service for these folders. The tables are not opened yet.
    pub fn new(folders: Vec<PathBuf>, messages: Messages) -> Self {
        Self {
            folders,
            tables: RefCell::new(Arc::new(Tables::none())),
            changed: Listeners::default(),
            waiting: RefCell::new(Some(Vec::new())),
            question: Cell::default(),
            monitors: RefCell::default(),
            reopening: Timer::default(),
            refused: RefCell::default(),
            messages,
        }
    }

    /// Returns the available tables. Empty until they are opened.
    pub fn current(&self) -> Arc<Tables> {
        Arc::clone(&self.tables.borrow())
    }

    /// Returns the available tables once they have been opened.
    pub async fn opened(&self) -> Arc<Tables> {
        let wait = self.waiting.borrow_mut().as_mut().map(|waiting| {
            let (sender, opened) = async_channel::bounded(1);
            waiting.push(sender);
            opened
        });
        if let Some(opened) = wait {
            // Nothing is ever sent: the channel just closes.
            let _ = opened.recv().await;
        }
        self.current()
    }

    /// Removes tables of the user's own folder after all earlier jobs of the lane, and opens those
    /// that are left.
    pub fn remove(
        self: &Rc<Self>,
        background: &Background,
        lane: Lane,
        remove: impl FnOnce(&Path) -> Result<(), SolveError> + Send + 'static,
    ) {
        let (tables, folder) = (Rc::clone(self), self.own_folder());
        let (job, removed) = background.start_in(lane, move |worker| worker.tell(remove(&folder)));
        glib::spawn_future_local(async move {
            let _job = job;
            if let Ok(Err(error)) = removed.recv().await {
                tracing::warn!("{error}");
                tables.messages.tell(&describe::solve_error(&error));
            }
            tables.open();
        });
    }

    pub fn own_folder(&self) -> PathBuf {
        self.folders.last().cloned().unwrap_or_default()
    }

    /// Calls `react` now and at each change of the tables, as long as `widget` lives.
    pub fn connect_for<W: IsA<gtk::Widget>>(&self, widget: &W, react: impl Fn(&W, &Arc<Tables>) + 'static) {
        react(widget, &self.current());
        self.changed.connect_for(widget, react);
    }

    /// Opens the tables again. Those in use stay until the new ones are ready.
    pub fn open(self: &Rc<Self>) {
        let (folders, service) = (self.folders.clone(), Rc::downgrade(self));
        let question = self.ask();
        glib::spawn_future_local(async move {
            let opened = gio::spawn_blocking(move || Tables::open_all(folders)).await;
            let Some(service) = service.upgrade() else { return };
            match opened {
                Ok((tables, refused)) => service.finish_opening(question, tables, refused),
                // Wake the waiting callers, which would otherwise wait forever.
                Err(_) => _ = service.waiting.take(),
            }
        });
    }

    /// Returns the number of a new request.
    fn ask(&self) -> u64 {
        self.question.set(self.question.get() + 1);
        self.question.get()
    }

    /// Stores the tables of a request, unless there is a newer request.
    fn finish_opening(&self, question: u64, tables: Tables, refused: Vec<TableError>) {
        if question == self.question.get() {
            self.tables.replace(Arc::new(tables));
            self.waiting.take();
            self.report_refused(refused);
            self.changed.call(|| self.current());
        }
    }

    /// Opens the tables again when files appear or vanish, for example because another process
    /// solves positions.
    pub fn watch(self: &Rc<Self>) {
        let monitors = self.folders.iter().filter_map(|folder| self.watch_folder(folder));
        self.monitors.replace(monitors.collect());
    }

    pub fn stop(&self) {
        self.monitors.take();
        self.reopening.stop();
    }

    /// Watches a folder, or its nearest existing ancestor: GIO would poll for a missing folder.
    fn watch_folder(self: &Rc<Self>, folder: &Path) -> Option<gio::FileMonitor> {
        let there = folder.ancestors().find(|folder| folder.is_dir())?;
        let file = gio::File::for_path(there);
        let monitor = file.monitor_directory(gio::FileMonitorFlags::WATCH_MOVES, gio::Cancellable::NONE);
        let monitor = monitor.inspect_err(|error| tracing::warn!("{}: {error}", there.display())).ok()?;
        let (service, folder) = (Rc::downgrade(self), folder.to_owned());
        monitor.connect_changed(move |_, file, other, _| {
            let Some(service) = service.upgrade() else { return };
            let paths = [file.path(), other.and_then(gio::File::path)].map(Option::unwrap_or_default);
            if paths.iter().any(|path| path.parent() == Some(&folder) && is_table(path)) {
                service.open_soon();
            } else if paths.iter().any(|path| !path.as_os_str().is_empty() && folder.starts_with(path)) {
                service.watch();
                service.open_soon();
            }
        });
        Some(monitor)
    }

    /// Opens the tables once the files no longer change: a solver writes one file after the other.
    fn open_soon(self: &Rc<Self>) {
        self.reopening.start(REST, weak!(service = self, move || service.open()));
    }

    /// Reports each unusable file once.
    fn report_refused(&self, refused: Vec<TableError>) {
        for error in refused {
            if !self.refused.borrow().contains(&error.path) {
                tracing::error!("{error}: the table is not used");
                self.messages.tell(&describe::table_error(&error));
                self.refused.borrow_mut().push(error.path);
            }
        }
    }
}

/// Returns whether the name is that of a complete table, not of one that is still being written.
fn is_table(path: &Path) -> bool {
    path.extension().is_some_and(|extension| ["values", "distances", "game"].iter().any(|table| extension == *table))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_older_answer_does_not_overtake_a_newer_one() {
        let service = Tablebases::new(Vec::new(), Messages::new(|_| {}));
        let heard = Rc::new(Cell::new(0));
        let count = Rc::clone(&heard);
        service.changed.connect(move |_| count.set(count.get() + 1));
        let (older, newer) = (service.ask(), service.ask());
        service.finish_opening(newer, Tables::none(), Vec::new());
        let current = service.current();
        service.finish_opening(older, Tables::none(), Vec::new());
        assert!(Arc::ptr_eq(&current, &service.current()));
        assert_eq!(heard.get(), 1);
    }
}
