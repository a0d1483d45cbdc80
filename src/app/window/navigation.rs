// SPDX-License-Identifier: GPL-3.0-or-later
//! The way between the pages.

use std::cell::OnceCell;
use std::rc::Rc;

use adw::prelude::*;
use adw::subclass::prelude::*;

use super::{Page, Window};
use crate::compat::accessible_names::name_inner_parts;
use crate::compat::combo_row::show_whole_values;
use crate::pages::game::GamePage;
use crate::pages::help::HelpPage;
use crate::pages::how_to_play::HowToPlay;
use crate::pages::pause::PausePage;
use crate::pages::position::PositionPage;
use crate::pages::review::ReviewPage;
use crate::pages::rules::RulesPage;
use crate::pages::settings::SettingsPage;
use crate::pages::setup::SetupPage;
use crate::widgets::ui_scale as growth;
use morris::Rules;

impl Window {
    /// The page shown.
    #[must_use]
    pub fn page(&self) -> Page {
        let name = self.imp().stack.visible_child_name();
        name.and_then(|name| Page::named(&name)).unwrap_or(Page::MainMenu)
    }

    /// Goes to a page, so that [`Self::back`] leads to the one shown now.
    pub fn go(&self, page: Page) {
        let from = self.page();
        if from == page {
            return;
        }
        match page {
            Page::Setup => self.setup_page().set_start_position(None),
            Page::Position if from == Page::Setup => self.position_page().set_rules(self.setup_page().rules()),
            Page::HowToPlay => self.explain(from),
            Page::Review => self.review_game(),
            Page::Practice => self.load_practice(),
            Page::Statistics => self.load_statistics(),
            _ => {}
        }
        self.lead_to(page);
    }

    /// Shows a page that is ready, so that [`Self::back`] leads to the one shown now.
    pub(super) fn lead_to(&self, page: Page) {
        let from = self.page();
        let mut back_stack = self.imp().back_stack.borrow_mut();
        match page {
            Page::MainMenu => back_stack.clear(),
            Page::Game => *back_stack = vec![Page::MainMenu],
            // A page that one came through is gone back to.
            _ => match back_stack.iter().position(|&other| other == page) {
                Some(index) => back_stack.truncate(index),
                None => back_stack.push(from),
            },
        }
        drop(back_stack);
        self.show_page(page);
    }

    /// Goes to the page that one came from.
    pub fn back(&self) {
        if self.turn_page_back() {
            return;
        }
        let page = self.imp().back_stack.borrow_mut().pop().unwrap_or(Page::MainMenu);
        self.show_page(page);
    }

    /// Whether the page shown had something of its own to go back from.
    fn turn_page_back(&self) -> bool {
        match self.page() {
            Page::Help => self.turn_help_back(),
            Page::HowToPlay => self.imp().how_to_play.get().is_some_and(HowToPlay::go_back),
            Page::Review => self.imp().review.get().is_some_and(ReviewPage::leave_line),
            _ => false,
        }
    }

    pub(super) fn show_page(&self, page: Page) {
        let imp = self.imp();
        if self.page() == Page::Game && page != Page::Game {
            self.game_page().rest();
        }
        self.forget_endgame();
        imp.notices.dismiss_passing();
        self.make(page);
        imp.stack.set_visible_child_name(page.name());
        self.lend_game_actions(page);
        if page == Page::Game {
            // The title tells how the game stands, and not that it rested.
            self.game_page().wake();
        }
        self.update_title();
        self.enable_actions(page);
        match page {
            Page::MainMenu => self.show_main_menu(),
            Page::Game => {}
            Page::SavedGames => self.show_saved_games(),
            Page::Setup => drop(imp.setup.get().map(SetupPage::focus_first)),
            Page::Rules => self.show_rules(),
            Page::Position => drop(self.position_page().focus_first()),
            Page::Pause => self.show_pause(),
            Page::Practice => drop(self.practice_page().focus_first()),
            Page::Puzzle => drop(self.puzzle_page().focus_first()),
            Page::Statistics => drop(self.statistics_page().focus_first()),
            Page::Review => drop(imp.review.get().map(ReviewPage::focus_first)),
            Page::Settings => drop(imp.settings.get().map(SettingsPage::focus_first)),
            Page::HowToPlay => drop(imp.how_to_play.get().map(HowToPlay::focus_first)),
            Page::Help => drop(imp.help.get().map(HelpPage::focus_first)),
        }
    }

    /// Has how to play tell of the rules that matter on a page.
    fn explain(&self, from: Page) {
        self.make(Page::HowToPlay);
        let how = self.imp().how_to_play.get().expect("it has just been made");
        how.explain(&self.rules_on(from));
    }

    /// Shows the rules that are chosen in words.
    pub(super) fn show_rules_in_words(&self) {
        let rules = self.rules_on(self.page());
        self.go(Page::HowToPlay);
        let how = self.imp().how_to_play.get().expect("its page is shown");
        how.explain_in_words(&rules);
        how.focus_first();
    }

    /// Shows where more positions are solved.
    pub(super) fn solve_more(&self) {
        self.go(Page::Settings);
        self.imp().settings.get().into_iter().for_each(SettingsPage::show_solved);
    }

    /// The rules that matter on a page.
    pub(super) fn rules_on(&self, page: Page) -> Rules {
        let imp = self.imp();
        let of_game = || imp.game.get().and_then(|page| page.read(|game| game.session.setup().rules));
        match page {
            Page::Game | Page::Pause => of_game(),
            Page::Setup | Page::Rules => imp.setup.get().map(SetupPage::rules),
            Page::Position => imp.position.get().map(PositionPage::rules),
            _ => None,
        }
        .unwrap_or_else(|| self.services().settings.read(|settings| settings.choice.rules))
    }

    /// Gives the keyboard to the first of the settings, where they are shown.
    pub fn focus_settings(&self) {
        if let Some(settings) = self.imp().settings.get().filter(|_| self.page() == Page::Settings) {
            settings.focus_first();
        }
    }

    fn show_rules(&self) {
        let setup = self.setup_page();
        self.rules_page().show(&setup.rules(), setup.rules_name());
    }

    fn show_pause(&self) {
        let pause = self.imp().pause.get().expect("the page is made before it is shown");
        let game = self.game_page().read(|game| (game.session.setup().clone(), game.session.game().cursor()));
        game.into_iter().for_each(|(setup, moves)| pause.show(&setup, moves));
        pause.focus_first();
    }

    /// The keys of the game act only where it is seen, or rests.
    fn lend_game_actions(&self, page: Page) {
        let game = self.imp().game.get().filter(|_| matches!(page, Page::Game | Page::Pause));
        // Those that are there already would be taken away and given back, which every button tells a screen reader.
        if self.imp().lends_game.replace(game.is_some()) != game.is_some() {
            self.insert_action_group("game", game.map(GamePage::actions));
        }
    }

    /// Makes a page when it is first needed.
    pub(super) fn make(&self, page: Page) {
        let imp = self.imp();
        match page {
            Page::MainMenu => {}
            Page::Setup => _ = self.setup_page(),
            Page::Rules => _ = self.rules_page(),
            Page::Position => _ = self.position_page(),
            Page::Game => _ = self.game_page(),
            Page::Pause => _ = self.made_once(page, &imp.pause, PausePage::default),
            Page::Review => _ = self.review_page(),
            Page::Practice => _ = self.practice_page(),
            Page::Puzzle => _ = self.puzzle_page(),
            Page::Statistics => _ = self.statistics_page(),
            Page::Settings => _ = self.made_once(page, &imp.settings, || SettingsPage::new(self.services())),
            Page::SavedGames => _ = self.saved_games_page(),
            Page::Help => self.help_page().begin_anyhow(),
            Page::HowToPlay => {
                _ = self.made_once(page, &imp.how_to_play, || HowToPlay::new(self.surroundings()));
            }
        }
    }

    /// The page on which a game is set up.
    pub(super) fn setup_page(&self) -> &SetupPage {
        self.made_once(Page::Setup, &self.imp().setup, || SetupPage::new(self.surroundings()))
    }

    /// The page on which its rules are chosen.
    fn rules_page(&self) -> &RulesPage {
        self.made_once(Page::Rules, &self.imp().rules, || {
            let window = self.downgrade();
            RulesPage::new(Rc::clone(&self.services().settings), move |rules, name| {
                if let Some(window) = window.upgrade() {
                    window.setup_page().set_rules(rules, name);
                }
            })
        })
    }

    /// The page on which a position is set up.
    pub(super) fn position_page(&self) -> &PositionPage {
        self.made_once(Page::Position, &self.imp().position, || PositionPage::new(self.surroundings()))
    }

    /// The page of the game.
    pub(super) fn game_page(&self) -> &GamePage {
        self.made_once(Page::Game, &self.imp().game, || GamePage::new(self.surroundings()))
    }

    /// A page, which is made when it is first needed.
    pub(super) fn made_once<'a, W: IsA<gtk::Widget>>(
        &'a self,
        page: Page,
        cell: &'a OnceCell<W>,
        make: impl FnOnce() -> W,
    ) -> &'a W {
        cell.get_or_init(|| {
            let widget = make();
            self.add(page, &widget);
            widget
        })
    }

    fn add(&self, page: Page, widget: &impl IsA<gtk::Widget>) {
        let shown = self.imp().stack.add_named(widget, Some(page.name()));
        // What a screen reader calls the page.
        shown.set_title(&page.title());
        name_inner_parts(widget.upcast_ref(), &page.title());
        show_whole_values(widget.upcast_ref());
        growth::adopt(widget);
    }
}
