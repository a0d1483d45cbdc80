// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests of focus, arrow keys, typed points, cycling through legal targets, and Escape.

use adw::prelude::*;
use gtk::{DirectionType, gdk};
use morris::{Arrangement, ByColor, Color, Flying, RING_16, Rules};
use morris_play::session::{Scene, Status};
use morris_solved::tablebase::{ProbeResult, Wdl};
use nine_mens_morris::board::PointButton;

use super::support::{Table, at, scene, set};
use crate::support::wait;

const START: &str = ".../.../.../....../.../.../... w 9 9 0";

fn press(table: &Table, key: gdk::Key) -> glib::Propagation {
    table.view.handle_key(key, gdk::ModifierType::empty())
}

fn type_text(table: &Table, text: &str) {
    for letter in text.chars() {
        press(table, gdk::Key::from_name(letter.to_string()).unwrap());
    }
}

fn go(table: &Table, from: &str, direction: DirectionType) -> String {
    table.view.focus_point(at(from));
    assert!(table.view.child_focus(direction), "the focus stays on the board");
    table.view.focused_point().unwrap().to_string()
}

#[gtk::test]
fn arrows_go_to_the_nearest_point_as_drawn() {
    let table = Table::new(&scene(START));
    use DirectionType::{Down, Left, Right, Up};
    for (from, direction, to) in [
        ("a7", Right, "d7"),
        ("d7", Down, "d6"),
        ("c4", Right, "e4"),
        ("g4", Left, "f4"),
        ("d3", Up, "d5"),
        ("a7", Left, "a7"),
        ("a7", Up, "a7"),
        ("g1", Down, "g1"),
        ("b6", Down, "b4"),
        ("e5", Right, "f6"),
    ] {
        assert_eq!(go(&table, from, direction), to, "from {from} {direction:?}");
    }
    table.view.set_flipped(true);
    assert_eq!(go(&table, "a7", Left), "d7");
    assert_eq!(go(&table, "d7", Up), "d6");
}

#[gtk::test]
fn tab_leaves_the_board_and_comes_back_to_the_same_point() {
    let table = Table::new(&scene(START));
    table.view.focus_point(at("f4"));
    assert!(!table.view.child_focus(DirectionType::TabForward));
    gtk::prelude::GtkWindowExt::set_focus(&table.window, None::<&gtk::Widget>);
    assert!(table.view.child_focus(DirectionType::TabForward));
    assert_eq!(table.view.focused_point(), Some(at("f4")));
}

#[gtk::test]
fn a_button_taps_its_point_at_once() {
    let table = Table::new(&scene(START));
    table.view.button(at("d6")).activate();
    assert_eq!(table.said(), "d6");
}

#[gtk::test]
fn typed_points_are_tapped_as_soon_as_they_are_complete() {
    let table = Table::new(&scene(START));
    let before = table.view.focused_point();
    type_text(&table, "d");
    assert_eq!(table.said(), "");
    type_text(&table, "6");
    assert_eq!(table.said(), "d6");
    assert_eq!(table.view.focused_point(), before, "a screen reader gets the result, not another point");
    type_text(&table, "a4a7");
    assert_eq!(table.said(), "a4 a7");
    type_text(&table, "d4bd6f4");
    assert_eq!(table.said(), "d6 f4", "d4 is not a point, and the last letter counts");
    assert_eq!(press(&table, gdk::Key::minus), glib::Propagation::Proceed);
    assert_eq!(table.view.handle_key(gdk::Key::a, gdk::ModifierType::CONTROL_MASK), glib::Propagation::Proceed);
}

#[gtk::test]
fn a_letter_waits_for_its_digit() {
    let table = Table::new(&scene(START));
    type_text(&table, "f");
    assert!(!table.view.is_flipped(), "a letter of a point is not a command");
    type_text(&table, "4");
    assert_eq!(table.said(), "f4");
    type_text(&table, "f");
    assert_eq!(press(&table, gdk::Key::h), glib::Propagation::Proceed, "the next key is not lost either");
    assert_eq!(press(&table, gdk::Key::_4), glib::Propagation::Proceed, "another letter ends the waiting");
    type_text(&table, "f");
    assert_eq!(press(&table, gdk::Key::Escape), glib::Propagation::Stop, "Escape takes the letter back");
    type_text(&table, "f");
    table.view.button(at("d6")).activate();
    type_text(&table, "4");
    assert_eq!(table.said(), "d6", "so does a point that is chosen otherwise");
}

#[gtk::test]
fn home_and_end_cycle_through_legal_points() {
    let table = Table::new(&Scene { movable: set("a4 d7 f2"), ..scene(".W./.../.../W...../.../..W/... w 0 9 0") });
    let focus_after = |key| {
        press(&table, key);
        table.view.focused_point().unwrap().to_string()
    };
    assert_eq!([(); 4].map(|()| focus_after(gdk::Key::End)), ["d7", "a4", "f2", "d7"]);
    assert_eq!([(); 3].map(|()| focus_after(gdk::Key::Home)), ["f2", "a4", "d7"]);
    table.view.show(&Scene { status: Status::Viewing { moves: 1, of: 2 }, ..table.view.scene().unwrap() });
    assert_eq!(press(&table, gdk::Key::End), glib::Propagation::Proceed, "the page goes through the moves");
}

#[gtk::test]
fn escape_puts_down_the_man_or_goes_to_the_page() {
    let table = Table::new(&scene(START));
    assert_eq!(press(&table, gdk::Key::Escape), glib::Propagation::Proceed);
    assert_eq!(table.said(), "");
    let picked = Scene { picked: Some(at("a4")), ..scene(".../.../.../W...../.../.../... w 0 0 0") };
    table.view.show(&picked);
    assert_eq!(press(&table, gdk::Key::Escape), glib::Propagation::Stop);
    assert_eq!(table.said(), "cancel");
}

#[gtk::test]
fn other_boards_have_their_own_points_and_letters() {
    let six = six_men();
    let table = Table::new(&scene(START));
    let arrangement = Arrangement::start(&six);
    table.view.show(&Scene::still(&arrangement, &six));
    let point = |name| RING_16.point(name).unwrap();
    wait("the new board lies where it should", || table.view.button(point("a5")).is_mapped());
    for point in RING_16.points() {
        assert!(table.view.button(point).is_visible());
    }
    table.view.focus_point(point("c5"));
    assert!(table.view.child_focus(DirectionType::Down));
    assert_eq!(table.view.focused_point(), Some(point("c4")));
    table.view.show(&scene(START));
    assert_eq!(go(&table, "d7", DirectionType::Down), "d6");
}

/// Returns the rules of the board of 16 points.
fn six_men() -> Rules {
    Rules::builder(Rules::STANDARD).board(&RING_16).men(6).flying(Flying::Never).build().unwrap()
}

#[gtk::test]
fn nothing_of_another_board_stays() {
    let six = six_men();
    let point = |name| RING_16.point(name).unwrap();
    let table = Table::new(&Scene { movable: set("g1 a1"), ..scene("WW./B../.../....../.../.../W.B w 0 0 0") });
    table.view.set_values(&[(at("g1"), ProbeResult { value: Wdl::Win, plies: None })], false);
    table.view.focus_point(at("g1"));
    assert!(!table.view.child_focus(DirectionType::TabForward));
    type_text(&table, "d");
    let men = ByColor { white: point("a5").set() | point("c2").set(), black: point("e5").set() };
    let hand = ByColor { white: six.men, black: six.men };
    let still = Scene::still(&Arrangement::new(men, hand, Color::White), &six);
    table.view.show(&Scene { movable: point("c2").set(), ..still.clone() });
    assert_eq!(table.view.focused_point(), Some(point("c2")), "the keyboard stays on the board");
    assert_eq!(table.view.button(point("c2")).downcast::<PointButton>().unwrap().words(), "c2, white piece");
    type_text(&table, "5");
    assert_eq!(table.said(), "", "the letter was meant for the other board");
    let frames = table.view.frames();
    wait("it is drawn", || table.view.frames() > frames);
    table.view.show(&still);
    gtk::prelude::GtkWindowExt::set_focus(&table.window, None::<&gtk::Widget>);
    assert!(table.view.child_focus(DirectionType::TabForward));
    assert_eq!(table.view.focused_point(), Some(point("c2")), "where it was on this board");
    table.view.show(&scene("WW./B../.../....../.../.../W.B w 0 0 0"));
    assert!(table.view.focused_point().is_some());
    wait("the first board is drawn again", || !table.view.is_animating());
}
