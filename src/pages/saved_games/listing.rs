// SPDX-License-Identifier: GPL-3.0-or-later
//! The list of saved games: its order, and the text of its cards.

use std::cmp::{Ordering, Reverse};

use gettextrs::gettext;

use crate::text::describe;
use crate::text::i18n::joined;
use crate::text::language;
use morris_play::persistence::{Entry, Summary};

/// Order of saved games. Broken files always come last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// By date, newest first.
    #[default]
    Newest,
    /// By date, oldest first.
    Oldest,
    /// By name, or by players for games without a name, in the collation order of the language.
    Name,
}

impl Order {
    /// Returns the name of the order, as in the state of the action `saved-games.sort`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Newest => "newest",
            Self::Oldest => "oldest",
            Self::Name => "name",
        }
    }

    /// Returns the order with this name.
    pub fn named(name: &str) -> Option<Self> {
        [Self::Newest, Self::Oldest, Self::Name].into_iter().find(|order| order.name() == name)
    }

    /// Compares two entries.
    pub fn compare(self, a: &Entry, b: &Entry) -> Ordering {
        let (game_a, game_b) = match (a, b) {
            (Entry::Game(a), Entry::Game(b)) => (a, b),
            (Entry::Game(_), Entry::Broken(_)) => return Ordering::Less,
            (Entry::Broken(_), Entry::Game(_)) => return Ordering::Greater,
            (Entry::Broken(a), Entry::Broken(b)) => return a.id.cmp(&b.id),
        };
        let newest = || Reverse(game_a.saved).cmp(&Reverse(game_b.saved));
        let order = match self {
            Self::Newest => newest(),
            Self::Oldest => newest().reverse(),
            Self::Name => language::compare(&title(game_a), &title(game_b)).then_with(newest),
        };
        order.then_with(|| game_a.id.cmp(&game_b.id))
    }
}

/// Returns the name of a game, or its players.
pub fn title(summary: &Summary) -> String {
    summary.name.clone().unwrap_or_else(|| describe::pairing(&summary.setup))
}

/// Returns the players, the date, and the progress of a game, each on its own line.
pub fn details(summary: &Summary) -> String {
    let players = summary.name.is_some().then(|| describe::pairing(&summary.setup));
    let progress = joined(&[describe::moves(summary.moves), result(summary)]);
    players.into_iter().chain([describe::moment(summary.saved), progress]).collect::<Vec<_>>().join("\n")
}

fn result(summary: &Summary) -> String {
    match summary.outcome {
        Some(outcome) => describe::outcome_title(outcome, &summary.setup),
        // Translators: said of a saved game that is not over
        None => gettext("Unfinished"),
    }
}

/// Returns `true` if an entry contains all words of a search, ignoring case. For a broken file its
/// path is searched.
pub fn has_words(entry: &Entry, search: &str) -> bool {
    let text = match entry {
        Entry::Game(summary) => format!("{}\n{}", title(summary), details(summary)),
        Entry::Broken(broken) => broken.error.path.display().to_string(),
    };
    let text = text.to_lowercase();
    search.to_lowercase().split_whitespace().all(|word| text.contains(word))
}
