// SPDX-License-Identifier: GPL-3.0-or-later
//! Reviews: of the game on its page, and of saved games.

use std::rc::Rc;
use std::sync::Arc;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gtk::gio;

use super::{Page, Window};
use crate::pages::review::ReviewPage;
use crate::text::describe;
use morris::Game;
use morris_play::persistence::{SaveId, SavedGame, StoreError};
use morris_play::setup::GameSetup;
use morris_teach::review::Review;

impl Window {
    /// The page of the review.
    pub(super) fn review_page(&self) -> &ReviewPage {
        self.made_once(Page::Review, &self.imp().review, || {
            let window = self.downgrade();
            ReviewPage::new(self.surroundings(), move |id, game, review| {
                if let Some(window) = window.upgrade() {
                    window.keep_review(id, game, review);
                }
            })
        })
    }

    /// Reviews the game on its page, if there is one.
    pub(super) fn review_game(&self) {
        let game = self
            .game_page()
            .read(|game| (game.id.clone(), game.session.setup().clone(), Arc::clone(game.session.game())));
        self.game_page().note_help();
        game.into_iter().for_each(|(id, setup, game)| self.review(id, setup, game, None));
    }

    /// Has a game reviewed once the tables are open, and looks at it after so many moves, or at its end.
    pub(super) fn review(&self, id: SaveId, setup: GameSetup, game: Arc<Game>, moves: Option<usize>) {
        let window = self.clone();
        glib::spawn_future_local(async move {
            window.services().tables.opened().await;
            window.review_page().review(id, setup, game);
            moves.into_iter().for_each(|moves| window.review_page().look_at(moves));
        });
    }

    /// Reviews a saved game without opening it. One that is on the page is reviewed as it is there. Where no move has been
    /// played there is nothing to look at, and that is said.
    pub(super) fn review_saved(&self, id: SaveId) {
        if self.has_on_page(&id) {
            let played = self.game_page().read(|game| game.session.game().cursor() > 0);
            return if played == Some(true) { self.go(Page::Review) } else { self.say(&describe::nothing_played()) };
        }
        let (window, services) = (self.clone(), Rc::clone(self.services()));
        glib::spawn_future_local(async move {
            let (store, of) = (services.saves.store(), id.clone());
            let read = gio::spawn_blocking(move || store.load_for_review(&of)).await;
            services.tables.opened().await;
            match read {
                Ok(Ok(SavedGame { game, .. })) if game.cursor() == 0 => window.say(&describe::nothing_played()),
                Ok(Ok(SavedGame { setup, game, .. })) => {
                    window.review_page().review(id, setup, Arc::new(game));
                    window.lead_to(Page::Review);
                }
                Ok(Err(error)) => window.tell_of(&error),
                Err(_) => tracing::error!("reading a game went wrong"),
            }
        });
    }

    /// Writes a review into the save of its game, and what it says of the person into the statistics.
    fn keep_review(&self, id: &SaveId, game: &Game, review: &Review) {
        if self.has_on_page(id) {
            self.game_page().keep_review(game, review);
            if self.game_page().is_unfinished() {
                return;
            }
        }
        let (window, id, game, review) = (self.clone(), id.clone(), game.clone(), review.clone());
        glib::spawn_future_local(async move {
            window.services().saves.flush().await;
            let (store, of) = (window.services().saves.store(), id.clone());
            let kept = gio::spawn_blocking(move || {
                let saved = store.add_review(&of, &game, &review);
                saved.map(|saved| saved?.accuracy(&game, &review))
            });
            match kept.await {
                Ok(Ok(accuracy)) => {
                    accuracy.into_iter().for_each(|percent| window.services().statistics.set_accuracy(&id, percent));
                }
                Ok(Err(error)) => window.tell_of(&error),
                Err(_) => tracing::error!("keeping a review went wrong"),
            }
        });
    }

    /// Whether the game that is saved under this id is on the page.
    pub(super) fn has_on_page(&self, id: &SaveId) -> bool {
        self.imp().game.get().is_some_and(|page| page.read(|game| game.id == *id) == Some(true))
    }

    fn tell_of(&self, error: &StoreError) {
        tracing::warn!("{error}");
        self.tell(&describe::store_error(error));
    }
}
