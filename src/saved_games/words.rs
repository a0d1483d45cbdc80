// SPDX-License-Identifier: GPL-3.0-or-later
//! Saved games in words.

use gettextrs::gettext;

use crate::describe;
use crate::i18n::ngettext_f;
use morris_play::persistence::{Entry, Summary};

/// The name of a game, or who plays.
pub fn title(summary: &Summary) -> String {
    summary.name.clone().unwrap_or_else(|| describe::pairing(&summary.setup))
}

/// Who plays, when it was saved, and how far it is, in lines.
pub fn details(summary: &Summary) -> String {
    let players = summary.name.is_some().then(|| describe::pairing(&summary.setup));
    let progress = format!("{} · {}", moves(summary.moves), result(summary));
    players.into_iter().chain([describe::moment(summary.saved), progress]).collect::<Vec<_>>().join("\n")
}

/// How many moves were played.
pub fn moves(moves: usize) -> String {
    let count = u32::try_from(moves).unwrap_or(u32::MAX);
    ngettext_f("{count} turn", "{count} turns", count, &[("count", &moves.to_string())])
}

fn result(summary: &Summary) -> String {
    match summary.outcome {
        Some(outcome) => describe::outcome_title(outcome, &summary.setup),
        // Translators: said of a saved game that is not over
        None => gettext("Unfinished"),
    }
}

/// Whether an entry has all words of a search, however they are written; a broken file has its path.
pub fn has_words(entry: &Entry, search: &str) -> bool {
    let text = match entry {
        Entry::Game(summary) => format!("{}\n{}", title(summary), details(summary)),
        Entry::Broken(broken) => broken.error.path.display().to_string(),
    };
    let text = text.to_lowercase();
    search.to_lowercase().split_whitespace().all(|word| text.contains(word))
}
