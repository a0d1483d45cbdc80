// SPDX-License-Identifier: GPL-3.0-or-later
//! Text for the practice of openings: decisions, published moves that lose, and points to be found.

use gettextrs::gettext;
use jiff::civil::Date;
use morris::Rules;
use morris_teach::opening::{self, RefutedMove};
use morris_teach::puzzles::{Practice, Puzzle};

use super::game::side_name;
use super::puzzles::{puzzle_task, right_moves};
use crate::text::i18n::{gettext_f, ngettext_f, sentences};
use crate::text::openings;

/// Returns the name of a published move that loses, by its position.
pub fn refuted_name(refuted: RefutedMove) -> String {
    match refuted.id {
        // Translators: a crossing is a point with four lines. Each player has two side by side
        "crossings-pair" => gettext("Crossings Side by Side"),
        // Translators: the same position in the mirror
        "crossings-mirrored-pair" => gettext("Crossings, Mirrored"),
        "three-corners" => gettext("Three Corners"),
        "mill-left-open" => gettext("A Mill Left Open"),
        _ => gettext("After a Mill"),
    }
}

pub fn refuted_verdict(refuted: RefutedMove) -> String {
    let Some((position, mv)) = refuted.position_and_move() else { return String::new() };
    let board = Rules::STANDARD.board;
    let values = [("side", &*side_name(position.side())), ("move", &*board.display(mv).to_string())];
    // Translators: {side} is “White” or “Black”, {move} a published move such as “f6”
    gettext_f("{side} plays {move} and loses", &values)
}

pub fn refuted_task(refuted: RefutedMove, puzzle: &Puzzle) -> String {
    let mv = refuted.position_and_move().map(|(_, mv)| Rules::STANDARD.board.display(mv).to_string());
    // Translators: {move} is a move such as “f6”, which is on the board
    let published = gettext_f("A book plays {move} here.", &[("move", &mv.unwrap_or_default())]);
    sentences(&[published, puzzle_task(puzzle)])
}

/// Returns how many moves are right in a decision, after the name of the opening, if it has one.
pub fn decision_reason(puzzle: &Puzzle) -> String {
    let why = right_moves(puzzle);
    match opening::name(&puzzle.position, &puzzle.rules) {
        Some(name) => {
            let theme = openings::position_name(name);
            gettext_f("{theme}: {why}", &[("theme", &theme), ("why", &why)])
        }
        None => why,
    }
}

/// Returns how many decisions of openings are due on a day, or how many are new if none is.
pub fn lines_due(practice: &Practice, today: Date) -> String {
    let new = practice.new_lines();
    match practice.lines_due(today).count() - new {
        0 if new > 0 => ngettext_f("{count} new position", "{count} new positions", new, &[]),
        due => due_today(due),
    }
}

/// Returns how many decisions or puzzles are due today.
pub fn due_today(count: usize) -> String {
    match count {
        0 => gettext("No puzzles are due today"),
        due => ngettext_f("{count} puzzle is due today", "{count} puzzles are due today", due, &[]),
    }
}

pub fn point_task(name: &str) -> String {
    // Translators: {point} is the name of a point such as “d6”
    gettext_f("Find {point}", &[("point", name)])
}

pub fn wrong_point(name: &str) -> String {
    // Translators: {point} is the name of a point such as “d6”
    gettext_f("That is {point}", &[("point", name)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_decision_has_its_opening_and_the_number_of_right_moves() {
        let unnamed = "only\tstandard\tW../.../.W./....../B../.../... b 7 8 0\tW\td7 a1\td7\t1000\t";
        let puzzle = Puzzle::parse(unnamed).unwrap();
        assert_eq!(decision_reason(&puzzle), "2 of 21 moves keep the win.");
        let opening = "only\tstandard\t.../.W./.../....../.../.../... b 8 9 0\tD\td2 a7\td2\t1000\t";
        let puzzle = Puzzle::parse(opening).unwrap();
        assert_eq!(decision_reason(&puzzle), "Crossing: 2 of 23 moves keep the draw.");
    }

    #[test]
    fn a_published_move_has_a_name_and_a_verdict() {
        let names: std::collections::HashSet<_> = RefutedMove::ALL.into_iter().map(refuted_name).collect();
        assert_eq!(names.len(), RefutedMove::ALL.len());
        assert_eq!(refuted_verdict(RefutedMove::ALL[0]), "White plays f6 and loses");
        assert_eq!(refuted_verdict(RefutedMove::ALL[1]), "Black plays b4 and loses");
    }
}
