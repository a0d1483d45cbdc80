// SPDX-License-Identifier: GPL-3.0-or-later
//! Rows for the choices that make up custom rules.

use gettextrs::{gettext, pgettext};

use crate::text::describe;
use crate::text::i18n::ngettext_f;
use morris::{Board, Choice};

/// Row of a choice: its title, and the values on offer, each as its keyword and its label.
pub struct Row {
    /// The choice that the row changes.
    pub choice: Choice,
    /// Title of the row.
    pub title: String,
    /// Values in order.
    pub values: Vec<(String, String)>,
}

/// Returns the rows in the order of the choices. Choices that users rarely change, such as when few
/// men draw, have no row. They keep the value of the base rules, and files can set them.
#[must_use]
pub fn rows() -> Vec<Row> {
    let named = |values: &[(&str, String)]| {
        values.iter().map(|(word, label)| ((*word).to_owned(), label.clone())).collect::<Vec<_>>()
    };
    let boards = Board::ALL.iter().map(|board| (board.id().to_owned(), describe::board_name(board))).collect();
    let row = |key, title, values| {
        let choice = Choice::ALL.into_iter().find(|choice| choice.key == key).expect("the table has this key");
        Row { choice, title, values }
    };
    vec![
        row("board", gettext("Board"), boards),
        row(
            "men",
            gettext("Pieces of each player"),
            (3..=12).map(|men: u8| (men.to_string(), describe::number(men))).collect(),
        ),
        row(
            "goal",
            gettext("What wins"),
            named(&[("reduce", gettext("Two pieces left")), ("first-mill", gettext("The first mill"))]),
        ),
        row(
            "placing",
            gettext("With pieces in hand"),
            named(&[("first", gettext("Place one")), ("or-move", gettext("Place or move one"))]),
        ),
        row("flying", gettext("Flying"), flying()),
        row(
            "from_mills",
            gettext("Pieces in mills"),
            named(&[
                ("if-no-other", gettext("Safe if there are others")),
                ("always", gettext("May be removed")),
                ("never", gettext("Always safe")),
            ]),
        ),
        row(
            "removals",
            gettext("Two mills at once"),
            named(&[("per-move", gettext("Remove one piece")), ("per-mill", gettext("Remove two pieces"))]),
        ),
        row(
            "while_placing",
            gettext("A mill while placing"),
            named(&[
                ("at-once", gettext("Removes a piece")),
                ("after-placing", gettext("Blocks the point, too")),
                ("never", gettext("Removes nothing")),
                ("one-each", gettext("Nothing; then one each")),
            ]),
        ),
        row(
            "reforming",
            gettext("Closing a mill again"),
            named(&[
                ("free", gettext("At any time")),
                ("not-straight-back", gettext("Not straight back")),
                ("each-line-once", gettext("Removes nothing more")),
            ]),
        ),
        row(
            "first_point",
            gettext("The first piece"),
            named(&[("any", gettext("Goes anywhere")), ("not-centre", gettext("Not to the center"))]),
        ),
        row(
            "blocked",
            gettext("A player who cannot move"),
            named(&[
                ("loses", gettext("Has lost")),
                // Translators: a choice of the rules: for a player who cannot move the game is a
                // draw
                ("draws", pgettext("a player who cannot move", "Draws")),
                ("must-be-let-out", gettext("Must be let out")),
            ]),
        ),
        row(
            "full_board",
            gettext("A full board"),
            named(&[("blocks", gettext("Blocks")), ("draws", gettext("Is a draw"))]),
        ),
        row("repetition", gettext("Same position again"), repetition()),
        row("quiet", gettext("Moves without a removal"), quiet()),
    ]
}

fn flying() -> Vec<(String, String)> {
    let with = |men: u8| {
        let count = men.to_string();
        let label = ngettext_f("With {count} piece", "With {count} pieces", men.into(), &[("count", &count)]);
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
    [("never".to_owned(), gettext("Never a draw"))].into_iter().chain((2..=4).map(times)).collect()
}

fn quiet() -> Vec<(String, String)> {
    let plies = |plies: u32| {
        let each = plies / 2;
        // Translators: a choice of the rules: after this number of moves by each player without a
        // removal the game is a draw
        let label = ngettext_f(
            "Draw after {count} by each player",
            "Draw after {count} by each player",
            each,
            &[("count", &each.to_string())],
        );
        (plies.to_string(), label)
    };
    [("never".to_owned(), gettext("Never a draw"))].into_iter().chain([20, 50, 100, 200].map(plies)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use morris::{Rules, Values};

    /// Choices without a row.
    const RARE: [&str; 3] = ["quiet_three_each", "quiet_three", "counted_from"];

    #[test]
    fn every_choice_has_a_row_with_its_values() {
        let rows = rows();
        let keys = rows.iter().map(|row| row.choice.key);
        let wanted = Choice::ALL.into_iter().map(|choice| choice.key).filter(|key| !RARE.contains(key));
        assert_eq!(keys.collect::<Vec<_>>(), wanted.collect::<Vec<_>>());
        for Row { choice, values, .. } in &rows {
            let words: Vec<_> = values.iter().map(|(word, _)| word.as_str()).collect();
            match choice.values() {
                Values::Words(known) => assert_eq!(words, known, "{}", choice.key),
                Values::Number { .. } => {
                    let known = |word: &&str| Rules::builder(Rules::STANDARD).choose(choice.key, word).is_ok();
                    assert!(words.iter().all(known), "{}", choice.key);
                }
            }
            for rules in Rules::PRESETS {
                assert!(words.contains(&choice.value(&rules).as_str()), "{rules}: {}", choice.key);
            }
        }
    }
}
