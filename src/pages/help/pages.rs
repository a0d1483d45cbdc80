// SPDX-License-Identifier: GPL-3.0-or-later
//! The pages of the help as they lie in `help/C`, and the boards in them.

use morris::{Position, Rules};

/// The page from which all others can be reached.
pub const INDEX: &str = "index";

/// A page by its name, with its text in English.
pub struct Source {
    /// What links call it.
    pub id: &'static str,
    /// Mallard.
    pub text: &'static str,
}

macro_rules! sources {
    ($($id:literal)*) => {
        [$(Source { id: $id, text: include_str!(concat!("../../../help/C/", $id, ".page")) }),*]
    };
}

/// All pages, so that a program that is not installed has them, too.
pub const SOURCES: [Source; 12] = sources! {
    "index" "playing" "first-game" "keys" "rules" "rules-boards" "files" "practice" "review" "programs" "settings"
    "history"
};

/// The boards: name, rules and position, as `build-aux/help-figures` draws them for other viewers.
const FIGURES: &str = include_str!("../../../help/figures.tsv");

/// The board that a page calls by the name of its file.
#[must_use]
pub fn figure(file: &str) -> Option<(Rules, Position)> {
    let name = file.strip_prefix("figures/")?.strip_suffix(".svg")?;
    let line = FIGURES.lines().skip(1).map(|line| line.split('\t').collect::<Vec<_>>());
    let found = line.into_iter().find(|fields| fields.first() == Some(&name))?;
    let [_, rules, position] = found[..] else { return None };
    let rules: Rules = rules.parse().ok()?;
    Some((rules, Position::parse(position, &rules).ok()?))
}
