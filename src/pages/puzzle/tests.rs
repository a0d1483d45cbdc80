// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests of puzzles that are still being generated when something else starts or ends.

use std::rc::Rc;
use std::sync::mpsc::{self, Sender};

use adw::prelude::*;
use adw::subclass::prelude::*;
use gtk::gdk;
use jiff::Zoned;
use morris::Rules;
use morris_teach::puzzles::{Card, DailyGrade, Puzzle, Run, RunKind, Theme};

use super::course::Course;
use super::solver::{Solver, Stage};
use crate::pages::exercise::Exercise;
use crate::services::for_tests::{InFolder, Log, in_folder, logged, spoken};
use crate::services::messages::Messages;
use crate::services::{Job, Worker};
use crate::text::describe::WORD_JOINER;
use crate::widgets::for_tests::{in_window, wait_until};

const LOOKING: &str = "Looking for a puzzle…";
const NONE: &str = "No matching puzzle was found.";

/// Creates a solver without solved positions, so that no puzzle is found.
pub(super) fn page() -> InFolder<Solver> {
    page_with(Messages::new(|_| {}))
}

fn page_with(messages: Messages) -> InFolder<Solver> {
    in_folder(messages, |context| {
        let solver = Solver::default();
        solver.join(&context);
        solver
    })
}

/// Starts a job that blocks later jobs until the sender is dropped or has sent a message.
pub(super) fn other_work(page: &Solver) -> (Job, Sender<()>) {
    let (end, ended) = mpsc::channel();
    let (job, _) = page.context().services.background.start(move |_: &Worker<()>| {
        _ = ended.recv();
    });
    (job, end)
}

/// Waits until the page has received all reports of earlier jobs.
fn receive_all(page: &Solver) {
    let (_job, news) = page.context().services.background.start(|worker| worker.tell(()));
    let context = glib::MainContext::default();
    context.block_on(async move { _ = news.recv().await });
    while context.iteration(false) {}
}

pub(super) fn task(page: &Solver) -> String {
    page.panel().task.label().into()
}

#[gtk::test]
fn earlier_search_is_neither_announced_nor_in_the_way() {
    let page = page();
    let (_job, end) = other_work(&page);
    page.begin(Course::Theme(Theme::Fork), Rules::STANDARD);
    let (first_is_over, over) = mpsc::channel();
    let (_watch, _) = page.context().services.background.start(move |_: &Worker<()>| {
        _ = first_is_over.send(());
    });
    let (_later, later_end) = other_work(&page);
    page.begin(Course::Rated, Rules::STANDARD);
    drop(end);
    over.recv().unwrap();
    while glib::MainContext::default().iteration(false) {}
    assert_eq!(task(&page), LOOKING);
    assert!(page.panel().search.borrow().is_some());
    drop(later_end);
    receive_all(&page);
    assert_eq!(task(&page), NONE);
}

#[gtk::test]
fn run_that_ends_during_a_search_can_be_restarted() {
    let page = page();
    let (_job, end) = other_work(&page);
    page.begin(Course::Run(RunKind::Rush3), Rules::STANDARD);
    count_to_start(&page);
    assert!(!page.panel().offers_next());
    let out_of_time = std::time::Duration::from_secs(3600);
    page.imp().run.borrow_mut().as_mut().unwrap().tick(out_of_time);
    assert!(page.run_is_over());
    page.end_run("");
    drop(end);
    receive_all(&page);
    assert_eq!(task(&page), "Finished: 0 solved.");
    assert!(page.panel().offers_next());
    page.go_on();
    assert!(!page.run_is_over());
    count_to_start(&page);
    assert_eq!(task(&page), LOOKING);
}

/// Lets the seconds before a run pass.
pub(super) fn count_to_start(page: &Solver) {
    while page.imp().until_start.get() > 0 {
        page.count_down();
    }
}

#[gtk::test]
fn a_run_counts_to_three_before_its_clock_starts() {
    let page = page();
    let (_job, _end) = other_work(&page);
    page.begin(Course::Run(RunKind::Rush3), Rules::STANDARD);
    let time = &page.panel().time;
    for words in ["3", "2", "1"] {
        assert_eq!((&*time.label(), task(&page).as_str(), page.stage()), (words, "Get ready…", Stage::Empty));
        page.count_down();
    }
    assert_eq!((&*time.label(), task(&page).as_str()), ("3:00", LOOKING));
    page.begin(Course::Run(RunKind::Streak), Rules::STANDARD);
    assert_eq!(task(&page), LOOKING, "without a clock, nothing is counted");
}

#[gtk::test]
fn clock_of_a_run_ends_with_it() {
    let page = page();
    let window = in_window(&*page);
    page.begin(Course::Run(RunKind::Rush3), Rules::STANDARD);
    assert!(page.imp().clock.runs());
    page.begin(Course::Rated, Rules::STANDARD);
    assert!(!page.imp().clock.runs());
    page.begin(Course::Run(RunKind::Rush5), Rules::STANDARD);
    assert!(page.imp().clock.runs());
    window.destroy();
}

/// A puzzle with its solution.
pub(super) const PUZZLE: &str = "only\tstandard\tW.B/.BW/..B/...WB./WB./..W/B.. b 0 0 0\tW\td3-d2\td3-d2\t1581\t";

/// Plays the solution of that puzzle, and waits for the result.
pub(super) fn solve(page: &Solver) {
    ["d3", "d2"].into_iter().for_each(|name| page.tap(name.parse().unwrap()));
    wait_until(|| !page.panel().said.label().is_empty());
}

/// A puzzle of the placing phase in which Black has lost a man.
const PLACING: &str = "place\tstandard\tWWW/.B./.../....../.../.../... b 6 7 0\tD\td2\td2\t1400\t";

#[gtk::test]
fn placing_puzzle_shows_and_announces_men_in_hand() {
    let (page, window, told) = page_with_announcements();
    let (imp, panel) = (page.imp(), page.panel());
    for course in [
        Course::Rated,
        Course::Daily(Zoned::now().date(), DailyGrade::Easy),
        Course::Again,
        Course::Run(RunKind::Streak),
    ] {
        imp.course.set(course);
        page.show(Some(Puzzle::parse(PLACING).unwrap()));
        assert!(panel.hands.is_visible());
        let words = told.take().pop().unwrap();
        let men = "White: 6 pieces in hand, 0 lost. Black: 7 pieces in hand, 1 lost.";
        assert!(words.ends_with(&format!("Black to place a piece and draw. {men}")), "{course:?}: {words}");
    }
    // One of Black's men is on the board now.
    page.enter_point("d2".parse().unwrap());
    let men = "White: 6 pieces in hand, 0 lost. Black: 6 pieces in hand, 1 lost.";
    assert_eq!(panel.hands.words(), men);
    page.show(Some(Puzzle::parse(PUZZLE).unwrap()));
    assert!(!panel.hands.is_visible(), "all men are on the board");
    assert_eq!(told.take().pop().unwrap(), task(&page));
    window.destroy();
}

/// A puzzle of the placing phase in which Black can close a mill and remove one of three men.
const MILL: &str = "place\tstandard\tBB./.W./.../....../.../.W./..W b 6 7 0\tW\tg7xd6\tg7xd6\t900\t";

#[gtk::test]
fn missing_removal_and_time_of_a_run_are_announced() {
    let (page, window, told) = page_with_announcements();
    let imp = page.imp();
    imp.course.set(Course::Run(RunKind::Rush3));
    imp.run.replace(Some(Run::new(RunKind::Rush3)));
    page.show(Some(Puzzle::parse(MILL).unwrap()));
    let words = told.take().pop().unwrap();
    assert!(words.starts_with("3-Minute Rush. Black "), "{words}");
    page.enter_point("g7".parse().unwrap());
    assert_eq!(told.take(), ["Mill! Remove a white piece"]);
    let ask = || {
        assert_eq!(page.key_pressed(gdk::Key::s, gdk::ModifierType::empty()), glib::Propagation::Stop);
        told.take().pop().unwrap()
    };
    assert!(ask().ends_with("0 solved, 0 wrong, 3:00 left"));
    let tick = |seconds| {
        imp.run.borrow_mut().as_mut().unwrap().tick(std::time::Duration::from_secs(seconds));
        page.show_time();
        told.take()
    };
    assert!(tick(100).is_empty());
    assert_eq!(tick(20), ["1:00"]);
    assert_eq!(tick(50), ["0:10"]);
    tick(10);
    page.end_run("");
    assert_eq!(told.take(), ["0:00. Finished: 0 solved."]);
    assert_eq!(ask(), "Finished: 0 solved.");
    window.destroy();
}

#[gtk::test]
fn canceled_mill_is_announced() {
    let (page, window, told) = page_with_announcements();
    page.imp().course.set(Course::Rated);
    page.show(Some(Puzzle::parse(MILL).unwrap()));
    page.enter_point("g7".parse().unwrap());
    told.take();
    assert_eq!(page.key_pressed(gdk::Key::z, gdk::ModifierType::CONTROL_MASK), glib::Propagation::Stop);
    assert_eq!(told.take(), ["Taken back: Black played g7 – Black to move"]);
    window.destroy();
}

#[gtk::test]
fn the_end_of_a_run_is_the_reason_why_its_board_is_closed() {
    let (page, window, told) = page_with_announcements();
    page.imp().course.set(Course::Run(RunKind::Streak));
    page.imp().run.replace(Some(Run::new(RunKind::Streak)));
    page.show(Some(Puzzle::parse(PUZZLE).unwrap()));
    page.give_up();
    assert!(page.run_is_over());
    for _ in 0..2 {
        told.take();
        page.tap("a1".parse().unwrap());
        assert_eq!(told.take(), ["Finished: 0 solved."]);
    }
    window.destroy();
}

#[gtk::test]
fn abandoned_run_counts_and_shows_its_result() {
    let (page, window, _) = page_with_announcements();
    let practice = Rc::clone(&page.context().services.practice);
    glib::MainContext::default().block_on(practice.load());
    page.begin(Course::Run(RunKind::Rush3), Rules::STANDARD);
    for _ in 0..2 {
        page.imp().run.borrow_mut().as_mut().unwrap().solve();
    }
    let words = "3-Minute Rush: 2 solved. New personal best!";
    assert_eq!(page.leave_run().as_deref(), Some(words));
    assert!(!page.imp().clock.runs() && page.panel().search.borrow().is_none());
    assert_eq!(practice.read(|practice| practice.records.get(&RunKind::Rush3).copied()), Some(2));
    assert_eq!(page.leave_run(), None, "it is over");
    page.begin(Course::Rated, Rules::STANDARD);
    assert_eq!(page.leave_run(), None, "puzzles without a clock go on");
    page.begin(Course::Run(RunKind::Rush3), Rules::STANDARD);
    for _ in 0..3 {
        page.imp().run.borrow_mut().as_mut().unwrap().solve();
    }
    page.begin(Course::Rated, Rules::STANDARD);
    assert_eq!(practice.read(|practice| practice.records.get(&RunKind::Rush3).copied()), Some(3));
    window.destroy();
}

#[gtk::test]
fn the_clock_of_a_run_is_marked_near_the_end() {
    let (page, window, _) = page_with_announcements();
    page.begin(Course::Run(RunKind::Rush3), Rules::STANDARD);
    count_to_start(&page);
    let time = &page.panel().time;
    for (elapsed, words, low) in [(160, "0:20", false), (1, "0:19", true)] {
        page.imp().run.borrow_mut().as_mut().unwrap().tick(std::time::Duration::from_secs(elapsed));
        page.show_time();
        assert_eq!((&*time.label(), time.has_css_class("low")), (words, low));
    }
    page.begin(Course::Run(RunKind::Rush3), Rules::STANDARD);
    assert!(!time.has_css_class("low"));
    window.destroy();
}

#[gtk::test]
fn a_focused_button_keeps_its_words_while_a_puzzle_is_looked_for() {
    let page = page();
    let window = in_window(&*page);
    page.imp().course.set(Course::Run(RunKind::Streak));
    page.imp().run.replace(Some(Run::new(RunKind::Streak)));
    page.show(Some(Puzzle::parse(PUZZLE).unwrap()));
    page.give_up();
    let next = &page.panel().next;
    let words = || next.label().unwrap().to_string();
    assert_eq!((next.has_focus(), &*words()), (true, "Play Again"));
    let (_job, end) = other_work(&page);
    page.go_on();
    assert_eq!((next.has_focus(), &*words()), (true, "Play Again"));
    drop(end);
    page.show(Some(Puzzle::parse(PUZZLE).unwrap()));
    assert_eq!((next.has_focus(), &*words()), (false, "Next Puzzle"));
    window.destroy();
}

#[gtk::test]
fn puzzle_of_the_day_is_announced_with_name_and_reason() {
    let (page, window, told) = page_with_announcements();
    page.imp().course.set(Course::Daily(Zoned::now().date(), DailyGrade::Easy));
    page.show(Some(Puzzle::parse(PUZZLE).unwrap()));
    assert_eq!(told.take(), ["Puzzle of the Day. Black to move and win."]);
    solve(&page);
    assert_eq!(told.take(), ["Solved! It is the only way to keep the win."]);
    page.clear_result();
    page.show(Some(Puzzle::parse(LONG).unwrap()));
    page.give_up();
    wait_until(|| !page.panel().why.label().is_empty());
    assert_eq!(told.take().pop().unwrap(), "Two threats at once: Two mills are threatened at once.");
    window.destroy();
}

fn page_with_announcements() -> (InFolder<Solver>, gtk::Window, Log) {
    let (messages, told) = logged(spoken);
    let page = page_with(messages);
    let window = in_window(&*page);
    (page, window, told)
}

#[gtk::test]
fn idle_game_key_gives_a_reason() {
    let (messages, answers) = logged(spoken);
    let page = page_with(messages);
    let (plain, control) = (gdk::ModifierType::empty(), gdk::ModifierType::CONTROL_MASK);
    let only_in_a_game = "This key works only in a game";
    for (key, state, words) in [
        (gdk::Key::z, control, "There is nothing to undo"),
        (gdk::Key::Z, control | gdk::ModifierType::SHIFT_MASK, "There is nothing to redo"),
        (gdk::Key::m, control, "The computer is not thinking"),
        (gdk::Key::r, control, only_in_a_game),
        (gdk::Key::p, plain, only_in_a_game),
        (gdk::Key::v, plain, only_in_a_game),
        // With Caps Lock on.
        (gdk::Key::V, gdk::ModifierType::LOCK_MASK, only_in_a_game),
    ] {
        assert_eq!(page.key_pressed(key, state), glib::Propagation::Stop, "{key:?}");
        assert_eq!(answers.take(), [words], "{key:?}");
    }
    assert_eq!(page.key_pressed(gdk::Key::n, control), glib::Propagation::Proceed, "that begins a new game");
    let press = |key| {
        assert_eq!(page.key_pressed(key, plain), glib::Propagation::Stop, "{key:?}");
        answers.take()
    };
    let (hint, next) = (gdk::Key::h, gdk::Key::n);
    page.show(None);
    assert_eq!([hint, next].map(press), [[NONE], [NONE]]);
    page.show(Some(Puzzle::parse(PUZZLE).unwrap()));
    assert_eq!(press(next), ["Finish this puzzle first"]);
    assert!(press(hint).is_empty() && page.panel().said.label().starts_with("Hint"));
    page.imp().run.replace(Some(Run::new(RunKind::Rush3)));
    assert_eq!(press(hint), ["No hints during Streak and Rush"]);
    page.imp().run.replace(None);
    page.give_up();
    assert_eq!(press(hint), ["This puzzle is finished"]);
}

#[gtk::test]
fn refused_tap_is_announced_once_and_changes_no_text() {
    let (page, window, told) = page_with_announcements();
    let panel = page.panel();
    page.show(Some(Puzzle::parse(PUZZLE).unwrap()));
    let other = panel.board.scene().unwrap().men[morris::Color::White].first().unwrap();
    for (over, words) in [(false, "That piece belongs to your opponent"), (true, "This puzzle is finished")] {
        if over {
            page.give_up();
        }
        panel.said.set_label("before");
        told.take();
        panel.board.type_point(other);
        assert_eq!(panel.board.refusal().as_deref(), Some(words));
        assert_eq!(told.take(), [words]);
        assert_eq!(panel.said.label(), "before");
        assert!(panel.board.is_shaking());
    }
    window.destroy();
}

#[gtk::test]
fn focus_stays_on_visible_widgets() {
    let page = page();
    let window = in_window(&*page);
    for course in [Course::Daily(Zoned::now().date(), DailyGrade::Easy), Course::Rated] {
        page.imp().course.set(course);
        page.show(Some(Puzzle::parse(PUZZLE).unwrap()));
        assert!(page.panel().second.grab_focus());
        page.ask_answer();
        let focus = GtkWindowExt::focus(&window);
        assert!(focus.is_some_and(|focus| focus.is_mapped() && focus.is_sensitive()), "{course:?}");
    }
    window.destroy();
}

#[gtk::test]
fn hint_is_about_the_position_before_a_wrong_move() {
    let page = page();
    page.show(Some(Puzzle::parse(PUZZLE).unwrap()));
    page.go_to(Stage::Look);
    assert_eq!(page.key_pressed(gdk::Key::h, gdk::ModifierType::empty()), glib::Propagation::Stop);
    assert!(page.panel().said.label().starts_with("Hint"));
    assert_eq!(page.stage(), Stage::Move);
}

#[gtk::test]
fn undo_takes_a_wrong_move_back() {
    let page = page();
    page.show(Some(Puzzle::parse(PUZZLE).unwrap()));
    page.go_to(Stage::Look);
    assert_eq!(page.stage(), Stage::Look);
    assert_eq!(page.key_pressed(gdk::Key::z, gdk::ModifierType::CONTROL_MASK), glib::Propagation::Stop);
    assert_eq!(page.stage(), Stage::Move);
}

#[gtk::test]
fn a_mistake_after_an_opening_counts_for_itself_by_its_own_rules() {
    let page = page();
    let practice = Rc::clone(&page.context().services.practice);
    glib::MainContext::default().block_on(practice.load());
    page.begin(Course::Lines, Rules::STANDARD);
    page.imp().card.set(practice.read(|practice| practice.lines_due(Zoned::now().date()).next()));
    let (puzzle, today) = (Puzzle::parse(PUZZLE).unwrap(), Zoned::now().date());
    let card = Card { puzzle, due: today, step: 0 };
    practice.change(move |practice| practice.repetition.insert(card.clone()));
    page.begin(Course::Again, Rules::TWELVE);
    assert_eq!(page.imp().rules.get(), Rules::STANDARD, "a mistake has its own rules");
    solve(&page);
    assert_eq!(practice.read(|practice| practice.repetition.due(today).count()), 0);
}

/// During the placing phase a point has no man, and the same tap would be the next attempt.
#[gtk::test]
fn a_man_tapped_after_a_wrong_move_is_picked_up() {
    let page = page();
    for (tapped, picked) in [("d3", Some("d3")), ("d2", None), ("a7", None)] {
        page.show(Some(Puzzle::parse(PUZZLE).unwrap()));
        page.go_to(Stage::Look);
        let board = page.imp().rules.get().board;
        page.tap(board.point(tapped).unwrap());
        assert_eq!(page.stage(), Stage::Move);
        let scene = page.panel().board.scene().unwrap();
        assert_eq!(scene.picked.map(|point| board.name(point)), picked, "{tapped}");
    }
}

#[gtk::test]
fn the_keyboard_comes_to_the_board_once_that_shows_the_new_puzzle() {
    let page = page();
    let window = in_window(&*page);
    let actions = gtk::gio::SimpleActionGroup::new();
    actions.add_action(&gtk::gio::SimpleAction::new("back", None));
    window.insert_action_group("win", Some(&actions));
    let (_job, _end) = other_work(&page);
    page.imp().course.set(Course::Rated);
    page.show(Some(Puzzle::parse(PUZZLE).unwrap()));
    page.give_up();
    assert!(page.panel().next.has_focus());
    page.go_on();
    assert_eq!(task(&page), LOOKING);
    assert!(page.panel().next.has_focus(), "the board still shows the last puzzle");
    page.show(Some(Puzzle::parse(PUZZLE).unwrap()));
    assert!(page.panel().board.focus_child().is_some() && !page.panel().offers_next());
    // The user enters the page while a puzzle is being generated.
    page.begin(Course::Rated, Rules::STANDARD);
    assert!(!page.focus_board(), "the board still shows the last puzzle");
    page.show(None);
    assert!(page.panel().board.focus_child().is_some());
    window.destroy();
}

#[gtk::test]
fn escape_takes_a_wrong_move_back_before_it_leaves() {
    let page = page();
    page.show(Some(Puzzle::parse(PUZZLE).unwrap()));
    page.go_to(Stage::Look);
    assert_eq!(page.key_pressed(gdk::Key::Escape, gdk::ModifierType::empty()), glib::Propagation::Stop);
    assert_eq!(page.stage(), Stage::Move);
}

#[gtk::test]
fn a_point_typed_after_a_wrong_move_is_the_next_attempt() {
    let page = page();
    page.show(Some(Puzzle::parse(PLACING).unwrap()));
    page.go_to(Stage::Look);
    for key in [gdk::Key::d, gdk::Key::_2] {
        assert_eq!(page.key_pressed(key, gdk::ModifierType::empty()), glib::Propagation::Stop);
    }
    assert_eq!(page.stage(), Stage::Judge, "the move is being judged");
}

#[gtk::test]
fn nothing_moves_when_a_message_comes() {
    let page = page();
    let window = gtk::Window::builder().child(&*page).default_width(360).default_height(640).build();
    window.present();
    page.imp().course.set(Course::Rated);
    page.show(Some(Puzzle::parse(PUZZLE).unwrap()));
    let context = glib::MainContext::default();
    let settle = || {
        for _ in 0..50 {
            context.iteration(false);
            std::thread::sleep(std::time::Duration::from_millis(2));
        }
    };
    let panel = page.panel();
    let places = || {
        settle();
        let widgets: [&gtk::Widget; 4] = [
            panel.board.upcast_ref(),
            panel.task.upcast_ref(),
            panel.actions.upcast_ref(),
            panel.progress.upcast_ref(),
        ];
        widgets.map(|widget| widget.compute_bounds(&window).map(|bounds| (bounds.x(), bounds.y(), bounds.height())))
    };
    let before = places();
    page.report(
        "That throws away the win. White replies a4-a7xd6. And this is a long sentence that goes over many lines.",
    );
    assert_eq!(places(), before);
    page.ask_hint();
    assert_eq!(places(), before);
    page.go_to(Stage::Look);
    assert_eq!(places(), before);
    page.try_again();
    page.give_up();
    assert_eq!(places(), before);
    window.destroy();
}

/// A puzzle in which three moves must be found.
pub(super) const LONG: &str =
    "win\tstandard\t.W./..B/..W/..W.B./W.W/..W/BW. w 0 0 0\tW\tc3-d3\tc3-d3 a1-a4 f2-d2xf4\t1330\tfork";

#[gtk::test]
fn the_solution_is_played_and_then_explained() {
    let page = page();
    page.show(Some(Puzzle::parse(LONG).unwrap()));
    page.give_up();
    let (imp, panel) = (page.imp(), page.panel());
    assert_eq!(panel.said.label().replace(WORD_JOINER, ""), "Solution: c3-d3 a1-a4 f2-d2xf4");
    assert_eq!(panel.why.label(), "");
    let context = glib::MainContext::default();
    while panel.why.label().is_empty() {
        context.iteration(true);
    }
    assert_eq!(panel.why.label(), "Two threats at once: Two mills are threatened at once.");
    let board = Rules::STANDARD.board;
    let men = panel.board.scene().unwrap().men;
    let white = ["d3", "d2"].map(|name| men.white.contains(board.point(name).unwrap()));
    assert_eq!((white, men.black.contains(board.point("f4").unwrap())), ([true, true], false));
    // Another puzzle ends the playing.
    page.show(Some(Puzzle::parse(LONG).unwrap()));
    page.give_up();
    page.next();
    assert!(!imp.playback.runs() && panel.said.label().is_empty());
}

#[gtk::test]
fn success_is_shown_by_a_sign_a_word_and_a_glow() {
    let page = page();
    page.show(Some(Puzzle::parse(PUZZLE).unwrap()));
    solve(&page);
    let panel = page.panel();
    let shown = || (panel.said.label().to_string(), panel.check.get_visible(), panel.board.has_css_class("glow"));
    assert_eq!(shown(), ("Solved!".to_owned(), true, true));
    assert_eq!(panel.why.label(), "It is the only way to keep the win.");
    page.next();
    assert_eq!(shown(), (String::new(), false, false));
}
