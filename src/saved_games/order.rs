// SPDX-License-Identifier: GPL-3.0-or-later
//! The order of saved games.

use std::cmp::{Ordering, Reverse};

use morris_play::persistence::Entry;

use super::words;

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
            Self::Name => {
                let key = |summary| glib::CollationKey::from(words::title(summary).as_str());
                key(game_a).cmp(&key(game_b)).then_with(newest)
            }
        };
        order.then_with(|| game_a.id.cmp(&game_b.id))
    }
}
