// SPDX-License-Identifier: GPL-3.0-or-later
//! Saves the game after every move, and lets the user name it.

use std::rc::Rc;

use adw::subclass::prelude::*;
use gettextrs::gettext;
use gtk::gio;

use crate::services::{PendingSave, Saving};
use crate::text::i18n::gettext_f;
use crate::widgets::ask::ask_name;
use morris::{Game, GameTree, names};
use morris_play::persistence::{SaveId, SavedGame};
use morris_play::session::LastLine;
use morris_teach::review::Review;

use super::{GamePage, OpenGame};

impl GamePage {
    /// Returns the state of saving the game.
    #[must_use]
    pub fn saving(&self) -> Saving {
        self.read(|game| game.save.as_ref().map(|save| save.state())).flatten().unwrap_or_default()
    }

    /// Returns the game in the form in which it is saved.
    #[must_use]
    pub fn saved(&self) -> Option<SavedGame> {
        self.read(to_save)
    }

    /// Queues a save of the game.
    pub fn autosave(&self) {
        self.queue_save(|saved| saved);
    }

    /// Queues a save of the game by message as it is once the user has its last line.
    pub(super) fn save_as_sent(&self) {
        self.queue_save(|saved| SavedGame { last_line: LastLine::Sent, ..saved });
    }

    fn queue_save(&self, change: impl FnOnce(SavedGame) -> SavedGame) {
        let Some((id, saved)) = self.read(|game| (game.id.clone(), change(to_save(game)))) else { return };
        let save = self.services().saves.save_game(id, saved);
        if let Some(game) = &mut *self.imp().game.borrow_mut() {
            game.save = Some(save);
        }
    }

    /// Changes the id under which the game is saved.
    pub(super) fn take_id(&self, old: &SaveId, new: &SaveId) {
        let mut game = self.imp().game.borrow_mut();
        if let Some(game) = game.as_mut().filter(|game| game.id == *old) {
            game.id = new.clone();
        }
    }

    /// Shows a game by message as another window has saved it.
    pub(super) fn take_from_disk(&self, id: &SaveId) {
        let (page, store, id) = (self.clone(), self.services().saves.store(), id.clone());
        glib::spawn_future_local(async move {
            let wanted = id.clone();
            let read = gio::spawn_blocking(move || store.load(&wanted)).await;
            let is_on_page = page.read(|game| game.id == id) == Some(true);
            match read {
                Ok(Ok(saved)) if is_on_page => page.show_suspended(OpenGame::restored(saved, Some(id))),
                Ok(Ok(_)) => {}
                Ok(Err(error)) => tracing::warn!("{error}"),
                Err(_) => tracing::error!("reading a game went wrong"),
            }
        });
    }

    /// Stores the results of a review with its game, if that is still on the page.
    pub fn keep_review(&self, reviewed: &Game, review: &Review) {
        let same = |game: &OpenGame| {
            let on_page = game.session.game();
            on_page.start() == reviewed.start() && on_page.played() == reviewed.played()
        };
        let accuracy = self.read(|game| Some((game.id.clone(), to_save(game).accuracy(reviewed, review)?)));
        if let Some((id, percent)) = accuracy.flatten() {
            self.services().statistics.set_accuracy(&id, percent);
        }
        let notes = self.read(|game| same(game).then(|| to_save(game).with_review(review).notes)).flatten().flatten();
        if notes.is_none() || notes == self.read(|game| game.notes.clone()).flatten() {
            return;
        }
        if let Some(game) = &mut *self.imp().game.borrow_mut() {
            game.notes = notes;
        }
        // A finished game is not saved again from here, since the user may have deleted it.
        if self.is_unfinished() {
            self.autosave();
        }
    }

    /// Stores a tree, and its review, with the game on the page. Returns the save that contains it,
    /// unless the game is over.
    pub fn keep_tree(&self, tree: &GameTree, review: Option<&Review>) -> Option<Rc<PendingSave>> {
        let kept = |saved: SavedGame| {
            let saved = saved.with_tree(tree.clone());
            review.map_or_else(|| saved.notes.clone(), |review| saved.with_review(review).notes)
        };
        let notes = self.read(|game| kept(to_save(game))).flatten();
        if let Some(game) = &mut *self.imp().game.borrow_mut() {
            game.notes = notes;
        }
        // A finished game is not saved again from here, since the user may have deleted it.
        if !self.is_unfinished() {
            return None;
        }
        self.autosave();
        self.read(|game| game.save.clone()).flatten()
    }

    /// Asks for a name, and saves the game under it.
    pub(super) fn ask_name(&self) {
        let heading = gettext("Save Game");
        let body = gettext("Games are saved automatically. A name makes this one easier to find.");
        let name = self.read(|game| game.name.clone()).flatten().unwrap_or_default();
        ask_name(self, (&heading, &body), (&name, &gettext("Name")), &gettext("Save"), |page, name| {
            page.save_as(name.trim());
        });
    }

    fn save_as(&self, name: &str) {
        if let Some(game) = &mut *self.imp().game.borrow_mut() {
            game.name = names::kept(name);
        }
        self.autosave();
        let page = self.clone();
        let message = match name {
            "" => gettext("Game saved"),
            name => gettext_f("Game saved as “{name}”", &[("name", name)]),
        };
        glib::spawn_future_local(async move {
            page.services().saves.flush().await;
            if matches!(page.saving(), Saving::Saved | Saving::Pending) {
                page.messages().answer(&message);
            }
        });
    }
}

pub(super) fn to_save(game: &OpenGame) -> SavedGame {
    let session = &game.session;
    let saved = match session.message() {
        Some(message) => SavedGame { last_line: session.last_line(), ..SavedGame::by_message(message.clone()) },
        None => SavedGame::now(session.setup().clone(), (**session.game()).clone(), session.clock_times()),
    };
    // A finished game keeps the time of its end, which shows whether it was counted.
    // A game by message keeps the time of its last turn, which shows how long the friend waits.
    let moment = game.ended.or(game.since).unwrap_or(saved.saved);
    SavedGame { name: game.name.clone(), saved: moment, notes: game.notes.clone(), aids: game.aids, ..saved }
}
