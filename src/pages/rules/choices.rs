// SPDX-License-Identifier: GPL-3.0-or-later
//! Rows for the choices that make up custom rules.

use gettextrs::{gettext, pgettext};

use crate::text::describe;
use crate::text::i18n::ngettext_f;
use morris::{Board, Choice};

/// Part of a game that a choice is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Section {
    /// Board and pieces, which come first, without a title.
    Board,
    /// While pieces are placed.
    Placing,
    /// While pieces move.
    Moving,
    /// Closing mills.
    Mills,
    /// The end of a game.
    End,
}

impl Section {
    /// All sections, in the order of the dialog.
    pub const ALL: [Self; 5] = [Self::Board, Self::Placing, Self::Moving, Self::Mills, Self::End];

    /// Returns the title.
    #[must_use]
    pub fn title(self) -> String {
        match self {
            Self::Board => String::new(),
            Self::Placing => gettext("Placing"),
            Self::Moving => gettext("Moving"),
            Self::Mills => gettext("Mills"),
            Self::End => gettext("End"),
        }
    }
}

/// Row of a choice: its title, and the values on offer, each as its keyword and its label.
pub struct Row {
    /// The choice that the row changes.
    pub choice: Choice,
    /// Section that contains the row.
    pub section: Section,
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
    let row = |section, key, title, values| {
        let choice = Choice::ALL.into_iter().find(|choice| choice.key == key).expect("the table has this key");
        Row { choice, section, title, values }
    };
    vec![
        row(Section::Board, "board", gettext("Board"), boards),
        row(
            Section::Board,
            "men",
            gettext("Pieces per Player"),
            (3..=12).map(|men: u8| (men.to_string(), describe::number(men))).collect(),
        ),
        row(
            Section::End,
            "goal",
            gettext("Goal"),
            named(&[
                ("reduce", gettext("Reduce opponent to two pieces")),
                ("first-mill", gettext("Close the first mill")),
            ]),
        ),
        row(
            Section::Placing,
            "placing",
            gettext("While Placing"),
            named(&[("first", gettext("Place a piece")), ("or-move", gettext("Place or move a piece"))]),
        ),
        row(Section::Moving, "flying", gettext("Flying"), flying()),
        row(
            Section::Mills,
            "from_mills",
            gettext("Pieces in Mills"),
            named(&[
                ("if-no-other", gettext("Safe unless all are in mills")),
                ("always", gettext("Can be removed")),
                ("never", gettext("Always safe")),
            ]),
        ),
        row(
            Section::Mills,
            "removals",
            gettext("Two Mills at Once"),
            named(&[("per-move", gettext("Remove one piece")), ("per-mill", gettext("Remove two pieces"))]),
        ),
        row(
            Section::Placing,
            "while_placing",
            gettext("Mills While Placing"),
            named(&[
                ("at-once", gettext("Remove a piece")),
                ("after-placing", gettext("Remove a piece and block its point")),
                ("never", gettext("Remove nothing")),
                ("one-each", gettext("Remove nothing; later one each")),
            ]),
        ),
        row(
            Section::Mills,
            "reforming",
            gettext("Closing a Mill Again"),
            named(&[
                ("free", gettext("At any time")),
                ("not-straight-back", gettext("Not on the next move")),
                ("each-line-once", gettext("Removes no further piece")),
            ]),
        ),
        row(
            Section::Placing,
            "first_point",
            gettext("First Piece"),
            named(&[("any", gettext("Anywhere")), ("not-centre", gettext("Not in the center"))]),
        ),
        row(
            Section::End,
            "blocked",
            gettext("Player Who Cannot Move"),
            named(&[
                ("loses", gettext("Loses")),
                // Translators: a choice of the rules: for a player who cannot move the game is a
                // draw
                ("draws", pgettext("a player who cannot move", "Draws")),
                ("must-be-let-out", gettext("Must be freed by the opponent")),
            ]),
        ),
        row(
            Section::End,
            "full_board",
            gettext("Full Board"),
            named(&[("blocks", gettext("Counts as blocked")), ("draws", gettext("Is a draw"))]),
        ),
        row(Section::End, "repetition", gettext("Repetition"), repetition()),
        row(Section::End, "quiet", gettext("Moves Without a Removal"), quiet()),
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
            ngettext_f("Draw after {count} time", "Draw after {count} times", times.into(), &[("count", &count)]);
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

    #[test]
    fn every_section_has_rows() {
        let rows = rows();
        for section in Section::ALL {
            assert!(rows.iter().any(|row| row.section == section), "{section:?}");
        }
    }

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
