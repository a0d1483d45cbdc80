// SPDX-License-Identifier: GPL-3.0-or-later
//! Words for the choices that make up a set of rules: those of the rows of the rules dialog, and
//! the sentences of the rules.

use gettextrs::{gettext, pgettext};

use super::number;
use crate::text::i18n::ngettext_f;
use morris::{Board, Choice, MIN_MEN, Rules};

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
    pub const ALL: [Self; 5] = [Self::Board, Self::Placing, Self::Moving, Self::Mills, Self::End];

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

/// Row of a choice: its title, and the values on offer.
pub struct ChoiceRow {
    pub choice: Choice,
    pub section: Section,
    pub title: String,
    pub values: Vec<Value>,
}

#[derive(Clone)]
pub struct Value {
    /// Keyword.
    pub word: String,
    /// Label in a list of values.
    pub label: String,
    /// What the rules say about it, where that depends on no other choice.
    sentences: Vec<String>,
}

impl Value {
    fn says(self, sentence: String) -> Self {
        Self { sentences: [self.sentences, vec![sentence]].concat(), ..self }
    }
}

fn value(word: &str, label: String) -> Value {
    Value { word: word.to_owned(), label, sentences: Vec::new() }
}

/// Returns what the rules say about choices, in this order of their keys.
pub(super) fn sentences_about(rules: &Rules, keys: &[&str]) -> Vec<String> {
    let rows = choice_rows();
    let of_key = |key: &&str| {
        let row = rows.iter().find(|row| row.choice.key == *key).expect("the choice has a row");
        let chosen = row.choice.value(rules);
        row.values.iter().find(|value| value.word == chosen).map(|value| value.sentences.clone()).unwrap_or_default()
    };
    keys.iter().flat_map(of_key).collect()
}

/// Returns the rows in the order of the choices. Choices that users rarely change, such as when few
/// men draw, have no row. They keep the value of the base rules, and files can set them.
pub fn choice_rows() -> Vec<ChoiceRow> {
    let row = |section, key, title, values| {
        let choice = Choice::ALL.into_iter().find(|choice| choice.key == key).expect("the table has this key");
        ChoiceRow { choice, section, title, values }
    };
    let boards = Board::ALL.iter().map(|board| value(board.id(), board_name(board))).collect();
    let men = (3..=12).map(|men: u8| value(&men.to_string(), number(men))).collect();
    vec![
        row(Section::Board, "board", gettext("Board"), boards),
        row(Section::Board, "men", gettext("Pieces per Player"), men),
        row(
            Section::End,
            "goal",
            gettext("Goal"),
            vec![
                value("reduce", gettext("Reduce opponent to two pieces")),
                value("first-mill", gettext("Close the first mill")),
                // Translators: a goal: to lose the game as it is usually played
                value("misere", gettext("Give your own pieces away")),
            ],
        ),
        row(Section::End, "least_men", gettext("Fewest Pieces to Play On"), least_men()),
        row(
            Section::Placing,
            "placing",
            gettext("While Placing"),
            vec![
                value("first", gettext("Place a piece"))
                    .says(gettext("White starts. Take turns placing a piece on any empty point.")),
                value("or-move", gettext("Place or move a piece")).says(gettext(
                    "White starts. On your turn, place a piece on any empty point, or move one along a line to the next point.",
                )),
            ],
        ),
        row(Section::Moving, "flying", gettext("Flying"), flying()),
        row(
            Section::Mills,
            "from_mills",
            gettext("Pieces in Mills"),
            vec![
                value("if-no-other", gettext("Safe unless all are in mills"))
                    .says(gettext("Pieces in a mill are safe, unless all of that player’s pieces are in mills.")),
                value("always", gettext("Can be removed"))
                    .says(gettext("You can remove any piece, even one in a mill.")),
                value("never", gettext("Always safe")).says(gettext("Pieces in a mill are always safe.")),
            ],
        ),
        row(
            Section::Mills,
            "removals",
            gettext("Two Mills at Once"),
            vec![
                value("per-move", gettext("Remove one piece"))
                    .says(gettext("When you close a mill, you remove one of your opponent’s pieces.")),
                value("per-mill", gettext("Remove two pieces")).says(gettext(
                    "When you close a mill, you remove one of your opponent’s pieces. If you close two mills at once, you remove two.",
                )),
            ],
        ),
        row(
            Section::Mills,
            "capture_between",
            gettext("Piece Between Two Others"),
            vec![
                value("never", gettext("Removes nothing")),
                value("both", gettext("Removes both")).says(gettext(
                    "When you place or move a piece between two of your opponent’s pieces on a line, you remove both. If there are several pairs, or if you also close a mill, you choose.",
                )),
            ],
        ),
        row(
            Section::Placing,
            "while_placing",
            gettext("Mills While Placing"),
            vec![
                value("at-once", gettext("Remove a piece")),
                value("after-placing", gettext("Remove a piece and block its point"))
                    .says(gettext("Where a piece was removed, the point stays closed until all pieces are placed.")),
                value("never", gettext("Remove nothing"))
                    .says(gettext("A mill that you close while placing does not remove a piece.")),
                value("one-each", gettext("Remove nothing; later one each"))
                    .says(gettext("A mill that you close while placing does not remove a piece."))
                    .says(gettext(
                        "When all pieces are on the board, each player takes away one of the other’s pieces. The player who closed the first mill goes first. If neither player closed a mill, Black goes first. The same player then makes the first move.",
                    )),
            ],
        ),
        row(
            Section::Mills,
            "reforming",
            gettext("Closing a Mill Again"),
            vec![
                value("free", gettext("At any time")).says(gettext(
                    "You can open a mill and close it again. Each time you close it, you remove another piece.",
                )),
                value("not-straight-back", gettext("Not on the next move")).says(gettext(
                    "A piece that has just closed a mill cannot go straight back on your next move if that closes a mill again.",
                )),
                value("each-line-once", gettext("Removes no further piece")).says(gettext(
                    "You can open a mill and close it again, but each line lets you remove a piece only once.",
                )),
            ],
        ),
        row(
            Section::Placing,
            "first_point",
            gettext("First Piece"),
            vec![
                value("any", gettext("Anywhere")),
                value("not-centre", gettext("Not in the center"))
                    .says(gettext("The first piece cannot go in the center.")),
            ],
        ),
        row(
            Section::End,
            "blocked",
            gettext("Player Who Cannot Move"),
            vec![
                value("loses", gettext("Loses")).says(gettext("You lose when you cannot move.")),
                // Translators: a choice of the rules: for a player who cannot move the game is a
                // draw
                value("draws", pgettext("a player who cannot move", "Draws"))
                    .says(gettext("If a player cannot move, the game is a draw.")),
                value("must-be-let-out", gettext("Must be freed by the opponent")).says(gettext(
                    "If you can’t move, you don’t lose. Your opponent has to move again and open a way out for you. A mill closed by that move doesn’t remove a piece.",
                )),
            ],
        ),
        row(
            Section::End,
            "full_board",
            gettext("Full Board"),
            vec![
                value("blocks", gettext("Counts as blocked")),
                value("draws", gettext("Is a draw"))
                    .says(gettext("If the board is full and neither player can move, the game is a draw.")),
            ],
        ),
        row(Section::End, "repetition", gettext("Repetition"), repetition()),
        row(Section::End, "quiet", gettext("Moves Without a Removal"), quiet()),
    ]
}

pub fn board_name(board: &Board) -> String {
    match board.id() {
        "plain24" => gettext("Three Squares"),
        "diag24" => gettext("Three Squares With Diagonals"),
        "ring16" => gettext("Two Squares"),
        "cross17" => gettext("Two Squares and a Cross"),
        "plain9" => gettext("Nine Points"),
        "diag9" => gettext("Nine Points With Diagonals"),
        "moebius24" => gettext("Möbius Board"),
        "windmill28" => gettext("Windmill"),
        "sunmill32" => gettext("Sun"),
        "poly3" => gettext("Triangle"),
        "poly5" => gettext("Pentagon"),
        "poly6" => gettext("Hexagon"),
        "sesotho25" => gettext("Three Squares and a Cross"),
        "moves24" => gettext("Three Squares, Diagonals for Moving"),
        // Translators: the name of a board: a circle with eight spokes
        "wheel9" => gettext("Wheel"),
        id => id.to_owned(),
    }
}

fn least_men() -> Vec<Value> {
    (1..=MIN_MEN).rev().map(|men| value(&men.to_string(), number(men))).collect()
}

fn flying() -> Vec<Value> {
    let with = |men: u8| {
        let label = ngettext_f("With {count} piece", "With {count} pieces", men, &[]);
        value(&men.to_string(), label)
    };
    [value("never", gettext("Never"))].into_iter().chain((3..=5).map(with)).collect()
}

fn repetition() -> Vec<Value> {
    let times = |times: u8| {
        let label = ngettext_f("Draw after {count} time", "Draw after {count} times", times, &[]);
        value(&times.to_string(), label)
    };
    [value("never", gettext("Never a draw"))].into_iter().chain((2..=4).map(times)).collect()
}

fn quiet() -> Vec<Value> {
    let plies = |plies: u32| {
        let each = plies / 2;
        // Translators: a choice of the rules: after this number of moves by each player without a
        // removal the game is a draw
        let label = ngettext_f("Draw after {count} by each player", "Draw after {count} by each player", each, &[]);
        value(&plies.to_string(), label)
    };
    [value("never", gettext("Never a draw"))].into_iter().chain([20, 50, 100, 200].map(plies)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use morris::Values;

    #[test]
    fn every_board_has_a_name() {
        for board in Board::ALL {
            assert_ne!(board_name(board), board.id(), "a board of the table `boards` lacks its row in `board_name`");
        }
    }

    #[test]
    fn every_section_has_rows() {
        let rows = choice_rows();
        for section in Section::ALL {
            assert!(rows.iter().any(|row| row.section == section), "{section:?}");
        }
    }

    /// Choices without a row.
    const RARE: [&str; 4] = ["flying_counts", "quiet_three_each", "quiet_three", "counted_from"];

    #[test]
    fn every_choice_has_a_row_with_its_values() {
        let rows = choice_rows();
        let keys = rows.iter().map(|row| row.choice.key);
        let wanted = Choice::ALL.into_iter().map(|choice| choice.key).filter(|key| !RARE.contains(key));
        assert_eq!(keys.collect::<Vec<_>>(), wanted.collect::<Vec<_>>());
        for ChoiceRow { choice, values, .. } in &rows {
            let words: Vec<_> = values.iter().map(|value| value.word.as_str()).collect();
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
