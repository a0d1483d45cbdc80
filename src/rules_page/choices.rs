// SPDX-License-Identifier: GPL-3.0-or-later
//! The choices of which rules of one's own are made, in words: a row for each.

use gettextrs::{gettext, pgettext};

use crate::describe;
use crate::i18n::ngettext_f;
use morris::{Board, Rules};

/// A choice of rules: its key, what it is called, and the values one can choose, each as its word and what it is called.
pub struct Choice {
    /// As in files.
    pub key: &'static str,
    /// What it is called.
    pub title: String,
    /// The values, in their order.
    pub values: Vec<(String, String)>,
}

/// The choices in their order. What a person rarely changes, such as when few men draw, stays as in the set that is
/// changed; files can say it.
#[must_use]
pub fn choices() -> Vec<Choice> {
    let named = |values: &[(&str, String)]| {
        values.iter().map(|(word, label)| ((*word).to_owned(), label.clone())).collect::<Vec<_>>()
    };
    let boards = Board::ALL.iter().map(|board| (board.id().to_owned(), describe::board_name(board))).collect();
    let choice = |key, title, values| Choice { key, title, values };
    vec![
        choice("board", gettext("Board"), boards),
        choice(
            "men",
            gettext("Men of each side"),
            (3..=12).map(|men: u8| (men.to_string(), describe::number(men))).collect(),
        ),
        choice(
            "goal",
            gettext("What wins"),
            named(&[("reduce", gettext("Two men left")), ("first-mill", gettext("The first mill"))]),
        ),
        choice(
            "placing",
            gettext("With men in hand"),
            named(&[("first", gettext("Place one")), ("or-move", gettext("Place or move one"))]),
        ),
        choice("flying", gettext("Flying"), flying()),
        choice(
            "from_mills",
            gettext("Men in mills"),
            named(&[
                ("if-no-other", gettext("Safe if there are others")),
                ("always", gettext("May be removed")),
                ("never", gettext("Always safe")),
            ]),
        ),
        choice(
            "removals",
            gettext("Two mills at once"),
            named(&[("per-move", gettext("Remove one man")), ("per-mill", gettext("Remove two men"))]),
        ),
        choice(
            "while_placing",
            gettext("A mill while placing"),
            named(&[
                ("at-once", gettext("Removes a man")),
                ("after-placing", gettext("Blocks the point, too")),
                ("never", gettext("Removes nothing")),
                ("one-each", gettext("Nothing; then one each")),
            ]),
        ),
        choice(
            "reforming",
            gettext("Closing a mill again"),
            named(&[
                ("free", gettext("At any time")),
                ("not-straight-back", gettext("Not straight back")),
                ("each-line-once", gettext("Removes nothing more")),
            ]),
        ),
        choice(
            "first_point",
            gettext("The first man"),
            named(&[("any", gettext("Goes anywhere")), ("not-centre", gettext("Not to the centre"))]),
        ),
        choice(
            "blocked",
            gettext("Whoever cannot move"),
            named(&[
                ("loses", gettext("Has lost")),
                // Translators: a choice of the rules: for whoever cannot move the game is a draw
                ("draws", pgettext("whoever cannot move", "Draws")),
                ("must-be-let-out", gettext("Must be let out")),
            ]),
        ),
        choice(
            "full_board",
            gettext("A full board"),
            named(&[("blocks", gettext("Blocks")), ("draws", gettext("Is a draw"))]),
        ),
        choice("repetition", gettext("Same position again"), repetition()),
        choice("quiet", gettext("Moves without a removal"), quiet()),
    ]
}

fn flying() -> Vec<(String, String)> {
    let with = |men: u8| {
        let count = men.to_string();
        let label = ngettext_f("With {count} man", "With {count} men", men.into(), &[("count", &count)]);
        (count, label)
    };
    [("never".to_owned(), gettext("Never"))].into_iter().chain((3..=5).map(with)).collect()
}

fn repetition() -> Vec<(String, String)> {
    let times = |times: u8| {
        let count = times.to_string();
        let label =
            ngettext_f("{count} time is a draw", "{count} times are a draw", times.into(), &[("count", &count)]);
        (count, label)
    };
    [("never".to_owned(), gettext("Is no draw"))].into_iter().chain((2..=4).map(times)).collect()
}

fn quiet() -> Vec<(String, String)> {
    let plies = |plies: u32| {
        let count = plies.to_string();
        let label = ngettext_f("{count} is a draw", "{count} are a draw", plies, &[("count", &count)]);
        (count, label)
    };
    [("never".to_owned(), gettext("Are no draw"))].into_iter().chain([20, 50, 100, 200].map(plies)).collect()
}

/// The value of a choice in a set of rules, as its word.
#[must_use]
pub fn value_of(rules: &Rules, key: &str) -> String {
    let all = rules.choices();
    all.into_iter().find(|(other, _)| *other == key).map(|(_, value)| value).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_can_be_said_and_every_value_is_known() {
        for choice in choices() {
            assert!(Rules::KEYS.contains(&choice.key));
            for (word, _) in &choice.values {
                assert!(Rules::builder(Rules::STANDARD).choose(choice.key, word).is_ok(), "{} {word}", choice.key);
            }
            for rules in Rules::PRESETS {
                let value = value_of(&rules, choice.key);
                assert!(choice.values.iter().any(|(word, _)| *word == value), "{rules}: {} {value}", choice.key);
            }
        }
    }
}
