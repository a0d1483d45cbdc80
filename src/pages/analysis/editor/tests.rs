// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests of the editor.

use gtk::gdk::{Key, ModifierType};
use morris::Board;
use morris_play::persistence::{OneSwitch, Settings};

use super::*;
use crate::services::for_tests::{in_folder, logged, spoken};
use crate::widgets::for_tests::in_window;

fn editor() -> PositionEditor {
    adw::init().unwrap();
    glib::Object::new()
}

fn line(editor: &PositionEditor) -> String {
    editor.arrangement().line(editor.rules().board)
}

fn tap(editor: &PositionEditor, points: &str) {
    for name in points.split(' ') {
        editor.board().button(name.parse().unwrap()).emit_clicked();
    }
}

fn press(editor: &PositionEditor, key: Key, state: ModifierType) {
    assert_eq!(editor.key_pressed(key, state), glib::Propagation::Stop);
}

#[gtk::test]
fn tab_goes_through_all_points_with_one_switch() {
    let editor = editor();
    let window = in_window(&editor);
    let board = editor.board();
    board.follow(&Settings { one_switch: OneSwitch::Tab, ..Settings::default() });
    let mut points = vec!["a7".to_owned()];
    board.focus_point(points[0].parse().unwrap());
    while board.child_focus(gtk::DirectionType::TabForward) {
        points.push(board.focused_point().unwrap().to_string());
    }
    assert_eq!(points.len(), 24, "{points:?}");
    window.destroy();
}

#[gtk::test]
fn a_position_is_set_up_with_palette_and_trays() {
    let editor = editor();
    let imp = editor.imp();
    assert!(editor.position().is_some() && imp.analyze.is_sensitive(), "the start can be played");
    editor.activate_action("editor.empty-hands", None).unwrap();
    assert_eq!(editor.verdict(), "Both players have too few pieces.");
    assert!(!imp.white_tray.get_visible(), "the words are in the middle");
    assert!(editor.position().is_none() && !imp.analyze.is_sensitive() && !imp.start.is_sensitive());
    tap(&editor, "a7 d7 b6");
    imp.black_men.set_active(true);
    tap(&editor, "a1 d1 g1 b6");
    assert_eq!(line(&editor), "WW./B../.../....../.../.../BBB w 0 0 0");
    imp.black_moves.set_active(true);
    assert_eq!((imp.black_check.opacity(), imp.white_check.opacity()), (1.0, 0.0));
    imp.black_hand.set_value(2.0);
    assert_eq!(line(&editor), "WW./B../.../....../.../.../BBB b 1 2 0");
    assert_eq!((imp.white_count.label().as_str(), imp.black_count.label().as_str()), ("1 in hand", "2 in hand"));
    assert!(imp.white_tray.get_visible() && imp.black_tray.get_visible());
    assert_eq!((imp.white_hand.value(), imp.white_hand.adjustment().upper()), (1.0, 4.0));
    assert_eq!(editor.verdict(), "You can start a game from here.");
}

#[gtk::test]
fn a_change_is_undone_and_made_again_and_the_tool_stays() {
    let editor = editor();
    let imp = editor.imp();
    let (control, shift) = (ModifierType::CONTROL_MASK, ModifierType::SHIFT_MASK);
    assert!(!imp.undo.is_sensitive());
    let start = line(&editor);
    tap(&editor, "d6");
    imp.erase.set_active(true);
    let one = line(&editor);
    press(&editor, Key::z, control);
    assert_eq!(line(&editor), start);
    assert!(imp.erase.is_active() && !imp.undo.is_sensitive());
    press(&editor, Key::Z, control | shift);
    assert_eq!(line(&editor), one);
    imp.undo.emit_clicked();
    tap(&editor, "d6");
    assert!(imp.redo.is_sensitive(), "erasing nothing changes nothing");
    editor.edit(editor.rules(), editor.arrangement());
    assert!(!imp.redo.is_sensitive());
}

#[gtk::test]
fn s_and_points_typed_beside_the_board_are_answered() {
    let (messages, told) = logged(spoken);
    let editor = in_folder(messages, |context| {
        let editor = editor();
        editor.join(&context);
        editor
    });
    let window = in_window(&*editor);
    editor.imp().black_men.grab_focus();
    let none = ModifierType::empty();
    press(&editor, Key::s, none);
    [Key::a, Key::_7].into_iter().for_each(|key| press(&editor, key, none));
    editor.board().focus_point("d7".parse().unwrap());
    [Key::g, Key::_7].into_iter().for_each(|key| press(&editor, key, none));
    let verdict = "You can start a game from here.";
    let expected = ["White to Move. ", "a7, white piece. ", ""].map(|words| format!("{words}{verdict}"));
    assert_eq!(*told.borrow(), expected, "a screen reader speaks g7, which gets the focus");
    window.destroy();
}

#[gtk::test]
fn one_man_too_many_is_refused_where_it_is() {
    let editor = editor();
    tap(&editor, "a7 d7 g7 b6 d6 f6 c5 d5 e5");
    let full = line(&editor);
    tap(&editor, "a4");
    assert_eq!(line(&editor), full);
    let reason = "White has 10 pieces on the board and in hand; only 9 are allowed.";
    assert_eq!(editor.board().refusal().as_deref(), Some(reason));
}

#[gtk::test]
fn the_rules_change_board_and_counts() {
    let editor = editor();
    let row = &editor.imp().rules_row;
    editor.list_rules();
    let place = |rules: &Rules| Rules::PRESETS.iter().position(|preset| preset == rules).unwrap() as u32;
    assert_eq!(row.selected(), place(&Rules::STANDARD));
    let six: Rules = "six".parse().unwrap();
    row.set_selected(place(&six));
    assert_eq!((editor.rules(), editor.arrangement()), (six, Arrangement::start(&six)));
    let own = Rules::builder(Rules::STANDARD).men(5).build().unwrap();
    editor.edit(own, Arrangement::start(&own));
    assert_eq!(row.selected() as usize, Rules::PRESETS.len(), "others are added");
    editor.retrace(Retrace::Undo);
    assert_eq!(editor.rules(), own, "another position starts a new history");
}

#[gtk::test]
fn a_position_is_moved_by_the_menu() {
    let editor = editor();
    editor.activate_action("editor.empty-hands", None).unwrap();
    tap(&editor, "a7");
    let after = |action: &str| {
        editor.activate_action(&format!("editor.{action}"), None).unwrap();
        let men = editor.arrangement().men;
        (Board::name(editor.rules().board, (men.white | men.black).first().unwrap()), men.white.len())
    };
    assert_eq!(after("mirror"), ("g7", 1));
    assert_eq!(after("turn-right"), ("g1", 1));
    assert_eq!(after("inside-out"), ("e3", 1));
    assert_eq!(after("swap-colors"), ("e3", 0));
    let can = |id: &str| {
        let rules: Rules = id.parse().unwrap();
        editor.edit(rules, Arrangement::start(&rules));
        ["mirror", "inside-out"].map(|name| editor.actions().is_action_enabled(name))
    };
    assert_eq!(can("tapatan"), [true, false]);
    assert_eq!(can("standard"), [true, true]);
}

#[gtk::test]
fn corrections_and_undo_are_announced() {
    let old = Draft::default();
    let mut new = old;
    new.set_hand(Color::White, 3);
    assert_eq!(describe_hands(&old, &new, Some(Color::White)), "Black: 3 pieces in hand, 6 lost");
    assert_eq!(describe_hands(&new, &old, None), "White: 9 pieces in hand, 0 lost. Black: 9 pieces in hand, 0 lost");
    new = old;
    new.tap("d6".parse().unwrap()).unwrap();
    assert_eq!(describe_hands(&old, &new, None), "", "the man is where it was placed");
    assert_eq!(describe_points(&old, &new), ["d6, white piece"]);
    assert_eq!(describe_points(&new, &old), ["d6, empty"]);
}
