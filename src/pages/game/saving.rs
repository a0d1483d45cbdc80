// SPDX-License-Identifier: GPL-3.0-or-later
//! Saves the game after every move, and lets the user name it.

use std::rc::Rc;
use std::time::Duration;

use adw::subclass::prelude::*;
use gettextrs::gettext;

use crate::services::{Document, Saving};
use crate::text::describe;
use crate::text::i18n::gettext_f;
use crate::widgets::ask::ask_name;
use morris::{ByColor, Color, names};
use morris_message::{Line, Reading};
use morris_play::persistence::{SaveId, SavedGame};
use morris_play::session::{Contact, Input, LastLine};

use super::{GamePage, OpenGame};

impl GamePage {
    pub fn saving(&self) -> Saving {
        self.read(|game| game.document.saving()).unwrap_or_default()
    }

    pub fn has(&self, id: &SaveId) -> bool {
        self.read(|game| game.document.id() == *id).unwrap_or_default()
    }

    pub fn saved(&self) -> Option<SavedGame> {
        self.read(to_save)
    }

    /// Lets other pages change the notes of the game.
    pub(super) fn open_document(&self) {
        if let Some((document, saved)) = self.read(|game| (Rc::clone(&game.document), to_save(game))) {
            document.set_game(Some(saved));
            self.services().saves.open(&document);
        }
    }

    pub fn autosave(&self) {
        self.save_with(|saved| saved);
    }

    /// Saves the remaining times of an unfinished game, which are not saved between two moves.
    pub fn save_clocks(&self) {
        let runs = |game: &OpenGame| {
            let session = &game.session;
            session.setup().clock.is_some() && session.outcome().is_none() && !session.game().moves().is_empty()
        };
        if let Some((document, saved)) = self.to_save_if(runs) {
            self.services().saves.save_times(&document, saved);
        }
    }

    /// Queues a save of the game by message as it is once the user has its last line.
    pub(super) fn save_as_sent(&self) {
        self.save_with(|saved| SavedGame { last_line: LastLine::Sent, ..saved });
    }

    /// Queues a save of the game with a change.
    pub(super) fn save_with(&self, change: impl FnOnce(SavedGame) -> SavedGame) {
        if let Some((document, saved)) = self.to_save_if(|_| true) {
            _ = self.services().saves.save(&document, change(saved));
        }
    }

    fn to_save_if(&self, is_to_be_saved: impl FnOnce(&OpenGame) -> bool) -> Option<(Rc<Document>, SavedGame)> {
        let saved = self.read(|game| is_to_be_saved(game).then(|| (Rc::clone(&game.document), to_save(game))));
        saved.flatten().filter(|_| self.watched().is_none())
    }

    /// Shows a game by message as another window has saved it.
    pub(super) fn show_from_disk(&self, id: &SaveId) {
        let (page, saves, id) = (self.clone(), Rc::clone(&self.services().saves), id.clone());
        glib::spawn_future_local(async move {
            let of = id.clone();
            let read = saves.read(move |store| store.load(&of)).await;
            if let Some(saved) = read.filter(|_| page.has(&id)) {
                page.show_suspended(OpenGame::restored(saved, Some(id)));
            }
        });
    }

    pub(super) fn ask_name(&self) {
        let heading = gettext("Save Game");
        let body = gettext("Games are saved automatically. A name makes this one easier to find.");
        let names = |game: &OpenGame| (game.name.clone(), describe::pairing(game.session.setup()));
        let Some((name, usual)) = self.read(names) else { return };
        ask_name(self, (&heading, &body), (&name.unwrap_or_default(), &usual), &gettext("Save"), |page, name| {
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

/// What a line of a friend is for a game that is not on the page.
#[derive(Debug)]
pub enum Aside {
    /// It continues the game, which is to be saved.
    New(Box<SavedGame>),
    Known,
    /// Lines before it are missing.
    Missing,
    /// It does not fit the game, or has turns of the user, which must not be added without asking.
    Differs,
}

impl OpenGame {
    /// Reads a line of the friend, and the time that it took, while the game is not on the page.
    pub fn read_aside(&mut self, line: &Line, spent: Option<Duration>) -> Aside {
        let reading = self.session.message().map(|message| (message.clone().read_line(line), message.color()));
        match reading {
            Some((Ok(Reading::Applied(news)), own)) if news.turns.iter().all(|(side, _)| Some(*side) != own) => {
                _ = self.handle(Input::Line(Box::new(line.clone())));
                let side = self.session.setup().only_person().map(Color::other);
                let spent = spent.zip(side).map(|(time, side)| Input::Spent { side, time });
                spent.into_iter().for_each(|spent| drop(self.handle(spent)));
                Aside::New(Box::new(to_save(self)))
            }
            Some((Ok(Reading::PlayedAlready | Reading::OverAlready | Reading::AcceptedAlready(_)), _)) => Aside::Known,
            Some((Ok(Reading::Missing), _)) => Aside::Missing,
            _ => Aside::Differs,
        }
    }

    /// Returns the lines that a room may lack while the game is not on the page, and the game if it
    /// must be saved before they are sent. `lost` is the time left if the user has none.
    pub fn hand_in(&mut self, lost: Option<ByColor<Duration>>) -> (Vec<Line>, Option<SavedGame>) {
        if let (Some(left), Some(side)) = (lost, self.session.setup().only_person().map(Color::other)) {
            let here = Input::Contact { side, contact: Contact::Here };
            let inputs = [here, Input::Left(left), Input::Tick(Duration::ZERO)];
            inputs.into_iter().for_each(|input| drop(self.handle(input)));
        }
        let is_unsent = self.session.last_line() == LastLine::Unsent;
        drop(self.handle(Input::LineSent));
        (self.all_lines(), is_unsent.then(|| to_save(self)))
    }

    /// Returns the lines from which a room has the whole game.
    pub(super) fn all_lines(&self) -> Vec<Line> {
        let texts = self.session.message().map(|game| [game.invitation().to_string(), game.whole()]);
        texts.iter().flatten().filter_map(|text| Line::parse(text).ok()).collect()
    }
}

pub(super) fn to_save(game: &OpenGame) -> SavedGame {
    let session = &game.session;
    let saved = match session.message() {
        Some(message) => {
            let saved = SavedGame { last_line: session.last_line(), ..SavedGame::by_message(message.clone()) };
            saved.with_clock(session.setup().clock, session.clock_times())
        }
        None => SavedGame::now(session.setup().clone(), (**session.game()).clone(), session.clock_times()),
    };
    // A finished game keeps the time of its end, which shows whether it was counted.
    // A game by message keeps the time of its last turn, which shows how long the friend waits.
    let moment = game.ended.or(game.since).unwrap_or(saved.saved);
    let notes = game.document.notes().map(|notes| notes.clone());
    SavedGame { name: game.name.clone(), saved: moment, notes, aids: game.aids, ..saved }
}
