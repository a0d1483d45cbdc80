// SPDX-License-Identifier: GPL-3.0-or-later
//! Exports the tournament as text, TSV, and TRF, and asks for files.

use std::path::PathBuf;

use adw::prelude::*;
use gettextrs::gettext;
use gtk::gio;

use morris_club::Tournament;
use morris_play::persistence::write_file;

use super::TournamentPage;
use super::sheets::Grid;
use crate::text::describe;
use crate::text::i18n::gettext_f;

fn text_for(tournament: &Tournament, ending: &str) -> String {
    match ending {
        "tsv" => tournament.to_tsv(),
        "trf" => tournament.to_trf(),
        "toml" => tournament.to_text(),
        _ => Grid::all(tournament).iter().map(Grid::text).collect::<Vec<_>>().join("\n"),
    }
}

impl TournamentPage {
    /// Asks for a path, and writes the tournament there: its ending decides what it is.
    pub(super) fn choose_export(&self) {
        let name = self.tournaments().id().map(|id| format!("{id}.txt")).unwrap_or_default();
        let title = gettext("Export as .txt, .tsv, or .trf");
        self.ask_for_file(&title, gtk::FileChooserAction::Save, &gettext("Export"), &name, |page, path| {
            let Some((path, tournament)) = path.zip(page.now()) else { return };
            let ending = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
            page.export(path, move || text_for(&tournament, &ending).into_bytes());
        });
    }

    /// Writes a file on another thread, and says whether it is written.
    pub(super) fn export(&self, path: PathBuf, content: impl FnOnce() -> Vec<u8> + Send + 'static) {
        let page = self.clone();
        glib::spawn_future_local(async move {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            match gio::spawn_blocking(move || write_file(&path, content())).await {
                // Translators: {file} is the name of a file
                Ok(Ok(())) => page.messages().tell(&gettext_f("Tournament exported as {file}", &[("file", &name)])),
                Ok(Err(error)) => page.messages().tell(&describe::write_error(&error)),
                Err(_) => tracing::error!("writing a file went wrong"),
            }
        });
    }

    /// Asks for a file, and passes its path to `chosen`, or `None` if none is chosen.
    pub(super) fn ask_for_file(
        &self,
        title: &str,
        action: gtk::FileChooserAction,
        accept: &str,
        name: &str,
        chosen: impl Fn(&Self, Option<PathBuf>) + 'static,
    ) {
        let window = self.root().and_downcast::<gtk::Window>();
        let dialog = gtk::FileChooserNative::new(Some(title), window.as_ref(), action, Some(accept), None);
        if !name.is_empty() {
            dialog.set_current_name(name);
        }
        dialog.set_modal(true);
        // Keeps the dialog alive until its response.
        let (kept, page) = (dialog.clone(), self.downgrade());
        dialog.connect_response(move |_, response| {
            let path = kept.file().and_then(|file| file.path()).filter(|_| response == gtk::ResponseType::Accept);
            if let Some(page) = page.upgrade() {
                chosen(&page, path);
            }
            kept.destroy();
        });
        dialog.show();
    }
}
