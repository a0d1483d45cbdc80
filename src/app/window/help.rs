// SPDX-License-Identifier: GPL-3.0-or-later
//! The way to the help and within it.

use super::{Page, Window};
use crate::pages::help::HelpPage;

use adw::subclass::prelude::*;

impl Window {
    /// The page of the help.
    pub(super) fn help_page(&self) -> &HelpPage {
        self.made_once(Page::Help, &self.imp().help, HelpPage::default)
    }

    /// Shows the help with what the window shows; from the help itself its index.
    pub(super) fn help_here(&self) {
        self.help_with(topic(self.page()));
    }

    /// Shows a page of the help, or a section of one: `settings#tables`.
    pub(super) fn help_with(&self, target: &str) {
        if self.page() == Page::Help {
            self.help_page().follow(target);
            return self.announce_page();
        }
        self.help_page().begin(target);
        self.go(Page::Help);
    }

    /// Whether the help had a page to go back to.
    pub(super) fn turn_help_back(&self) -> bool {
        let turned = self.help_page().go_back();
        if turned {
            self.announce_page();
        }
        turned
    }
}

/// What helps on a page.
const fn topic(page: Page) -> &'static str {
    match page {
        Page::MainMenu | Page::Help => "index",
        Page::Setup | Page::Pause => "first-game",
        Page::Rules => "rules",
        Page::Position => "files#position",
        Page::Game => "playing",
        Page::Review => "review",
        Page::Practice | Page::HowToPlay => "practice",
        Page::Puzzle => "practice#puzzles",
        Page::Statistics => "practice#statistics",
        Page::SavedGames => "files",
        Page::Settings => "settings",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pages::help::leads_somewhere;

    #[test]
    fn every_page_has_help() {
        for page in Page::ALL {
            assert!(leads_somewhere(topic(page)), "{page:?}");
        }
    }
}
