// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests of the list of moves in a window: the number of widgets in a long game, the cost of
//! another move, and the current move, which is in view and a single stop of the Tab key.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use adw::prelude::*;
use gtk::{gdk, gio};
use morris::{Game, Move, Position, RING_16, Rules};
use nine_mens_morris::widgets::move_list::MoveList;

use crate::support::{below, wait};

/// All men are placed without a mill. Then one man of each side moves back and forth.
const PLACED: &str = "b4 f2 a7 c5 b2 e3 d7 g4 d5 e4 f4 a4 c4 a1 c3 d1 d2 b6";
const TO_AND_FRO: [&str; 4] = ["c3-d3", "b6-d6", "d3-c3", "d6-b6"];

/// Maximum number of rows with a widget. The list of GTK keeps 200, and those of the current move
/// and of the focus.
const MOST_ROWS: usize = 210;

fn mv(index: usize) -> Move {
    let placed = PLACED.split_whitespace().nth(index);
    placed.unwrap_or_else(|| TO_AND_FRO[(index - 18) % 4]).parse().unwrap()
}

/// Returns a game of this number of moves that is never a draw.
fn game(moves: usize) -> Game {
    let mut game = Game::new(Rules::PLAIN);
    (0..moves).for_each(|index| game.play(mv(index)).unwrap());
    game
}

/// A list between two buttons in a window.
struct Desk {
    list: MoveList,
    before: gtk::Button,
    after: gtk::Button,
    window: gtk::Window,
}

impl Desk {
    fn new(height: i32) -> Self {
        adw::init().unwrap();
        let list = MoveList::default();
        list.set_vexpand(true);
        let (before, after) = (gtk::Button::with_label("before"), gtk::Button::with_label("after"));
        let page = gtk::Box::new(gtk::Orientation::Vertical, 0);
        page.append(&before);
        page.append(&list);
        page.append(&after);
        let window =
            gtk::Window::builder().default_width(300).default_height(height).decorated(false).child(&page).build();
        let actions = gio::SimpleActionGroup::new();
        actions.add_action(&gio::SimpleAction::new("view", Some(glib::VariantTy::UINT32)));
        window.insert_action_group("game", Some(&actions));
        window.present();
        wait("the window is there", || list.is_mapped() && list.height() > 0);
        Self { list, before, after, window }
    }

    /// Shows a game and waits until the current move is in view.
    fn show(&self, game: &Game, current: usize) {
        self.list.show(game, current);
        self.wait_in_sight();
    }

    fn wait_in_sight(&self) {
        wait("the current move is in sight", || self.list.current_in_sight());
    }

    /// Returns the buttons of visible moves in order.
    fn moves(&self) -> Vec<gtk::Button> {
        let mut moves: Vec<gtk::Button> = below(self.list.upcast_ref());
        moves.retain(gtk::Button::is_visible);
        moves.sort_by_key(number);
        moves
    }

    /// Returns the number of the move that has the focus.
    fn focused(&self) -> Option<u32> {
        gtk::prelude::GtkWindowExt::focus(&self.window).and_downcast::<gtk::Button>().map(|button| number(&button))
    }

    fn press(&self, key: gdk::Key) -> Option<u32> {
        assert_eq!(self.list.handle_key(key), glib::Propagation::Stop);
        self.focused()
    }

    /// Returns the number of changes of labels below the list during an action.
    fn changes(&self, act: impl FnOnce()) -> u32 {
        let count = Rc::new(Cell::new(0));
        let labels = below::<gtk::Label>(self.list.upcast_ref()).into_iter();
        let handlers: Vec<_> = labels
            .map(|label| {
                let count = Rc::clone(&count);
                let handler = label.connect_label_notify(move |_| count.set(count.get() + 1));
                (label, handler)
            })
            .collect();
        act();
        handlers.into_iter().for_each(|(label, handler)| label.disconnect(handler));
        count.get()
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        self.window.destroy();
    }
}

/// Returns the number of a move's button, or 0 for another button.
fn number(button: &gtk::Button) -> u32 {
    button.action_target_value().and_then(|value| value.get()).unwrap_or(0)
}

fn label(button: &gtk::Button) -> String {
    button.child().and_downcast::<gtk::Label>().unwrap().label().into()
}

#[gtk::test]
fn a_game_of_20_000_moves_has_widgets_only_around_the_current_one() {
    let (desk, game) = (Desk::new(600), game(20_000));
    for current in [20_000, 1, 10_001, 0, 20_000] {
        desk.show(&game, current);
        assert!((10..=MOST_ROWS).contains(&desk.list.built_rows()), "{} rows at {current}", desk.list.built_rows());
        let marked: Vec<_> = desk.moves().iter().filter(|mv| mv.has_css_class("current")).map(number).collect();
        assert_eq!(marked, if current == 0 { vec![] } else { vec![current as u32] });
    }
    assert_eq!(label(desk.moves().last().unwrap()), "b6-d6");
}

#[gtk::test]
fn a_move_more_touches_nothing_but_its_row_and_the_same_scene_nothing() {
    let (desk, mut played) = (Desk::new(600), game(1_000));
    desk.show(&played, 1_000);
    assert_eq!(desk.changes(|| desk.show(&played, 1_000)), 0);
    played.play(mv(1_000)).unwrap();
    assert!(desk.changes(|| desk.show(&played, 1_001)) <= 3, "a new row, perhaps one from the other end of the list");
    played.play(mv(1_001)).unwrap();
    assert_eq!(desk.changes(|| desk.show(&played, 1_002)), 1, "the move that was not there");
    played.undo();
    assert_eq!(desk.changes(|| desk.show(&played, 1_001)), 0, "its place is free");
    assert_eq!(desk.moves().last().map(number), Some(1_001));
    // For another game, all labels change.
    desk.show(&game(3), 3);
    let labels: Vec<_> = desk.moves().iter().map(label).collect();
    assert_eq!(labels, ["b4", "f2", "a7"]);
}

#[gtk::test]
fn the_current_move_is_in_sight_whatever_happens_to_the_list() {
    let (desk, game) = (Desk::new(600), game(400));
    desk.list.set_visible(false);
    desk.list.show(&game, 400);
    desk.list.set_visible(true);
    desk.wait_in_sight();
    for (current, height) in [(400, 200), (200, 600), (200, 160), (399, 700), (3, 150), (400, 150)] {
        desk.list.show(&game, current);
        desk.window.set_default_size(300, height);
        wait("the window has its height", || desk.window.height() == height);
        desk.wait_in_sight();
    }
    desk.list.set_visible(false);
    desk.list.set_visible(true);
    desk.wait_in_sight();
}

#[gtk::test]
fn the_start_of_a_game_of_which_the_end_was_in_sight_comes_back() {
    let (desk, game) = (Desk::new(250), game(46));
    desk.show(&game, 1);
    desk.show(&game, 46);
    desk.show(&game, 1);
    let first = desk.moves().remove(0);
    wait("the first move is seen", || first.is_mapped());
}

#[gtk::test]
fn the_list_is_one_stop_of_the_tab_key() {
    let (desk, game) = (Desk::new(600), game(60));
    desk.show(&game, 33);
    desk.before.grab_focus();
    let stop = |direction| {
        desk.window.child_focus(direction);
        desk.focused()
    };
    assert_eq!(stop(gtk::DirectionType::TabForward), Some(33));
    assert_eq!(stop(gtk::DirectionType::TabForward), Some(0));
    assert!(desk.after.is_focus());
    assert_eq!(stop(gtk::DirectionType::TabBackward), Some(33));
    assert_eq!(stop(gtk::DirectionType::TabBackward), Some(0));
    assert!(desk.before.is_focus());
}

#[gtk::test]
fn arrows_lead_through_the_moves() {
    let (desk, game) = (Desk::new(600), game(401));
    desk.show(&game, 401);
    desk.list.child_focus(gtk::DirectionType::TabForward);
    assert_eq!(desk.focused(), Some(401));
    assert_eq!(desk.press(gdk::Key::Right), Some(401));
    assert_eq!(desk.press(gdk::Key::Down), Some(401));
    assert_eq!(desk.press(gdk::Key::Left), Some(400));
    assert_eq!(desk.press(gdk::Key::Up), Some(398));
    assert_eq!(desk.press(gdk::Key::Home), Some(1));
    assert_eq!(desk.press(gdk::Key::Up), Some(1));
    assert_eq!(desk.press(gdk::Key::Down), Some(3));
    assert!(desk.press(gdk::Key::Page_Down).unwrap() > 9);
    assert_eq!(desk.press(gdk::Key::End), Some(401));
}

#[gtk::test]
fn a_key_that_leads_no_further_names_the_end_of_its_direction() {
    let (desk, game) = (Desk::new(600), game(2));
    let said: Rc<RefCell<Vec<String>>> = Rc::default();
    let (note, say) = (Rc::clone(&said), gio::SimpleAction::new("say", Some(glib::VariantTy::STRING)));
    say.connect_activate(move |_, words| note.borrow_mut().extend(words.and_then(|words| words.get::<String>())));
    let actions = gio::SimpleActionGroup::new();
    actions.add_action(&say);
    desk.window.insert_action_group("win", Some(&actions));
    desk.show(&game, 1);
    desk.list.child_focus(gtk::DirectionType::TabForward);
    for (key, focused, words) in [
        (gdk::Key::Down, 2, ""),
        (gdk::Key::Right, 2, "This is the last move"),
        (gdk::Key::Up, 1, ""),
        (gdk::Key::Up, 1, "This is the first move"),
    ] {
        assert_eq!((desk.press(key), said.take().concat()), (Some(focused), words.to_owned()), "{key}");
    }
}

#[gtk::test]
fn the_keyboard_goes_with_the_current_move_and_stays_in_the_list() {
    let (desk, mut game) = (Desk::new(600), game(60));
    desk.show(&game, 60);
    desk.list.child_focus(gtk::DirectionType::TabForward);
    desk.list.show(&game, 12);
    assert_eq!(desk.focused(), Some(12));
    desk.list.show(&game, 60);
    game.go_to(41);
    desk.list.show(&game, 41);
    assert_eq!(desk.focused(), Some(41));
}

#[gtk::test]
fn where_black_began_the_place_of_white_is_free() {
    let desk = Desk::new(600);
    let mut game = Game::new(Rules::PLAIN);
    game.play(mv(0)).unwrap();
    let start: Position = *game.position();
    let mut game = Game::from_position(Rules::PLAIN, start);
    game.play(mv(1)).unwrap();
    game.play(mv(2)).unwrap();
    desk.show(&game, 1);
    let places: Vec<_> = desk.moves().iter().map(|mv| mv.compute_bounds(&desk.list).unwrap()).collect();
    let labels: Vec<_> = desk.moves().iter().map(label).collect();
    assert_eq!(labels, ["f2", "a7"]);
    assert!(places[0].x() > places[1].x() && places[0].y() < places[1].y(), "{places:?}");
}

#[gtk::test]
fn the_same_move_is_called_otherwise_on_another_board() {
    let desk = Desk::new(300);
    let six = Rules::builder(Rules::STANDARD).board(&RING_16).men(6).build().unwrap();
    let mut names = Vec::new();
    for rules in [Rules::STANDARD, six] {
        let mut game = Game::new(rules);
        game.play(Move::place(rules.board.points().first().unwrap())).unwrap();
        desk.show(&game, 1);
        names.extend(desk.moves().iter().map(label));
    }
    assert_eq!(names, ["a7", "a5"]);
}
