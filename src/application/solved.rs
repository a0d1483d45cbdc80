// SPDX-License-Identifier: GPL-3.0-or-later
//! The tables of solved positions: opened on another thread at the start, and again when there are others.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use gtk::gio;
use gtk::prelude::*;
use gtk::subclass::prelude::*;

use crate::describe;
use morris_engine::tablebase::{TableError, Tables};

use super::Application;

/// After so much time without another change the tables are opened anew.
const REST: Duration = Duration::from_secs(1);

impl Application {
    /// The tables that are there; none until they are opened.
    #[must_use]
    pub fn tables(&self) -> Arc<Tables> {
        self.imp().tables.borrow().clone().unwrap_or_else(|| Arc::new(Tables::none()))
    }

    /// The folder of the tables that the user had made.
    #[must_use]
    pub fn own_tables(&self) -> PathBuf {
        self.imp().table_folders.borrow().last().cloned().unwrap_or_default()
    }

    /// Opens the tables anew; those in use stay until the others are there.
    pub fn open_tables(&self) {
        let folders = self.imp().table_folders.borrow().clone();
        let app = self.downgrade();
        glib::spawn_future_local(async move {
            let opened = gio::spawn_blocking(move || Tables::open_all(folders)).await;
            let (Ok((tables, refused)), Some(app)) = (opened, app.upgrade()) else { return };
            app.imp().tables.replace(Some(Arc::new(tables)));
            app.tell_refused(refused);
            app.emit_by_name::<()>("tables-changed", &[]);
        });
    }

    /// Opens the tables anew when others appear or vanish: somebody solves positions beside the window.
    pub(super) fn watch_tables(&self) {
        let folders = self.imp().table_folders.borrow().clone();
        let monitors = folders.iter().filter_map(|folder| self.watch(folder));
        self.imp().table_monitors.replace(monitors.collect());
    }

    /// Watches a folder, or, while it is not there, the nearest one around it: GIO would look for it again and again.
    fn watch(&self, folder: &Path) -> Option<gio::FileMonitor> {
        let there = folder.ancestors().find(|folder| folder.is_dir())?;
        let file = gio::File::for_path(there);
        let monitor = file.monitor_directory(gio::FileMonitorFlags::WATCH_MOVES, gio::Cancellable::NONE);
        let monitor = monitor.inspect_err(|error| tracing::warn!("{}: {error}", there.display())).ok()?;
        let (app, folder) = (self.downgrade(), folder.to_owned());
        monitor.connect_changed(move |_, file, other, _| {
            let Some(app) = app.upgrade() else { return };
            let paths = [file.path(), other.and_then(gio::File::path)].map(Option::unwrap_or_default);
            if paths.iter().any(|path| path.parent() == Some(&folder) && is_table(path)) {
                app.tables_have_changed();
            } else if paths.iter().any(|path| !path.as_os_str().is_empty() && folder.starts_with(path)) {
                app.watch_tables();
                app.tables_have_changed();
            }
        });
        Some(monitor)
    }

    /// Waits until the files rest: a solver writes one after the other.
    fn tables_have_changed(&self) {
        let app = self.downgrade();
        let source = glib::timeout_add_local_once(REST, move || {
            if let Some(app) = app.upgrade() {
                // It is at its end already.
                _ = app.imp().tables_changing.take();
                app.open_tables();
            }
        });
        if let Some(before) = self.imp().tables_changing.replace(Some(source)) {
            before.remove();
        }
    }

    /// Names each file that cannot be used once.
    fn tell_refused(&self, refused: Vec<TableError>) {
        let mut known = self.imp().refused.borrow_mut();
        for error in refused {
            if !known.contains(&error.path) {
                tracing::error!("{error}: the table is not used");
                self.window().tell(&describe::table_error(&error));
                known.push(error.path);
            }
        }
    }

    /// Calls `react` now and whenever there are other tables, as long as `widget` lives.
    pub fn connect_tables<W: IsA<gtk::Widget>>(&self, widget: &W, react: impl Fn(&W, &Arc<Tables>) + 'static) {
        react(widget, &self.tables());
        self.connect_for(widget, "tables-changed", move |app, widget| react(widget, &app.tables()));
    }
}

/// Whether a file is a table by its name, and not one that is still being written.
fn is_table(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "values" || extension == "distances")
}
