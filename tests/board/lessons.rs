// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests of the lessons of How to Play in a window, by keyboard.

use adw::prelude::*;
use gtk::gdk;
use morris::{Point, Rules};
use nine_mens_morris::pages::how_to_play::{HowToPlay, Lesson};

use crate::support::{at, wait};

/// Returns the page in a window as narrow as a phone.
fn page() -> (HowToPlay, gtk::Window) {
    adw::init().unwrap();
    let page = HowToPlay::default();
    let window = gtk::Window::builder().default_width(360).default_height(480).child(&page).decorated(false).build();
    window.present();
    wait("the page has its size", || page.width() > 0 && page.is_mapped());
    (page, window)
}

fn type_points(page: &HowToPlay, text: &str) {
    for letter in text.chars() {
        let key = gdk::Key::from_name(letter.to_string()).unwrap();
        page.board().handle_key(key, gdk::ModifierType::empty());
    }
}

#[gtk::test]
fn it_fits_a_narrow_window() {
    let (page, window) = page();
    assert_eq!(page.width(), 360);
    assert!(page.board().width() >= 240, "{}", page.board().width());
    window.destroy();
}

#[gtk::test]
fn a_lesson_tells_what_to_do_and_praises() {
    let (page, window) = page();
    page.teach(Lesson::Mill);
    assert_eq!(page.task(), Lesson::Mill.task());
    type_points(&page, "g7");
    assert_eq!(page.task(), "Mill! Now remove a black piece marked with a cross.");
    type_points(&page, "b4");
    assert_eq!(page.task(), "That piece is protected by its mill", "a refusal says why");
    page.board().button(at("f4")).activate();
    assert_eq!(page.task(), Lesson::Mill.praise());
    window.destroy();
}

#[gtk::test]
fn a_wrong_move_is_taken_back_with_a_word_and_no_move_follows_the_right_one() {
    let (page, window) = page();
    let tap = |point: Point| page.board().button(point).activate();
    let men = || page.board().scene().unwrap().men;
    for lesson in Lesson::ALL {
        page.teach(lesson);
        let (start, moves) = (men(), lesson.position().legal_moves(&Rules::STANDARD));
        let mut refused = 0;
        for &mv in &moves {
            page.teach(lesson);
            mv.from.into_iter().chain(mv.to).chain(mv.removed).for_each(|point| _ = tap(point));
            if page.task() == lesson.praise() {
                let done = men();
                Rules::STANDARD.board.points().for_each(|point| _ = tap(point));
                assert_eq!(men(), done, "{lesson:?} {mv}: the other side is not played");
                assert!(!page.board().scene().unwrap().is_open(), "{lesson:?} {mv}");
                assert_eq!(page.task(), lesson.praise());
            } else {
                assert_eq!(men(), start, "{lesson:?} {mv} is taken back");
                assert_eq!(page.task(), lesson.refusal(mv), "{lesson:?} {mv}");
                refused += 1;
            }
        }
        // The first lessons on placing and moving accept every move.
        let takes_all = matches!(lesson, Lesson::Place | Lesson::Slide);
        assert_eq!(refused == 0, takes_all, "{lesson:?}: {refused} of {}", moves.len());
    }
    window.destroy();
}

#[gtk::test]
fn a_refusal_says_that_the_move_is_allowed_and_what_is_to_be_done() {
    let (page, window) = page();
    page.teach(Lesson::Mill);
    type_points(&page, "g1");
    assert_eq!(
        page.task(),
        "That move is allowed, but this lesson needs another one. Try it: place a white piece on g7."
    );
    type_points(&page, "g7f4");
    assert_eq!(page.task(), Lesson::Mill.praise(), "it is White’s move all the while");
    window.destroy();
}

#[gtk::test]
fn a_lesson_begins_again() {
    let (page, window) = page();
    page.teach(Lesson::Fly);
    type_points(&page, "c3g7a1");
    assert_eq!(page.task(), Lesson::Fly.praise());
    page.teach(Lesson::Fly);
    assert_eq!(page.task(), Lesson::Fly.task());
    assert!(page.board().scene().unwrap().men.white.contains(at("c3")));
    window.destroy();
}

#[gtk::test]
fn a_lesson_that_is_taught_is_shown_whatever_rules_were_told_before() {
    let (page, window) = page();
    page.explain(&"twelve".parse().unwrap());
    assert!(!page.board().is_mapped());
    page.teach(Lesson::FIRST_OF_STRATEGY);
    wait("the lesson is shown", || page.board().is_mapped());
    window.destroy();
}

#[gtk::test]
fn another_page_shows_the_same() {
    let (page, window) = page();
    let rules = "morabaraba".parse().unwrap();
    page.teach(Lesson::Fly);
    let lesson = page.shown();
    page.explain_in_words(&rules);
    let words = page.shown();
    let other = HowToPlay::default();
    for shown in [lesson, words] {
        other.show(&shown);
        assert_eq!(other.shown(), shown);
    }
    assert_eq!((words.lesson, words.rules, words.in_words), (Lesson::Fly, rules, true));
    window.destroy();
}
