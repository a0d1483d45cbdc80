// SPDX-License-Identifier: GPL-3.0-or-later
//! What a window shows, so that another can show it in its place.

use std::sync::Arc;

use adw::prelude::*;
use adw::subclass::prelude::*;

use super::{Page, Window};
use crate::pages::game::OpenGame;
use crate::pages::help::HelpPage;
use crate::pages::how_to_play::{HowToPlay, ShownLesson};
use crate::pages::review::ReviewPage;
use crate::pages::setup::SetupPage;
use crate::widgets::notice_bar::Notice;
use morris::{Arrangement, Game, Position, Rules};
use morris_play::persistence::SaveId;
use morris_play::setup::{GameSetup, NewGameOptions};

/// What a window shows.
pub struct State {
    page: Page,
    back_stack: Vec<Page>,
    game: Option<OpenGame>,
    reviewed: Option<(SaveId, GameSetup, Arc<Game>)>,
    reviewed_moves: Option<usize>,
    notices: Vec<Notice>,
    choice: Option<NewGameOptions>,
    arrangement: Option<(Rules, Arrangement)>,
    start_position: Option<Position>,
    lessons: Option<ShownLesson>,
    help: Vec<String>,
    size: (i32, i32),
    maximized: bool,
    full_screen: bool,
}

impl Window {
    /// Takes what the window shows; its computer player stops.
    #[must_use]
    pub fn take_state(&self) -> State {
        let imp = self.imp();
        State {
            page: self.page(),
            back_stack: imp.back_stack.take(),
            game: imp.game.get().and_then(|page| page.take()),
            reviewed: imp.review.get().and_then(ReviewPage::reviewed),
            reviewed_moves: imp.review.get().and_then(ReviewPage::moves),
            notices: imp.notices.take_lasting(),
            choice: imp.setup.get().map(SetupPage::choice),
            arrangement: imp.position.get().map(|page| (page.rules(), page.arrangement())),
            start_position: imp.setup.get().and_then(SetupPage::start_position),
            lessons: imp.how_to_play.get().map(HowToPlay::shown),
            help: imp.help.get().map(HelpPage::way).unwrap_or_default(),
            size: self.default_size(),
            maximized: self.is_maximized(),
            full_screen: self.is_fullscreen(),
        }
    }

    /// Shows what another window did.
    pub fn restore(&self, state: State) {
        self.set_default_size(state.size.0, state.size.1);
        self.set_maximized(state.maximized);
        self.set_fullscreened(state.full_screen);
        if let Some(game) = state.game {
            self.game_page().put(game);
        }
        if let Some((rules, arrangement)) = state.arrangement {
            self.position_page().set_arrangement(rules, arrangement);
        }
        if let Some(choice) = state.choice {
            self.setup_page().set_choice(&choice);
            self.setup_page().set_start_position(state.start_position);
        }
        if let Some(shown) = state.lessons {
            self.make(Page::HowToPlay);
            self.imp().how_to_play.get().into_iter().for_each(|page| page.show(&shown));
        }
        if !state.help.is_empty() {
            self.help_page().set_way(state.help);
        }
        // A puzzle stays with the window that showed it.
        let pages = state.back_stack.into_iter().filter(|page| *page != Page::Puzzle).collect::<Vec<_>>();
        let page = if state.page == Page::Puzzle { Page::Practice } else { state.page };
        let shows_review = page == Page::Review || pages.contains(&Page::Review);
        if let Some((id, setup, game)) = state.reviewed.filter(|_| shows_review) {
            self.review(id, setup, game, state.reviewed_moves);
        }
        self.show_page(page);
        self.imp().back_stack.replace(pages);
        // Nothing is said of them: they have been heard.
        state.notices.into_iter().for_each(|notice| self.imp().notices.show_notice(notice));
    }
}
