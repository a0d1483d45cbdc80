// SPDX-License-Identifier: GPL-3.0-or-later
//! Exports and resets the statistics.

use adw::prelude::*;
use gettextrs::gettext;
use gtk::gio;

use super::Window;
use crate::text::describe;
use crate::text::i18n::gettext_f;
use crate::widgets::ask::{Last, confirm};
use morris_play::persistence::write_file;

impl Window {
    /// Asks for a path, and writes the finished games there as comma-separated values.
    pub(super) fn choose_statistics_export(&self) {
        // Translators: the beginning of the name of a file: a plain word
        let name = format!("{}.csv", gettext("statistics"));
        let dialog = self.dialog_to_save(&gettext("Export Statistics"), &gettext("Export"), &name);
        self.ask_for_file(dialog, |window, file, _| window.export_statistics(file));
    }

    fn export_statistics(&self, file: &gio::File) {
        let Some(path) = file.path() else {
            return self.say(&gettext("Statistics can be exported only to files on this computer."));
        };
        let (window, statistics) = (self.downgrade(), self.services().statistics.file());
        glib::spawn_future_local(async move {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let written =
                gio::spawn_blocking(move || statistics.read().map(|read| write_file(&path, read.csv()))).await;
            let Some(window) = window.upgrade() else { return };
            match written {
                // Translators: {file} is the name of a file
                Ok(Ok(Ok(()))) => window.tell(&gettext_f("Statistics exported as {file}", &[("file", &name)])),
                Ok(Ok(Err(error))) => window.tell(&describe::write_error(&error)),
                Ok(Err(error)) => window.tell(&describe::file_error(&error)),
                Err(_) => tracing::error!("writing a file went wrong"),
            }
        });
    }

    /// Asks whether to remove all finished games.
    pub(super) fn ask_reset(&self) {
        let heading = gettext("Reset Statistics?");
        let body = gettext("All results and your rating will be deleted. Saved games and puzzles are kept.");
        confirm(self, (&heading, &body), None, (&gettext("Reset"), Last::Destructive), |window| {
            window.services().statistics.reset();
        });
    }
}
