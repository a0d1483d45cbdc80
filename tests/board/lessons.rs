// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests of the lessons of How to Play in a window, by keyboard.

use std::time::Duration;

use adw::prelude::*;
use gtk::gdk;
use morris::{Point, Rules};
use nine_mens_morris::pages::how_to_play::{HowToPlay, Lesson};

use super::support::at;
use crate::support::wait;

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
fn lesson_describes_the_task_and_praises() {
    let (page, window) = page();
    page.teach(Lesson::Mill);
    assert_eq!(page.task(), Lesson::Mill.task());
    type_points(&page, "g7");
    assert_eq!(page.task(), "Mill! Now remove a black piece marked with a cross.");
    type_points(&page, "b4");
    assert_eq!(page.task(), "That piece is protected by its mill", "a refusal says why");
    page.board().button(at("f4")).activate();
    assert_eq!(page.task(), "Well done!");
    window.destroy();
}

#[gtk::test]
fn a_refusal_in_sight_names_no_point() {
    let (page, window) = page();
    for (lesson, points, words) in [
        (Lesson::Place, "d6d6", "Well done!"),
        (Lesson::Mill, "a7", "There is already a piece there"),
        (Lesson::Slide, "g1", "No piece is there: choose one of your pieces"),
        (Lesson::Slide, "g4", "That piece belongs to your opponent"),
        (Lesson::Slide, "d6a1", "A piece moves along a line, to the next point"),
    ] {
        page.teach(lesson);
        type_points(&page, points);
        assert_eq!(page.task(), words, "{lesson:?} {points}");
    }
    window.destroy();
}

#[gtk::test]
fn only_the_task_is_played_and_all_else_is_taken_back_with_a_word() {
    let (page, window) = page();
    page.board().set_animation(None);
    let tap = |point: Point| page.board().button(point).activate();
    let men = || page.board().scene().unwrap().men;
    for lesson in Lesson::ALL {
        page.teach(lesson);
        let start = men();
        let mut done = 0;
        for mv in lesson.position().legal_moves(&Rules::STANDARD) {
            page.teach(lesson);
            let points = || mv.from.into_iter().chain(mv.to).chain(mv.removed);
            points().for_each(|point| _ = tap(point));
            if lesson.accepts(mv) {
                let after = men();
                assert_eq!(page.task(), lesson.praise(), "{lesson:?} {mv}");
                Rules::STANDARD.board.points().for_each(|point| _ = tap(point));
                assert_eq!(men(), after, "{lesson:?} {mv}: the opponent is not played");
                assert!(!page.board().scene().unwrap().is_open(), "{lesson:?} {mv}");
                done += 1;
            } else if lesson.accepts(mv.without_removal()) {
                assert_eq!(page.task(), lesson.refusal(mv), "{lesson:?} {mv}");
                assert!(!page.board().scene().unwrap().removable.is_empty(), "the mill stays, to remove another");
            } else {
                assert_eq!(men(), start, "{lesson:?} {mv} is taken back");
            }
        }
        assert!(done > 0 && done < lesson.position().legal_moves(&Rules::STANDARD).len(), "{lesson:?}: {done}");
    }
    window.destroy();
}

#[gtk::test]
fn a_wrong_move_is_seen_until_it_has_landed_and_slides_back() {
    let (page, window) = page();
    page.board().set_animation(Some(Duration::from_millis(200)));
    page.teach(Lesson::Win);
    let has = |point: &str| page.board().scene().unwrap().men.white.contains(at(point));
    type_points(&page, "f4g4");
    assert!(has("g4"), "the eye sees what was refused");
    assert_eq!(page.task(), "You may do that in a game. Here, go to the ring.");
    wait("the piece slides back", || has("f4"));
    assert!(page.board().is_animating(), "it slides");
    type_points(&page, "f4g4");
    // Input does not wait for that.
    type_points(&page, "f4f6a4");
    assert_eq!(page.task(), "You have won!");
    assert!(has("f6") && !has("g4"));
    window.destroy();
}

#[gtk::test]
fn the_gesture_is_shown_once_before_the_first_input_and_only_with_animation() {
    let (page, window) = page();
    page.board().set_animation(None);
    page.teach(Lesson::Slide);
    assert!(!page.board().shows_gesture(), "without animation");
    page.board().set_animation(Some(Duration::from_millis(40)));
    page.teach(Lesson::Slide);
    assert!(page.board().shows_gesture());
    type_points(&page, "d6");
    assert!(!page.board().shows_gesture(), "the learner has begun");
    page.teach(Lesson::Slide);
    assert!(!page.board().shows_gesture(), "once for each lesson");
    page.teach(Lesson::Crossings);
    assert!(!page.board().shows_gesture(), "there are several answers");
    window.destroy();
}

/// Returns the button with this accessible label, if it can be seen.
fn seen(page: &HowToPlay, icon_or_words: &str) -> bool {
    fn all(widget: &gtk::Widget) -> Vec<gtk::Widget> {
        let children = std::iter::successors(widget.first_child(), WidgetExt::next_sibling);
        children.flat_map(|child| std::iter::once(child.clone()).chain(all(&child)).collect::<Vec<_>>()).collect()
    }
    let is = |widget: &gtk::Widget| {
        let words = widget.downcast_ref::<gtk::Label>().map(gtk::Label::label);
        let icon = widget.downcast_ref::<gtk::Button>().and_then(gtk::prelude::ButtonExt::icon_name);
        words.or(icon).is_some_and(|found| found == icon_or_words)
    };
    all(page.upcast_ref()).iter().any(|widget| widget.is_mapped() && is(widget))
}

#[gtk::test]
fn after_the_rules_comes_the_first_game_or_the_next_lesson() {
    let (page, window) = page();
    page.teach(Lesson::Win);
    let first = "You know the rules. Play your first game?";
    let seen = |what| seen(&page, what);
    assert!(!seen(first) && !seen("Play Now") && seen("Next Lesson"));
    type_points(&page, "f4f6a4");
    assert!(seen(first) && seen("Play Now") && seen("go-next-symbolic"), "both ways are open");
    page.teach(Lesson::Crossings);
    assert!(!seen("Play Now") && seen("Next Lesson"));
    window.destroy();
}

#[gtk::test]
fn one_can_try_again_only_after_something_was_tried() {
    let (page, window) = page();
    let again = || seen(&page, "view-refresh-symbolic");
    page.teach(Lesson::Fly);
    assert!(!again());
    type_points(&page, "c3");
    assert!(!again());
    type_points(&page, "g7");
    assert!(again());
    type_points(&page, "a1");
    assert!(again());
    page.teach(Lesson::Fly);
    assert!(!again());
    window.destroy();
}

#[gtk::test]
fn board_keeps_its_place_with_every_text() {
    let (page, window) = page();
    // A low page scrolls to the buttons when the task is done.
    let parts = page.board().parent().unwrap();
    let place = || page.board().compute_bounds(&parts).map(|bounds| [bounds.x(), bounds.y(), bounds.width()]);
    page.teach(Lesson::Place);
    let first = place();
    assert!(first.is_some_and(|[.., width]| width >= 240.0), "{first:?}");
    for lesson in Lesson::ALL {
        page.teach(lesson);
        for points in ["", "a1", "d6", "g1", "a4"] {
            type_points(&page, points);
            page.measure(gtk::Orientation::Vertical, 360);
            page.allocate(page.width(), page.height(), -1, None);
            assert_eq!(place(), first, "{lesson:?}, {points}: {}", page.task());
        }
    }
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
fn lesson_is_shown_after_any_rules() {
    let (page, window) = page();
    page.explain(&"twelve".parse().unwrap());
    assert!(!page.board().is_mapped());
    page.teach(Lesson::Crossings);
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
