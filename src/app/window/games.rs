// SPDX-License-Identifier: GPL-3.0-or-later
//! Games begun, gone on with and opened.

use std::rc::Rc;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use gtk::gio;

use super::{Page, Window};
use crate::pages::game::OpenGame;
use crate::pages::main_menu::Unfinished;
use crate::pages::saved_games::SavedGamesPage;
use crate::services::Saving;
use crate::text::describe;
use morris::{ByColor, Color, Game, Position};
use morris_play::persistence::{SaveId, SavedGame, StoreError, Summary};
use morris_play::session::Session;
use morris_play::setup::NewGameOptions;

impl Window {
    /// Begins a game.
    pub fn start(&self, choice: &NewGameOptions) {
        let setup = self.services().suited(choice).game(coin());
        self.services().settings.change(|settings| settings.choice.remember(&setup));
        self.play(OpenGame::new(setup));
    }

    /// Begins the game that is set up, and remembers how.
    pub(super) fn start_from_setup(&self) {
        let chosen = self.imp().setup.get().map(|setup| (setup.choice(), setup.start_position()));
        let Some((choice, position)) = chosen else { return };
        self.services().settings.change(|settings| settings.choice = choice.clone());
        match position {
            Some(position) => self.start_at(&choice, position),
            None => self.start(&choice),
        }
    }

    /// Goes on to the set-up of a game that begins in the position that is set up.
    pub(super) fn play_position(&self) {
        let Some(page) = self.imp().position.get() else { return };
        if let (rules, Some(position)) = (page.rules(), page.position()) {
            self.go(Page::Setup);
            let setup = self.setup_page();
            if setup.rules() != rules {
                setup.set_rules(rules, None);
            }
            setup.set_start_position(Some(position).filter(|position| *position != Position::start(&rules)));
        }
    }

    /// Begins a game in a position.
    fn start_at(&self, choice: &NewGameOptions, position: Position) {
        let setup = self.services().suited(choice).game(coin());
        let game = Game::from_position(setup.rules, position);
        let session = Session::restore(setup, game, None, rand::random());
        self.play(OpenGame::of(session));
    }

    /// Begins the same game again; the old one stays among the saved games.
    pub(super) fn restart(&self) {
        self.game_page().once_more().into_iter().for_each(|game| self.play(game));
    }

    /// Shows a game and lets it go on.
    pub fn play(&self, game: OpenGame) {
        if !self.holds_unsaved() {
            self.game_page().play(game);
            return self.go(Page::Game);
        }
        let window = self.clone();
        glib::spawn_future_local(async move {
            let body = gettext("If you begin another game now, the moves since it was last saved are lost.");
            if window.agrees_to_lose(&body, &gettext("New Game")).await {
                window.game_page().play(game);
                window.go(Page::Game);
            }
        });
    }

    /// Brings the main menu up to date, and gives it the keyboard.
    pub(super) fn show_main_menu(&self) {
        let menu = &self.imp().main_menu;
        menu.set_quick(&self.services().suited(&self.services().settings.read(|settings| settings.choice.clone())));
        menu.focus_first();
        self.find_unfinished();
    }

    /// Offers the unfinished game in the main menu. What is on the page and could not be saved comes before what the
    /// disk knows.
    fn find_unfinished(&self) {
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
        let on_page = imp.game.get().filter(|_| self.holds_unsaved());
        let unsaved = on_page.and_then(|page| page.read(|game| unfinished(&game.session)));
        imp.unfinished.replace(latest.as_ref().map(|summary| summary.id.clone()));
        let saved = latest.map(|Summary { setup, moves, position, .. }| {
            let men = ByColor::from_fn(|color| position.men(color));
            Unfinished { men, setup, moves }
        });
        // Whoever has gone elsewhere meanwhile stays there.
        let untouched = imp.main_menu.has_first_focus();
        imp.main_menu.set_unfinished(unsaved.or(saved));
        if untouched {
            imp.main_menu.focus_first();
        }
    }

    /// Whether the page has a game that the disk does not have.
    pub(super) fn holds_unsaved(&self) -> bool {
        self.imp().game.get().is_some_and(|page| page.is_unfinished() && page.saving() == Saving::Failed)
    }

    /// Goes on with the game that the main menu offers.
    pub(super) fn continue_game(&self) {
        if self.holds_unsaved() {
            return self.go(Page::Game);
        }
        let id = self.imp().unfinished.borrow().clone();
        id.into_iter().for_each(|id| self.load(id));
    }

    /// The page of saved games.
    pub(super) fn saved_games_page(&self) -> &SavedGamesPage {
        self.made_once(Page::SavedGames, &self.imp().saved_games, || {
            let window = self.downgrade();
            let load = move |id: &SaveId| window.upgrade().into_iter().for_each(|window| window.load(id.clone()));
            let window = self.downgrade();
            let review =
                move |id: &SaveId| window.upgrade().into_iter().for_each(|window| window.review_saved(id.clone()));
            let page = SavedGamesPage::new(self.services().saves.store(), self.messages(), load, review);
            let window = self.downgrade();
            // A deleted game can be brought back from any page.
            page.connect_changed(move || {
                let menu = window.upgrade().filter(|window| window.page() == Page::MainMenu);
                menu.into_iter().for_each(|window| window.find_unfinished());
            });
            page
        })
    }

    /// Lists the saved games once all is written.
    pub(super) fn show_saved_games(&self) {
        let (page, services) = (self.saved_games_page().clone(), Rc::clone(self.services()));
        let window = self.clone();
        glib::spawn_future_local(async move {
            services.saves.flush().await;
            let read = page.refresh().await.is_ok();
            // Whoever has gone elsewhere meanwhile, or searches already, keeps the keyboard.
            if read && window.page() == Page::SavedGames && !page.is_searched() {
                page.focus_first();
            }
        });
    }

    /// Opens a saved game and lets it go on; one that is on the page already stays as it is there.
    pub fn load(&self, id: SaveId) {
        if self.has_on_page(&id) {
            return self.go(Page::Game);
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
