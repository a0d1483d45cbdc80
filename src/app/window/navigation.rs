// SPDX-License-Identifier: GPL-3.0-or-later
//! The pages, and the navigation between them.

use std::rc::Rc;

use adw::prelude::*;
use adw::subclass::prelude::*;

use super::Window;
use crate::compat::accessible_names::{introduce, name_inner_parts};
use crate::compat::combo_row::show_whole_values;
use crate::compat::descendants::for_each;
use crate::compat::headings;
use crate::pages::app_page::{AppPage, Page, PageId, Pages, of_type};
use crate::pages::game::GamePage;
use crate::pages::help::HelpPage;
use crate::pages::how_to_play::HowToPlay;
use crate::pages::main_menu::MainMenu;
use crate::pages::network::NetworkPage;
use crate::pages::settings::SettingsPage;
use crate::pages::tournament::TournamentPage;
use crate::pages::tournaments::TournamentsPage;
use crate::pages::{named, row};
use crate::widgets::{access_keys, ui_scale};
use morris::Rules;

impl Pages for Window {
    fn page_with(&self, id: PageId) -> Rc<dyn AppPage> {
        self.made_with(id).unwrap_or_else(|| self.make(id))
    }

    fn rules_on(&self, id: PageId) -> Rules {
        let rules = self.made_with(id).and_then(|page| page.rules_here(self));
        rules.unwrap_or_else(|| self.services().settings.read(|settings| settings.choice.rules))
    }
}

impl Window {
    pub fn page(&self) -> PageId {
        let name = self.imp().stack.visible_child_name();
        name.and_then(|name| named(&name)).map_or(MainMenu::ID, |row| row.id)
    }

    pub(super) fn shown_page(&self) -> Rc<dyn AppPage> {
        self.page_with(self.page())
    }

    /// Returns the page of a type. Creates it when it is first needed.
    pub(super) fn page_of<P: Page>(&self) -> P {
        of_type(&*self.page_with(P::ID))
    }

    /// Returns the page of a type, if it has been created.
    pub(super) fn made<P: Page>(&self) -> Option<P> {
        self.made_with(P::ID).map(|page| of_type(&*page))
    }

    fn made_with(&self, id: PageId) -> Option<Rc<dyn AppPage>> {
        self.imp().pages.borrow().get(&id).cloned()
    }

    fn make(&self, id: PageId) -> Rc<dyn AppPage> {
        let row = row(id);
        let (page, title) = ((row.make)(&self.context()), (row.title)());
        let widget: &gtk::Widget = (*page).as_ref();
        headings::mark(widget);
        self.imp().pages.borrow_mut().insert(id, Rc::clone(&page));
        let shown = self.imp().stack.add_named(widget, Some(id.0));
        // Accessible name of the page.
        shown.set_title(&title);
        name_inner_parts(widget, &title);
        show_whole_values(widget);
        introduce(widget);
        access_keys::in_menus_below(widget);
        ui_scale::adopt(widget);
        // A title has all the room between the buttons.
        for_each(widget, &mut |part| {
            if let Some(header) = part.downcast_ref::<adw::HeaderBar>() {
                header.set_centering_policy(adw::CenteringPolicy::Loose);
            }
        });
        page
    }

    /// Goes to a page. [`Self::back`] then leads to the previous one.
    pub fn go(&self, page: PageId) {
        let from = self.page();
        if from != page {
            self.page_with(page).enter(from, self);
            self.lead_to(page);
        }
    }

    /// Shows a prepared page. [`Self::back`] then leads to the previous one.
    pub(super) fn lead_to(&self, page: PageId) {
        let from = self.page();
        let mut back_stack = self.imp().back_stack.borrow_mut();
        match page {
            MainMenu::ID => back_stack.clear(),
            // A game of a tournament leads back to it.
            GamePage::ID if from == TournamentPage::ID => {
                *back_stack = vec![MainMenu::ID, TournamentsPage::ID, TournamentPage::ID];
            }
            // So does one at a table in this network, whose director then goes back to the
            // tournament.
            GamePage::ID if from == NetworkPage::ID && back_stack.last() == Some(&TournamentPage::ID) => {
                back_stack.push(from);
            }
            GamePage::ID if from == NetworkPage::ID => *back_stack = vec![MainMenu::ID, NetworkPage::ID],
            GamePage::ID => *back_stack = vec![MainMenu::ID],
            // It shows something else now, and the way back stays.
            _ if from == page => {}
            // A page in the history is returned to, not added again.
            _ => match back_stack.iter().position(|&other| other == page) {
                Some(index) => back_stack.truncate(index),
                None => back_stack.push(from),
            },
        }
        drop(back_stack);
        self.show_page(page);
    }

    /// Goes back within the page, or to the previous page.
    pub fn back(&self) {
        let mut leaves = false;
        self.change_within(|| leaves = !self.shown_page().back());
        if leaves {
            let page = self.imp().back_stack.borrow_mut().pop().unwrap_or(MainMenu::ID);
            self.show_page(page);
        }
    }

    /// Changes what is on the page, and announces its title if that is another one now.
    pub(super) fn change_within(&self, change: impl FnOnce()) {
        let title = self.page_title();
        change();
        if self.page_title() != title {
            self.announce_page();
        }
    }

    pub(super) fn show_page(&self, id: PageId) {
        let imp = self.imp();
        if let Some(left) = self.made_with(self.page()).filter(|_| self.page() != id) {
            left.leave();
        }
        imp.notices.dismiss_passing();
        let page = self.page_with(id);
        if id == GamePage::ID {
            let is_to_menu = imp.back_stack.borrow().last().is_none_or(|&before| before == MainMenu::ID);
            self.page_of::<GamePage>().name_way_back(is_to_menu);
        }
        page.resume();
        imp.stack.set_visible_child_name(id.0);
        imp.notices.queue_allocate();
        self.lend_game_actions(&*page);
        self.update_title();
        self.enable_actions(id);
        page.focus(self);
    }

    pub(super) fn show_rules_in_words(&self) {
        let rules = self.rules_on(self.page());
        self.go(HowToPlay::ID);
        let how: HowToPlay = self.page_of();
        how.explain_in_words(&rules);
        how.focus_first();
    }

    pub(super) fn solve_more(&self) {
        self.go(SettingsPage::ID);
        self.page_of::<SettingsPage>().show_solved();
    }

    /// Shows the help about the current page. From the help itself, shows its index.
    pub(super) fn help_here(&self) {
        let here = self.shown_page().help_here();
        self.help_with(here.unwrap_or(row(self.page()).help));
    }

    /// Shows a page of the help, or a section of one: `settings#tables`.
    pub(super) fn help_with(&self, target: &str) {
        let help: HelpPage = self.page_of();
        if self.page() == HelpPage::ID {
            help.follow(target);
            return self.announce_page();
        }
        help.begin(target);
        self.go(HelpPage::ID);
    }

    /// Gives the focus to the first setting, if the settings page is shown.
    pub fn focus_settings(&self) {
        if self.page() == SettingsPage::ID {
            self.page_of::<SettingsPage>().focus_first();
        }
    }

    /// Provides the actions of the game to the window only on pages where the game is visible or
    /// paused.
    fn lend_game_actions(&self, page: &dyn AppPage) {
        let actions = page.game_actions(self);
        // Existing actions must not be removed and added again, because every button would report
        // that to a screen reader.
        if self.imp().lends_game.replace(actions.is_some()) != actions.is_some() {
            self.insert_action_group("game", actions.as_ref());
        }
    }
}
