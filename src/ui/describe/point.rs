// SPDX-License-Identifier: GPL-3.0-or-later
//! What stands on a point and what can be done there, in words.

use gettextrs::gettext;

use crate::endgame::Value;
use crate::engine::Verdict;
use crate::game::{Color, Point};
use crate::session::Scene;
use crate::ui::i18n::{gettext_f, ngettext_f};

/// What can be done with a man.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Use {
    Nothing,
    Move,
    PickedUp,
    Remove,
}

/// The words for a point: “d6, black man, in a mill”. This is what a screen reader says.
#[must_use]
pub fn point(scene: &Scene, point: Point) -> String {
    match Color::BOTH.into_iter().find(|&color| scene.men[color].contains(point)) {
        Some(color) => man(scene, point, color),
        None => empty(scene, point),
    }
}

/// The words for a point and for what a tap there leads to at best, if that is known.
#[must_use]
pub fn with_value(words: &str, verdict: Option<Verdict>) -> String {
    let Some(Verdict { value, plies }) = verdict else { return words.to_owned() };
    let value = match value {
        // Translators: what a turn leads to with best play
        Value::Win => gettext("wins"),
        // Translators: what a turn leads to with best play
        Value::Draw => gettext("draws"),
        // Translators: what a turn leads to with best play
        Value::Loss => gettext("loses"),
    };
    let Some(plies) = plies else { return format!("{words}, {value}") };
    let count = plies.to_string();
    // Translators: how far the end or the next removal is off: “d6, empty, wins, 5 turns to go”
    let plies = ngettext_f("{count} turn to go", "{count} turns to go", plies.into(), &[("count", &count)]);
    format!("{words}, {value}, {plies}")
}

/// The words for a point while the game rests and the men are hidden.
#[must_use]
pub fn hidden(point: Point) -> String {
    // Translators: a point of the board while the game is paused
    gettext_f("{point}, hidden", &[("point", point.name())])
}

fn empty(scene: &Scene, point: Point) -> String {
    let values = [("point", point.name())];
    if scene.hint.is_some_and(|hint| hint.to == point) {
        // Translators: said of a point of the board, such as d6, that the hint names
        gettext_f("{point}, empty, the hint goes here", &values)
    } else if scene.targets.contains(point) {
        // Translators: {point} is a point of the board, such as d6; a man has been picked up, or is in hand
        gettext_f("{point}, empty, you can move here", &values)
    } else {
        gettext_f("{point}, empty", &values)
    }
}

fn man(scene: &Scene, point: Point, color: Color) -> String {
    let values = [("point", point.name())];
    let in_mill = scene.in_mills.contains(point);
    if scene.hint.is_some_and(|hint| hint.from == Some(point)) {
        return match color {
            Color::White => gettext_f("{point}, white man, the hint moves it", &values),
            Color::Black => gettext_f("{point}, black man, the hint moves it", &values),
        };
    }
    if scene.hint.is_some_and(|hint| hint.removed.contains(point)) {
        return match color {
            Color::White => gettext_f("{point}, white man, the hint removes it", &values),
            Color::Black => gettext_f("{point}, black man, the hint removes it", &values),
        };
    }
    match (color, in_mill, use_of(scene, point)) {
        (Color::White, false, Use::Nothing) => gettext_f("{point}, white man", &values),
        (Color::Black, false, Use::Nothing) => gettext_f("{point}, black man", &values),
        (Color::White, true, Use::Nothing) => gettext_f("{point}, white man, in a mill", &values),
        (Color::Black, true, Use::Nothing) => gettext_f("{point}, black man, in a mill", &values),
        (Color::White, false, Use::Move) => gettext_f("{point}, white man, you can move it", &values),
        (Color::Black, false, Use::Move) => gettext_f("{point}, black man, you can move it", &values),
        (Color::White, true, Use::Move) => gettext_f("{point}, white man, in a mill, you can move it", &values),
        (Color::Black, true, Use::Move) => gettext_f("{point}, black man, in a mill, you can move it", &values),
        (Color::White, _, Use::PickedUp) => gettext_f("{point}, white man, picked up", &values),
        (Color::Black, _, Use::PickedUp) => gettext_f("{point}, black man, picked up", &values),
        (Color::White, false, Use::Remove) => gettext_f("{point}, white man, you can remove it", &values),
        (Color::Black, false, Use::Remove) => gettext_f("{point}, black man, you can remove it", &values),
        (Color::White, true, Use::Remove) => gettext_f("{point}, white man, in a mill, you can remove it", &values),
        (Color::Black, true, Use::Remove) => gettext_f("{point}, black man, in a mill, you can remove it", &values),
    }
}

fn use_of(scene: &Scene, point: Point) -> Use {
    if scene.removable.contains(point) {
        Use::Remove
    } else if scene.picked == Some(point) {
        Use::PickedUp
    } else if scene.movable.contains(point) {
        Use::Move
    } else {
        Use::Nothing
    }
}
