// SPDX-License-Identifier: GPL-3.0-or-later
//! The pages of the window.

use gettextrs::gettext;

/// A page of the stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Page {
    /// The main menu.
    MainMenu,
    /// The set-up of a game.
    Setup,
    /// The choice of the rules.
    Rules,
    /// A position, to be set up.
    Position,
    /// A game.
    Game,
    /// A game at rest, its board hidden.
    Pause,
    /// The review of a game.
    Review,
    /// What one can practise.
    Practice,
    /// A puzzle.
    Puzzle,
    /// What became of finished games.
    Statistics,
    /// The saved games.
    SavedGames,
    /// The settings.
    Settings,
    /// The rules, to try.
    HowToPlay,
    /// The pages of the help.
    Help,
}

impl Page {
    /// All pages.
    pub const ALL: [Self; 14] = [
        Self::MainMenu,
        Self::Setup,
        Self::Rules,
        Self::Position,
        Self::Game,
        Self::Pause,
        Self::Review,
        Self::Practice,
        Self::Puzzle,
        Self::Statistics,
        Self::SavedGames,
        Self::Settings,
        Self::HowToPlay,
        Self::Help,
    ];

    /// Its name in the stack and as the target of the action `win.go`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::MainMenu => "main-menu",
            Self::Setup => "setup",
            Self::Rules => "rules",
            Self::Position => "position",
            Self::Game => "game",
            Self::Pause => "pause",
            Self::Review => "review",
            Self::Practice => "practice",
            Self::Puzzle => "puzzle",
            Self::Statistics => "statistics",
            Self::SavedGames => "saved-games",
            Self::Settings => "settings",
            Self::HowToPlay => "how-to-play",
            Self::Help => "help",
        }
    }

    /// The page of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|page| page.name() == name)
    }

    /// What stands in the title of the window; the game has titles of its own.
    #[must_use]
    pub fn title(self) -> String {
        match self {
            Self::MainMenu | Self::Game => gettext("Nine Men’s Morris"),
            Self::Setup => gettext("New Game"),
            Self::Rules => gettext("Rules"),
            Self::Position => gettext("Position"),
            Self::Pause => gettext("Paused"),
            Self::Review => gettext("Review"),
            Self::Practice => gettext("Practise"),
            Self::Puzzle => gettext("Puzzle"),
            Self::Statistics => gettext("Statistics"),
            Self::SavedGames => gettext("Saved Games"),
            Self::Settings => gettext("Settings"),
            Self::HowToPlay => gettext("How to Play"),
            Self::Help => gettext("Help"),
        }
    }
}
