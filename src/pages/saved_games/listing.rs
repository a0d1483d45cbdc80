// SPDX-License-Identifier: GPL-3.0-or-later
//! Saved games in the list: their order, and what their cards say.

use std::cmp::{Ordering, Reverse};

use gettextrs::gettext;

use crate::text::describe;
use crate::text::i18n::joined;
use crate::text::language;
use morris_play::persistence::{Entry, Summary};

/// The order of saved games; broken files always come last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// By date, the newest first.
    #[default]
    Newest,
    /// By date, the oldest first.
    Oldest,
    /// By name, those without one by who plays, as the language sorts words.
    Name,
}

impl Order {
    /// Its name as the state of the action `saved-games.sort`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Newest => "newest",
            Self::Oldest => "oldest",
            Self::Name => "name",
        }
    }

    /// The order of this name.
    pub fn named(name: &str) -> Option<Self> {
        [Self::Newest, Self::Oldest, Self::Name].into_iter().find(|order| order.name() == name)
    }

    /// Which of two entries comes first.
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

/// The name of a game, or who plays.
pub fn title(summary: &Summary) -> String {
    summary.name.clone().unwrap_or_else(|| describe::pairing(&summary.setup))
}

/// Who plays, when it was saved, and how far it is, in lines.
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

/// Whether an entry has all words of a search, however they are written; a broken file has its
/// path.
pub fn has_words(entry: &Entry, search: &str) -> bool {
    let text = match entry {
        Entry::Game(summary) => format!("{}\n{}", title(summary), details(summary)),
        Entry::Broken(broken) => broken.error.path.display().to_string(),
    };
    let text = text.to_lowercase();
    search.to_lowercase().split_whitespace().all(|word| text.contains(word))
}
