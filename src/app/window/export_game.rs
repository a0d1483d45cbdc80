// SPDX-License-Identifier: GPL-3.0-or-later
//! Exports the game of the page to a file for other programs.

use adw::prelude::*;
use gettextrs::gettext;
use gtk::gio;

use super::Window;
use crate::text::describe;
use crate::text::i18n::gettext_f;
use morris_play::persistence::{Content, FileFormat, write_file};
use morris_players::Format;

impl Window {
    /// Asks for format and path, and writes the game there.
    pub(super) fn choose_export(&self) {
        if self.shown_page().game_here().is_none() {
            return self.say(&describe::only_in_a_game());
        }
        let name = format!("{}.{}", gettext("game"), Format::Pgn.ending());
        let dialog = self.dialog_to_save(&gettext("Export Game"), &gettext("Export"), &name);
        let filters = filters();
        for (filter, format) in &filters {
            dialog.add_filter(filter);
            if *format == FileFormat::from(Format::Pgn) {
                dialog.set_filter(filter);
            }
        }
        self.ask_for_file(dialog, move |window, file, chosen| {
            let chosen = chosen.map(|filter| filter.name());
            let format = filters.iter().find(|(filter, _)| Some(filter.name()) == chosen);
            window.export(file, format.map_or(Format::Pgn.into(), |(_, format)| *format));
        });
    }

    /// Writes the game on another thread, and reports the result.
    fn export(&self, file: &gio::File, format: FileFormat) {
        let (Some(path), Some(saved)) = (file.path(), self.shown_page().game_here()) else {
            self.say(&gettext("Games can be exported only to files on this computer."));
            return;
        };
        let window = self.downgrade();
        glib::spawn_future_local(async move {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let write = move || Content::Save(Box::new(saved)).write(format).map(|text| write_file(&path, text));
            let written = gio::spawn_blocking(write).await;
            let Some(window) = window.upgrade() else { return };
            let Ok(written) = written else { return tracing::error!("writing a file went wrong") };
            match written {
                // Translators: {file} is the name of a file
                Ok(Ok(())) => window.tell(&gettext_f("Game exported as {file}", &[("file", &name)])),
                Ok(Err(error)) => window.tell(&describe::write_error(&error)),
                Err(reason) => window.say(&describe::cannot_hold(reason)),
            }
        });
    }
}

/// Returns the filters of the dialog. They serve only to choose a format, which the dialog has no
/// other way to offer.
fn filters() -> Vec<(gtk::FileFilter, FileFormat)> {
    let filter = |format| {
        let filter = gtk::FileFilter::new();
        filter.set_name(Some(&describe::file_format_name(format)));
        filter.add_pattern("*");
        (filter, format)
    };
    FileFormat::all().map(filter).collect()
}
