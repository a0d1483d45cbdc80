// SPDX-License-Identifier: GPL-3.0-or-later
//! Text for a set of rules, composed from the sentences about its choices.

use gettextrs::gettext;

use crate::text::i18n::{gettext_f, list, ngettext_f};
use morris::{
    Blocked, DrawRules, Flying, FlyingCounts, FullBoard, Goal, MIN_MEN, QuietReset, Rules, RulesError, RulesWarning,
};

use super::choices::{board_name, sentences_about};
use super::rules_name;
use crate::text::presets::{Preset, preset};

/// Rules about one part of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulesSection {
    /// Title, in a word or two.
    pub title: String,
    pub sentences: Vec<String>,
}

/// Returns the rules by parts, in the order in which they occur in a game.
pub fn rules_in_words(rules: &Rules) -> Vec<RulesSection> {
    let sections = [
        (gettext("Goal"), goal(rules)),
        (gettext("Placing"), placing(rules)),
        (gettext("Mills"), mills(rules)),
        (gettext("Moving"), moving(rules)),
        (gettext("End"), end(rules)),
        (gettext("Draws"), draws(rules)),
        // Translators: where a game is from, in the rules of the game
        (gettext("History"), preset(rules).and_then(Preset::history).into_iter().collect()),
    ];
    let section = |(title, sentences): (String, Vec<String>)| RulesSection { title, sentences };
    sections.map(section).into_iter().filter(|section| !section.sentences.is_empty()).collect()
}

/// Returns the name of the rules: that given by the user, or that of the program.
pub fn rules_title(rules: &Rules, name: Option<&str>) -> String {
    name.map_or_else(|| rules_name(rules), str::to_owned)
}

/// Returns the differences from another set of rules, in sentences.
pub fn rules_differences(rules: &Rules, base: &Rules) -> Vec<String> {
    let history = preset(rules).and_then(Preset::history);
    let of = |rules: &Rules| rules_in_words(rules).into_iter().flat_map(|section| section.sentences);
    let there: Vec<_> = of(base).collect();
    let board = (rules.board != base.board).then(|| {
        // Translators: {board} is the name of a board
        gettext_f("The board: {board}.", &[("board", &board_name(rules.board))])
    });
    board
        .into_iter()
        .chain(of(rules).filter(|sentence| !there.contains(sentence) && Some(sentence) != history.as_ref()))
        .collect()
}

/// Returns the board and the number of pieces, in one line.
pub fn rules_gist(rules: &Rules) -> String {
    let men = ngettext_f("{count} piece", "{count} pieces", rules.men, &[]);
    list(&[board_name(rules.board), men])
}

/// Returns why choices do not form a set of rules.
pub fn rules_error(error: &RulesError) -> String {
    match error {
        RulesError::Room { men, points } => gettext_f(
            "There are not enough points ({points}) for {pieces} pieces each.",
            &[("pieces", &men.to_string()), ("points", &points.to_string())],
        ),
        RulesError::NoCenter(_) => gettext("This board has no center."),
        _ => gettext("These choices cannot be combined."),
    }
}

/// Returns why games by these rules may be undesirable.
pub fn rules_warning(warning: RulesWarning, rules: &Rules) -> String {
    match warning {
        RulesWarning::Endless if can_be_drawn(rules) => gettext("A game can last forever."),
        RulesWarning::Endless => gettext("A game may never end, because there are no draws."),
        RulesWarning::NoMoves => gettext("The pieces fill the board, so no piece can ever move."),
    }
}

fn goal(rules: &Rules) -> Vec<String> {
    let aim = match (rules.goal, rules.blocked) {
        (Goal::FirstMill, _) => {
            return vec![gettext("Be the first to close a mill: three of your pieces in a row on one line.")];
        }
        (Goal::Misere, Blocked::Loses) => gettext("Try to have too few pieces to play on, or no move at all."),
        (Goal::Misere, _) => gettext("Try to have too few pieces to play on."),
        (Goal::Reduce, Blocked::Loses) if rules.least_men != MIN_MEN => {
            gettext("Try to leave your opponent with too few pieces to play on, or with no move at all.")
        }
        (Goal::Reduce, _) if rules.least_men != MIN_MEN => {
            gettext("Try to leave your opponent with too few pieces to play on.")
        }
        (Goal::Reduce, Blocked::Loses) => {
            gettext("Try to leave your opponent with only two pieces, or with no move at all.")
        }
        (Goal::Reduce, _) => gettext("Try to leave your opponent with only two pieces."),
    };
    vec![
        aim,
        gettext(
            "Three of your pieces in a row on one line are a mill. A mill lets you take away one of your opponent’s pieces.",
        ),
    ]
}

fn placing(rules: &Rules) -> Vec<String> {
    let mut sentences =
        vec![ngettext_f("Each player has {count} piece.", "Each player has {count} pieces.", rules.men, &[])];
    sentences.extend(sentences_about(rules, &["placing", "first_point"]));
    sentences
}

fn mills(rules: &Rules) -> Vec<String> {
    match rules.goal {
        Goal::FirstMill => Vec::new(),
        Goal::Reduce | Goal::Misere => {
            sentences_about(rules, &["removals", "capture_between", "from_mills", "reforming", "while_placing"])
        }
    }
}

fn moving(rules: &Rules) -> Vec<String> {
    let along =
        gettext("When all pieces are placed, move one of your pieces along a line to the next point, if it is empty.");
    match rules.flying {
        Flying::Never => vec![along, gettext("There is no flying.")],
        Flying::With(men) if men >= rules.men => {
            vec![gettext("When all pieces are placed, move one of your pieces to any empty point.")]
        }
        Flying::With(men) => {
            let fly = ngettext_f(
                "With {count} piece left, you can fly: move it to any empty point.",
                "With {count} pieces left, you can fly: move a piece to any empty point.",
                men,
                &[],
            );
            let early = (rules.flying_counts == FlyingCounts::BoardAndHand)
                .then(|| gettext("Pieces that are not yet placed count too, so you may fly while you place."));
            [along, fly].into_iter().chain(early).collect()
        }
    }
}

fn end(rules: &Rules) -> Vec<String> {
    let few = match (rules.goal, rules.least_men) {
        (Goal::FirstMill, _) => None,
        (Goal::Reduce, MIN_MEN) => Some(gettext("You lose when you have only two pieces left.")),
        (Goal::Reduce, 2) => Some(gettext("You lose when you have only one piece left.")),
        (Goal::Reduce, _) => Some(gettext("You lose when you have no pieces left.")),
        (Goal::Misere, MIN_MEN) => Some(gettext("You win when you have only two pieces left.")),
        (Goal::Misere, 2) => Some(gettext("You win when you have only one piece left.")),
        (Goal::Misere, _) => Some(gettext("You win when you have no pieces left.")),
    };
    let blocked = match (rules.goal, rules.blocked) {
        (Goal::Misere, Blocked::Loses) => vec![gettext("You win when you cannot move.")],
        _ => sentences_about(rules, &["blocked"]),
    };
    few.into_iter().chain(blocked).collect()
}

fn draws(rules: &Rules) -> Vec<String> {
    let draws = rules.draws;
    let mut sentences = sentences_about(rules, &["full_board"]);
    sentences.extend(draws.repetition.map(repetition));
    sentences.extend(draws.quiet.map(|plies| quiet(plies, draws.counted_from)));
    sentences.extend(draws.quiet_three_each.map(quiet_three_each));
    sentences.extend(draws.quiet_three.map(quiet_three));
    if !can_be_drawn(rules) {
        sentences.push(gettext("There are no draws."));
    }
    sentences
}

/// Returns whether the rules have any draw, including one for a side that cannot move, which is
/// described with the end of a game.
fn can_be_drawn(rules: &Rules) -> bool {
    let DrawRules { repetition, quiet, quiet_three_each, quiet_three, .. } = rules.draws;
    rules.full_board == FullBoard::Draws
        || rules.blocked != Blocked::Loses
        || repetition.is_some()
        || [quiet, quiet_three_each, quiet_three].iter().any(Option::is_some)
}

pub(super) fn repetition(times: u8) -> String {
    ngettext_f(
        "If the same position occurs {count} time, the game is a draw.",
        "If the same position occurs {count} times, the game is a draw.",
        times,
        &[],
    )
}

/// Plies as moves by each player: how many, for the form of the sentence, and as they are written.
/// Only a file can have an odd number of plies, where one player has a move more: “12½”.
fn by_each(plies: u16) -> (u32, String) {
    let written = match (plies / 2, plies % 2) {
        (moves, 0) => moves.to_string(),
        (0, _) => "½".to_owned(),
        (moves, _) => format!("{moves}½"),
    };
    (plies.div_ceil(2).into(), written)
}

fn quiet_three(plies: u16) -> String {
    let (moves, count) = by_each(plies);
    ngettext_f(
        "When a player has three pieces, the game is a draw after {count} move by each player without a mill.",
        "When a player has three pieces, the game is a draw after {count} moves by each player without a mill.",
        moves,
        &[("count", &count)],
    )
}

pub(super) fn quiet_three_each(plies: u16) -> String {
    let (moves, count) = by_each(plies);
    ngettext_f(
        "When both players have three pieces, the game is a draw after {count} move by each player without a mill.",
        "When both players have three pieces, the game is a draw after {count} moves by each player without a mill.",
        moves,
        &[("count", &count)],
    )
}

fn quiet(plies: u16, from: QuietReset) -> String {
    let (moves, count) = by_each(plies);
    let values = [("count", &*count)];
    match from {
        QuietReset::RemovalOrPlacement => ngettext_f(
            "The game is a draw after {count} move by each player without placing or removing a piece.",
            "The game is a draw after {count} moves by each player without placing or removing a piece.",
            moves,
            &values,
        ),
        QuietReset::Removal => ngettext_f(
            "The game is a draw after {count} move by each player without a mill.",
            "The game is a draw after {count} moves by each player without a mill.",
            moves,
            &values,
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words_of(id: &str) -> String {
        let sections = rules_in_words(&id.parse().unwrap());
        sections.iter().flat_map(|section| &section.sentences).map(String::as_str).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn every_set_is_described_by_its_differences() {
        let special = [
            ("standard", "With 3 pieces left, you can fly"),
            ("plain", "There are no draws."),
            ("windmill", "the game is a draw after 5 moves by each player"),
            ("compo", "There is no flying."),
            ("twelve", "If the board is full"),
            ("morabaraba", "cannot go straight back"),
            ("lasker", "or move one along a line"),
            ("onetime", "each line lets you remove a piece only once"),
            ("shax", "each player takes away one of the other’s pieces"),
            ("chamgonu", "the point stays closed until all pieces are placed"),
            ("six", "Each player has 6 pieces."),
            ("nineholes", "move one of your pieces to any empty point"),
            ("tapatan", "Be the first to close a mill"),
            ("mulmulan", "between two of your opponent’s pieces"),
            ("naoguti", "You lose when you have no pieces left."),
            ("laskertotal", "you may fly while you place"),
            ("marelletriple", "With 4 pieces left, you can fly"),
            ("nineholes", "Also called akidada"),
            ("sunmill", "If you close two mills at once, you remove two"),
        ];
        for (id, words) in special {
            assert!(words_of(id).contains(words), "{id}: {}", words_of(id));
        }
    }

    #[test]
    fn nothing_is_a_draw_only_where_that_is_true() {
        let warning_of = |line: &str| {
            let rules = Rules::read_line(line).unwrap();
            let sections = rules_in_words(&rules);
            let says = sections.iter().any(|section| section.sentences.contains(&"There are no draws.".to_owned()));
            (says, rules.warnings().into_iter().map(|warning| rules_warning(warning, &rules)).collect::<Vec<_>>())
        };
        assert_eq!(warning_of("plain"), (true, vec!["A game may never end, because there are no draws.".to_owned()]));
        for line in ["plain,blocked=draws", "plain,blocked=must-be-let-out", "plain,full_board=draws"] {
            assert_eq!(warning_of(line), (false, vec!["A game can last forever.".to_owned()]), "{line}");
        }
        assert_eq!(warning_of("standard"), (false, Vec::new()));
    }

    #[test]
    fn goal_comes_first_and_is_true() {
        for rules in Rules::PRESETS {
            let first = &rules_in_words(&rules)[0].sentences[0];
            let blocked_lose = first.contains("or with no move at all");
            match rules.goal {
                Goal::FirstMill => assert!(first.starts_with("Be the first to close a mill"), "{rules}: {first}"),
                Goal::Reduce => assert!(first.starts_with("Try to leave your opponent"), "{rules}: {first}"),
                Goal::Misere => panic!("{rules} has no preset"),
            }
            assert_eq!(blocked_lose, rules.goal == Goal::Reduce && rules.blocked == Blocked::Loses, "{rules}");
        }
    }

    #[test]
    fn misere_has_words_of_its_own() {
        let told = |line: &str| {
            let sections = rules_in_words(&Rules::read_line(line).unwrap());
            sections.into_iter().flat_map(|section| section.sentences).collect::<Vec<_>>().join(" ")
        };
        for (line, words) in [
            ("five,goal=misere", "Try to have too few pieces to play on, or no move at all."),
            ("five,goal=misere", "You win when you have only two pieces left. You win when you cannot move."),
            ("five,goal=misere,least_men=1", "You win when you have no pieces left."),
        ] {
            assert!(told(line).contains(words) && !told(line).contains("You lose"), "{line}: {}", told(line));
        }
    }

    #[test]
    fn limits_are_described_in_moves_by_each_player() {
        assert!(
            words_of("standard").contains("after 50 moves by each player without placing"),
            "{}",
            words_of("standard")
        );
        assert!(
            words_of("windmill").contains("after 25 moves by each player without a mill"),
            "{}",
            words_of("windmill")
        );
        let written = |plies| by_each(plies).1;
        assert_eq!([1, 2, 25, 26].map(written), ["½", "1", "12½", "13"]);
    }

    #[test]
    fn different_sets_have_different_words() {
        let mut tales: Vec<_> = Rules::PRESETS.iter().map(|rules| (rules_in_words(rules), rules.board.id())).collect();
        let count = tales.len();
        tales.dedup();
        assert_eq!(tales.len(), count);
    }
}
