// SPDX-License-Identifier: GPL-3.0-or-later
//! What is to be done, in words.

use gettextrs::gettext;

use crate::i18n::{gettext_f, ngettext_f};
use morris::Color;
use morris_play::session::Status;
use morris_play::setup::GameSetup;

use super::{outcome_title, side_name};

/// What is to be done now, by whom, in one line.
#[must_use]
pub fn status(status: Status, setup: &GameSetup) -> String {
    match status {
        Status::Place { side, hand } => place(side, hand),
        Status::Move { side: Color::White } => gettext("White: move a man along a line"),
        Status::Move { side: Color::Black } => gettext("Black: move a man along a line"),
        // Translators: with three men left one may go to any empty point
        Status::Fly { side: Color::White } => gettext("White: fly to any empty point"),
        // Translators: with three men left one may go to any empty point
        Status::Fly { side: Color::Black } => gettext("Black: fly to any empty point"),
        Status::Remove { side: Color::White } => gettext("Mill! Remove a black man"),
        Status::Remove { side: Color::Black } => gettext("Mill! Remove a white man"),
        // Translators: {side} is “White” or “Black”
        Status::Thinking { side } => gettext_f("{side} is thinking…", &[("side", &side_name(side))]),
        // Translators: {side} is “White” or “Black”, played by the computer; “Move Now” is the button of this name
        Status::Waiting { side } => gettext_f("{side} is waiting: choose Move Now", &[("side", &side_name(side))]),
        Status::Paused => gettext("The game is paused"),
        Status::Viewing { moves, of } => viewing(moves, of),
        Status::Over(outcome) => outcome_title(outcome, setup),
    }
}

fn place(side: Color, hand: u8) -> String {
    let (count, values) = (u32::from(hand), [("count", &*hand.to_string())]);
    match side {
        // Translators: {count} is the number of White’s men that are not on the board yet
        Color::White => {
            ngettext_f("White: place a man ({count} in hand)", "White: place a man ({count} in hand)", count, &values)
        }
        // Translators: {count} is the number of Black’s men that are not on the board yet
        Color::Black => {
            ngettext_f("Black: place a man ({count} in hand)", "Black: place a man ({count} in hand)", count, &values)
        }
    }
}

fn viewing(moves: usize, of: usize) -> String {
    if moves == 0 {
        return gettext("Looking back: the start");
    }
    // Translators: {move} and {count} are numbers: “move 3 of 20”
    gettext_f("Looking back: turn {turn} of {count}", &[("turn", &moves.to_string()), ("count", &of.to_string())])
}

/// Whose move it is, or how else the game stands, for the title of the window.
#[must_use]
pub fn to_move(now: Status, setup: &GameSetup) -> String {
    match now {
        Status::Place { side, .. }
        | Status::Move { side }
        | Status::Fly { side }
        | Status::Thinking { side }
        | Status::Waiting { side } => {
            // Translators: {side} is “White” or “Black”: whose turn it is
            gettext_f("{side} to move", &[("side", &side_name(side))])
        }
        _ => status(now, setup),
    }
}
