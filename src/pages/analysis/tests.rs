// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests of the page without the program around it.

mod comments;
mod large_trees;
mod layout;
mod move_rows;
mod reviews;
mod values;

use std::rc::Rc;
use std::time::{Duration, Instant};

use morris::{ByColor, Color, Game, Move, Outcome, WinReason};
use morris_engine::{Event, EventKind, Info, Level, RequestId, Score, Skill};
use morris_play::persistence::{SaveId, SavedKind};
use morris_play::setup::{GameSetup, Player};

use super::*;
use crate::compat::descendants::{below, for_each};
use crate::pages::app_page::PRACTICE;
use crate::services::Saving;
use crate::services::for_tests::{InFolder, Log, in_folder, logged, spoken, spoken_or_news, with_tables};
use crate::services::messages::{Message, Messages};
use crate::widgets::for_tests::{in_window, wait_until};

/// Returns a page with an empty board, and what it tells.
fn page() -> (InFolder<AnalysisPage>, Log) {
    let (messages, told) = logged(spoken_or_news);
    let page = in_folder(messages, |context| AnalysisPage::make(&context));
    let rules = Rules::STANDARD;
    page.open(Subject::position(rules, Position::start(&rules)), Part::Moves);
    (page, told)
}

fn mv(text: &str) -> Move {
    text.parse().unwrap()
}

/// Returns the moves of the tree, in the order of the list.
fn moves(page: &AnalysisPage) -> Vec<String> {
    let opened = page.imp().opened.borrow();
    let tree = opened.as_ref().unwrap().tree();
    tree.rows().map(|row| format!("{}{}", row.nesting, tree.mv(row.node).unwrap())).collect()
}

#[gtk::test]
fn a_move_that_is_taken_back_before_its_end_is_announced() {
    let (page, told) = page();
    ["d6", "f4", "d5", "f6", "d7"].map(|point| point.parse().unwrap()).into_iter().for_each(|point| page.tap(point));
    page.put_down();
    assert_eq!(moves(&page), ["0d6", "0f4", "0d5", "0f6"]);
    assert!(told.borrow().last().unwrap().starts_with("Taken back: White played d7."), "{told:?}");
}

#[gtk::test]
fn an_empty_analysis_is_not_saved() {
    let (page, _) = page();
    let saves = &page.context().services.saves;
    saves.start();
    page.open_own();
    page.save_soon();
    page.save_now();
    page.play(mv("d6"));
    page.save_now();
    wait_until(|| saves.store().list().unwrap().len() == 1);
    page.begin_new();
    page.save_soon();
    page.save_now();
    saves.stop(Instant::now() + Duration::from_secs(60));
    assert_eq!(saves.store().list().unwrap().len(), 1);
}

#[gtk::test]
fn the_users_own_analysis_stays_while_a_puzzle_is_shown() {
    let (page, _) = page();
    page.open_own();
    page.play(mv("d6"));
    let puzzle = Subject::position(Rules::STANDARD, Position::start(&Rules::STANDARD));
    page.open(puzzle, Part::Moves);
    page.play(mv("f4"));
    page.open_own();
    assert_eq!(moves(&page), ["0d6"]);
    page.open_own();
    assert_eq!(moves(&page), ["0d6"]);
}

#[gtk::test]
fn the_users_own_analysis_comes_back_where_it_was_left_and_stays_when_another_begins() {
    let (page, told) = page();
    let saves = &page.context().services.saves;
    saves.start();
    page.open_own();
    ["d6", "f4"].into_iter().for_each(|text| page.play(mv(text)));
    page.step(StepDirection::Back);
    page.mark("!");
    page.leave();
    let later = AnalysisPage::make(page.context());
    later.open_own();
    wait_until(|| moves(&later) == ["0d6", "0f4"]);
    assert!(later.imp().words.label().starts_with("White played d6!"), "{}", later.imp().words.label());
    later.begin_new();
    assert!(told.borrow().iter().any(|words| words == "Your last analysis is in Saved Games"), "{told:?}");
    assert!(moves(&later).is_empty());
    later.play(mv("a1"));
    later.leave();
    wait_until(|| saves.store().list().unwrap().len() == 2);
    assert_eq!(saves.store().latest_unfinished().unwrap(), None, "neither is a game");
    saves.stop(Instant::now() + Duration::from_secs(60));
}

#[gtk::test]
fn a_mirrored_analysis_keeps_its_drawings_and_is_still_the_same_one() {
    let (page, told) = page();
    page.open_own();
    page.play(mv("f4"));
    let rules = Rules::STANDARD;
    let strokes = || {
        let opened = page.imp().opened.borrow();
        let opened = opened.as_ref().unwrap();
        page.strokes_at(opened).iter().map(|(_, to)| to.map(|to| rules.board.name(to))).collect::<Vec<_>>()
    };
    let id = || page.imp().opened.borrow().as_ref().unwrap().document.as_ref().map(|document| document.id());
    let (f4, f6) = ("f4".parse().unwrap(), "f6".parse().unwrap());
    page.draw(f4, f6);
    page.save_now();
    let before = id();
    page.transform("mirror");
    assert_eq!((moves(&page), strokes()), (vec!["0b4".to_owned()], vec![Some("b6")]));
    assert_eq!(told.borrow().last().unwrap(), "Mirrored");
    assert!(before.is_some() && id() == before);
    page.transform("swap-colors");
    assert_eq!(told.borrow().last().unwrap(), "This is not possible in this position", "White starts");
    assert!(moves(&page) == ["0b4"] && id() == before);
}

#[gtk::test]
fn where_no_table_reaches_the_engine_estimates_and_its_line_is_played_out() {
    let (page, _) = page();
    page.play(mv("d6"));
    wait_until(|| page.imp().explored.borrow().is_partial());
    let hear = |request: u64, kind| page.handle_engine_event(Event { id: RequestId(request), kind });
    let line = ["f4", "d2", "b4"].map(mv).to_vec();
    let info = |score| {
        let (nodes, time, pv) = (1, Duration::ZERO, line.clone());
        EventKind::Info(Info { depth: 3, score: Score::Value(score), nodes, time, pv })
    };
    let request = page.imp().explored.borrow().request;
    hear(request - 1, info(300));
    assert!(page.estimated_line().is_none(), "that was another position");
    hear(request, info(-300));
    let words = page.imp().estimate.label();
    assert!(words.ends_with("\nf4 d2 b4") && !words.starts_with('\n'), "{words}");
    assert!(page.imp().actions.is_action_enabled("play-line"));
    page.imp().actions.activate_action("play-line", None);
    page.step(StepDirection::Forth);
    assert_eq!((page.imp().words.label().as_str(), moves(&page).len()), ("The computer expects: f4 d2", 1));
}

#[gtk::test]
fn the_editor_takes_the_place_of_the_analysis_and_its_keys() {
    let (page, told) = page();
    page.open_own();
    page.play(mv("d6"));
    let can = |name| page.imp().actions.is_action_enabled(name);
    assert!(can("undo") && can("review") && page.headline().is_none());
    let (rules, position) = page.position_here().unwrap();
    page.set_up(rules, position.into(), AnalysisPage::ID);
    assert!(!can("undo") && !can("review") && !can("flip"), "they belong to the analysis");
    assert_eq!(page.imp().header_title.title(), "Position");
    assert_eq!(page.headline().as_deref(), Some("You can start a game from here."));
    assert!(page.game_here().is_none() && page.help_here() == Some("files#position"));
    page.editor().activate_action("editor.empty-hands", None).unwrap();
    assert_eq!(page.why_not_analyze().as_deref(), Some("Both players have too few pieces."));
    assert!(page.back(), "to the analysis");
    assert_eq!((moves(&page), page.imp().header_title.title().as_str()), (vec!["0d6".to_owned()], "Analysis"));
    assert!(can("undo") && can("review") && !page.back());
    page.set_up(rules, position.into(), PRACTICE);
    assert!(!page.back(), "to the page before");
    page.look_into(Part::Moves);
    assert!(moves(&page).is_empty() && page.headline().is_none());
    assert_eq!(page.position_here().unwrap().1, position);
    assert_eq!(told.borrow().last().unwrap(), "Your last analysis is in Saved Games");
}

#[gtk::test]
fn tried_move_is_a_variation_and_is_undone() {
    let (page, told) = page();
    ["d6", "f4"].into_iter().for_each(|text| page.play(mv(text)));
    page.step(StepDirection::Back);
    page.play(mv("b4"));
    assert_eq!(moves(&page), ["0d6", "0f4", "1b4"]);
    wait_until(|| !page.imp().announcing.runs());
    assert!(told.borrow().last().unwrap().starts_with("Black played b4."), "{told:?}");
    page.step(StepDirection::Back);
    page.play(mv("f4"));
    assert_eq!(moves(&page), ["0d6", "0f4", "1b4"], "a move that is there is no new one");
    page.undo();
    assert_eq!(moves(&page), ["0d6", "0f4"]);
    assert!(told.borrow().last().unwrap().starts_with("Undone. "), "{told:?}");
    page.redo();
    page.promote();
    assert_eq!(moves(&page), ["0d6", "0b4", "1f4"]);
    page.mark("!?");
    assert_eq!(told.borrow().last().unwrap(), "interesting move");
    page.remove();
    assert_eq!(told.borrow().last().unwrap(), "1 move deleted. Press Ctrl+Z to undo.");
    assert_eq!(moves(&page), ["0d6", "0f4"]);
    // The row that had the focus is gone, and the window passes the key on.
    let control = gdk::ModifierType::CONTROL_MASK;
    assert_eq!(page.answer_left_over(gdk::Key::z, control), Some(glib::Propagation::Stop));
    assert!(told.borrow().last().unwrap().starts_with("Undone"), "{told:?}");
    page.undo();
    assert!(page.imp().words.label().starts_with("Black played b4."), "{}", page.imp().words.label());
}

#[gtk::test]
fn a_mill_without_its_removal_asks_for_it() {
    let (page, told) = page();
    let line = ".../WW./.../B...W./..B/.../W.B w 0 0 0";
    page.open(Subject::position(Rules::STANDARD, Position::parse(line, &Rules::STANDARD).unwrap()), Part::Moves);
    let words = || page.imp().words.label();
    let before = words();
    ["f4", "f6"].into_iter().for_each(|point| page.tap(point.parse().unwrap()));
    assert_eq!(words(), "Mill! Remove a black piece");
    assert_eq!(page.headline().as_deref(), Some("Mill! Remove a black piece"));
    assert_eq!(told.borrow().last().unwrap(), "Mill! Remove a black piece");
    page.put_down();
    assert_eq!((words(), page.headline()), (before, None));
    ["f4", "f6", "a4"].into_iter().for_each(|point| page.tap(point.parse().unwrap()));
    assert!(words().starts_with("White played f4-f6 and removed a4."), "{}", words());
}

/// Returns a game in which Black could have won at once.
fn game_with_a_mistake() -> Game {
    let start = Position::parse("WW./.../.../....W./.BB/.B./... b 0 0", &Rules::STANDARD).unwrap();
    let mut game = Game::from_position(Rules::STANDARD, start);
    ["e3-a1", "f4-g4"].into_iter().for_each(|text| game.play(mv(text)).unwrap());
    game
}

fn id(name: &str) -> SaveId {
    SaveId::of_file(std::path::Path::new(&format!("{name}.toml"))).unwrap()
}

fn press(page: &AnalysisPage, key: gdk::Key) {
    _ = page.key_pressed(key, gdk::ModifierType::empty());
}

#[gtk::test]
fn values_of_an_earlier_position_are_not_shown_for_a_later_one() {
    let (page, _) = page();
    let request = || page.imp().explored.borrow().request;
    let before = request();
    page.explore_again();
    page.play(mv("d6"));
    assert!(request() > before);
}

/// Returns a page with the shipped tables, and what it announces.
fn page_with_tables() -> (InFolder<AnalysisPage>, Log) {
    let (messages, told) = logged(spoken);
    let shipped = concat!(env!("CARGO_MANIFEST_DIR"), "/data/endgame").into();
    let page = with_tables(vec![shipped], messages, |context| AnalysisPage::make(&context));
    let tables = &page.context().services.tables;
    tables.open();
    wait_until(|| !tables.current().is_empty());
    (page, told)
}

#[gtk::test]
fn the_table_of_an_earlier_position_plays_nothing() {
    let (page, told) = page_with_tables();
    page.open(Subject::position(Rules::STANDARD, *game_with_a_mistake().position_after(1).unwrap()), Part::Moves);
    let list: gtk::ListView = below(page.imp().values.upcast_ref()).unwrap();
    let is_known = || page.imp().explored.borrow().rows.is_some();
    let play_last = || {
        wait_until(is_known);
        let rows = page.imp().explored.borrow().rows.as_ref().map_or(0, Vec::len);
        list.emit_by_name::<()>("activate", &[&(rows as u32 - 1)]);
    };
    play_last();
    assert_eq!(moves(&page).len(), 1);
    list.emit_by_name::<()>("activate", &[&0_u32]);
    assert_eq!(moves(&page).len(), 1, "its moves are not known yet");
    play_last();
    assert_eq!(moves(&page).len(), 2);
    page.play(mv(&moves(&page)[0][1..]));
    assert_eq!(told.borrow().last().unwrap(), "This is not possible in this position");
}

#[gtk::test]
fn a_position_is_announced_once_with_its_value() {
    let (page, told) = page_with_tables();
    page.open(Subject::position(Rules::STANDARD, *game_with_a_mistake().start()), Part::Moves);
    page.play(mv("e3-a1"));
    assert!(told.borrow().is_empty(), "the value is not known yet");
    wait_until(|| !page.imp().announcing.runs());
    assert_eq!(*told.borrow(), ["Black played e3-a1. White can force a win."]);
}

#[gtk::test]
fn m_asks_about_the_pieces_unless_there_is_a_review() {
    let (page, told) = page();
    page.open(Subject::saved(None, &SavedGame::between_persons(game_with_a_mistake())), Part::Moves);
    press(&page, gdk::Key::m);
    assert!(told.borrow().last().unwrap().starts_with("White: "), "{told:?}");
    page.show_part(Part::Review);
    press(&page, gdk::Key::m);
    assert_eq!(told.borrow().last().unwrap(), "No more mistakes");
}

#[gtk::test]
fn a_comment_names_its_move_and_is_saved_by_the_default_button() {
    let (page, told) = page();
    page.play(mv("d6"));
    page.ask_comment();
    let dialog = page.imp().comment_dialog.upgrade().unwrap();
    assert_eq!(dialog.body(), "Move 1: White played d6");
    below::<gtk::TextView>(dialog.upcast_ref()).unwrap().buffer().set_text("solid");
    dialog.emit_activate_default();
    wait_until(|| told.borrow().last().is_some_and(|words| words == "Comment changed"));
    page.step(StepDirection::Back);
    page.ask_comment();
    assert_eq!(page.imp().comment_dialog.upgrade().unwrap().body(), "Start of the game");
    page.imp().comment_dialog.upgrade().unwrap().close();
}

#[gtk::test]
fn home_and_end_report_the_edge_and_cover_nothing() {
    let (messages, told) = logged(|message| match message {
        Message::Answer(words) | Message::News(words) => panic!("{words} is shown"),
        message => spoken(message),
    });
    let page = in_folder(messages, |context| AnalysisPage::make(&context));
    page.open(Subject::position(Rules::STANDARD, Position::start(&Rules::STANDARD)), Part::Moves);
    assert_eq!(page.imp().where_label.label(), "");
    press(&page, gdk::Key::Home);
    assert_eq!(told.borrow().last().unwrap(), "Start of the game");
    press(&page, gdk::Key::End);
    assert_eq!(told.borrow().last().unwrap(), "End of the game");
}

#[gtk::test]
fn late_last_analysis_does_not_replace_a_new_one() {
    let (page, _) = page();
    let saves = &page.context().services.saves;
    saves.start();
    page.open_own();
    page.play(mv("d6"));
    page.leave();
    let acts: [fn(&AnalysisPage); 4] = [
        |page| page.draw("a1".parse().unwrap(), "a1".parse().unwrap()),
        |page| page.ask_comment(),
        |page| page.begin_new(),
        |page| {
            page.set_up(Rules::STANDARD, Position::start(&Rules::STANDARD).into(), AnalysisPage::ID);
            page.analyze_draft();
        },
    ];
    for (number, act) in acts.into_iter().enumerate() {
        let later = AnalysisPage::make(page.context());
        later.open_own();
        act(&later);
        let read = Rc::new(Cell::new(false));
        let (done, saves) = (Rc::clone(&read), Rc::clone(saves));
        glib::spawn_future_local(async move {
            for _ in 0..2 {
                _ = saves.latest_analysis().await;
            }
            done.set(true);
        });
        wait_until(|| read.get());
        assert!(moves(&later).is_empty(), "{number}");
    }
    saves.stop(Instant::now() + Duration::from_secs(60));
}

#[gtk::test]
fn the_words_for_a_move_are_not_asked_for_any_more_when_another_tree_is_opened() {
    let (page, _) = page();
    page.play(mv("d6"));
    let dialogs = || gtk::Window::list_toplevels().iter().filter(|window| window.is::<adw::MessageDialog>()).count();
    let before = dialogs();
    page.ask_comment();
    assert_eq!(dialogs(), before + 1);
    page.open(Subject::position(Rules::STANDARD, Position::start(&Rules::STANDARD)), Part::Moves);
    assert_eq!(dialogs(), before);
}

#[gtk::test]
fn mirrored_game_is_saved_in_place_with_its_players() {
    let (page, _) = page();
    page.open_own();
    page.play(mv("f4"));
    page.transform("mirror");
    assert!(page.imp().opened.borrow().as_ref().unwrap().document.is_some(), "it has been saved before");
    let players = ByColor { white: Player::Computer(Skill::Level(Level::FIRST)), black: Player::Person };
    let setup = GameSetup { players: players.clone(), ..GameSetup::between_persons(Rules::STANDARD) };
    page.open(Subject::saved(None, &SavedGame::now(setup, game_with_a_mistake(), None)), Part::Moves);
    page.transform("swap-colors");
    assert_eq!(page.subject().unwrap().setup.players, players.swapped());
}

#[gtk::test]
fn arrow_drawn_by_keyboard_stays_within_one_position() {
    let (page, _) = page();
    let window = gtk::Window::builder().child(&*page).build();
    window.present();
    page.play(mv("d6"));
    page.imp().board.focus_point("a1".parse().unwrap());
    page.draw_at_focus();
    assert!(page.imp().pen.get().is_some());
    page.show_position(Announce::Silently);
    assert!(page.imp().pen.get().is_some());
    page.step(StepDirection::Back);
    assert!(page.imp().pen.get().is_none());
    window.destroy();
}

#[gtk::test]
fn an_analysis_that_could_not_be_saved_is_saved_later() {
    let (page, told) = page();
    page.open_own();
    page.play(mv("d6"));
    page.save_now();
    assert!(told.borrow().iter().any(|words| words == "Could not save the game."), "{told:?}");
    let saves = &page.context().services.saves;
    saves.start();
    page.leave();
    wait_until(|| saves.store().list().is_ok_and(|list| list.len() == 1));
    saves.stop(Instant::now() + Duration::from_secs(60));
}

#[gtk::test]
fn an_own_analysis_that_could_not_be_saved_still_waits_for_that_behind_a_puzzle() {
    for comes_back in [false, true] {
        let (page, _) = page();
        page.open_own();
        page.play(mv("d6"));
        page.open(Subject::position(Rules::STANDARD, Position::start(&Rules::STANDARD)), Part::Moves);
        assert_eq!(page.saving(), Saving::Failed, "no thread saves");
        if comes_back {
            page.open_own();
            assert_eq!((moves(&page), page.saving()), (vec!["0d6".to_owned()], Saving::Failed));
        }
        let saves = &page.context().services.saves;
        saves.start();
        page.save_now();
        wait_until(|| page.saving() == Saving::Saved);
        assert_eq!(saves.store().list().unwrap().len(), 1);
        saves.stop(Instant::now() + Duration::from_secs(60));
    }
}

#[gtk::test]
fn comment_is_reported_as_saved_once_it_is() {
    let (page, told) = page();
    let is_told = |words: &str| told.borrow().iter().any(|told| told == words);
    let comment = |words: &str| {
        let node = page.imp().opened.borrow().as_ref().unwrap().node();
        page.set_words(node, words);
        assert!(!is_told("Comment saved"));
    };
    comment("a position that is not saved");
    wait_until(|| is_told("Comment changed"));
    page.open_own();
    page.play(mv("d6"));
    comment("a disk that is full");
    assert!(is_told("Could not save the game."), "{told:?}");
    while glib::MainContext::default().iteration(false) {}
    assert!(!is_told("Comment saved"));
    let saves = &page.context().services.saves;
    saves.start();
    comment("the last one");
    wait_until(|| is_told("Comment saved"));
    let (_, saved) = saves.store().latest_analysis().unwrap().unwrap();
    let tree = saved.tree();
    assert_eq!(tree.comment(tree.main_line()[0]), "the last one");
    page.leave();
    saves.stop(Instant::now() + Duration::from_secs(60));
}

#[gtk::test]
fn the_values_get_the_focus_once_they_are_known() {
    let (page, told) = page_with_tables();
    let window = in_window(&*page);
    page.open(Subject::position(Rules::STANDARD, *game_with_a_mistake().start()), Part::Moves);
    page.imp().values.show_words("");
    page.explore_again();
    press(&page, gdk::Key::v);
    assert_eq!(told.borrow().last().unwrap(), "The computer is thinking");
    wait_until(|| page.imp().values.has_the_focus());
    window.destroy();
}

#[gtk::test]
fn an_analysis_in_another_window_is_turned_folded_and_undone_as_before() {
    let (page, _) = page();
    ["d6", "f4"].into_iter().for_each(|text| page.play(mv(text)));
    page.step(StepDirection::Back);
    ["b4", "d2"].into_iter().for_each(|text| page.play(mv(text)));
    page.toggle_fold();
    page.imp().actions.activate_action("flip", None);
    let listed = |page: &AnalysisPage| {
        wait_until(|| page.imp().moves.rows_listed() > 0);
        while glib::MainContext::default().iteration(false) {}
        page.imp().moves.rows_listed()
    };
    let later = AnalysisPage::make(page.context());
    assert_eq!(listed(&page), 2);
    let Saved::Always(restore) = page.save() else { panic!("it is kept") };
    restore.to(&later);
    assert_eq!((listed(&later), later.imp().board.is_flipped()), (2, true));
    later.undo();
    assert_eq!(moves(&later), ["0d6", "0f4", "1b4"]);
}

#[gtk::test]
fn a_saved_game_is_exported_with_its_name_its_tags_and_its_day() {
    let (page, _) = page();
    let game = SavedGame::between_persons(game_with_a_mistake());
    let mut game = game.with_tree(game.tree());
    (game.name, game.saved) = (Some("Final".to_owned()), "2001-02-03T12:00:00Z".parse().unwrap());
    let tags = [("Round".to_owned(), "7".to_owned())].into();
    game.notes.as_mut().unwrap().tags.clone_from(&tags);
    page.open(Subject::saved(Some(id("one")), &game), Part::Moves);
    page.mark("!");
    let exported = page.game_here().unwrap();
    assert_eq!((&exported.name, exported.saved), (&game.name, game.saved));
    let notes = exported.notes.unwrap();
    assert!(notes.tags == tags && notes.tree.has_glyphs());
}

#[gtk::test]
fn the_focus_leaves_a_button_that_is_about_to_be_insensitive() {
    let (page, _) = page();
    let window = in_window(&*page);
    page.play(mv("d6"));
    let focus = || GtkWindowExt::focus(&window).unwrap();
    let press = |name: &str| {
        let mut found = None;
        for_each(page.upcast_ref(), &mut |widget| {
            let button =
                widget.downcast_ref::<gtk::Button>().filter(|button| button.action_name().as_deref() == Some(name));
            found = found.take().or(button.cloned());
        });
        let button = found.unwrap();
        assert!(button.grab_focus(), "{name}");
        button.emit_clicked();
        focus().downcast::<gtk::Button>().ok().and_then(|button| button.action_name()).unwrap_or_default()
    };
    assert_eq!(press("game.view-previous"), "game.view-next");
    assert_eq!(press("game.view-last"), "game.view-previous");
    assert_eq!(press("game.view-first"), "game.view-next");
    page.show_part(Part::Values);
    wait_until(|| page.imp().explored.borrow().is_partial());
    let request = page.imp().explored.borrow().request;
    let (nodes, time, pv) = (1, Duration::ZERO, ["d6", "f4", "d2"].map(mv).to_vec());
    let info = Info { depth: 3, score: Score::Value(300), nodes, time, pv };
    page.handle_engine_event(Event { id: RequestId(request), kind: EventKind::Info(info) });
    assert_eq!(press("game.play-line"), "");
    assert!(focus().is_ancestor(&*page.imp().board));
    window.destroy();
}

#[gtk::test]
fn idle_keys_give_a_reason() {
    let (page, told) = page();
    let mut game = game_with_a_mistake();
    game.declare(Outcome::Win { winner: Color::White, reason: WinReason::Resignation });
    page.open(Subject::saved(None, &SavedGame::between_persons(game)), Part::Moves);
    press(&page, gdk::Key::v);
    assert_eq!(told.borrow().last().unwrap(), "The game is over");
}

#[gtk::test]
fn a_line_is_shown_without_the_tree_until_a_move_is_tried_in_it() {
    let (page, _) = page();
    page.play(mv("d6"));
    page.play_out(["f4", "d2", "b4"].map(mv).to_vec());
    page.step(StepDirection::Forth);
    assert_eq!(moves(&page), ["0d6"]);
    assert_eq!(page.imp().words.label(), "The computer expects: f4 d2");
    page.step(StepDirection::Back);
    page.play(mv("a1"));
    assert_eq!(moves(&page), ["0d6", "0f4", "0a1"]);
    page.play_out(vec![mv("g7")]);
    assert!(page.back() && !page.back(), "Escape leaves the line first");
}
