// SPDX-License-Identifier: GPL-3.0-or-later
//! The tables of solved positions: opened on another thread at the start, and again when there are others.

use std::path::PathBuf;
use std::sync::Arc;

use gtk::prelude::*;
use gtk::subclass::prelude::*;
use gtk::{gio, glib};

use crate::endgame::{TableError, Tables};
use crate::ui::describe;

use super::Application;

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
