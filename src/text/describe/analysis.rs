// SPDX-License-Identifier: GPL-3.0-or-later
//! Text for the analysis of positions: rows of the tree and of the table of moves.

use gettextrs::{gettext, pgettext};

use crate::text::i18n::{gettext_f, list, ngettext_f};
use crate::text::openings::position_name;
use morris::{Board, Color, Point};
use morris_engine::Score;
use morris_solved::tablebase::Wdl;
use morris_teach::explore::MoveRow;

use super::game::score;
use super::point::moves_left;

/// A mark that a player gives to a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Glyph {
    /// Number in game texts.
    pub nag: u8,
    /// Sign, such as `!?`.
    pub sign: &'static str,
}

/// The marks, in the order of their numbers.
pub const GLYPHS: [Glyph; 6] = [
    Glyph { nag: 1, sign: "!" },
    Glyph { nag: 2, sign: "?" },
    Glyph { nag: 3, sign: "!!" },
    Glyph { nag: 4, sign: "??" },
    Glyph { nag: 5, sign: "!?" },
    Glyph { nag: 6, sign: "?!" },
];

/// Returns the mark of a move with these numbers.
pub fn glyph(nags: &[u8]) -> Option<Glyph> {
    GLYPHS.into_iter().find(|glyph| nags.contains(&glyph.nag))
}

/// Returns the words for an arrow that is drawn, or for a ring if both ends are equal.
pub fn drawn(board: &Board, from: Point, to: Point) -> String {
    let ends = [("from", board.name(from)), ("to", board.name(to))];
    match from == to {
        true => gettext_f("Ring added on {from}", &ends),
        false => gettext_f("Arrow added from {from} to {to}", &ends),
    }
}

/// Returns the words for an arrow that is removed, or for a ring if both ends are equal.
pub fn erased(board: &Board, from: Point, to: Point) -> String {
    let ends = [("from", board.name(from)), ("to", board.name(to))];
    match from == to {
        true => gettext_f("Ring on {from} cleared", &ends),
        false => gettext_f("Arrow from {from} to {to} cleared", &ends),
    }
}

pub fn glyph_meaning(glyph: Glyph) -> String {
    match glyph.sign {
        "!" => gettext("good move"),
        "?" => gettext("mistake"),
        "!!" => gettext("excellent move"),
        "??" => gettext("blunder"),
        "!?" => gettext("interesting move"),
        _ => gettext("dubious move"),
    }
}

/// Returns a move with its number: “Move 3: White played d6”.
pub fn numbered_move(number: usize, words: &str) -> String {
    // Translators: a button or a row in the list of moves: “Move 3: White played d6”
    gettext_f("Move {number}: {words}", &[("number", &number.to_string()), ("words", words)])
}

/// Returns how deep a move is in variations, or `None` on the main line.
pub fn nesting(depth: usize) -> Option<String> {
    // Translators: the move is in a variation (depth 1), or in a variation within one (depth 2)
    (depth > 0).then(|| gettext_f("variation at depth {depth}", &[("depth", &depth.to_string())]))
}

/// Returns the value of a position from the point of view of the side to move, in a sentence
/// without a period.
pub fn value(value: Wdl, side: Color) -> String {
    match (value, side) {
        (Wdl::Draw, _) => gettext("Draw with best play"),
        (Wdl::Win, Color::White) | (Wdl::Loss, Color::Black) => gettext("White can force a win"),
        (Wdl::Win, Color::Black) | (Wdl::Loss, Color::White) => gettext("Black can force a win"),
    }
}

/// Returns the value of a position by the engine, with `side` to move. It is always called an
/// estimate.
pub fn estimate(value: Score, side: Color) -> String {
    // Translators: {words} say who stands better
    gettext_f("Estimate: {words}", &[("words", &score(value, side))])
}

/// Returns a row of the table of moves in words.
pub fn explored_move(board: &Board, row: &MoveRow) -> String {
    let mut parts = vec![board.display(row.mv).to_string()];
    parts.push(match row.value {
        Some(Wdl::Win) => pgettext("value of a move", "wins"),
        Some(Wdl::Draw) => pgettext("value of a move", "draws"),
        Some(Wdl::Loss) => pgettext("value of a move", "loses"),
        // Translators: said of a move whose value is not known
        None => gettext("unknown"),
    });
    parts.extend(row.plies.map(moves_left));
    parts.extend(row.holding.filter(|_| row.replies > 0).map(|holding| {
        // Translators: the replies that keep the result for the opponent: “3 of 14 replies are
        // good”
        ngettext_f(
            "{count} of {all} replies is good",
            "{count} of {all} replies are good",
            holding,
            &[("all", &row.replies.to_string())],
        )
    }));
    // None need be said if all others hold.
    parts.extend(row.losing.filter(|&losing| losing > 0).map(|losing| {
        // Translators: the replies with which the opponent loses: “14 of 15 replies lose”
        ngettext_f(
            "{count} of {all} replies loses",
            "{count} of {all} replies lose",
            losing,
            &[("all", &row.replies.to_string())],
        )
    }));
    parts.extend(row.opening.map(|name| {
        // Translators: {opening} is the name to which a move leads, such as “Center mill, main
        // line”
        gettext_f("leads to: {opening}", &[("opening", &position_name(name))])
    }));
    // Translators: “Perfect” is a level of the computer
    parts.extend(row.is_perfect.then(|| gettext("the Perfect level plays this")));
    list(&parts)
}

#[cfg(test)]
mod tests {
    use morris_teach::opening::OpeningName;

    use super::*;
    use morris::Rules;

    #[test]
    fn row_of_the_table_describes_all_it_shows() {
        let board = Rules::STANDARD.board;
        let row = MoveRow {
            mv: "d6".parse().unwrap(),
            value: Some(Wdl::Win),
            plies: Some(3),
            replies: 14,
            holding: Some(3),
            losing: Some(0),
            opening: None,
            is_perfect: true,
        };
        assert_eq!(
            explored_move(board, &row),
            "d6, wins, 2 moves left, 3 of 14 replies are good, the Perfect level plays this"
        );
        let row = MoveRow { value: Some(Wdl::Loss), plies: Some(4), is_perfect: false, ..row };
        assert_eq!(explored_move(board, &row), "d6, loses, 2 moves left, 3 of 14 replies are good");
        let row = MoveRow { value: None, plies: None, replies: 2, holding: None, ..row };
        assert_eq!(explored_move(board, &row), "d6, unknown");
        let row = MoveRow { value: Some(Wdl::Draw), holding: Some(1), replies: 1, ..row };
        assert_eq!(explored_move(board, &row), "d6, draws, 1 of 1 replies is good");
        let trap = MoveRow { losing: Some(14), holding: Some(1), replies: 15, ..row };
        assert_eq!(explored_move(board, &trap), "d6, draws, 1 of 15 replies is good, 14 of 15 replies lose");
        let opening = morris_teach::opening::openings().first();
        let named = MoveRow { opening: opening.map(|family| OpeningName { family, opening: None }), ..row };
        assert_eq!(explored_move(board, &named), "d6, draws, 1 of 1 replies is good, leads to: Crossing");
        assert_eq!(explored_move(board, &MoveRow { replies: 0, holding: Some(0), ..row }), "d6, draws");
    }

    #[test]
    fn a_mark_is_found_among_other_numbers() {
        assert_eq!(glyph(&[10, 4]).map(|glyph| glyph.sign), Some("??"));
        assert_eq!(glyph(&[7, 240]), None);
    }
}
