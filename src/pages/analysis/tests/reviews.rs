// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests of the review on the page.

use morris_teach::review::{PlyReview, Reason, Reviewer, Worth};

use std::sync::Arc;

use morris_play::persistence::{FinishedGame, HelpUsed};
use morris_solved::tablebase::{ProbeResult, Wdl};

use super::super::making::News;
use super::*;

fn wait_for_review(page: &AnalysisPage) {
    let opened = || page.imp().opened.borrow();
    wait_until(|| opened().as_ref().unwrap().reviewed.as_ref().is_some_and(|reviewed| reviewed.finished));
}

#[gtk::test]
fn the_review_begins_at_the_first_mistake_unless_the_user_has_done_something() {
    let (page, _) = page();
    page.context().services.tables.open();
    let game = game_with_a_mistake();
    let after = |act: fn(&AnalysisPage)| {
        page.open(Subject::saved(None, &SavedGame::between_persons(game.clone())), Part::Review);
        act(&page);
        wait_for_review(&page);
        page.position_here().unwrap().1
    };
    assert_eq!(after(|_| {}), game.position_after(1).copied().unwrap(), "Black could have won at once");
    fn a1() -> Point {
        "a1".parse().unwrap()
    }
    let acts: [fn(&AnalysisPage); 5] = [
        |page| press(page, gdk::Key::End),
        |page| page.tap(a1()),
        |page| page.draw(a1(), a1()),
        |page| page.mark("!"),
        |page| page.ask_comment(),
    ];
    for (number, act) in acts.into_iter().enumerate() {
        assert_eq!(after(act), *game.position(), "{number}");
    }
    // The list shows the mistake first, and the review is looked into later.
    let from_moves = |act: fn(&AnalysisPage)| {
        page.open(Subject::saved(None, &SavedGame::between_persons(game.clone())), Part::Moves);
        wait_for_review(&page);
        act(&page);
        page.show_part(Part::Review);
        page.position_here().unwrap().1
    };
    assert_eq!(from_moves(|_| {}), game.position_after(1).copied().unwrap());
    assert_eq!(from_moves(|page| press(page, gdk::Key::End)), *game.position());
}

#[gtk::test]
fn the_review_is_summarized_when_it_is_complete() {
    let (page, told) = page();
    page.context().services.tables.open();
    let window = in_window(&*page);
    assert_eq!(page.name(), None);
    page.open(Subject::saved(None, &SavedGame::between_persons(game_with_a_mistake())), Part::Review);
    wait_for_review(&page);
    assert_eq!(page.name().as_deref(), Some("Review"));
    let summary = "White: 1 mistake. Black: 1 mistake";
    assert_eq!(told.borrow().iter().filter(|words| *words == summary).count(), 1, "{told:?}");
    window.destroy();
}

/// Returns a page with the complete review of a game.
fn reviewed_page() -> InFolder<AnalysisPage> {
    let (page, _) = page();
    page.context().services.tables.open();
    page.open(Subject::saved(None, &SavedGame::between_persons(game_with_a_mistake())), Part::Review);
    wait_for_review(&page);
    page
}

#[gtk::test]
fn moves_on_an_empty_board_are_reviewed_on_opening() {
    let page = reviewed_page();
    assert_eq!(page.imp().review.mistakes_listed(), 2);
    page.begin_new();
    assert_eq!(page.imp().review.mistakes_listed(), 0, "that was another game");
    page.play(mv("d6"));
    page.look_into(Part::Review);
    wait_for_review(&page);
    let reviewed = || page.imp().opened.borrow().as_ref().unwrap().reviewed.as_ref().unwrap().game.cursor();
    assert_eq!(reviewed(), 1);
    page.play(mv("f4"));
    page.look_into(Part::Review);
    wait_until(|| reviewed() == 2);
}

#[gtk::test]
fn a_game_that_has_been_given_up_since_is_reviewed_with_its_end() {
    let (page, _) = page();
    let mut game = game_with_a_mistake();
    let open = |game: &Game| {
        page.open(Subject::saved(Some(id("one")), &SavedGame::between_persons(game.clone())), Part::Moves);
        page.imp().opened.borrow().as_ref().unwrap().tree().game().outcome()
    };
    assert_eq!(open(&game), None);
    let end = Outcome::Win { winner: Color::White, reason: WinReason::Resignation };
    game.declare(end);
    assert_eq!(open(&game), Some(end));
}

#[gtk::test]
fn the_rows_of_mistakes_stay_while_the_levels_are_asked() {
    let page = reviewed_page();
    let row = || below::<gtk::ListBoxRow>(page.imp().review.upcast_ref()).unwrap();
    let before = row();
    let ask = |levels| {
        let mut opened = page.imp().opened.borrow_mut();
        opened.as_mut().unwrap().reviewed.as_mut().unwrap().review.plies[0].levels = levels;
        drop(opened);
        page.show_review();
    };
    ask(Some(vec![Level::LAST]));
    ask(Some(vec![Level::FIRST, Level::LAST]));
    assert_eq!(row(), before);
}

#[gtk::test]
fn a_report_of_the_review_makes_only_the_rows_that_it_changes() {
    let page = reviewed_page();
    let list = below::<gtk::ListBox>(page.imp().review.upcast_ref()).unwrap();
    let report = |change: &dyn Fn(&mut [PlyReview])| {
        let before = [0, 1].map(|index| list.row_at_index(index));
        change(&mut page.imp().opened.borrow_mut().as_mut().unwrap().reviewed.as_mut().unwrap().review.plies);
        page.show_review();
        (0..2).filter_map(|index| list.row_at_index(index)).filter(|row| !before.contains(&Some(row.clone()))).count()
    };
    assert_eq!(report(&|_| {}), 0);
    assert_eq!(report(&|plies| plies[1].better.clear()), 1);
    assert_eq!(report(&|plies| plies.iter_mut().for_each(|ply| ply.reason = Some(Reason::EndsGame))), 2);
    let mark = page.imp().opened.borrow().as_ref().unwrap().reviewed.as_ref().unwrap().review.plies[0].mark;
    assert_eq!(report(&|plies| plies[0].mark = None), 0, "the other row stays");
    assert_eq!(report(&|plies| plies[0].mark = mark), 1);
}

#[gtk::test]
fn a_removed_move_of_the_game_is_no_longer_in_the_list_of_mistakes() {
    let page = reviewed_page();
    page.remove();
    assert_eq!(page.imp().review.mistakes_listed(), 0);
    assert!(!page.imp().actions.is_action_enabled("next-mistake"));
    page.look_at(2);
    assert_eq!(page.position_here().unwrap().1, *game_with_a_mistake().start());
    page.undo();
    assert_eq!(page.imp().review.mistakes_listed(), 2);
}

#[gtk::test]
fn mistakes_of_a_game_teach_but_tried_moves_do_not() {
    let (page, _) = page();
    let saved = SavedGame::between_persons(game_with_a_mistake());
    let analysis = SavedGame { kind: SavedKind::Analysis, ..saved.clone() };
    let learners = |saved| {
        page.open(Subject::saved(Some(id("one")), saved), Part::Moves);
        page.imp().opened.borrow().as_ref().unwrap().learners()
    };
    assert_eq!(learners(&saved), Color::BOTH);
    page.open_own();
    assert!(learners(&analysis).is_empty());
}

#[gtk::test]
fn moves_tried_after_a_game_that_is_not_over_are_not_reviewed_when_it_is_opened_again() {
    let (page, _) = page();
    page.context().services.tables.open();
    let saved = SavedGame::between_persons(game_with_a_mistake());
    let reviewed_in = |saved: &SavedGame| {
        page.open(Subject::saved(Some(id("one")), saved), Part::Review);
        wait_for_review(&page);
        page.imp().opened.borrow().as_ref().unwrap().reviewed.as_ref().unwrap().game.cursor()
    };
    assert_eq!(reviewed_in(&saved), 2);
    let end = page.imp().opened.borrow().as_ref().unwrap().analysis.end();
    page.go_to(end, Announce::Silently);
    page.play(*saved.game.position().legal_moves(saved.game.rules()).first().unwrap());
    let tree = page.imp().opened.borrow().as_ref().unwrap().tree().clone();
    assert_eq!(tree.main_line().len(), 3);
    page.begin_new();
    assert_eq!(reviewed_in(&saved.with_tree(tree.clone())), 2);
    // The game goes on as it was tried.
    let mut longer = game_with_a_mistake();
    longer.play(tree.game().played()[2]).unwrap();
    assert_eq!(reviewed_in(&SavedGame { game: longer, ..saved.with_tree(tree) }), 3);
}

#[gtk::test]
fn there_is_a_review_exactly_if_a_move_has_been_played() {
    let (page, told) = page();
    let has_review = || page.imp().review_page.is_visible();
    assert!(!has_review());
    page.look_into(Part::Review);
    assert_eq!((page.part(), told.borrow().last().unwrap().as_str()), (Part::Moves, "No move has been played yet"));
    page.play(mv("d6"));
    assert!(has_review());
    page.show_part(Part::Review);
    page.undo();
    assert_eq!((has_review(), page.part()), (false, Part::Moves));
    // What is tried before the first move is not a game.
    page.open(Subject::saved(Some(id("one")), &SavedGame::between_persons(Game::new(Rules::STANDARD))), Part::Moves);
    page.play(mv("d6"));
    assert!(!has_review());
}

#[gtk::test]
fn the_review_of_a_game_that_is_over_adds_the_accuracy_of_the_only_person() {
    let (page, _) = page();
    let services = Rc::clone(&page.context().services);
    services.tables.open();
    services.statistics.start();
    let players = ByColor { white: Player::Person, black: Player::Computer(Skill::FIRST) };
    let setup = GameSetup { players, ..GameSetup::between_persons(Rules::STANDARD) };
    let mut game = Game::new(Rules::STANDARD);
    for text in ["d6", "f4", "d2", "b4", "f6", "b2", "a1", "g7"] {
        game.play(mv(text)).unwrap();
    }
    let reviewed = |game: &Game| {
        let saved = SavedGame { aids: Some(HelpUsed::default()), ..SavedGame::now(setup.clone(), game.clone(), None) };
        page.open(Subject::saved(Some(id("one")), &saved), Part::Moves);
        let asked = || page.imp().opened.borrow().as_ref()?.reviewed.as_ref().map(|of| Arc::clone(&of.game));
        wait_until(|| asked().is_some_and(|asked| asked.outcome() == game.outcome()));
        if let Some(finished) = FinishedGame::of_save(&id("one"), &saved) {
            services.statistics.add(finished);
        }
        let mut review = Reviewer::new(Arc::default(), game).review().clone();
        for ply in &mut review.plies {
            ply.before = Some(Worth::Exact(ProbeResult { value: Wdl::Draw, plies: None }));
            (ply.keeping, ply.legal) = (Some(1), 20);
        }
        page.show_report(&asked().unwrap(), News { review, lessons: None, whole: true });
    };
    reviewed(&game);
    game.declare(Outcome::Win { winner: Color::Black, reason: WinReason::Resignation });
    reviewed(&game);
    services.statistics.disk.stop(Instant::now() + Duration::from_secs(60));
    let accuracies: Vec<_> =
        services.statistics.file().read().unwrap().games.iter().map(|game| game.accuracy).collect();
    // Three decisions of weight 0.95, all of them right, and one of weight 1 at 75 %.
    assert_eq!(accuracies, [Some(94.8)]);
}
