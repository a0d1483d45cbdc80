// SPDX-License-Identifier: GPL-3.0-or-later
//! The pages of the help from `help/C`, and the boards in them.

use morris::{Position, Rules};

/// Page from which all others can be reached.
pub const INDEX: &str = "index";

/// A page with its English text.
pub struct Source {
    pub id: &'static str,
    /// Text of the page in Mallard.
    pub text: &'static str,
}

macro_rules! sources {
    ($($id:literal)*) => {
        [$(Source { id: $id, text: include_str!(concat!("../../../help/C/", $id, ".page")) }),*]
    };
}

/// All pages. They are compiled in, so that a program that is not installed has them too.
pub const SOURCES: [Source; 22] = sources! {
    "index" "playing" "first-game" "friend" "safety" "network" "club" "keys" "rules" "rules-boards" "rules-more" "files" "practice" "review" "analysis"
    "programs" "settings" "history" "openings" "structures" "endings" "words"
};

/// The boards with name, rules, and position, from which `build-aux/help-figures` draws the
/// pictures for other viewers.
const FIGURES: &str = include_str!("../../../help/figures.tsv");

/// Returns the board of a picture with this file name.
pub fn figure(file: &str) -> Option<(Rules, Position)> {
    let name = file.strip_prefix("figures/")?.strip_suffix(".svg")?;
    let line = FIGURES.lines().skip(1).map(|line| line.split('\t').collect::<Vec<_>>());
    let found = line.into_iter().find(|fields| fields.first() == Some(&name))?;
    let [_, rules, position] = found[..] else { return None };
    let rules: Rules = rules.parse().ok()?;
    Some((rules, Position::parse(position, &rules).ok()?))
}
