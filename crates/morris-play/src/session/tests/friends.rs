// SPDX-License-Identifier: GPL-3.0-or-later
//! Games with a friend in one network: clocks, absence, and watching.

use morris_message::{ColorChoice, Line, MessageGame, Status as Waits, Turn};

use super::*;
use crate::persistence::SavedGame;
use crate::setup::ClockTimes;

const ANN: Color = Color::White;
const BOB: Color = Color::Black;

fn seconds(count: u64) -> Duration {
    Duration::from_secs(count)
}

fn clock() -> Clock {
    Clock { time: seconds(60), increment: seconds(2) }
}

/// Returns the games of Ann, who has White, and of Bob.
fn games() -> (MessageGame, MessageGame) {
    let ann = MessageGame::invite(Rules::STANDARD, ColorChoice::White, "Ann".parse().unwrap(), [1; 40]);
    let mut ann = ann.unwrap();
    let bob = MessageGame::accept(&ann.whole(), "Bob".parse().unwrap(), [2; 32]).unwrap();
    ann.read(&bob.whole()).unwrap();
    (ann, bob)
}

fn timed(game: MessageGame) -> Session {
    Session::by_message(game, LastLine::Sent, 1).with_clock(Some(clock()), None)
}

/// Returns the sessions of Ann and Bob, who are connected.
fn connected() -> (Session, Session) {
    let (ann, bob) = games();
    let (mut ann, mut bob) = (timed(ann), timed(bob));
    contact(&mut ann, BOB, Contact::Here);
    contact(&mut bob, ANN, Contact::Here);
    (ann, bob)
}

fn contact(session: &mut Session, side: Color, contact: Contact) {
    let _ = session.handle(Input::Contact { side, contact });
}

/// Returns the line that a session has written last.
fn line(session: &Session) -> Line {
    Line::parse(&session.message().unwrap().line_to_send()).unwrap()
}

/// Delivers the last line with the time that it took.
fn deliver(from: &Session, to: &mut Session) {
    let side = from.setup().only_person().unwrap();
    let _ = to.handle(Input::Line(Box::new(line(from))));
    if let Some(time) = from.spent() {
        let _ = to.handle(Input::Spent { side, time });
    }
}

#[test]
fn both_clocks_agree_although_lines_take_time() {
    let (mut ann, mut bob) = connected();
    let _ = ann.handle(Input::Tick(seconds(5)));
    tap(&mut ann, "d6");
    assert_eq!(ann.spent(), Some(seconds(5)));
    // The line is two seconds late.
    let _ = bob.handle(Input::Tick(seconds(7)));
    deliver(&ann, &mut bob);
    assert_eq!(bob.clocks(), Some(ByColor { white: seconds(57), black: seconds(60) }));
    let _ = bob.handle(Input::Tick(seconds(1)));
    tap(&mut bob, "f4");
    deliver(&bob, &mut ann);
    assert_eq!(ann.clocks(), bob.clocks());
    assert_eq!(ann.clocks(), Some(ByColor { white: seconds(57), black: seconds(61) }));
    assert_eq!((ann.clock_running(), bob.clock_running()), (Some(ANN), Some(ANN)));
}

#[test]
fn a_loss_on_time_is_a_line_of_the_loser() {
    let (mut ann, mut bob) = connected();
    let effects = bob.handle(Input::Tick(seconds(61)));
    assert!(effects.is_empty() && bob.outcome().is_none() && bob.can_claim(), "only Ann's program knows her time");
    let effects = ann.handle(Input::Tick(seconds(61)));
    assert!(effects.contains(&Effect::LineWritten) && effects.contains(&Effect::Autosave));
    assert!(line(&ann).to_string().contains(" 1 +time "));
    deliver(&ann, &mut bob);
    let lost = Outcome::Win { winner: BOB, reason: WinReason::Time };
    assert_eq!([ann.outcome(), bob.outcome()], [Some(lost); 2]);
    assert!(!bob.can_claim());
}

#[test]
fn clocks_stop_while_the_friend_is_away_and_the_game_goes_on() {
    let (mut ann, mut bob) = connected();
    contact(&mut ann, BOB, Contact::Away);
    assert_eq!(ann.clock_running(), None);
    assert!(ann.handle(Input::Tick(seconds(100))).is_empty());
    let effects = tap(&mut ann, "d6");
    assert!(effects.contains(&Effect::LineWritten), "it waits for Bob");
    contact(&mut ann, BOB, Contact::Here);
    assert_eq!(ann.clock_running(), Some(BOB));
    assert_eq!(ann.status(), Status::Elsewhere { side: BOB }, "Ann sends nothing herself");
    deliver(&ann, &mut bob);
    assert_eq!((bob.game().cursor(), bob.clocks()), (1, ann.clocks()));
    assert_eq!(timed(games().0).clock_running(), None, "a saved game waits for the friend");
}

#[test]
fn a_friend_without_a_clock_gets_lines_by_the_connection() {
    let (_, bob) = games();
    let mut bob = Session::by_message(bob, LastLine::Unsent, 1);
    assert!(matches!(bob.status(), Status::Unsent { .. }));
    for (state, is_unsent) in [(Contact::Here, false), (Contact::Away, false), (Contact::Gone, true)] {
        contact(&mut bob, ANN, state);
        assert_eq!(matches!(bob.status(), Status::Unsent { .. }), is_unsent);
    }
}

#[test]
fn a_question_waits_for_an_absent_friend() {
    let (mut ann, mut bob) = connected();
    contact(&mut ann, BOB, Contact::Away);
    let _ = ann.handle(Input::OfferDraw);
    deliver(&ann, &mut bob);
    contact(&mut bob, ANN, Contact::Away);
    assert!(matches!(bob.status(), Status::Asked { side: BOB, .. }));
    let _ = bob.handle(Input::Answer(Answer::Accept));
    deliver(&bob, &mut ann);
    assert_eq!(ann.outcome(), Some(Outcome::Draw(DrawReason::Agreement)));
}

#[test]
fn the_clock_of_the_asked_player_runs() {
    let (mut ann, mut bob) = connected();
    let _ = ann.handle(Input::OfferDraw);
    deliver(&ann, &mut bob);
    assert_eq!((ann.clock_running(), bob.clock_running()), (Some(BOB), Some(BOB)));
    let _ = bob.handle(Input::Tick(seconds(60)));
    deliver(&bob, &mut ann);
    assert_eq!(ann.outcome(), Some(Outcome::Win { winner: ANN, reason: WinReason::Time }));
}

#[test]
fn the_clock_of_a_friend_cannot_be_paused() {
    let (mut ann, _) = connected();
    let _ = ann.handle(Input::Pause);
    assert_eq!(ann.clock_running(), Some(ANN));
    contact(&mut ann, BOB, Contact::Away);
    let _ = ann.handle(Input::Pause);
    assert_eq!(ann.status(), Status::Paused);
}

#[test]
fn times_follow_moves_that_are_taken_back_and_whole_games() {
    let (mut ann, mut bob) = connected();
    for (index, point) in ["d6", "f4", "d2"].into_iter().enumerate() {
        let (from, to) = if index % 2 == 0 { (&mut ann, &mut bob) } else { (&mut bob, &mut ann) };
        let _ = from.handle(Input::Tick(seconds(10)));
        tap(from, point);
        deliver(from, to);
    }
    let mut late = timed(games().1);
    let _ = late.handle(Input::Line(Box::new(Line::parse(&ann.message().unwrap().whole()).unwrap())));
    let _ = late.handle(Input::Left(ann.clocks().unwrap()));
    assert_eq!((late.game().played(), late.clocks()), (ann.game().played(), ann.clocks()));
    assert_eq!(late.clock_times().unwrap().history.len(), late.game().moves().len() + 1);
    let _ = bob.handle(Input::Undo);
    deliver(&bob, &mut ann);
    let _ = ann.handle(Input::Answer(Answer::Accept));
    deliver(&ann, &mut bob);
    assert_eq!(ann.game().cursor(), 1);
    let before = ByColor { white: seconds(52), black: seconds(60) };
    assert_eq!((ann.clocks(), bob.clocks()), (Some(before), Some(before)));
}

#[test]
fn a_win_is_claimed_only_from_a_friend_without_time() {
    let (mut ann, _) = connected();
    assert!(ann.handle(Input::Claim).is_empty());
    tap(&mut ann, "d6");
    let _ = ann.handle(Input::Tick(seconds(60)));
    let _ = ann.handle(Input::Claim);
    assert_eq!(ann.outcome(), Some(Outcome::Win { winner: ANN, reason: WinReason::Time }));
    assert!(ann.message().is_none(), "it is no longer a game by message");
    assert_eq!([ANN, BOB].map(|side| ann.setup().players[side].name()), [Some("Ann"), Some("Bob")]);
}

#[test]
fn a_saved_game_keeps_its_clocks() {
    let (mut ann, _) = connected();
    let _ = ann.handle(Input::Tick(seconds(5)));
    tap(&mut ann, "d6");
    let saved = SavedGame::by_message(ann.message().unwrap().clone()).with_clock(Some(clock()), ann.clock_times());
    let game = *saved.message.unwrap();
    let session = Session::by_message(game, LastLine::Sent, 1).with_clock(saved.setup.clock, saved.clocks);
    assert_eq!(session.clocks(), ann.clocks());
    assert_eq!(session.message().unwrap().status(), Waits::FriendsTurn);
    let times: Option<ClockTimes> = session.clock_times();
    assert_eq!(times, ann.clock_times());
    assert_eq!(Session::by_message(games().0, LastLine::Sent, 1).clocks(), None);
}

#[test]
fn a_game_of_friends_is_watched() {
    let (mut ann, mut bob) = games();
    let friend = |name: &str| Player::Friend { name: Some(name.to_owned()) };
    let mut watcher = Session::new(GameSetup { clock: Some(clock()), ..setup(friend("Ann"), friend("Bob")) }, 1);
    assert_eq!(refusal(&tap(&mut watcher, "d6")), Some(Refusal::NotYourTurn));
    ann.write(Turn::parse("d6", Rules::STANDARD.board).unwrap()).unwrap();
    let effects = watcher.handle(Input::Follow(Box::new(ann.game().clone())));
    assert_eq!((cues(&effects), watcher.game().cursor()), (vec![Cue::Place], 1));
    assert!(watcher.scene().closes_aids() && !watcher.scene().undoable);
    assert_eq!(refusal(&watcher.handle(Input::Undo)), Some(Refusal::NothingToUndo));
    assert_eq!(watcher.status(), Status::Elsewhere { side: BOB });
    let _ = watcher.handle(Input::Tick(seconds(100)));
    assert_eq!(watcher.outcome(), None, "a watcher does not judge");
    bob.read(&ann.whole()).unwrap();
    bob.write(Turn::Time).unwrap();
    let effects = watcher.handle(Input::Follow(Box::new(bob.game().clone())));
    let lost = Outcome::Win { winner: ANN, reason: WinReason::Time };
    assert!(effects.contains(&Effect::GameOver(lost)) && watcher.game() == &Arc::new(bob.game().clone()));
    assert!(watcher.handle(Input::Follow(Box::new(bob.game().clone()))).is_empty());
}
