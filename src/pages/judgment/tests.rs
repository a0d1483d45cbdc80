// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests of the page that asks whether a move is a mistake.

use std::sync::Arc;

use gtk::gdk::{Key, ModifierType};
use morris::{Game, Position, Rules};
use morris_solved::tablebase::Tables;
use morris_teach::review::Reviewer;

use super::*;
use crate::services::for_tests::{InFolder, Log, in_folder, logged, spoken};
use crate::text::describe::ExerciseAction;
use crate::widgets::for_tests::in_window;

/// Black to move holds the draw with two of its moves, and d2-d1 loses.
const START: &str = "..W/BBB/..W/.....B/..W/.B./... b 0 0 0";

fn asked(mv: &str) -> Question {
    let (rules, mv) = (Rules::STANDARD, mv.parse().unwrap());
    let position = Position::parse(START, &rules).unwrap();
    let mut game = Game::from_position(rules, position);
    game.play(mv).unwrap();
    let mut reviewer = Reviewer::new(Arc::new(Tables::default()), &game);
    let _ = reviewer.run(&mut || std::ops::ControlFlow::Continue(()), &mut |_, _| {});
    let review = reviewer.into_review().plies.pop().unwrap();
    Question { rules, position, before: (position, mv), review, rating: 1400 }
}

fn page() -> (InFolder<JudgmentPage>, gtk::Window, Log) {
    let (messages, told) = logged(spoken);
    let page = in_folder(messages, |context| JudgmentPage::make(&context));
    let window = in_window(&*page);
    (page, window, told)
}

fn press(page: &JudgmentPage, key: Key) {
    assert_eq!(page.key_pressed(key, ModifierType::empty()), glib::Propagation::Stop, "{key:?}");
}

#[gtk::test]
fn an_answer_is_judged_once_with_the_reason_and_the_move_on_the_board() {
    let (page, window, told) = page();
    let (imp, panel) = (page.imp(), page.panel());
    let mut question = asked("d2-d1");
    question.review.mistake = Some(morris_teach::review::Mistake::DrawToLoss);
    question.review.better = vec!["d2-b2".parse().unwrap()];
    page.show(Some(question.clone()));
    assert_eq!(told.take(), ["Black plays d2-d1. Is this a mistake? White can fly."]);
    press(&page, Key::y);
    let result = "Correct! This move is a mistake. Black played d2-d1. This threw away the draw. Better: d2-b2.";
    assert_eq!(told.take(), [result]);
    assert_eq!(panel.progress.label(), "1 right in a row");
    assert!(panel.check.is_visible() && panel.actions.visible_child().unwrap() == *panel.next);
    // A second letter says the same again, and the answer stays.
    press(&page, Key::n);
    assert_eq!((told.take(), imp.in_a_row.get()), (vec![result.to_owned()], 1));
    imp.answer.set(None);
    page.show(Some(question));
    told.take();
    press(&page, Key::N);
    assert!(told.take().pop().unwrap().starts_with("Wrong: this move is a mistake."));
    assert!(panel.progress.label().is_empty() && !panel.check.is_visible());
    window.destroy();
}

#[gtk::test]
fn a_point_of_the_board_is_refused_with_the_question() {
    let (page, window, told) = page();
    page.show(Some(asked("d2-d1")));
    told.take();
    for key in [Key::d, Key::_1] {
        press(&page, key);
    }
    let question = "Black plays d2-d1. Is this a mistake? White can fly.";
    assert_eq!(told.take(), [question]);
    assert_eq!(page.panel().board.refusal().as_deref(), Some(question));
    page.answer(YesNo::Yes);
    told.take();
    page.panel().board.type_point("d1".parse().unwrap());
    assert_eq!(told.take(), ["This puzzle is finished"]);
    window.destroy();
}

#[gtk::test]
fn the_keyboard_goes_from_the_button_that_leads_on_to_the_answers() {
    let (page, window, _) = page();
    let panel = page.panel();
    page.show(Some(asked("d2-d1")));
    page.answer(YesNo::Yes);
    assert!(panel.next.has_focus());
    panel.next.emit_clicked();
    assert!(panel.next.has_focus(), "the next question is being looked for");
    page.show(Some(asked("d2-d1")));
    assert!(panel.first.has_focus());
    window.destroy();
}

#[gtk::test]
fn keys_of_other_pages_give_a_reason() {
    let (page, window, told) = page();
    page.show(Some(asked("d2-d1")));
    told.take();
    for key in [Key::h, Key::v, Key::p] {
        press(&page, key);
        assert_eq!(told.take(), ["This key works only in a game"], "{key:?}");
    }
    page.act(ExerciseAction::Next);
    assert_eq!(told.take(), ["Black plays d2-d1. Is this a mistake? White can fly."], "it waits for an answer");
    press(&page, Key::s);
    assert_eq!(told.take().len(), 1, "the board can be asked about");
    window.destroy();
}
