// SPDX-License-Identifier: GPL-3.0-or-later
//! Starts, continues, and opens games.

use std::rc::Rc;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;

use super::Window;
use crate::pages::analysis::{AnalysisPage, Part, Subject};
use crate::pages::app_page::{AppPage, Page};
use crate::pages::game::{GamePage, OpenGame};
use crate::pages::main_menu::{MainMenu, Unfinished};
use crate::pages::setup::SetupPage;
use crate::services::Saving;
use crate::text::describe;
use morris::{ByColor, Color, Game, Position};
use morris_play::persistence::{SaveId, SavedGame, SavedKind, Store, StoreError, Summary};
use morris_play::session::Session;
use morris_play::setup::{GameSetup, NewGameOptions, Opponent};

impl Window {
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
            _ if self.page_of::<SetupPage>().is_in_network() => self.ask_to_open_table(&choice),
            _ if choice.opponent == Opponent::Friend => self.invite(&choice),
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

    fn start_at(&self, choice: &NewGameOptions, position: Position) {
        let setup = self.services().with_adaptive_level(choice).game(coin());
        let game = Game::from_position(setup.rules, position);
        let session = Session::restore(setup, game, None, rand::random());
        self.play(OpenGame::of(session));
    }

    /// Starts the same game again. The old one stays among the saved games.
    pub(super) fn restart(&self) {
        self.unless_turns_stay(|window| {
            if let Some(game) = window.page_of::<GamePage>().same_game() {
                window.show_game(game);
            }
        });
    }

    /// Plays the game that follows the one on its page.
    pub(super) fn play_next(&self, next: impl FnOnce(&GamePage) -> Option<OpenGame> + 'static) {
        self.unless_turns_stay(|window| {
            if let Some(game) = next(&window.page_of()) {
                window.show_game(game);
                window.page_of::<GamePage>().focus_first();
            }
        });
    }

    /// Shows a game and continues it.
    pub fn play(&self, game: OpenGame) {
        self.play_and(game, |_| ());
    }

    /// Does the same, then calls `then`, unless the user keeps an unsaved game on the page.
    pub(super) fn play_and(&self, game: OpenGame, then: impl FnOnce(&Self) + 'static) {
        self.unless_turns_stay(|window| {
            window.show_game(game);
            then(window);
        });
    }

    /// Plays a game of a tournament. If it is on the page and not over, it goes on.
    pub(super) fn play_club(&self, setup: GameSetup) {
        let is_it = |game: &OpenGame| game.session.outcome().is_none() && game.session.setup().club == setup.club;
        if self.made::<GamePage>().and_then(|page| page.read(is_it)) == Some(true) {
            return self.go(GamePage::ID);
        }
        self.play(OpenGame::new(setup));
    }

    fn show_game(&self, game: OpenGame) {
        self.page_of::<GamePage>().play(game);
        self.go(GamePage::ID);
    }

    /// Does what replaces the game on the page, unless the user keeps an unsaved one there.
    fn unless_turns_stay(&self, play: impl FnOnce(&Self) + 'static) {
        if !self.would_lose_turns() {
            return play(self);
        }
        let window = self.clone();
        glib::spawn_future_local(async move {
            let body = gettext("If you start another game now, moves made since the last save will be lost.");
            if window.agrees_to_lose(&body, &gettext("New Game")).await {
                play(&window);
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
        let saved = latest.map(|Summary { setup, moves, position, message, last_line, .. }| {
            let men = ByColor::from_fn(|color| position.men(color));
            let waits = message.and_then(|waits| describe::waits_for(waits, last_line, &setup));
            Unfinished { men, setup, progress: waits.unwrap_or_else(|| describe::moves(moves)) }
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
        self.would_lose_turns() && self.made::<GamePage>().is_some_and(|page| page.is_unfinished())
    }

    /// Returns whether the page has a game, finished or not, that could not be saved.
    pub(super) fn would_lose_turns(&self) -> bool {
        self.made::<GamePage>().is_some_and(|page| page.saving() == Saving::Failed)
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

    /// Continues the latest unfinished game from any page, or says that there is none.
    pub fn continue_latest(&self) {
        let plays = self.page() == GamePage::ID && self.made::<GamePage>().is_some_and(|page| page.is_unfinished());
        if plays || self.holds_unsaved() {
            return self.go(GamePage::ID);
        }
        let (window, services) = (self.downgrade(), Rc::clone(self.services()));
        glib::spawn_future_local(async move {
            let latest = services.saves.latest_unfinished().await;
            let Some(window) = window.upgrade() else { return };
            match latest {
                Some(summary) => window.load(summary.id),
                None => window.say(&gettext("There is no unfinished game")),
            }
        });
    }

    /// Opens a saved game and continues it. One that is already on the page stays as it is.
    pub fn load(&self, id: SaveId) {
        self.load_and(id, |_| ());
    }

    /// Does the same, then calls `then` if the game is on the page.
    pub(super) fn load_and(&self, id: SaveId, then: impl FnOnce(&Self) + 'static) {
        if self.has_on_page(&id) {
            self.go(GamePage::ID);
            return then(self);
        }
        self.load_from_disk_and(id, then);
    }

    /// Does the same, but shows the game as it is on the disk, if its lines on the page differ.
    pub(super) fn load_from_disk_and(&self, id: SaveId, then: impl FnOnce(&Self) + 'static) {
        let of = id.clone();
        self.read_saved(
            move |store| store.load(&of),
            move |window, saved| match saved {
                saved if saved.kind == SavedKind::Analysis => window.show_saved(saved, Some(id)),
                saved if window.shows_lines_of(&id, &saved) => then(window),
                saved => window.play_and(OpenGame::restored(saved, Some(id)), then),
            },
        );
    }

    /// Reads from the saved games, and passes the result to `then`. An error is reported.
    pub(super) fn read_saved<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Store) -> Result<T, StoreError> + Send + 'static,
        then: impl FnOnce(&Self, T) + 'static,
    ) {
        let (window, saves) = (self.downgrade(), Rc::clone(&self.services().saves));
        glib::spawn_future_local(async move {
            let read = saves.read(read).await;
            if let Some((window, read)) = window.upgrade().zip(read) {
                then(&window, read);
            }
        });
    }

    /// Returns whether the page has this game by message with the same lines. Its last line can be
    /// taken back then.
    pub(super) fn shows_lines_of(&self, id: &SaveId, saved: &SavedGame) -> bool {
        let is_same = |game: &OpenGame| saved.message.is_some() && game.session.message() == saved.message.as_deref();
        self.has_on_page(id) && self.page_of::<GamePage>().read(is_same) == Some(true)
    }

    /// Continues a saved game or analysis.
    pub(super) fn show_saved(&self, saved: SavedGame, id: Option<SaveId>) {
        match saved.kind {
            SavedKind::Message if id.is_none() => self.open_copy(saved),
            SavedKind::Game | SavedKind::Message => self.play(OpenGame::restored(saved, id)),
            SavedKind::Analysis => {
                self.page_of::<AnalysisPage>().open(Subject::saved(id, &saved), Part::Moves);
                self.lead_to(AnalysisPage::ID);
            }
        }
    }
}

fn unfinished(session: &Session) -> Unfinished {
    let progress = describe::moves(session.game().cursor());
    Unfinished { men: session.scene().men, setup: session.setup().clone(), progress }
}

fn coin() -> Color {
    if rand::random() { Color::White } else { Color::Black }
}
