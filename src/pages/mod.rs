// SPDX-License-Identifier: GPL-3.0-or-later
//! The pages of the window, with a folder for each, and their table. A new page needs a folder and
//! a row.

pub mod analysis;
pub mod app_page;
pub mod by_message;
pub mod endgame;
pub mod exercise;
pub mod game;
pub mod help;
pub mod how_to_play;
pub mod judgment;
pub mod main_menu;
pub mod network;
pub mod pause;
pub mod practice;
pub mod puzzle;
pub mod rules;
pub mod saved_games;
pub mod settings;
pub mod setup;
pub mod statistics;
pub mod tournament;
pub mod tournaments;

use app_page::{PageId, PageRow};

pub const PAGES: &[PageRow] = &[
    PageRow::of::<main_menu::MainMenu>(),
    PageRow::of::<setup::SetupPage>(),
    PageRow::of::<rules::RulesPage>(),
    PageRow::of::<game::GamePage>(),
    PageRow::of::<pause::PausePage>(),
    PageRow::of::<analysis::AnalysisPage>(),
    PageRow::of::<practice::PracticePage>(),
    PageRow::of::<puzzle::PuzzlePage>(),
    PageRow::of::<endgame::EndgamePage>(),
    PageRow::of::<judgment::JudgmentPage>(),
    PageRow::of::<statistics::StatisticsPage>(),
    PageRow::of::<saved_games::SavedGamesPage>(),
    PageRow::of::<network::NetworkPage>(),
    PageRow::of::<tournaments::TournamentsPage>(),
    PageRow::of::<tournament::TournamentPage>(),
    PageRow::of::<settings::SettingsPage>(),
    PageRow::of::<how_to_play::HowToPlay>(),
    PageRow::of::<help::HelpPage>(),
];

pub fn named(name: &str) -> Option<&'static PageRow> {
    PAGES.iter().find(|row| row.id.0 == name)
}

pub fn row(id: PageId) -> &'static PageRow {
    named(id.0).expect("a page stands in the table")
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_page_has_a_name_of_its_own_a_title_and_help() {
        let names: HashSet<_> = PAGES.iter().map(|row| row.id).collect();
        assert_eq!(names.len(), PAGES.len());
        for PageRow { id, help, title, .. } in PAGES {
            assert!(!title().is_empty(), "{id:?}");
            assert!(help::leads_somewhere(help), "{id:?}: {help}");
        }
    }
}
