// SPDX-License-Identifier: GPL-3.0-or-later
//! The list of saved games: its order, and the text of its cards.

use std::cmp::{Ordering, Reverse};
use std::collections::HashMap;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use gettextrs::gettext;

use crate::text::i18n::joined;
use crate::text::{describe, language};
use crate::widgets::search::has_words;
use morris_play::persistence::{Entry, SavedKind, Summary};

/// Order of saved games. Games by message that are not over come first, broken files last.
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

    pub fn named(name: &str) -> Option<Self> {
        [Self::Newest, Self::Oldest, Self::Name].into_iter().find(|order| order.name() == name)
    }

    pub fn compare(self, a: &Listed, b: &Listed) -> Ordering {
        let (game_a, game_b) = match (&**a, &**b) {
            (Entry::Game(a), Entry::Game(b)) => (a, b),
            (Entry::Game(_), Entry::Broken(_)) => return Ordering::Less,
            (Entry::Broken(_), Entry::Game(_)) => return Ordering::Greater,
            (Entry::Broken(a), Entry::Broken(b)) => return a.id.cmp(&b.id),
        };
        let first = importance(game_a).cmp(&importance(game_b));
        let newest = || Reverse(game_a.saved).cmp(&Reverse(game_b.saved));
        let order = match self {
            Self::Newest => newest(),
            Self::Oldest => newest().reverse(),
            Self::Name => language::compare(a.title(), b.title()).then_with(newest),
        };
        first.then(order).then_with(|| game_a.id.cmp(&game_b.id))
    }
}

/// Returns a number that is smaller for what comes first in every order: games by message that wait
/// for the user, then those that wait for a friend.
fn importance(summary: &Summary) -> u8 {
    match summary.message {
        Some(_) if summary.waits_for_user() => 0,
        Some(_) if summary.outcome.is_none() => 1,
        _ => 2,
    }
}

/// An entry of the list, with its text. It is made on any thread when it is first needed, since
/// that takes long for thousands of games.
#[derive(Debug)]
pub struct Listed {
    entry: Entry,
    title: OnceLock<String>,
    /// Text that a search looks in, in lower case.
    searched: OnceLock<String>,
}

impl Listed {
    pub const fn new(entry: Entry) -> Self {
        Self { entry, title: OnceLock::new(), searched: OnceLock::new() }
    }

    /// Returns the name of a game, or its players. For a broken file, returns its id.
    pub fn title(&self) -> &str {
        self.title.get_or_init(|| match &self.entry {
            Entry::Game(summary) => title(summary),
            Entry::Broken(broken) => broken.id.to_string(),
        })
    }

    /// Returns `true` if the entry contains all words of a search, ignoring case. For a broken file
    /// its path is searched.
    pub fn has_words(&self, search: &str) -> bool {
        search.is_empty() || has_words(self.searched(), search)
    }

    /// Returns `true` if this is an entry that was not read again.
    fn is_same(&self, other: &Entry) -> bool {
        matches!((&self.entry, other), (Entry::Game(this), Entry::Game(other)) if Arc::ptr_eq(this, other))
    }

    /// Makes the text that a search looks in.
    pub fn searched(&self) -> &str {
        self.searched.get_or_init(|| match &self.entry {
            Entry::Game(summary) => format!("{}\n{}", self.title(), details(summary)).to_lowercase(),
            Entry::Broken(broken) => broken.error.path.display().to_string().to_lowercase(),
        })
    }
}

impl Deref for Listed {
    type Target = Entry;

    fn deref(&self) -> &Entry {
        &self.entry
    }
}

/// Returns these entries in order. Games that have not changed keep their items.
pub fn in_order(entries: Vec<Entry>, before: &[Arc<Listed>], order: Order) -> Vec<Arc<Listed>> {
    let before: HashMap<_, _> = before.iter().map(|listed| (listed.id(), listed)).collect();
    let item = |entry: Entry| match before.get(entry.id()) {
        Some(listed) if listed.is_same(&entry) => Arc::clone(listed),
        _ => Arc::new(Listed::new(entry)),
    };
    let mut list: Vec<_> = entries.into_iter().map(item).collect();
    list.sort_by(|a, b| order.compare(a, b));
    list
}

pub fn title(summary: &Summary) -> String {
    summary.name.clone().unwrap_or_else(|| match summary.kind {
        SavedKind::Game | SavedKind::Message => describe::pairing(&summary.setup),
        SavedKind::Analysis => gettext("Analysis"),
    })
}

/// Returns the players, the date, and the progress of a game, each on its own line.
pub fn details(summary: &Summary) -> String {
    let kind = match summary.kind {
        SavedKind::Game | SavedKind::Message => describe::pairing(&summary.setup),
        SavedKind::Analysis => gettext("Analysis"),
    };
    let players = summary.name.is_some().then_some(kind);
    let (moves, moment) = (describe::moves(summary.moves), describe::moment(summary.saved));
    let waits = summary.message.and_then(|waits| describe::waits_for(waits, summary.last_line, &summary.setup));
    let rest = match (summary.kind, waits) {
        (SavedKind::Analysis, _) => [moment, moves],
        (_, Some(waits)) => [joined(&[waits, moment]), moves],
        (_, None) => [moment, joined(&[moves, result(summary)])],
    };
    players.into_iter().chain(rest).collect::<Vec<_>>().join("\n")
}

fn result(summary: &Summary) -> String {
    match summary.outcome {
        Some(outcome) => describe::outcome_short(outcome, &summary.setup),
        // Translators: said of a saved game that is not over
        None => gettext("Unfinished"),
    }
}

#[cfg(test)]
mod tests {
    use jiff::{SignedDuration, Timestamp};
    use morris::{Game, Rules};
    use morris_message::{ColorChoice, MessageGame, Turn};
    use morris_play::persistence::{SaveId, SavedGame};
    use morris_play::session::LastLine;

    use super::*;

    /// Returns a game by message of White after these turns, saved this number of days ago.
    fn by_message(turns: &[&str], days: i64) -> SavedGame {
        let mut ann =
            MessageGame::invite(Rules::STANDARD, ColorChoice::White, "Ann".parse().unwrap(), [1; 40]).unwrap();
        let mut bob = MessageGame::accept(&ann.whole(), "Bob".parse().unwrap(), [2; 32]).unwrap();
        ann.read(&bob.whole()).unwrap();
        for (index, text) in turns.iter().enumerate() {
            let (one, other) = if index % 2 == 0 { (&mut ann, &mut bob) } else { (&mut bob, &mut ann) };
            let turn = Turn::parse(text, one.rules().board).unwrap();
            other.read(&one.write(turn).unwrap().into_line()).unwrap();
        }
        SavedGame { last_line: LastLine::Sent, ..ago(SavedGame::by_message(ann), days) }
    }

    fn ago(saved: SavedGame, days: i64) -> SavedGame {
        SavedGame { saved: Timestamp::now() - SignedDuration::from_hours(24 * days), ..saved }
    }

    fn summary(saved: SavedGame) -> Summary {
        Summary::new(SaveId::new(), saved)
    }

    #[test]
    fn games_by_message_come_first_in_every_order() {
        let plain = ago(SavedGame::between_persons(Game::new(Rules::STANDARD)), 0);
        let unsent = SavedGame { last_line: LastLine::Unsent, ..by_message(&["d6"], 5) };
        let wanted =
            [by_message(&["d6", "f4"], 4), unsent, by_message(&["d6"], 3), plain, by_message(&["d6", "resign"], 2)];
        let entries = wanted.map(|saved| Listed::new(Entry::Game(Arc::new(summary(saved)))));
        for order in [Order::Newest, Order::Oldest, Order::Name] {
            assert_eq!(order.compare(&entries[0], &entries[2]), Ordering::Less, "{}", order.name());
            assert_eq!(order.compare(&entries[1], &entries[2]), Ordering::Less, "{}", order.name());
            assert_eq!(order.compare(&entries[2], &entries[3]), Ordering::Less, "{}", order.name());
        }
        assert_eq!(Order::Newest.compare(&entries[3], &entries[4]), Ordering::Less, "it is over like any other");
    }

    #[test]
    fn game_by_message_shows_turn_and_date() {
        let first = |saved| details(&summary(saved)).lines().next().unwrap().to_owned();
        let said = |turns: &[&str]| first(by_message(turns, 1));
        assert!(said(&["d6", "f4"]).starts_with("Your turn · Yesterday, "), "{}", said(&["d6", "f4"]));
        assert!(said(&["d6"]).starts_with("Waiting for Bob · Yesterday, "));
        assert!(said(&["d6", "draw"]).starts_with("Bob offers a draw · "));
        assert!(said(&["draw"]).starts_with("Waiting for Bob · "));
        let unsent = SavedGame { last_line: LastLine::Unsent, ..by_message(&["d6"], 1) };
        assert!(first(unsent).starts_with("Send your message to Bob · "));
        let over = by_message(&["d6", "f4", "resign"], 1);
        assert!(first(over.clone()).starts_with("Yesterday, "));
        assert!(first(SavedGame { last_line: LastLine::Unsent, ..over }).starts_with("Send your message to Bob · "));
        assert_eq!(title(&summary(by_message(&[], 1))), "Against Bob");
    }
}
