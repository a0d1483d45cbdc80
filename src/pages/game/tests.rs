// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests of the page with games on it, without a window.

use std::fs;
use std::time::{Duration, Instant};

use morris::Color;
use morris_engine::{BestMove, Event, EventKind};
use morris_play::persistence::{Pace, Settings, Store};
use morris_play::session::{Answer, Effect, Status};
use morris_play::setup::{Begins, Clock, Player, Skill};

use super::*;
use crate::compat::descendants::for_each;
use crate::services::Saving;
use crate::services::for_tests::{InFolder, Log, in_folder, logged, spoken};
use crate::widgets::for_tests::{wait_for_layout, wait_until};

/// Creates a page, and a list of its announcements that the test can take.
fn page() -> (InFolder<GamePage>, Log) {
    let (messages, told) = logged(spoken);
    (in_folder(messages, |context| GamePage::make(&context)), told)
}

fn game() -> OpenGame {
    let players = ByColor { white: Player::Person, black: Player::Person };
    OpenGame::new(GameSetup { players, ..GameSetup::between_persons(Rules::STANDARD) })
}

#[gtk::test]
fn a_game_that_begins_is_shown_once() {
    let (page, told) = page();
    page.play(game());
    assert_eq!(told.take().len(), 1);
    page.show_suspended(game());
    assert_eq!(told.take().len(), 2, "the first is put to rest, the second shown");
}

#[gtk::test]
fn a_game_that_another_window_saves_too_goes_on_under_an_id_of_its_own() {
    let (page, _) = page();
    page.play(game());
    let saves = &page.services().saves;
    saves.start();
    let id = || page.read(|game| game.document.id()).unwrap();
    let (first, saved) = (id(), page.saved().unwrap());
    page.handle(Input::Tap("d6".parse().unwrap()));
    wait_until(|| page.saving() == Saving::Saved);
    let other = Store::open(saves.store().folder().to_owned());
    other.load(&first).unwrap();
    other.save(&first, &saved).unwrap();
    page.handle(Input::Tap("f4".parse().unwrap()));
    wait_until(|| id() != first);
    page.handle(Input::Tap("d2".parse().unwrap()));
    wait_until(|| page.saving() == Saving::Saved);
    assert_eq!(other.load(&first).unwrap().game.cursor(), 0);
    assert_eq!(other.load(&id()).unwrap().game.cursor(), 3);
    fs::remove_dir_all(other.folder().parent().unwrap()).unwrap();
}

#[gtk::test]
fn header_and_card_agree_while_a_move_is_checked() {
    let (page, _) = page();
    page.services().settings.change(|settings| settings.warn = true);
    page.card(Color::White).set_room(player_card::Room::Words);
    page.play(OpenGame::new(against_computer()));
    page.report();
    let told = || (page.imp().status.label(), texts(page.card(Color::White)));
    let before = told();
    assert!(before.0.contains("9 in hand") && before.1.contains(&"9 in hand".to_owned()), "{before:?}");
    page.handle(Input::Tap("d6".parse().unwrap()));
    assert!(page.scene().is_some_and(|scene| scene.checked_move.is_some()));
    assert_eq!(told(), before);
    page.handle(Input::ConfirmMove(Answer::Accept));
    assert!(told().1.contains(&"8 in hand".to_owned()));
}

fn texts(widget: &impl IsA<gtk::Widget>) -> Vec<String> {
    let mut found = Vec::new();
    for_each(widget.upcast_ref(), &mut |widget| {
        found.extend(widget.downcast_ref::<gtk::Label>().map(|label| label.label().into()));
    });
    found
}

#[gtk::test]
fn no_move_copies_the_game() {
    let (page, _) = page();
    page.play(game());
    let place = || page.read(|game| Arc::as_ptr(game.session.game())).unwrap();
    let before = place();
    for point in ["d6", "f4", "d2", "b4"] {
        page.handle(Input::Tap(point.parse().unwrap()));
        assert_eq!(place(), before, "{point}");
    }
    assert_eq!(page.read(|game| game.session.game().cursor()), Some(4));
}

#[gtk::test]
fn a_board_that_turns_takes_the_players_with_it_and_turns_back() {
    let (page, _) = page();
    page.services().settings.change(|settings| settings.turn_board = true);
    let lies = || (page.imp().board.is_flipped(), page.imp().layout.black_below());
    page.play(game());
    assert_eq!(lies(), (false, false));
    page.handle(Input::Tap("d6".parse().unwrap()));
    page.report();
    assert_eq!(lies(), (true, true));
    // Left with Black to move. The next game is against the computer.
    let players = ByColor { white: Player::Person, black: Player::Computer(Skill::FIRST) };
    let setup = GameSetup { players, ..GameSetup::between_persons(Rules::STANDARD) };
    page.play(OpenGame::new(setup));
    page.report();
    assert_eq!(lies(), (false, false));
}

fn against_computer() -> GameSetup {
    let players = ByColor { white: Player::Person, black: Player::Computer(Skill::FIRST) };
    GameSetup { players, ..GameSetup::between_persons(Rules::STANDARD) }
}

#[gtk::test]
fn rematch_keeps_the_first_player_of_the_old_game() {
    let (page, _) = page();
    let began = |page: &GamePage| page.services().settings.read(|settings| settings.choice.you_began);
    page.services().settings.change(|settings| settings.choice.you_began = true);
    page.play(OpenGame::new(against_computer()));
    for you_begin in [false, true] {
        page.handle(Input::Resign);
        page.play(page.rematch().unwrap());
        assert_eq!(began(&page), you_begin);
    }
}

#[gtk::test]
fn a_position_that_was_set_up_is_played_again_by_the_same_sides() {
    let (page, _) = page();
    let line = "W../.../.../W....W/.../BBB/... w 0 0 0";
    let game = Game::from_position(Rules::STANDARD, Position::parse(line, &Rules::STANDARD).unwrap());
    let start = *game.start();
    page.play(OpenGame::of(Session::restore(against_computer(), game, None, 1)));
    page.handle(Input::Resign);
    let again = page.same_game().unwrap().session;
    assert_eq!((*again.game().start(), again.setup()), (start, &against_computer()));
}

#[gtk::test]
fn a_rematch_in_a_position_that_was_set_up_begins_there_with_the_colors_changed() {
    let (page, _) = page();
    let line = "W../.../.../W....W/.../BBB/... b 0 0 0";
    for begins in [Begins::InTurn, Begins::Loser] {
        page.services().settings.change(|settings| settings.choice.begins = begins);
        let game = Game::from_position(Rules::STANDARD, Position::parse(line, &Rules::STANDARD).unwrap());
        let start = *game.start();
        page.play(OpenGame::of(Session::restore(against_computer(), game, None, 1)));
        page.handle(Input::Resign);
        page.play(page.rematch().unwrap());
        let again = page.read(|game| (*game.session.game().start(), game.session.setup().only_person())).unwrap();
        assert_eq!(again, (start, Some(Color::Black)), "{begins:?}");
    }
    // The computer plays White now. The loser keeps the first move, which is Black's.
    page.handle(Input::Resign);
    page.play(page.rematch().unwrap());
    assert_eq!(page.read(|game| game.session.setup().only_person()), Some(Some(Color::Black)));
}

#[gtk::test]
fn viewing_an_old_game_announces_no_winner() {
    let (page, _) = page();
    let won = |page: &GamePage| page.services().settings.read(|settings| settings.choice.you_won);
    page.play(OpenGame::new(against_computer()));
    page.services().settings.change(|settings| settings.choice.you_won = true);
    page.handle(Input::Resign);
    assert!(!won(&page));
    let lost = page.read(|game| (**game.session.game()).clone()).unwrap();
    page.services().settings.change(|settings| settings.choice.you_won = true);
    page.play(OpenGame::loaded(Session::restore(against_computer(), lost, None, 1)));
    assert!(won(&page));
}

#[test]
fn values_are_those_of_their_rules() {
    let rules = Rules::STANDARD;
    let positions: Arc<[_]> = [Position::start(&rules)].into();
    let values = MoveValues { rules, positions: Arc::clone(&positions), moves: Vec::new() };
    assert!(values.are_of(&rules, &positions));
    assert!(!values.are_of(&Rules::PLAIN, &positions), "the same men may be worth something else");
    assert!(!values.are_of(&rules, &[]));
    assert!(!MoveValues::default().are_of(&Rules::default(), &positions));
}

#[gtk::test]
fn leaving_the_page_saves_the_clocks() {
    let (page, _) = page();
    let clock = Some(Clock { time: Duration::from_secs(60), increment: Duration::ZERO });
    let leave: [fn(&GamePage); 2] = [GamePage::suspend, |page| page.play(game())];
    for (clock, leave) in [clock, None].into_iter().flat_map(|clock| leave.map(|leave| (clock, leave))) {
        page.play(OpenGame::new(GameSetup { clock, ..game().session.setup().clone() }));
        page.handle(Input::Tap("d6".parse().unwrap()));
        let document = Document::new(SaveId::new(), None);
        page.imp().game.borrow_mut().as_mut().unwrap().document = Rc::clone(&document);
        leave(&page);
        assert_eq!(document.saving() == Saving::Failed, clock.is_some(), "no thread saves");
    }
}

/// Starts a game in which the engine advises d6 for the first move, and has said so.
fn play_with_hint(page: &GamePage) {
    page.play(game());
    let effects = page.imp().game.borrow_mut().as_mut().unwrap().handle(Input::Hint);
    let asked = effects
        .into_iter()
        .find_map(|effect| if let Effect::Think(request) = effect { Some(request.id) } else { None });
    let best = BestMove { mv: Move::place("d6".parse().unwrap()), score: None };
    page.handle(Input::Engine(Event { id: asked.unwrap(), kind: EventKind::Best(best) }));
}

#[gtk::test]
fn a_hint_stays_until_the_move_and_comes_back_after_other_words() {
    let (page, told) = page();
    play_with_hint(&page);
    page.act("hint");
    let shown = || page.imp().status.label();
    let hint = "Hint: d6. From a crossing, a piece can go many ways";
    assert_eq!((shown().as_str(), told.take().pop().as_deref()), (hint, Some(hint)));
    page.act("undo");
    assert_eq!(told.take(), ["There is nothing to undo"]);
    page.show_message("There is nothing to undo");
    assert_eq!(shown(), "There is nothing to undo");
    page.show_words();
    assert_eq!(shown(), hint);
    page.handle(Input::Tap("f4".parse().unwrap()));
    page.report();
    assert_eq!(shown(), "Black: place a piece (9 in hand)");
}

#[gtk::test]
fn a_hint_in_one_line_moves_nothing() {
    let (page, _) = page();
    let window = gtk::Window::builder().child(&*page).default_width(360).default_height(640).build();
    window.present();
    page.play(game());
    let place = || {
        wait_for_layout("the board", || page.imp().status.is_mapped());
        page.imp().board.compute_bounds(&*page)
    };
    let before = place();
    play_with_hint(&page);
    assert_eq!(page.imp().status.label(), "Hint: nothing to close or block, so take a crossing");
    page.show_message("Hint: d6");
    assert_eq!(place(), before);
    window.destroy();
}

#[gtk::test]
fn flipped_board_and_hidden_list_are_announced() {
    let (page, told) = page();
    page.play(game());
    told.take();
    for (action, words) in [
        ("flip", "Black is at the bottom"),
        ("flip", "White is at the bottom"),
        ("sidebar", "The move list is hidden"),
        ("sidebar", "The move list is shown if there is room"),
    ] {
        page.act(action);
        assert_eq!(told.take(), [words], "{action}");
    }
}

#[gtk::test]
fn at_the_start_no_step_leads_back_and_the_keyboard_goes_on() {
    let (page, told) = page();
    let window = gtk::Window::builder().child(&*page).default_width(1000).default_height(700).build();
    window.insert_action_group("game", Some(page.actions()));
    window.present();
    page.play(game());
    page.handle(Input::Tap("d6".parse().unwrap()));
    page.report();
    let imp = page.imp();
    wait_until(|| imp.view_previous.is_mapped());
    assert!(imp.view_first.is_sensitive() && imp.view_previous.grab_focus());
    page.act("view-previous");
    assert!(!imp.view_first.is_sensitive() && !imp.view_previous.is_sensitive());
    assert!(imp.view_next.has_focus());
    page.report();
    told.take();
    page.act("view-previous");
    assert_eq!(told.take(), ["This is the start of the game"]);
    page.act("view-next");
    assert!(imp.view_previous.is_sensitive());
    window.destroy();
}

fn turn(millis: u64) {
    glib::MainContext::default().block_on(glib::timeout_future(Duration::from_millis(millis)));
}

/// Returns a page in a window, with its actions.
fn in_window(page: &GamePage, width: i32) -> gtk::Window {
    let window = gtk::Window::builder().child(page).default_width(width).default_height(700).build();
    window.insert_action_group("game", Some(page.actions()));
    window.present();
    window
}

#[gtk::test]
fn move_now_is_offered_after_a_second_and_its_place_is_always_there() {
    let (page, _) = page();
    let window = in_window(&page, 1000);
    page.play(OpenGame::new(against_computer()));
    page.report();
    let hurry = &page.imp().hurry;
    while hurry.width() == 0 {
        turn(20);
    }
    let place = |page: &GamePage| (page.imp().step_count.width(), page.imp().hurry.width());
    let (before, scene) = (place(&page), page.scene().unwrap());
    assert!(before.1 > 20 && !page.offers_to_hurry(), "{before:?}");
    let begin = Instant::now();
    page.show_watching(&Scene { status: Status::Thinking { side: Color::Black }, ..scene.clone() });
    assert!(!page.offers_to_hurry());
    while !page.offers_to_hurry() {
        turn(20);
    }
    assert!(begin.elapsed() >= Duration::from_millis(900), "{:?}", begin.elapsed());
    assert_eq!(place(&page), before, "nothing has moved");
    page.show_watching(&scene);
    assert!(!page.offers_to_hurry());
    page.play(game());
    page.report();
    assert!(!hurry.is_visible(), "two people");
    window.destroy();
}

#[gtk::test]
fn however_a_game_ends_its_card_has_the_result_and_rematch_has_the_focus() {
    let (page, told) = page();
    let window = in_window(&page, 1000);
    let clock = Some(Clock { time: Duration::from_secs(1), increment: Duration::ZERO });
    let late = GameSetup { clock, ..game().session.setup().clone() };
    let lost = "White has won. Black has run out of time.";
    let draw = "Draw. Both players agreed to a draw.";
    for (setup, inputs, words) in [
        (against_computer(), vec![Input::Resign], "You have lost. White has resigned."),
        (game().session.setup().clone(), vec![Input::OfferDraw, Input::Answer(Answer::Accept)], draw),
        (late, vec![Input::Tap("d6".parse().unwrap()), Input::Tick(Duration::from_secs(9))], lost),
    ] {
        page.play(OpenGame::new(setup));
        page.report();
        page.focus_first();
        inputs.into_iter().for_each(|input| page.handle(input));
        turn(600);
        for toplevel in gtk::Window::list_toplevels() {
            toplevel.downcast::<adw::MessageDialog>().into_iter().for_each(|dialog| dialog.close());
        }
        let (title, reason) = words.split_once(". ").unwrap();
        assert_eq!(page.imp().result.words(), [title, reason]);
        let header = [&page.imp().header_status, &page.imp().header_last].map(|label| label.label());
        assert!(!header.iter().any(|shown| shown == title || shown == reason), "{header:?}");
        assert!(page.imp().result.has_focus_on_rematch(), "{words}");
        assert!(told.take().last().is_some_and(|told| told.ends_with(words)), "{words}");
    }
    window.destroy();
}

#[gtk::test]
fn a_piece_that_is_chosen_twice_is_put_back_in_words() {
    let (page, told) = page();
    let line = "W../.../.../W....W/.../BBB/... b 0 0 0";
    let start = Game::from_position(Rules::STANDARD, Position::parse(line, &Rules::STANDARD).unwrap());
    page.play(OpenGame::of(Session::restore(game().session.setup().clone(), start, None, 1)));
    let board = &page.imp().board;
    let point = page.scene().and_then(|scene| scene.movable.first()).unwrap();
    for _ in 0..2 {
        board.type_point(point);
        told.take();
        board.type_point(point);
        assert_eq!(told.take(), ["You put the piece back"]);
    }
}

#[gtk::test]
fn resigning_asks_first() {
    let (page, _) = page();
    let dialog = || gtk::Window::list_toplevels().into_iter().find_map(|top| top.downcast::<adw::MessageDialog>().ok());
    let named = |name: &str| Player::Named(name.to_owned());
    let players = ByColor { white: named("Ann"), black: named("Ben") };
    let setups = [
        (against_computer(), ""),
        (game().session.setup().clone(), "White to move"),
        (GameSetup { players, ..game().session.setup().clone() }, "Ben wins the game."),
    ];
    for (setup, body) in setups {
        page.play(OpenGame::new(setup));
        for (response, goes_on) in [("cancel", true), ("do", false)] {
            page.act("resign");
            let dialog = dialog().expect("a question");
            assert_eq!((dialog.heading().as_deref(), dialog.body().as_str()), (Some("Resign?"), body));
            assert_eq!(dialog.default_response().as_deref(), Some("cancel"));
            dialog.response(response);
            dialog.destroy();
            assert_eq!(page.is_unfinished(), goes_on, "{body}");
        }
    }
}

#[gtk::test]
fn stepping_back_from_the_result_returns_to_it() {
    let (page, told) = page();
    let window = in_window(&page, 1000);
    page.play(game());
    page.handle(Input::Tap("d6".parse().unwrap()));
    page.handle(Input::Tap("f4".parse().unwrap()));
    page.handle(Input::OfferDraw);
    page.handle(Input::Answer(Answer::Accept));
    turn(600);
    for toplevel in gtk::Window::list_toplevels() {
        toplevel.downcast::<adw::MessageDialog>().into_iter().for_each(|dialog| dialog.close());
    }
    let imp = page.imp();
    assert!(imp.result.has_focus_on_rematch());
    for end in ["view-next", "view-last"] {
        page.act("view-previous");
        page.report();
        assert!(imp.view_next.is_focus(), "Enter leads on, not {:?}", GtkWindowExt::focus(&window));
        told.take();
        page.act(end);
        page.report();
        assert!(imp.result.has_focus_on_rematch(), "{end}");
        assert!(told.take().last().is_some_and(|told| told.contains("Draw")), "{end}");
    }
    window.destroy();
}

#[gtk::test]
fn a_game_between_computers_is_paused_stepped_and_paced_on_its_page() {
    let (page, _) = page();
    page.services().settings.change(|settings| settings.watch_pace = Pace::Four);
    let computers = ByColor { white: Player::Computer(Skill::FIRST), black: Player::Computer(Skill::FIRST) };
    page.play(OpenGame::new(GameSetup { players: computers, ..against_computer() }));
    page.report();
    let imp = page.imp();
    assert!(imp.watch.get_visible() && !imp.pause_button.get_visible() && !imp.hurry.get_visible());
    assert_eq!(imp.pace.selected(), 3);
    imp.pace.set_selected(0);
    assert_eq!(page.services().settings.read(|settings| settings.watch_pace), Pace::Half);
    page.act("hold");
    page.report();
    assert_eq!(imp.status.label(), "Game paused");
    assert_eq!(imp.hold.tooltip_text().as_deref(), Some("Resume"));
    page.act("step");
    page.report();
    assert_eq!(imp.hold.tooltip_text().as_deref(), Some("Pause"));
    page.play(OpenGame::new(against_computer()));
    page.report();
    assert!(!imp.watch.get_visible() && imp.pause_button.get_visible());
}

#[gtk::test]
fn before_the_first_move_the_players_are_named_and_the_standard_rules_are_not() {
    let (page, told) = page();
    page.play(OpenGame::new(against_computer()));
    page.report();
    assert_eq!(page.imp().last.label(), "Against the computer: Newcomer");
    assert_eq!(told.take(), ["Against the computer: Newcomer. You play White. White to move"]);
    page.handle(Input::Tap("d6".parse().unwrap()));
    page.report();
    assert_eq!(told.take(), ["White played d6 – Black to move"]);
    page.play(OpenGame::new(GameSetup { rules: "lasker".parse().unwrap(), ..against_computer() }));
    page.report();
    assert!(page.imp().last.label().contains("Lasker"), "{}", page.imp().last.label());
}

#[gtk::test]
fn a_refused_tap_gives_its_reason_on_the_board_and_aloud() {
    let (page, told) = page();
    page.play(game());
    page.handle(Input::Tap("d6".parse().unwrap()));
    page.report();
    told.take();
    page.handle(Input::Tap("d6".parse().unwrap()));
    let reason = "There is already a piece on d6";
    assert_eq!(told.take(), [reason]);
    assert_eq!(page.imp().board.refusal().as_deref(), Some(reason));
    assert!(!page.imp().status.has_css_class("answer"), "the status stays");
    page.handle(Input::Tap("f4".parse().unwrap()));
    page.report();
    assert_eq!(page.imp().board.refusal(), None);
}

#[gtk::test]
fn values_and_warnings_are_in_the_menu_of_the_board() {
    let (page, _) = page();
    page.play(OpenGame::new(against_computer()));
    let state = |name| page.actions().action_state(name).and_then(|state| state.get::<bool>());
    for (name, of) in [("values", (|s| s.values) as fn(&Settings) -> bool), ("warn", |s| s.warn)] {
        let before = page.services().settings.read(of);
        assert_eq!(state(name), Some(before), "{name}");
        page.act(name);
        assert_eq!(page.services().settings.read(of), !before, "{name}");
        assert_eq!(state(name), Some(!before), "{name}");
    }
    page.play(game());
    assert!(!page.actions().is_action_enabled("warn"), "two people are never warned");
}

#[gtk::test]
fn the_focus_returns_to_the_point_where_it_was() {
    let (page, _) = page();
    page.play(game());
    let (board, other) = (&page.imp().board, &page.imp().view_first);
    let window = gtk::Window::builder().child(&*page).build();
    let point: Point = "f4".parse().unwrap();
    board.focus_point(point);
    other.set_sensitive(true);
    assert!(other.grab_focus() && board.focused_point().is_none());
    page.focus_first();
    assert_eq!(board.focused_point(), Some(point));
    window.destroy();
}

#[gtk::test]
fn a_watched_game_is_neither_saved_nor_drawn_on() {
    let (page, told) = page();
    page.play(OpenGame { watched: Some("aaaqeayeaudao".to_owned()), ..game() });
    page.report();
    assert!(!page.actions().is_action_enabled("save"));
    let point: Point = "f4".parse().unwrap();
    let acts: [&dyn Fn(); 3] = [&|| page.act("save"), &|| page.draw(point, point), &|| page.draw_at_focus()];
    for act in acts {
        told.take();
        act();
        assert_eq!(told.take(), ["You are watching"]);
    }
    page.play(game());
    assert!(page.actions().is_action_enabled("save"));
}

#[gtk::test]
fn long_words_for_move_now_wrap() {
    let (page, _) = page();
    let imp = page.imp();
    imp.middle.set_visible_child_name("move-now");
    let least = || imp.steps.measure(gtk::Orientation::Horizontal, -1).0;
    imp.move_now.set_label("Move");
    let short = least();
    imp.move_now.set_label("Move Move Move Move");
    assert_eq!(least(), short);
}
