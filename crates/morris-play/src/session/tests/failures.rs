// SPDX-License-Identifier: GPL-3.0-or-later
//! Games with failed players, and pauses.

use super::*;

fn engine_reports(request: &Request, kind: EventKind) -> Input {
    Input::Engine(Event { id: request.id, kind })
}

fn failure(effects: &[Effect]) -> Option<Purpose> {
    let failed =
        |effect: &Effect| if let Effect::EngineFailed { purpose, .. } = effect { Some(*purpose) } else { None };
    effects.iter().find_map(failed)
}

/// Returns a game of a person with White against a program that has failed to answer d6.
fn against_a_failed_program() -> Session {
    let mut session = Session::new(setup(Player::Person, Player::program("mill")), 1);
    let _ = session.handle(Input::Begin);
    let (_, request) = asked(&tap(&mut session, "d6")).unwrap();
    let _ = session.handle(says(&request, SeatEventKind::Failed(PlayerError::NoMove)));
    session
}

/// Pauses and resumes a game as a change of page or language does.
fn pause_and_resume(session: &mut Session) -> Vec<Effect> {
    let mut effects = session.handle(Input::Pause);
    effects.extend(session.handle(Input::Resume));
    effects
}

#[test]
fn a_failed_program_is_not_asked_again_by_a_pause() {
    let mut session = against_a_failed_program();
    let before = session.scene();
    assert_eq!(before.status, Status::Waiting { side: Color::Black });
    assert_eq!(asked(&pause_and_resume(&mut session)), None);
    assert_eq!(session.scene(), before);
    assert!(asked(&session.handle(Input::MoveNow)).is_some());
}

#[test]
fn a_watched_game_that_waits_goes_on_waiting_after_a_pause() {
    let mut session = Session::new(setup(COMPUTER, COMPUTER), 1);
    let first = request(&session.handle(Input::Begin)).unwrap();
    let _ = session.handle(answer(&first, "d6", None));
    let _ = session.handle(Input::Undo);
    assert_eq!(request(&pause_and_resume(&mut session)), None);
    assert_eq!(session.scene().status, Status::Waiting { side: Color::White });
}

#[test]
fn a_pause_keeps_advice_and_offers_that_are_being_thought_about() {
    let mut session = Session::new(setup(Player::Person, COMPUTER), 1);
    let _ = session.handle(Input::Begin);
    for (input, purpose) in [(Input::Hint, Purpose::Hint), (Input::OfferDraw, Purpose::Offer)] {
        let late = request(&session.handle(input)).unwrap();
        let again = request(&pause_and_resume(&mut session)).expect("it is asked again");
        assert!(session.handle(answer(&late, "d6", None)).is_empty());
        let effects = session.handle(answer(&again, "d6", None));
        assert_eq!(effects.contains(&Effect::Declined(Question::Draw)), purpose == Purpose::Offer);
        assert!(session.scene().hint.is_some() && !session.is_busy());
    }
}

#[test]
fn a_persons_turn_asks_a_failed_program_again() {
    let mut session = against_a_failed_program();
    let _ = session.handle(Input::Undo);
    assert_eq!(session.scene().status, Status::Place { side: Color::White, hand: 9 });
    let (side, request) = asked(&tap(&mut session, "f4")).expect("it is asked again");
    assert_eq!((side, request.game.cursor()), (Color::Black, 1));
    assert_eq!(session.scene().status, Status::Thinking { side: Color::Black });
}

#[test]
fn a_move_played_again_asks_a_failed_program_again() {
    let mut session = against_a_failed_program();
    let _ = session.handle(Input::Undo);
    assert!(asked(&session.handle(Input::Redo)).is_some());
}

#[test]
fn a_replacement_while_the_game_rests_plays_when_it_goes_on() {
    let mut session = against_a_failed_program();
    let _ = session.handle(Input::Pause);
    assert_eq!(request(&session.handle(Input::Replace(Skill::FIRST))), None);
    assert_eq!(request(&session.handle(Input::MoveNow)), None);
    assert!(request(&session.handle(Input::Resume)).is_some());
}

#[test]
fn a_computer_that_cannot_think_of_a_move_waits() {
    for kind in [EventKind::Failed("a fault".to_owned()), EventKind::NoMove] {
        let mut session = Session::new(setup(COMPUTER, Player::Person), 1);
        let first = request(&session.handle(Input::Begin)).unwrap();
        let effects = session.handle(engine_reports(&first, kind.clone()));
        assert_eq!(failure(&effects), Some(Purpose::Move));
        assert_eq!(shown(&effects).status, Status::Waiting { side: Color::White });
        assert!(!session.is_busy());
        assert!(session.handle(engine_reports(&first, kind)).is_empty(), "the answer was used already");
        assert!(request(&session.handle(Input::MoveNow)).is_some());
    }
}

#[test]
fn illegal_move_of_the_computer_is_reported() {
    let mut session = Session::new(setup(COMPUTER, Player::Person), 1);
    let first = request(&session.handle(Input::Begin)).unwrap();
    let effects = session.handle(answer(&first, "d6-d7", None));
    assert_eq!(failure(&effects), Some(Purpose::Move));
    assert_eq!(session.game().cursor(), 0);
}

#[test]
fn advice_and_offers_that_cannot_be_thought_about_are_no_longer_waited_for() {
    for (input, purpose) in [(Input::Hint, Purpose::Hint), (Input::OfferDraw, Purpose::Offer)] {
        for kind in [EventKind::Failed("a fault".to_owned()), EventKind::NoMove] {
            let mut session = Session::new(setup(Player::Person, COMPUTER), 1);
            let _ = session.handle(Input::Begin);
            let asked = request(&session.handle(input.clone())).unwrap();
            let effects = session.handle(engine_reports(&asked, kind));
            assert_eq!(failure(&effects), Some(purpose));
            assert!(!session.is_busy());
            assert_eq!(shown(&effects), session.scene());
            assert!(request(&session.handle(input.clone())).is_some(), "one can ask again");
        }
    }
}

#[test]
fn answers_meant_for_another_game_answer_nothing() {
    let mut earlier = Session::new(setup(COMPUTER, Player::Person), 7);
    let late = request(&earlier.handle(Input::Begin)).unwrap();
    let mut session = Session::new(setup(COMPUTER, Player::Person), 1_000);
    let _ = session.handle(Input::Begin);
    assert!(session.handle(answer(&late, "d6", None)).is_empty());
    assert!(session.is_thinking());
}

#[test]
fn the_page_that_shows_a_game_does_not_take_a_half_finished_move_back() {
    let mut session = persons();
    let before = shown(&tap(&mut session, "a7 a1 d7 d1 g7"));
    assert_eq!(shown(&session.handle(Input::Begin)), before);
}

#[test]
fn advice_how_to_finish_a_move_goes_with_it() {
    let mut session = persons();
    tap(&mut session, "a7 a1 d7 d1 g7");
    let asked = request(&session.handle(Input::Hint)).unwrap();
    let _ = session.handle(Input::Cancel);
    assert!(!session.is_busy());
    assert!(session.handle(answer(&asked, "g7xa1", None)).is_empty());
    assert_eq!(session.scene().hint, None);
}
