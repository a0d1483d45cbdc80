// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests of the page that asks whether a move is a mistake.

use std::rc::Rc;
use std::sync::Arc;

use gtk::gdk::{Key, ModifierType};
use morris::{Game, Position, Rules};
use morris_solved::tablebase::Tables;
use morris_teach::review::Reviewer;

use super::*;
use crate::app::messages::{Message, Messages};
use crate::services::for_tests::{InFolder, in_folder};

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

/// Returns the page, and what it announces and answers.
fn page() -> (InFolder<JudgmentPage>, gtk::Window, Rc<RefCell<Vec<String>>>) {
    adw::init().unwrap();
    let told: Rc<RefCell<Vec<String>>> = Rc::default();
    let heard = Rc::clone(&told);
    let messages = Messages::new(move |message| {
        if let Message::Announcement(words, _) | Message::Answer(words) = message {
            heard.borrow_mut().push(words);
        }
    });
    let page = in_folder(messages, |context| JudgmentPage::make(&context));
    let window = gtk::Window::builder().child(&*page).build();
    window.present();
    (page, window, told)
}

fn press(page: &JudgmentPage, key: Key) {
    assert_eq!(page.pressed(key, ModifierType::empty()), glib::Propagation::Stop, "{key:?}");
}

#[gtk::test]
fn an_answer_is_judged_once_with_the_reason_and_the_move_on_the_board() {
    let (page, window, told) = page();
    let imp = page.imp();
    let mut question = asked("d2-d1");
    question.review.mistake = Some(morris_teach::review::Mistake::DrawToLoss);
    question.review.better = vec!["d2-b2".parse().unwrap()];
    page.show(Some(question.clone()));
    assert_eq!(told.take(), ["Black plays d2-d1. Is this a mistake?"]);
    press(&page, Key::y);
    let result = "Correct! This move is a mistake. Black played d2-d1 and gave away the draw. Better: d2-b2.";
    assert_eq!(told.take(), [result]);
    assert_eq!(imp.streak.label(), "1 right in a row");
    assert!(imp.check.is_visible() && imp.actions.visible_child().unwrap() == *imp.next);
    // A second letter says the same again, and the answer stays.
    press(&page, Key::n);
    assert_eq!((told.take(), imp.in_a_row.get()), (vec![result.to_owned()], 1));
    imp.answer.set(None);
    page.show(Some(question));
    told.take();
    press(&page, Key::N);
    assert!(told.take().pop().unwrap().starts_with("Wrong: this move is a mistake."));
    assert!(imp.streak.label().is_empty() && !imp.check.is_visible());
    window.destroy();
}

#[gtk::test]
fn keys_of_other_pages_say_why_they_do_nothing() {
    let (page, window, told) = page();
    page.show(Some(asked("d2-d1")));
    told.take();
    for key in [Key::h, Key::v, Key::p] {
        press(&page, key);
        assert_eq!(told.take(), ["This key works only in a game"], "{key:?}");
    }
    page.act("next");
    assert_eq!(told.take(), ["Black plays d2-d1. Is this a mistake?"], "it waits for an answer");
    press(&page, Key::s);
    assert_eq!(told.take().len(), 1, "the board can be asked about");
    window.destroy();
}
