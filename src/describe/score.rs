// SPDX-License-Identifier: GPL-3.0-or-later
//! What a position is worth, in words.

use gettextrs::gettext;

use crate::i18n::{gettext_f, ngettext_f};
use morris::Color;
use morris_engine::Score;

/// What a position is worth in which `side` is to move.
#[must_use]
pub fn score(score: Score, side: Color) -> String {
    match (score, side) {
        (Score::Draw, _) => gettext("Neither side can win"),
        (Score::Win(plies), side) => wins(side, plies),
        (Score::Loss(plies), side) => wins(side.other(), plies),
        (Score::Won, side) => wins_at_last(side),
        (Score::Lost, side) => wins_at_last(side.other()),
        (Score::Value(value), Color::White) => leads(value),
        (Score::Value(value), Color::Black) => leads(-value),
    }
}

fn wins_at_last(side: Color) -> String {
    match side {
        // Translators: with best play, nobody knows how quickly
        Color::White => gettext("White can win for certain"),
        // Translators: with best play, nobody knows how quickly
        Color::Black => gettext("Black can win for certain"),
    }
}

fn wins(side: Color, plies: u16) -> String {
    let (count, values) = (u32::from(plies), [("count", &*plies.to_string())]);
    match side {
        // Translators: both sides’ moves are counted
        Color::White => ngettext_f("White wins in {count} turn", "White wins in {count} turns", count, &values),
        // Translators: both sides’ moves are counted
        Color::Black => ngettext_f("Black wins in {count} turn", "Black wins in {count} turns", count, &values),
    }
}

/// `value` is in hundredths of a man, for White.
fn leads(value: i32) -> String {
    let men = super::decimal(f64::from(value.abs()) / 100.0, 2);
    match value {
        0 => gettext("Both sides stand equally well"),
        // Translators: {value} is a number such as 0.35: the advantage in men
        1.. => gettext_f("White stands better by {value} men", &[("value", &men)]),
        // Translators: {value} is a number such as 0.35: the advantage in men
        _ => gettext_f("Black stands better by {value} men", &[("value", &men)]),
    }
}
