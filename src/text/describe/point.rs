// SPDX-License-Identifier: GPL-3.0-or-later
//! Text for the content of a point and for the action there.

use gettextrs::gettext;

use crate::text::i18n::{gettext_f, list, ngettext_f};
use morris::{Color, Move, Point};
use morris_engine::Plies;
use morris_play::session::Scene;
use morris_solved::tablebase::{ProbeResult, Wdl};

/// Returns the content of a point, without the possible actions: “d6, black piece, in a mill”. This
/// is the label for screen readers. It changes only if the board changes.
pub fn point(scene: &Scene, point: Point) -> String {
    match Color::BOTH.into_iter().find(|&color| scene.men[color].contains(point)) {
        Some(color) => man(scene, point, color),
        // Translators: {point} is a point of the board, such as d6
        None => gettext_f("{point}, empty", &[("point", name(scene, point))]),
    }
}

/// Returns the action on a point, and the best value that a tap there can lead to. This is the
/// description of the focused point. Empty if there is none.
pub fn action(scene: &Scene, point: Point, verdict: Option<ProbeResult>) -> String {
    let words: Vec<_> = [hint(scene, point), choice(scene, point), verdict.map(worth)].into_iter().flatten().collect();
    list(&words)
}

/// Returns how the task of a lesson is marked on a point, if it is.
pub fn task_mark(task: Move, point: Point) -> Option<String> {
    if task.to == Some(point) {
        // Translators: said of a point of the board that a lesson marks with a ring
        Some(gettext("marked with a ring"))
    } else {
        // Translators: said of a piece on the board where the arrow of a lesson starts
        (task.from == Some(point)).then(|| gettext("the arrow starts here"))
    }
}

/// Returns what the hint does here.
fn hint(scene: &Scene, point: Point) -> Option<String> {
    let hint = scene.hint?.shown()?;
    if hint.removed.contains(point) {
        // Translators: said of a piece on the board
        Some(gettext("hint: remove this piece"))
    } else if hint.from == Some(point) {
        // Translators: said of a piece on the board
        Some(gettext("hint: move this piece"))
    } else {
        // Translators: said of an empty point of the board
        (hint.to == Some(point)).then(|| gettext("hint: move here"))
    }
}

/// Returns what a tap here does.
fn choice(scene: &Scene, point: Point) -> Option<String> {
    if scene.removable.contains(point) {
        // Translators: said of a piece on the board, as a mill is closed
        Some(gettext("you can remove it"))
    } else if scene.movable.contains(point) && scene.picked != Some(point) {
        // Translators: said of a piece on the board
        Some(gettext("you can move it"))
    } else if !scene.targets.contains(point) {
        None
    } else if scene.picked.is_some() {
        // Translators: said of an empty point of the board; a piece has been picked up
        Some(gettext("you can move here"))
    } else {
        // Translators: said of an empty point of the board; a piece is in hand
        Some(gettext("you can place a piece here"))
    }
}

/// Returns the value of a tap with best play on both sides.
pub(super) fn worth(ProbeResult { value, plies }: ProbeResult) -> String {
    let value = match value {
        // Translators: what a move leads to with best play
        Wdl::Win => gettext("wins"),
        // Translators: what a move leads to with best play
        Wdl::Draw => gettext("draws"),
        // Translators: what a move leads to with best play
        Wdl::Loss => gettext("loses"),
    };
    let Some(plies) = plies else { return value };
    list(&[value, moves_left(plies)])
}

/// Returns how far the end or the next removal is off, in moves of one side.
pub(super) fn moves_left(plies: u8) -> String {
    let moves = Plies(plies.into()).own_moves();
    // Translators: how far the end or the next removal is off, in moves of one side
    ngettext_f("{count} move left", "{count} moves left", moves, &[])
}

/// Returns the name of a point on the board of the game.
fn name(scene: &Scene, point: Point) -> &'static str {
    scene.setup.rules.board.name(point)
}

fn man(scene: &Scene, point: Point, color: Color) -> String {
    let values = [("point", name(scene, point))];
    let (in_mill, picked) = (scene.in_mills.contains(point), scene.picked == Some(point));
    match (color, picked, in_mill) {
        (Color::White, true, _) => gettext_f("{point}, white piece, picked up", &values),
        (Color::Black, true, _) => gettext_f("{point}, black piece, picked up", &values),
        (Color::White, false, false) => gettext_f("{point}, white piece", &values),
        (Color::Black, false, false) => gettext_f("{point}, black piece", &values),
        (Color::White, false, true) => gettext_f("{point}, white piece, in a mill", &values),
        (Color::Black, false, true) => gettext_f("{point}, black piece, in a mill", &values),
    }
}
