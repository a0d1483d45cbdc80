// SPDX-License-Identifier: GPL-3.0-or-later
//! The game saves itself after every move; a person may give it a name.

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;

use crate::Application;
use crate::describe;
use crate::i18n::gettext_f;
use morris_play::persistence::{SaveId, SavedGame, StoreError};

use super::{GamePage, OpenGame};

/// What has become of saving the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Saving {
    /// The disk has what there is.
    #[default]
    Saved,
    /// It will soon be known.
    Pending,
    /// It could not be saved.
    Failed,
}

impl GamePage {
    /// What has become of saving the game.
    #[must_use]
    pub fn saving(&self) -> Saving {
        self.imp().saving.get()
    }

    /// The game as it would be saved now.
    #[must_use]
    pub fn saved(&self) -> Option<SavedGame> {
        self.read(to_save)
    }

    /// Saves the game soon.
    pub fn autosave(&self) {
        let Some((id, saved)) = self.read(|game| (game.id.clone(), to_save(game))) else { return };
        self.imp().saving.set(Saving::Pending);
        self.imp().save_number.set(Application::get().save_game(id, saved));
    }

    /// A game that was to be saved is, or is not. Bad news are told once. What became of an earlier save than the last
    /// says nothing about the moves since.
    pub fn hear_saved(&self, id: &SaveId, number: u64, error: Option<&StoreError>) {
        if self.read(|game| game.id == *id) != Some(true) || self.imp().save_number.get() != Some(number) {
            return;
        }
        let now = if error.is_some() { Saving::Failed } else { Saving::Saved };
        self.imp().saving.set(now);
        if let (Some(error), Some(window)) = (error, self.window()) {
            tracing::warn!("{error}");
            window.tell_once(&format!("{} {}", gettext("The game could not be saved."), describe::store_error(error)));
        }
    }

    /// Asks what the game shall be called, and saves it under that name.
    pub(super) fn ask_name(&self) {
        let heading = gettext("Save the Game");
        let body = gettext("The game saves itself after every turn. A name helps to find it again.");
        let dialog = adw::MessageDialog::new(self.window().as_ref(), Some(&heading), Some(&body));
        let name = self.read(|game| game.name.clone()).flatten().unwrap_or_default();
        let entry = gtk::Entry::builder()
            .text(&name)
            .placeholder_text(gettext("Name"))
            .max_length(100)
            .activates_default(true)
            .build();
        entry.update_property(&[gtk::accessible::Property::Label(&gettext("Name"))]);
        dialog.set_extra_child(Some(&entry));
        dialog.add_responses(&[("cancel", &gettext("Cancel")), ("save", &gettext("Save"))]);
        dialog.set_response_appearance("save", adw::ResponseAppearance::Suggested);
        dialog.set_default_response(Some("save"));
        dialog.set_close_response("cancel");
        let page = self.downgrade();
        dialog.connect_response(Some("save"), move |_, _| {
            if let Some(page) = page.upgrade() {
                page.save_as(entry.text().trim());
            }
        });
        dialog.present();
    }

    fn save_as(&self, name: &str) {
        if let Some(game) = &mut *self.imp().game.borrow_mut() {
            game.name = (!name.is_empty()).then(|| name.to_owned());
        }
        self.autosave();
        let page = self.clone();
        let message = match name {
            "" => gettext("The game is saved"),
            name => gettext_f("The game is saved as “{name}”", &[("name", name)]),
        };
        glib::spawn_future_local(async move {
            Application::get().flush().await;
            if let (true, Some(window)) = (page.saving() != Saving::Failed, page.window()) {
                window.say(&message);
            }
        });
    }
}

fn to_save(game: &OpenGame) -> SavedGame {
    let session = &game.session;
    let saved = SavedGame::now(session.setup().clone(), session.record().clone(), session.clocks());
    SavedGame { name: game.name.clone(), notes: game.notes.clone(), ..saved }
}
