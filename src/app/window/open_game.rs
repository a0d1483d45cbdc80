// SPDX-License-Identifier: GPL-3.0-or-later
//! Starts, continues, and opens games.

use std::rc::Rc;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use gtk::gio;

use super::Window;
use crate::pages::app_page::{AppPage, Page};
use crate::pages::game::{GamePage, OpenGame};
use crate::pages::main_menu::{MainMenu, Unfinished};
use crate::pages::setup::SetupPage;
use crate::services::Saving;
use crate::text::describe;
use morris::{ByColor, Color, Game, Position};
use morris_play::persistence::{SaveId, SavedGame, StoreError, Summary};
use morris_play::session::Session;
use morris_play::setup::NewGameOptions;

impl Window {
    /// Starts a game.
    pub fn start(&self, choice: &NewGameOptions) {
        let setup = self.services().with_adaptive_level(choice).game(coin());
        self.services().settings.change(|settings| settings.choice.remember(&setup));
        self.play(OpenGame::new(setup));
    }

    /// Starts the game on the set-up page, and stores its options.
    pub(super) fn start_from_setup(&self) {
        let chosen = self.made::<SetupPage>().map(|setup| (setup.choice(), setup.start_position()));
        let Some((choice, position)) = chosen else { return };
        self.services().settings.change(|settings| settings.choice = choice.clone());
        match position {
            Some(position) => self.start_at(&choice, position),
            None => self.start(&choice),
        }
    }

    /// Goes to the set-up of a game that starts from the position on the page.
    pub(super) fn play_position(&self) {
        if let Some((rules, position)) = self.shown_page().position_to_play() {
            self.go(SetupPage::ID);
            let setup: SetupPage = self.page_of();
            if setup.rules() != rules {
                setup.set_rules(rules, None);
            }
            setup.set_start_position(Some(position).filter(|position| *position != Position::start(&rules)));
        }
    }

    /// Starts a game from a position.
    fn start_at(&self, choice: &NewGameOptions, position: Position) {
        let setup = self.services().with_adaptive_level(choice).game(coin());
        let game = Game::from_position(setup.rules, position);
        let session = Session::restore(setup, game, None, rand::random());
        self.play(OpenGame::of(session));
    }

    /// Starts the same game again. The old one stays among the saved games.
    pub(super) fn restart(&self) {
        if let Some(game) = self.page_of::<GamePage>().once_more() {
            self.play(game);
        }
    }

    /// Shows a game and continues it.
    pub fn play(&self, game: OpenGame) {
        if !self.holds_unsaved() {
            self.page_of::<GamePage>().play(game);
            return self.go(GamePage::ID);
        }
        let window = self.clone();
        glib::spawn_future_local(async move {
            let body = gettext("If you start another game now, moves made since the last save will be lost.");
            if window.agrees_to_lose(&body, &gettext("New Game")).await {
                window.page_of::<GamePage>().play(game);
                window.go(GamePage::ID);
            }
        });
    }

    /// Offers the unfinished game in the main menu. An unsaved game on the page takes precedence
    /// over those on the disk.
    pub(super) fn find_unfinished(&self) {
        if self.page() != MainMenu::ID {
            return;
        }
        let (window, services) = (self.downgrade(), Rc::clone(self.services()));
        glib::spawn_future_local(async move {
            let latest = services.saves.latest_unfinished().await;
            if let Some(window) = window.upgrade() {
                window.offer(latest);
            }
        });
    }

    fn offer(&self, latest: Option<Summary>) {
        let imp = self.imp();
        let on_page = self.made::<GamePage>().filter(|_| self.holds_unsaved());
        let unsaved = on_page.and_then(|page| page.read(|game| unfinished(&game.session)));
        imp.unfinished.replace(latest.as_ref().map(|summary| summary.id.clone()));
        let saved = latest.map(|Summary { setup, moves, position, .. }| {
            let men = ByColor::from_fn(|color| position.men(color));
            Unfinished { men, setup, moves }
        });
        let menu: MainMenu = self.page_of();
        // Keep the focus if the user has moved it in the meantime.
        let untouched = menu.has_first_focus();
        menu.set_unfinished(unsaved.or(saved));
        if untouched {
            menu.focus_first();
        }
    }

    /// Returns whether the page has an unfinished game that could not be saved.
    pub(super) fn holds_unsaved(&self) -> bool {
        self.made::<GamePage>().is_some_and(|page| page.is_unfinished() && page.saving() == Saving::Failed)
    }

    /// Continues the game that the main menu offers.
    pub(super) fn continue_game(&self) {
        if self.holds_unsaved() {
            return self.go(GamePage::ID);
        }
        let id = self.imp().unfinished.borrow().clone();
        if let Some(id) = id {
            self.load(id);
        }
    }

    /// Opens a saved game and continues it. One that is already on the page stays as it is.
    pub fn load(&self, id: SaveId) {
        if self.has_on_page(&id) {
            return self.go(GamePage::ID);
        }
        let (store, loaded) = (self.services().saves.store(), id.clone());
        self.open(Some(id), move || store.load(&loaded));
    }

    /// Reads a game on another thread, then shows it.
    fn open(&self, id: Option<SaveId>, read: impl FnOnce() -> Result<SavedGame, StoreError> + Send + 'static) {
        let window = self.downgrade();
        glib::spawn_future_local(async move {
            let read = gio::spawn_blocking(read).await;
            let Some(window) = window.upgrade() else { return };
            match read {
                Ok(Ok(saved)) => window.play(OpenGame::restored(saved, id)),
                Ok(Err(error)) => {
                    tracing::warn!("{error}");
                    window.tell(&describe::store_error(&error));
                }
                Err(_) => tracing::error!("reading a game went wrong"),
            }
        });
    }
}

fn unfinished(session: &Session) -> Unfinished {
    Unfinished { men: session.scene().men, setup: session.setup().clone(), moves: session.game().cursor() }
}

fn coin() -> Color {
    if rand::random() { Color::White } else { Color::Black }
}
