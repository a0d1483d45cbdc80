// SPDX-License-Identifier: GPL-3.0-or-later
//! The analysis and the review of the game on its page and of saved games.

use std::rc::Rc;

use adw::subclass::prelude::*;
use gtk::gio;

use super::Window;
use crate::pages::analysis::{AnalysisPage, Part, Subject};
use crate::pages::app_page::{AppPage, Page, PageId};
use crate::pages::game::GamePage;
use crate::services::PendingSave;
use crate::text::describe;
use morris::{Game, GameTree};
use morris_play::persistence::{SaveId, SavedGame, StoreError};
use morris_play::session::Refusal;
use morris_teach::review::Review;

impl Window {
    /// Analyzes what the page shows: its game or its position, or else the user's own analysis.
    pub(super) fn analyze(&self, part: Part) {
        if let Some(words) = self.shown_page().why_not_analyze() {
            return self.say(&words);
        }
        if self.page() == AnalysisPage::ID {
            return self.change_within(|| self.page_of::<AnalysisPage>().look_into(part));
        }
        self.go(AnalysisPage::ID);
        self.page_of::<AnalysisPage>().look_into(part);
    }

    /// Sets up a position on the page of the analysis. `begin` gets the page where the user is.
    pub(super) fn set_up(&self, begin: impl FnOnce(&AnalysisPage, PageId)) {
        let (from, page) = (self.page(), self.page_of::<AnalysisPage>());
        if from != AnalysisPage::ID {
            begin(&page, from);
            // The way back leads to where the user is, even if that is later than the analysis.
            self.imp().back_stack.borrow_mut().retain(|&other| other != AnalysisPage::ID);
            return self.lead_to(AnalysisPage::ID);
        }
        self.change_within(|| begin(&page, from));
        page.focus_first();
    }

    /// Analyzes the game on its page, from any page.
    fn analyze_game(&self, part: Part) {
        if let Some(subject) = self.page_of::<GamePage>().subject() {
            self.page_of::<AnalysisPage>().open(subject, part);
            self.lead_to(AnalysisPage::ID);
        }
    }

    /// Reviews a saved game without opening it. One that is on the page is reviewed in its state
    /// there. If no move has been played, reports that instead.
    pub(super) fn review_saved(&self, id: SaveId) {
        if self.has_on_page(&id) {
            let page: GamePage = self.page_of();
            if let Some(words) = page.why_not_analyze() {
                return self.say(&words);
            }
            let played = page.read(|game| game.session.game().cursor() > 0);
            return match played {
                Some(true) => self.analyze_game(Part::Review),
                _ => self.say(&describe::nothing_played()),
            };
        }
        let (window, services, from) = (self.clone(), Rc::clone(self.services()), self.page());
        glib::spawn_future_local(async move {
            let (store, of) = (services.saves.store(), id.clone());
            let read = gio::spawn_blocking(move || store.load_for_review(&of)).await;
            services.tables.opened().await;
            match read {
                // The user has gone elsewhere meanwhile.
                Ok(Ok(_)) if window.page() != from => {}
                Ok(Ok(saved)) if saved.closes_aids() => {
                    window.say(&describe::refusal(saved.setup.rules.board, Refusal::AfterTheGame));
                }
                Ok(Ok(SavedGame { game, .. })) if game.cursor() == 0 => window.say(&describe::nothing_played()),
                Ok(Ok(saved)) => {
                    window.page_of::<AnalysisPage>().open(Subject::saved(Some(id), &saved), Part::Review);
                    window.lead_to(AnalysisPage::ID);
                }
                Ok(Err(error)) => window.report_failed_save(&error),
                Err(_) => tracing::error!("reading a game went wrong"),
            }
        });
    }

    /// Writes a review into the saved game, and the user's accuracy into the statistics.
    pub(super) fn keep_review(&self, id: SaveId, game: Game, review: Review) {
        if self.has_on_page(&id) {
            let page: GamePage = self.page_of();
            page.keep_review(&game, &review);
            if page.is_unfinished() {
                return;
            }
        }
        let window = self.clone();
        glib::spawn_future_local(async move {
            window.services().saves.flush().await;
            let (store, of) = (window.services().saves.store(), id.clone());
            let kept = gio::spawn_blocking(move || {
                let saved = store.add_review(&of, &game, &review);
                saved.map(|saved| saved?.accuracy(&game, &review))
            });
            match kept.await {
                Ok(Ok(accuracy)) => {
                    if let Some(percent) = accuracy {
                        window.services().statistics.set_accuracy(&id, percent);
                    }
                }
                Ok(Err(error)) => window.report_failed_save(&error),
                Err(_) => tracing::error!("keeping a review went wrong"),
            }
        });
    }

    /// Writes a tree, and its review, into the saved game. Closing the window waits for it.
    pub(super) fn keep_tree(&self, id: SaveId, tree: GameTree, review: Option<Review>, save: Rc<PendingSave>) {
        if self.has_on_page(&id) {
            let page: GamePage = self.page_of();
            if let Some(of_game) = page.keep_tree(&tree, review.as_ref()) {
                return save.follow(&of_game);
            }
        }
        let writing = self.services().saves.keep_tree(id, tree, review, save);
        let earlier = self.imp().keeping.take();
        let keeping = glib::spawn_future_local(async move {
            if let Some(earlier) = earlier {
                _ = earlier.await;
            }
            writing.await;
        });
        self.imp().keeping.replace(Some(keeping));
    }

    /// Returns whether the game with this id is on the page.
    pub(super) fn has_on_page(&self, id: &SaveId) -> bool {
        self.made::<GamePage>().is_some_and(|page| page.read(|game| game.id == *id) == Some(true))
    }

    pub(super) fn report_failed_save(&self, error: &StoreError) {
        tracing::warn!("{error}");
        self.tell(&describe::store_error(error));
    }
}
