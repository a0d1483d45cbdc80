// SPDX-License-Identifier: GPL-3.0-or-later
//! Turns in words.

use crate::i18n::gettext_f;
use morris::{Color, Move, Outcome, PointSet};
use morris_play::session::{Scene, Status};
use morris_play::setup::GameSetup;

use super::{outcome_reason, outcome_title, side_name, to_move};

/// A move as a sentence without full stop: “Black played f4”.
#[must_use]
pub fn last_move(side: Color, mv: Move) -> String {
    let side = side_name(side);
    let step = mv.without_removal().to_string();
    if mv.removed.is_empty() {
        // Translators: {side} is “White” or “Black”, {move} is a move such as “d6” or “a4-a7”
        return gettext_f("{side} played {turn}", &[("side", &side), ("turn", &step)]);
    }
    // Translators: as “{side} played {move}”; {man} is the point of the opposing man that was removed, such as “c3”
    let values = [("side", &*side), ("turn", &*step), ("man", &*points(mv.removed))];
    gettext_f("{side} played {turn} and removed {man}", &values)
}

/// A hint, as a sentence without full stop: “Hint: a4-a7 and remove d2”.
#[must_use]
pub fn hint(mv: Move) -> String {
    let step = mv.without_removal().to_string();
    if mv.removed.is_empty() {
        // Translators: {move} is a move such as “d6” or “a4-a7”
        return gettext_f("Hint: {turn}", &[("turn", &step)]);
    }
    // Translators: {move} is a move such as “a4-a7”, {man} the point of the opposing man to remove, such as “c3”
    gettext_f("Hint: {turn}, and remove {man}", &[("turn", &*step), ("man", &*points(mv.removed))])
}

/// How the game ended, with the reason.
fn result(outcome: Outcome, setup: &GameSetup) -> String {
    let (result, reason) = (outcome_title(outcome, setup), outcome_reason(outcome));
    // Translators: “White has won – Black cannot move any man.”
    gettext_f("{result} – {reason}", &[("result", &result), ("reason", &reason)])
}

fn points(set: PointSet) -> String {
    let names: Vec<_> = set.into_iter().map(|point| point.name()).collect();
    names.join(", ")
}

/// The title of the window during a game: the last move, and whose turn it is or how the game ended.
#[must_use]
pub fn window_title(scene: &Scene, setup: &GameSetup) -> String {
    let now = match scene.status {
        Status::Over(outcome) => result(outcome, setup),
        status => to_move(status, setup),
    };
    match scene.last {
        Some((side, mv)) => format!("{} – {now}", last_move(side, mv)),
        None => now,
    }
}
