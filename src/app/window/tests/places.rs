// SPDX-License-Identifier: GPL-3.0-or-later
//! The pages with a board to play on, in windows of many sizes: the points are apart, nothing is
//! cut, and a message covers nothing that is needed.

use gtk::graphene;

use super::narrow::{phone, practice};
use super::*;
use crate::board::BoardView;
use crate::pages::how_to_play::Lesson;
use crate::widgets::for_tests::{lasting, misfits_now, wait_for_layout};
use crate::widgets::notice_bar::Notice;

/// Sizes of windows, in pixels.
const SIZES: [(i32, i32); 6] = [(360, 480), (360, 640), (640, 360), (640, 480), (1000, 700), (1270, 780)];
/// Minimum distance of neighboring points, and in windows that are lower than a phone, in pixels.
const APART: (f32, f32) = (40.0, 36.0);

/// Goes to a page.
type Way = fn(&Window);

const BOARDS: [(&str, Way); 8] = [
    ("game", |window| {
        window.page_of::<GamePage>().play(OpenGame::new(GameSetup::between_persons(Rules::STANDARD)));
        window.go(GamePage::ID);
    }),
    ("analysis", |window| window.go(AnalysisPage::ID)),
    ("puzzle of the day", |window| window.go(PracticePage::ID)),
    ("puzzle", |window| practice(window, "rated", PuzzlePage::ID)),
    ("mistake", |window| practice(window, "judgment", JudgmentPage::ID)),
    ("endgame", |window| practice(window, "endgame:win-5-4", EndgamePage::ID)),
    ("lesson", |window| {
        window.go(HowToPlay::ID);
        window.page_of::<HowToPlay>().teach(Lesson::default());
    }),
    ("editor", |window| window.set_up(|page, from| page.set_up_from(from, window))),
];

/// Gives the content of a window this size.
fn resize(window: &Window, (width, height): (i32, i32)) {
    // Without a compositor the window has a frame.
    let frame = window.allocation();
    let content = window.first_child().expect("a window has content");
    let (x, y) = (frame.width() - content.width(), frame.height() - content.height());
    window.set_default_size(width + x, height + y);
    let began = std::time::Instant::now();
    wait_for_layout("the size", || {
        (content.width(), content.height()) == (width, height) || began.elapsed() > Duration::from_millis(300)
    });
}

fn board(window: &Window) -> BoardView {
    let (page, mut shown) = (window.shown_page(), None);
    for_each((*page).as_ref(), &mut |widget| {
        shown = shown.take().or_else(|| widget.clone().downcast::<BoardView>().ok().filter(BoardView::is_mapped));
    });
    shown.unwrap()
}

fn bounds(widget: &impl IsA<gtk::Widget>, window: &Window) -> graphene::Rect {
    widget.compute_bounds(window).unwrap()
}

/// Returns the distance of two neighboring points.
fn spacing(window: &Window) -> f32 {
    let board = board(window);
    let [outer, inner] = ["d7", "d6"].map(|name| bounds(&board.button(name.parse().unwrap()), window).center());
    (outer.y() - inner.y()).abs()
}

/// Returns whether the first line of the task, if the page has one, is beyond the edge of a window
/// of this height.
fn hides_task(window: &Window, height: i32) -> bool {
    let mut is_hidden = false;
    for_each((*window.shown_page()).as_ref(), &mut |widget| {
        if let Some(label) = widget.downcast_ref::<gtk::Label>().filter(|label| label.has_css_class("puzzle-task")) {
            let (layout, bounds) = (label.layout(), bounds(label, window));
            let line = layout.pixel_size().1 / layout.line_count();
            is_hidden |= label.is_mapped() && bounds.y() as i32 + line > height;
        }
    });
    is_hidden
}

/// Shows each page with a board in windows of these sizes, with text of this size, and returns the
/// faults that `find` sees in a window of a size.
fn faults(text: f64, sizes: &[(i32, i32)], find: impl Fn(&Window, (i32, i32)) -> Vec<String>) -> Vec<String> {
    let _look = Look::with_text(text);
    let window = phone("Anna");
    window.present();
    wait_for_layout("the window", || window.width() > 0);
    let mut faults = Vec::new();
    for (page, go) in BOARDS {
        go(&window);
        wait_for_layout(page, || board(&window).scene().is_some());
        for &size in sizes {
            resize(&window, size);
            let found = lasting(|| find(&window, size));
            faults.extend(found.into_iter().map(|fault| format!("{page} {size:?}, text × {text}: {fault}")));
        }
    }
    window.services().stop();
    window.destroy();
    faults
}

#[gtk::test]
fn points_are_far_apart_on_every_page_and_in_every_window() {
    let find = |window: &Window, size: (i32, i32), text: f64| {
        let (spacing, least) = (spacing(window), if size.1 < 480 { APART.1 } else { APART.0 });
        let close = (spacing < least).then(|| format!("points are {spacing} apart"));
        // Large text can have its first line below a low window.
        let hidden = (text == 1.0 && hides_task(window, size.1)).then(|| "the task is not in sight".to_owned());
        close.into_iter().chain(hidden).chain(misfits_now(window.upcast_ref(), size)).collect()
    };
    let faults = [1.0, 2.0].map(|text| faults(text, &SIZES, |window, size| find(window, size, text))).concat();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Returns whether the insides of two rectangles have a part in common.
fn overlap(one: &graphene::Rect, other: &graphene::Rect) -> bool {
    one.inset_r(1.0, 1.0).intersection(&other.inset_r(1.0, 1.0)).is_some()
}

/// Returns the place of the message that is shown.
fn message(window: &Window) -> graphene::Rect {
    let mut shown = None;
    for_each(window.imp().notices.upcast_ref(), &mut |widget| {
        if widget.has_css_class("message") {
            shown = Some(bounds(widget, window));
        }
    });
    shown.unwrap()
}

#[gtk::test]
fn a_message_moves_nothing_and_covers_neither_the_board_nor_a_card() {
    // In text of 200 %, where the window is large.
    let faults = [(1.0, &SIZES[..]), (2.0, &SIZES[4..])].map(|(text, sizes)| faults(text, sizes, covered)).concat();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Shows messages, and describes those that cover or move what is needed, or leave the window.
fn covered(window: &Window, (right, bottom): (i32, i32)) -> Vec<String> {
    let places = || -> Vec<_> { window.shown_page().kept_clear().iter().map(|part| bounds(part, window)).collect() };
    let (before, mut faults) = (places(), Vec::new());
    for words in [
        "You can close a mill now. Do you see where?",
        "Your opponent closed a mill. Watch out for two of their pieces on one line.",
    ] {
        window.show_notice(Notice::passing(words).with_button("Turn Off Coach", || ()));
        wait_for_layout("a message", || window.imp().notices.words().as_deref() == Some(words));
        let message = message(window);
        let all = graphene::Rect::new(0.0, 0.0, right as f32, bottom as f32);
        let is_needed = before.iter().any(|place| overlap(place, &message));
        if is_needed || !all.contains_rect(&message) || places() != before {
            faults.push(format!("{message:?} over {before:?}, now {:?}", places()));
        }
        window.imp().notices.dismiss_passing();
    }
    faults
}
