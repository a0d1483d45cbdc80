// SPDX-License-Identifier: GPL-3.0-or-later
//! The analysis and the review of the game on its page and of saved games.

use adw::subclass::prelude::*;

use super::Window;
use crate::pages::analysis::{AnalysisPage, Part, Subject};
use crate::pages::app_page::{AppPage, Page, PageId};
use crate::pages::game::GamePage;
use crate::text::describe;
use morris_play::persistence::SaveId;
use morris_play::session::Refusal;

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
        let (window, from, of) = (self.clone(), self.page(), id.clone());
        let load = self.services().saves.work(move |store| store.load_for_review(&of));
        glib::spawn_future_local(async move {
            let saved = load.await;
            window.services().tables.opened().await;
            // The user may have gone elsewhere meanwhile.
            let Some(saved) = saved.filter(|_| window.page() == from) else { return };
            if saved.setup.closes_aids(saved.game.outcome()) {
                return window.say(&describe::refusal(saved.setup.rules.board, Refusal::AfterTheGame));
            }
            if saved.game.cursor() == 0 {
                return window.say(&describe::nothing_played());
            }
            window.page_of::<AnalysisPage>().open(Subject::saved(Some(id), &saved), Part::Review);
            window.lead_to(AnalysisPage::ID);
        });
    }

    pub(super) fn has_on_page(&self, id: &SaveId) -> bool {
        self.made::<GamePage>().is_some_and(|page| page.has(id))
    }
}
