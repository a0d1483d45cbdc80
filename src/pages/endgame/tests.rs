// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests of endgames with the bundled tables.

use std::ops::ControlFlow;
use std::rc::Rc;
use std::sync::Arc;

use gtk::gdk;
use morris::{Color, Move};
use morris_solved::tablebase::{Tables, Wdl};
use morris_teach::puzzles::{EndgameRecord, RatingScore};

use super::*;
use crate::services::for_tests::{InFolder, Log, in_folder, logged, spoken};
use crate::services::messages::Messages;
use crate::text::describe::ExerciseAction;
use crate::widgets::for_tests::{in_window, wait_until};

const RULES: Rules = Rules::STANDARD;

fn tables() -> Arc<Tables> {
    Arc::new(Tables::open(concat!(env!("CARGO_MANIFEST_DIR"), "/data/endgame").as_ref()).0)
}

fn page_with(endgame: Endgame, messages: Messages) -> InFolder<EndgamePage> {
    let page = in_folder(messages, |context| EndgamePage::make(&context));
    let practice = Rc::clone(&page.context().services.practice);
    glib::MainContext::default().block_on(practice.load());
    let position = endgame.find(&tables(), 7, &mut || ControlFlow::Continue(())).unwrap();
    page.imp().endgame.set(Some(endgame));
    page.panel().header_title.set_title(&describe::endgame_name(endgame));
    page.show(Some(EndgamePlay::new(endgame, position, tables())));
    page
}

/// Returns a move that keeps the value of the position, or one that does not.
fn some_move(page: &EndgamePage, keeps: bool) -> Move {
    let open = page.imp().open.borrow();
    let play = &open.as_ref().unwrap().play;
    let (position, tables) = (play.position(), tables());
    let value = |mv: Move| {
        let after = position.play(mv, &RULES).unwrap();
        Wdl::ended(&after, &RULES).or_else(|| tables.value(&after, &RULES)).unwrap().opposite()
    };
    let moves = position.legal_moves(&RULES);
    moves.iter().copied().find(|&mv| (value(mv) >= play.endgame().value()) == keeps).unwrap()
}

fn tap(page: &EndgamePage, mv: Move) {
    page.panel().said.set_label("");
    let removed: Vec<_> = mv.removed.into_iter().collect();
    mv.from.into_iter().chain(mv.to).chain(removed).for_each(|point| page.tap(point));
    wait(page);
}

fn wait(page: &EndgamePage) {
    wait_until(|| !page.panel().said.label().is_empty());
}

#[gtk::test]
fn a_piece_that_is_chosen_twice_is_put_back_in_words() {
    let (messages, told) = logged(spoken);
    let page = page_with(Endgame { goal: EndgameGoal::Win, own: 5, other: 4 }, messages);
    let window = in_window(&*page);
    let board = &page.panel().board;
    let point = board.scene().and_then(|scene| scene.movable.first()).unwrap();
    board.type_point(point);
    told.take();
    board.type_point(point);
    assert_eq!(told.take(), ["You put the piece back"]);
    window.destroy();
}

#[gtk::test]
fn each_move_gets_a_verdict_and_a_lost_win_can_be_taken_back() {
    let win = Endgame { goal: EndgameGoal::Win, own: 5, other: 4 };
    let page = page_with(win, Messages::new(|_| {}));
    let (imp, panel) = (page.imp(), page.panel());
    assert_eq!(panel.header_title.title(), "Win: 5 against 4");
    assert_eq!(panel.task.label(), "White to move and win.");
    assert!(!panel.first.is_sensitive() && !panel.second.is_sensitive() && !panel.next.is_child_visible());
    assert!(!panel.choices.is_child_visible(), "nothing can be taken back yet");
    tap(&page, some_move(&page, true));
    let said = panel.said.label();
    assert!(said.starts_with("Black replies ") && said.contains(" Still winning"), "{said}");
    assert_eq!(panel.progress.label(), "1 move");
    tap(&page, some_move(&page, false));
    let said = panel.said.label();
    assert!(said.ends_with("take it back or play on.") || said.starts_with("Not this time"), "{said}");
    panel.said.set_label("");
    page.take_back();
    wait(&page);
    assert!(panel.said.label().starts_with("Still winning"), "{}", panel.said.label());
    assert_eq!((&*panel.progress.label(), imp.open.borrow().as_ref().unwrap().turn), ("1 move", Turn::User));
}

#[gtk::test]
fn a_move_that_is_still_being_played_is_taken_back_alone() {
    let page = page_with(Endgame { goal: EndgameGoal::Win, own: 5, other: 4 }, Messages::new(|_| {}));
    let played = || page.imp().open.borrow().as_ref().unwrap().play.played().to_vec();
    tap(&page, some_move(&page, true));
    let before = played();
    let mv = some_move(&page, false);
    page.panel().said.set_label("");
    mv.from.into_iter().chain(mv.to).chain(mv.removed).for_each(|point| page.tap(point));
    page.take_back();
    wait(&page);
    while glib::MainContext::default().iteration(false) {}
    assert_eq!(played(), before);
    assert_eq!(page.imp().open.borrow().as_ref().unwrap().turn, Turn::User);
}

#[gtk::test]
fn a_draw_that_is_held_is_kept_as_the_best_result() {
    let draw = Endgame { goal: EndgameGoal::Draw, own: 4, other: 5 };
    let page = page_with(draw, Messages::new(|_| {}));
    let panel = page.panel();
    assert_eq!((&*panel.progress.label(), &*panel.level.label()), ("0 of 20 moves", ""));
    while !panel.next.is_child_visible() {
        tap(&page, some_move(&page, true));
    }
    assert_eq!(panel.said.label().rsplit(". ").next(), Some("Solved!"));
    assert!(panel.check.get_visible() && panel.board.has_css_class("glow"));
    assert_eq!(panel.level.label(), "Solved");
    let record = page.context().services.practice.read(|practice| practice.endgames.get(&draw).copied());
    assert_eq!(record.map(|record| record.points), Some(RatingScore::Whole));
}

#[gtk::test]
fn undo_is_announced_with_the_verdict() {
    let (page, window, told) = page_with_announcements(Endgame { goal: EndgameGoal::Win, own: 5, other: 4 });
    assert_eq!(told.take(), ["Win: 5 against 4. White to move and win."]);
    tap(&page, some_move(&page, true));
    told.take();
    let board = RULES.board;
    let played: Vec<_> = page.imp().open.borrow().as_ref().unwrap().play.played().to_vec();
    let [own, reply] = [played[0], played[1]].map(|mv| board.display(mv.without_removal()).to_string());
    page.panel().said.set_label("");
    page.take_back();
    wait(&page);
    let words = told.take().pop().unwrap();
    let start = format!("Taken back: White played {own}, Black played {reply}. Still winning");
    assert!(words.starts_with(&start), "{words}");
    assert!(page.panel().said.label().starts_with("Still winning"), "the board shows the rest");
    window.destroy();
}

#[gtk::test]
fn better_result_is_announced() {
    let draw = Endgame { goal: EndgameGoal::Draw, own: 4, other: 5 };
    let (page, window, told) = page_with_announcements(draw);
    let helped = EndgameRecord { points: RatingScore::Half, moves: 20 };
    page.context().services.practice.change(move |practice| practice.endgame_played(draw, helped));
    while !page.panel().next.is_child_visible() {
        tap(&page, some_move(&page, true));
    }
    let words = told.take().pop().unwrap();
    assert!(words.ends_with("Solved! New personal best!"), "{words}");
    window.destroy();
}

#[gtk::test]
fn the_button_that_leads_on_keeps_the_keyboard_until_the_board_has_it() {
    let (page, window, _) = page_with_announcements(Endgame { goal: EndgameGoal::Win, own: 5, other: 4 });
    let (imp, panel) = (page.imp(), page.panel());
    let play = imp.open.borrow().as_ref().map(|open| open.play.clone());
    tap(&page, some_move(&page, true));
    assert!(panel.second.grab_focus());
    panel.second.emit_clicked();
    assert!(imp.open.borrow().is_none() && panel.second.has_focus() && panel.second.is_sensitive());
    page.show(play);
    assert!(panel.board.focused_point().is_some());
    window.destroy();
}

fn page_with_announcements(endgame: Endgame) -> (InFolder<EndgamePage>, gtk::Window, Log) {
    let (messages, told) = logged(spoken);
    let page = page_with(endgame, messages);
    let window = in_window(&*page);
    let play = page.imp().open.take().map(|open| open.play);
    page.show(play);
    (page, window, told)
}

#[gtk::test]
fn refused_tap_is_announced_once_and_keeps_the_verdict() {
    let (page, window, told) = page_with_announcements(Endgame { goal: EndgameGoal::Draw, own: 4, other: 5 });
    let panel = page.panel();
    tap(&page, some_move(&page, true));
    let check = |words: &str| {
        let verdict = panel.said.label();
        let other = panel.board.scene().unwrap().men[Color::Black].first().unwrap();
        told.take();
        panel.board.type_point(other);
        assert_eq!(told.take(), [words]);
        assert_eq!(panel.board.refusal().as_deref(), Some(words));
        assert!(panel.board.is_shaking());
        assert_eq!(panel.said.label(), verdict);
    };
    check("That piece belongs to your opponent");
    while !panel.next.is_child_visible() {
        tap(&page, some_move(&page, true));
    }
    check("This endgame is finished");
    assert!(panel.check.get_visible());
    window.destroy();
}

#[gtk::test]
fn missing_position_is_reported() {
    let page = page_with(Endgame { goal: EndgameGoal::Win, own: 5, other: 4 }, Messages::new(|_| {}));
    page.show(None);
    assert_eq!(page.why_not(ExerciseAction::Next).as_deref(), Some("No matching endgame was found."));
}

#[gtk::test]
fn keys_take_back_or_give_a_reason() {
    let (messages, answers) = logged(spoken);
    let page = page_with(Endgame { goal: EndgameGoal::Win, own: 5, other: 4 }, messages);
    let (plain, control) = (gdk::ModifierType::empty(), gdk::ModifierType::CONTROL_MASK);
    for (key, state, words) in [
        (gdk::Key::z, control, "There is nothing to undo"),
        (gdk::Key::n, plain, "Finish this endgame first"),
        (gdk::Key::h, plain, "No hints in endgames: take moves back instead"),
    ] {
        assert_eq!(page.key_pressed(key, state), glib::Propagation::Stop);
        assert_eq!(answers.take(), [words]);
    }
    tap(&page, some_move(&page, true));
    page.panel().said.set_label("");
    assert_eq!(page.key_pressed(gdk::Key::z, control), glib::Propagation::Stop);
    wait(&page);
    assert_eq!(page.panel().progress.label(), "");
}
