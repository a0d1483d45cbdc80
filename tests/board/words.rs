// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests of the texts for screen readers.

use morris::{Color, Point, PointSet};
use morris_play::session::{Hint, HintStep, Scene};
use morris_solved::tablebase::{ProbeResult, Wdl};
use morris_teach::hint::HintReason;
use nine_mens_morris::board::{MoveTone, ShownMove, tray_words};

use super::support::{Table, at, scene, set};

/// White: a7, d7 and g7 (a mill), a4. Black: d6, f6 and b6 (a mill), c4.
const MIDDLE: &str = "WWW/BBB/.../W.B.../.../.../... w 0 0 0";

fn hint(mv: &str) -> Hint {
    Hint { mv: mv.parse().unwrap(), reason: HintReason::ClosesMill, step: HintStep::Move }
}

#[gtk::test]
fn every_state_has_its_words() {
    let table = Table::new(&scene(MIDDLE));
    table.check_words("d5", "d5, empty");
    table.check_words("a4", "a4, white piece");
    table.check_words("c4", "c4, black piece");
    table.check_words("d6", "d6, black piece, in a mill");
    table.check_words("a7", "a7, white piece, in a mill");

    table.view.show(&Scene { movable: set("a4 d7"), ..scene(MIDDLE) });
    table.check_focus("a4", "a4, white piece", "you can move it");
    table.check_focus("d7", "d7, white piece, in a mill", "you can move it");
    table.check_focus("c4", "c4, black piece", "");

    table.view.show(&Scene { movable: set("a4"), picked: Some(at("a4")), targets: set("b4 a1"), ..scene(MIDDLE) });
    table.check_focus("a4", "a4, white piece, picked up", "");
    table.check_focus("b4", "b4, empty", "you can move here");
    table.check_focus("d5", "d5, empty", "");

    table.view.show(&Scene { removable: set("c4"), ..scene(MIDDLE) });
    table.check_focus("c4", "c4, black piece", "you can remove it");
    table.check_focus("d6", "d6, black piece, in a mill", "");

    table.view.show(&Scene { hint: Some(hint("a4-a1xc4")), movable: set("a4"), ..scene(MIDDLE) });
    table.check_focus("a4", "a4, white piece", "hint: move this piece, you can move it");
    table.check_focus("a1", "a1, empty", "hint: move here");
    table.check_focus("c4", "c4, black piece", "hint: remove this piece");
    let man = Hint { step: HintStep::Man, ..hint("a4-a1xc4") };
    table.view.show(&Scene { hint: Some(man), movable: set("a4"), ..scene(MIDDLE) });
    table.check_focus("a4", "a4, white piece", "hint: move this piece, you can move it");
    table.check_focus("a1", "a1, empty", "");
}

#[gtk::test]
fn only_the_focused_point_describes_actions() {
    let table = Table::new(&Scene { targets: set("d6 f4"), ..scene(".../.../.../....../.../.../... w 9 9 0") });
    table.check_focus("d6", "d6, empty", "you can place a piece here");
    table.check_focus("d7", "d7, empty", "");
    table.check_focus("f4", "f4, empty", "you can place a piece here");
    let said = table.words().iter().filter(|(_, description)| !description.is_empty()).count();
    assert_eq!(said, 1);
    // A move elsewhere changes what can be done here. Spoken without the point, that would be
    // noise.
    let described = |table: &Table| table.words().iter().any(|(_, description)| !description.is_empty());
    table.view.show(&Scene { played: 1, ..scene(".../.W./.../....../.../.../... b 8 9 0") });
    assert!(!described(&table));
    table.view.show(&Scene { played: 2, targets: set("f4"), ..scene(".../.WB/.../....../.../.../... w 8 8 0") });
    assert!(!described(&table), "the focus has not moved");
    table.view.set_values(&[(at("f4"), ProbeResult { value: Wdl::Win, plies: Some(5) })], false);
    table.check_focus("f4", "f4, empty", "you can place a piece here, wins, 3 moves left");
}

#[gtk::test]
fn marks_of_a_task_are_in_the_labels() {
    let table = Table::new(&Scene { movable: set("a4"), ..scene(MIDDLE) });
    let task = |tone| ShownMove { mv: "a4-a1".parse().unwrap(), tone };
    table.view.set_shown_moves(&[task(MoveTone::Task)]);
    table.check_focus("a4", "a4, white piece", "the arrow starts here, you can move it");
    table.check_focus("a1", "a1, empty", "marked with a ring");
    table.view.set_shown_moves(&[task(MoveTone::Good)]);
    table.check_focus("a1", "a1, empty", "");
}

/// A screen reader drops messages if many arrive at once.
#[gtk::test]
fn a_move_changes_few_words() {
    let all: PointSet = Point::all().collect();
    let table = Table::new(&Scene { targets: all, ..scene("W.W/.../.../....../.../.../B.. w 7 8 0") });
    table.view.focus_point(at("d7"));
    let before = table.words();
    table.view.show(&scene("WWW/.../.../....../.../.../B.. w 6 8 0"));
    let changed = before.iter().zip(table.words()).filter(|(before, after)| *before != after).count();
    assert_eq!(changed, 3, "the mill, and nothing else");
    table.view.show(&scene("WWW/.../.../....../.../.../... b 6 8 0"));
    let changed = before.iter().zip(table.words()).filter(|(before, after)| *before != after).count();
    assert_eq!(changed, 4, "the man that was removed, too");
}

#[gtk::test]
fn hands_have_their_sentence() {
    adw::init().unwrap();
    assert_eq!(tray_words(Color::White, 5, 2), "White: 5 pieces in hand, 2 lost");
    assert_eq!(tray_words(Color::Black, 1, 0), "Black: 1 piece in hand, 0 lost");
}
