// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests of games by message on the page, without a window.

use std::rc::Rc;

use morris::Rules;
use morris_message::{ColorChoice, Turn};
use morris_play::persistence::{SaveId, SavedGame, Store};
use morris_play::setup::GameSetup;

use super::*;
use crate::pages::app_page::Page;
use crate::pages::game::OpenGame;
use crate::services::Document;
use crate::services::for_tests::{InFolder, Log, in_folder, logged, spoken};
use crate::widgets::for_tests::wait_until;

/// A page with the game of Ann, who is White, and the game of Bob.
struct Case {
    page: InFolder<GamePage>,
    bob: MessageGame,
    announced: Log,
}

impl Case {
    fn new() -> Self {
        let (messages, announced) = logged(spoken);
        let page = in_folder(messages, |context| GamePage::make(&context));
        let (ann, bob) = accepted();
        page.play(OpenGame::restored(SavedGame::by_message(ann), Some(SaveId::new())));
        Self { page, bob, announced }
    }

    fn tap(&self, point: &str) {
        self.page.handle(Input::Tap(point.parse().unwrap()));
        self.page.report();
    }

    /// Lets Bob read the line of Ann.
    fn send(&mut self) {
        let line = self.page.read(|game| game.session.message().unwrap().line_to_send()).unwrap();
        self.page.handle(Input::LineSent);
        assert!(matches!(self.bob.read(&line), Ok(Reading::Applied(_))), "{line}");
    }

    /// Lets Bob write a turn, and Ann read it.
    fn answer(&mut self, turn: &str) {
        let turn = Turn::parse(turn, self.bob.rules().board).unwrap();
        let line = self.bob.write(turn).unwrap().into_line();
        self.page.read_line(&Line::parse(&line).unwrap());
        self.page.report();
    }

    fn status(&self) -> String {
        self.page.imp().status.label().to_string()
    }

    fn announced(&self) -> Vec<String> {
        self.announced.take()
    }

    fn is_enabled(&self, name: &str) -> bool {
        self.page.actions().lookup_action(name).unwrap().is_enabled()
    }
}

fn accepted() -> (MessageGame, MessageGame) {
    let ann = "Ann".parse().unwrap();
    let mut ann = MessageGame::invite(Rules::STANDARD, ColorChoice::White, ann, [1; 40]).unwrap();
    let bob = MessageGame::accept(&ann.whole(), "Bob".parse().unwrap(), [2; 32]).unwrap();
    ann.read(&bob.whole()).unwrap();
    (ann, bob)
}

#[gtk::test]
fn a_move_is_a_line_to_send_and_then_the_friend_is_waited_for() {
    let mut case = Case::new();
    let is_main = |case: &Case| case.page.imp().copy_line.has_css_class("suggested-action");
    assert!(case.status().contains("9 in hand") && !is_main(&case));
    case.announced();
    case.tap("d6");
    assert_eq!((case.status().as_str(), is_main(&case)), ("Send your message to Bob", true));
    assert_eq!(case.announced(), ["White played d6 – Send your message to Bob"]);
    case.send();
    assert_eq!((case.status().as_str(), is_main(&case)), ("Waiting for Bob", false));
    assert!(case.announced().is_empty(), "the user has just done it");
    case.tap("f4");
    assert_eq!(case.announced(), ["Waiting for Bob"], "Ann cannot move");
    case.answer("f4");
    assert_eq!(case.announced().len(), 1, "one sentence, as for any other move");
    assert!(case.status().contains("8 in hand"));
}

#[gtk::test]
fn invited_game_describes_the_next_step() {
    let case = Case::new();
    let imp = case.page.imp();
    let is_main = |button: &gtk::Button| button.has_css_class("suggested-action");
    assert!(!imp.hint_button.get_visible(), "there are no hints");
    let ann = MessageGame::invite(Rules::STANDARD, ColorChoice::White, "Ann".parse().unwrap(), [1; 40]).unwrap();
    case.page.play(OpenGame::restored(SavedGame::by_message(ann), Some(SaveId::new())));
    assert!(case.page.has_room_for_message(), "it is not laid out yet");
    assert_eq!(imp.last.label(), "When your friend answers, paste the message");
    assert_eq!((is_main(&imp.copy_line), is_main(&imp.paste_line)), (true, false));
    case.page.handle(Input::LineSent);
    assert_eq!((is_main(&imp.copy_line), is_main(&imp.paste_line)), (false, true));
    case.page.play(OpenGame::new(GameSetup::between_persons(Rules::STANDARD)));
    assert!(imp.hint_button.get_visible() && imp.last.label() != "When your friend answers, paste the message");
}

/// Returns a game of shax in which it is this player's turn, and a move after which the friend must
/// pass.
fn before_a_pass() -> (MessageGame, morris::Move) {
    let ann = MessageGame::invite("shax".parse().unwrap(), ColorChoice::White, "Ann".parse().unwrap(), [1; 40]);
    let mut ann = ann.unwrap();
    let mut bob = MessageGame::accept(&ann.whole(), "Bob".parse().unwrap(), [2; 32]).unwrap();
    ann.read(&bob.whole()).unwrap();
    loop {
        let is_ann = ann.status() == Waits::YourTurn;
        let (one, other) = if is_ann { (&mut ann, &mut bob) } else { (&mut bob, &mut ann) };
        let (before, mv) = (one.clone(), one.game().position().legal_moves(one.rules())[0]);
        let line = one.write(Turn::Move(mv)).unwrap().into_line();
        if one.status() == Waits::YourTurn {
            return (before, mv);
        }
        other.read(&line).unwrap();
    }
}

#[gtk::test]
fn a_line_is_also_to_be_sent_if_the_friend_must_pass() {
    let case = Case::new();
    let (game, mv) = before_a_pass();
    let name = game.friend().unwrap().to_string();
    let saved = SavedGame { last_line: LastLine::Sent, ..SavedGame::by_message(game) };
    case.page.play(OpenGame::restored(saved, Some(SaveId::new())));
    let is_main = || case.page.imp().copy_line.has_css_class("suggested-action");
    assert!(!is_main());
    case.announced();
    while let Some(point) = case.page.scene().and_then(|scene| scene.next_tap(&mv)) {
        case.page.handle(Input::Tap(point));
        if case.page.is_unsent() {
            break;
        }
    }
    case.page.report();
    assert_eq!(case.announced().last(), Some(&format!("Send your message to {name}")));
    assert!(is_main());
    case.page.act("undo");
    assert!(!is_main(), "it is taken back at once");
}

#[gtk::test]
fn a_copied_line_is_taken_back_at_once_until_the_user_leaves_the_window() {
    let case = Case::new();
    case.tap("d6");
    case.page.handle(Input::LineCopied);
    assert_eq!(case.status(), "Waiting for Bob");
    case.announced();
    case.page.act("undo");
    assert!(case.announced().contains(&"Copied message withdrawn".to_owned()));
    assert_eq!(case.page.read(|game| game.session.game().cursor()), Some(0));
    case.tap("d2");
    case.page.handle(Input::LineCopied);
    case.page.handle(Input::LineSent);
    assert_eq!(
        (case.page.copied_line(), case.page.read(|game| game.session.can_take_back_line())),
        (None, Some(false))
    );
}

#[gtk::test]
fn a_line_that_changes_nothing_is_answered() {
    let mut case = Case::new();
    case.tap("d6");
    case.send();
    case.answer("f4");
    case.announced();
    let line = case.bob.last_line();
    case.page.read_line(&Line::parse(&line).unwrap());
    case.page.read_line(&Line::parse(&line.replace(" f4 ", " f2 ")).unwrap());
    assert_eq!(
        case.announced(),
        [
            "This message has already been read",
            "This message does not fit your game: ask your friend for the whole game"
        ]
    );
    assert_eq!(case.page.read(|game| game.session.game().cursor()), Some(2));
}

#[gtk::test]
fn a_page_may_be_behind_the_disk_if_a_line_does_not_follow() {
    let mut case = Case::new();
    case.tap("d6");
    case.send();
    let mut ann = case.page.read(|game| game.session.message().unwrap().clone()).unwrap();
    let bob = &mut case.bob;
    let say = |from: &mut MessageGame, to: &mut MessageGame, text: &str| {
        let line = from.write(Turn::parse(text, from.rules().board).unwrap()).unwrap().into_line();
        to.read(&line).unwrap();
        Line::parse(&line).unwrap()
    };
    let next = say(bob, &mut ann, "f4");
    say(&mut ann, bob, "d2");
    let later = say(bob, &mut ann, "b4");
    say(&mut ann, bob, "draw");
    say(bob, &mut ann, "no");
    let whole = Line::parse(&bob.whole()).unwrap();
    // As if it was saved.
    case.page.imp().game.borrow_mut().as_mut().unwrap().document = Document::new(SaveId::new(), None);
    assert!([&later, &whole].iter().all(|line| case.page.may_be_behind(line)));
    assert!(!case.page.may_be_behind(&next));
}

#[gtk::test]
fn the_question_of_a_friend_is_shown_until_it_is_answered() {
    let mut case = Case::new();
    let shown = |case: &Case| case.page.imp().by_message.visible_child_name().unwrap();
    case.tap("d6");
    case.send();
    case.answer("draw");
    assert_eq!((case.status().as_str(), shown(&case).as_str()), ("Bob offers a draw", "question"));
    case.page.actions().activate_action("decline", None);
    case.page.report();
    assert_eq!((case.status().as_str(), shown(&case).as_str()), ("Send your message to Bob", "lines"));
    case.send();
    case.answer("f4");
    assert!(case.status().contains("8 in hand"));
    case.page.handle(Input::OfferDraw);
    case.page.report();
    assert_eq!(case.status(), "Send your draw offer to Bob");
    assert_eq!(case.announced().last().unwrap(), "Send your draw offer to Bob");
    case.send();
    assert_eq!(case.status(), "Waiting for Bob");
    case.announced();
    case.answer("no");
    assert!(case.announced().contains(&"Bob declined".to_owned()));
    case.page.handle(Input::Undo);
    case.page.report();
    assert_eq!(case.status(), "Send your take-back request to Bob");
    case.send();
    case.announced();
    case.answer("yes");
    assert_eq!(case.announced(), ["Taken back: White played d6, Black played f4 – White to move"]);
}

#[gtk::test]
fn restarted_page_shows_the_same_step() {
    let mut case = Case::new();
    let restarted = |case: &Case| {
        let shown = || (case.status(), case.page.imp().by_message.visible_child_name());
        let before = shown();
        case.page.play(OpenGame::restored(case.page.saved().unwrap(), Some(SaveId::new())));
        assert_eq!(shown(), before);
    };
    case.tap("d6");
    restarted(&case);
    case.send();
    restarted(&case);
    case.answer("draw");
    restarted(&case);
    case.page.actions().activate_action("decline", None);
    restarted(&case);
    case.send();
    case.answer("f4");
    case.page.handle(Input::Undo);
    restarted(&case);
    case.send();
    case.answer("no");
    restarted(&case);
    case.page.handle(Input::OfferDraw);
    case.send();
    restarted(&case);
    case.answer("yes");
    restarted(&case);
    assert!(case.page.scene().unwrap().outcome.is_some(), "both agreed to a draw");
}

#[gtk::test]
fn each_question_has_answers_of_its_own() {
    for (question, answers) in [("draw", ["Decline", "Accept"]), ("undo", ["Decline", "Allow"])] {
        let mut case = Case::new();
        for (own, theirs) in [("d6", "f4"), ("d2", question)] {
            case.tap(own);
            case.send();
            case.answer(theirs);
        }
        let imp = case.page.imp();
        assert_eq!([&imp.decline, &imp.accept].map(|button| button.label().unwrap()), answers);
    }
}

/// Lets Ann play on these points, and another window play f4 instead of the last of them. Then asks
/// for the line of Ann, and checks that the page shows the game of the other window.
#[track_caller]
fn another_window_plays_instead(points: &[&str], played: usize) {
    let case = Case::new();
    let saves = &case.page.services().saves;
    saves.start();
    let id = case.page.read(|game| game.document.id()).unwrap();
    let mut ann = *case.page.saved().unwrap().message.unwrap();
    points[..played].iter().for_each(|point| case.tap(point));
    case.page.autosave();
    wait_until(|| case.page.saving() == Saving::Saved);
    let other = Store::open(saves.store().folder().to_owned());
    other.load(&id).unwrap();
    let line = ann.write(Turn::parse("f4", ann.rules().board).unwrap()).unwrap().into_line();
    other.save(&id, &SavedGame::by_message(ann)).unwrap();
    points[played..].iter().for_each(|point| case.tap(point));
    case.page
        .hand_out(MessageGame::line_to_send, Input::LineSent, |_, line| panic!("a second line of one turn: {line}"));
    let shown = || case.page.read(|game| game.session.message().unwrap().line_to_send()).unwrap();
    wait_until(|| shown() == line && case.page.saving() == Saving::Saved);
    assert_eq!(saves.store().list().unwrap().len(), 1);
    assert_eq!(other.load(&id).unwrap().message.unwrap().line_to_send(), line);
}

#[gtk::test]
fn a_game_that_another_window_continues_is_shown_as_it_is_there() {
    another_window_plays_instead(&["d6"], 0);
}

#[gtk::test]
fn a_line_that_another_window_has_taken_back_is_not_given_away() {
    another_window_plays_instead(&["d6"], 1);
}

#[gtk::test]
fn the_line_of_another_game_is_not_given_away() {
    let case = Case::new();
    let saves = Rc::clone(&case.page.services().saves);
    saves.start();
    case.tap("d6");
    case.page
        .hand_out(MessageGame::line_to_send, Input::LineSent, |_, line| panic!("the user has left the game: {line}"));
    let (game, _) = before_a_pass();
    case.page.play(OpenGame::restored(SavedGame::by_message(game), Some(SaveId::new())));
    let is_written = Rc::new(std::cell::Cell::new(false));
    let note = Rc::clone(&is_written);
    glib::spawn_future_local(async move {
        saves.flush().await;
        note.set(true);
    });
    wait_until(|| is_written.get());
    while glib::MainContext::default().iteration(false) {}
}

#[gtk::test]
fn a_line_is_given_away_once_the_disk_knows_that_it_may_be_sent() {
    let case = Case::new();
    let saves = &case.page.services().saves;
    saves.start();
    case.tap("d6");
    case.page.hand_out(MessageGame::line_to_send, Input::LineSent, |page, line| {
        let there = page.services().saves.store().load(&page.read(|game| game.document.id()).unwrap()).unwrap();
        assert_eq!((there.last_line, there.message.unwrap().line_to_send().as_str()), (LastLine::Sent, line));
        page.messages().answer("given");
    });
    wait_until(|| case.announced.borrow().iter().any(|words| words == "given"));
    assert_eq!(case.status(), "Waiting for Bob");
}

#[gtk::test]
fn a_line_that_is_not_on_the_disk_is_not_given_away() {
    let case = Case::new();
    case.tap("d6");
    assert_eq!(case.page.saving(), Saving::Failed, "no thread saves");
    case.announced();
    case.page
        .hand_out(MessageGame::line_to_send, Input::LineSent, |_, line| panic!("a line that could get lost: {line}"));
    wait_until(|| !case.announced.borrow().is_empty());
    assert_eq!(case.announced(), ["Could not save the game."]);
    assert_eq!(case.status(), "Send your message to Bob");
}

#[gtk::test]
fn aids_are_closed_until_the_end() {
    let mut case = Case::new();
    let closed = ["hint", "values", "warn", "review", "pause"];
    case.tap("d6");
    assert!(closed.iter().all(|name| !case.is_enabled(name)));
    for name in ["hint", "values", "review"] {
        case.announced();
        case.page.act(name);
        assert_eq!(case.announced(), ["Available after the game"], "{name}");
    }
    assert_eq!(case.page.why_not_analyze().as_deref(), Some("Available after the game"));
    assert!(!case.page.imp().pause_button.is_visible());
    case.send();
    case.answer("resign");
    assert!(case.is_enabled("review") && case.page.why_not_analyze().is_none());
}

#[gtk::test]
fn the_line_that_ends_a_game_can_be_copied() {
    let case = Case::new();
    case.page.handle(Input::Resign);
    let next = || case.page.imp().result.next();
    assert_eq!(next(), Next::SendLine);
    let mut case = Case::new();
    case.tap("d6");
    case.send();
    case.answer("resign");
    assert_eq!(case.page.imp().result.next(), Next::Review);
    assert!(!case.is_enabled("rematch") && case.page.same_game().is_none());
}

#[gtk::test]
fn only_a_turn_changes_the_time_of_the_last_turn() {
    let case = Case::new();
    case.tap("d6");
    let saved = case.page.saved().unwrap();
    assert_eq!((saved.last_line, saved.message.map(|game| game.game().cursor())), (LastLine::Unsent, Some(1)));
    if let Some(game) = case.page.imp().game.borrow_mut().as_mut() {
        game.since = game.since.map(|since| since - jiff::SignedDuration::from_secs(60));
    }
    let since = case.page.saved().unwrap().saved;
    case.page.handle(Input::LineSent);
    case.page.handle(Input::View(0));
    let saved = case.page.saved().unwrap();
    assert_eq!((saved.last_line, saved.saved), (LastLine::Sent, since));
    case.page.handle(Input::Resign);
    assert!(case.page.saved().unwrap().saved > since);
}

#[gtk::test]
fn only_a_game_by_message_has_lines_in_its_menu() {
    let case = Case::new();
    let items = || case.page.imp().share_menu.n_items();
    let with_lines = items();
    assert!(case.page.imp().by_message.is_visible() && case.is_enabled("copy-line"));
    assert_eq!(case.page.help_here(), Some("friend"));
    let setup = morris_play::setup::GameSetup::between_persons(Rules::STANDARD);
    case.page.play(OpenGame::new(setup));
    assert_eq!(items(), with_lines - 1);
    assert!(!case.page.imp().by_message.is_visible() && !case.is_enabled("copy-line"));
}

fn write(game: &mut MessageGame, text: &str) -> String {
    game.write(Turn::parse(text, &morris::PLAIN_24).unwrap()).unwrap().into_line()
}

#[test]
fn own_moves_made_elsewhere_are_named() {
    let (ann, mut bob) = accepted();
    let mut elsewhere = ann.clone();
    let first = write(&mut elsewhere, "d6");
    bob.read(&first).unwrap();
    write(&mut bob, "f4");
    let doubt = |line: &str| doubt(&ann, &Line::parse(line).unwrap());
    assert_eq!(doubt(&bob.whole()), Some(Doubt::OwnMoves { count: 1, turns: "You play d6".to_owned() }));
    assert_eq!((doubt(&first), doubt(&bob.last_line())), (None, None));
}

#[test]
fn a_game_that_went_another_way_is_offered() {
    let (mut ann, mut bob) = accepted();
    bob.read(&write(&mut ann.clone(), "d6")).unwrap();
    write(&mut bob, "f4");
    write(&mut ann, "d2");
    let doubt = |line: &str| doubt(&ann, &Line::parse(line).unwrap());
    assert_eq!(doubt(&bob.whole()), Some(Doubt::Differs { turns: "You play d6".to_owned() }));
    assert_eq!(doubt(&bob.last_line()), None);
}

#[test]
fn a_game_that_cannot_be_taken_is_refused_with_the_reason() {
    let (mut ann, mut bob) = accepted();
    bob.read(&write(&mut ann.clone(), "resign")).unwrap();
    write(&mut ann, "d2");
    let doubt = doubt(&ann, &Line::parse(&bob.whole()).unwrap());
    let reason = LineError::OwnTurn { number: 1, turn: Turn::Resign, word: "+resign".to_owned() };
    assert_eq!(doubt, Some(Doubt::Refused(reason)));
}

/// Bob knows the key, so he can write turns of Ann.
#[gtk::test]
fn made_up_resignation_is_refused_and_named() {
    let mut case = Case::new();
    let mut as_ann = case.page.read(|game| game.session.message().unwrap().clone()).unwrap();
    case.bob.read(&write(&mut as_ann, "resign")).unwrap();
    case.announced();
    case.page.read_line(&Line::parse(&case.bob.whole()).unwrap());
    assert_eq!(case.announced(), ["The message says “You resign”: if that is true, do it here"]);
    assert!(case.page.is_unfinished());
}

#[gtk::test]
fn accepted_game_shows_its_safety_phrase() {
    let case = Case::new();
    let phrase = case.bob.safety_phrase().unwrap();
    assert_eq!(case.page.safety_phrase().as_deref(), Some(phrase));
    assert!(case.is_enabled("safety-phrase"));
    let ann = MessageGame::invite(Rules::STANDARD, ColorChoice::White, "Ann".parse().unwrap(), [1; 40]).unwrap();
    case.page.play(OpenGame::restored(SavedGame::by_message(ann), Some(SaveId::new())));
    assert!(!case.is_enabled("safety-phrase"));
}
