// SPDX-License-Identifier: GPL-3.0-or-later
//! Draw offers with intervening events.

use super::*;

fn against_the_computer() -> Session {
    let mut session = Session::new(setup(Player::Person, COMPUTER), 1);
    let _ = session.handle(Input::Begin);
    session
}

#[test]
fn offer_not_considered_before_the_move_is_answered_after_it() {
    let mut session = against_the_computer();
    let weighing = request(&session.handle(Input::OfferDraw)).unwrap();
    let thinking = request(&tap(&mut session, "d6")).unwrap();
    assert!(session.handle(answer(&weighing, "d6", Some(Score::Draw))).is_empty());
    assert_eq!(
        session.handle(answer(&thinking, "f4", Some(Score::Draw))).last(),
        Some(&Effect::Declined(Question::Draw))
    );
    assert_eq!(session.game().cursor(), 2);
}

#[test]
fn no_other_search_runs_while_an_offer_is_considered() {
    let mut session = against_the_computer();
    let weighing = request(&session.handle(Input::OfferDraw)).unwrap();
    for input in [Input::Hint, Input::OfferDraw] {
        let effects = session.handle(input);
        assert_eq!((refusal(&effects), request(&effects)), (Some(Refusal::OfferPending), None));
    }
    assert!(session.handle(answer(&weighing, "d6", None)).contains(&Effect::Declined(Question::Draw)));
}

#[test]
fn a_search_for_a_hint_also_answers_an_offer() {
    let mut session = against_the_computer();
    let thinking = request(&session.handle(Input::Hint)).unwrap();
    let effects = session.handle(Input::OfferDraw);
    assert!(request(&effects).is_none() && !effects.contains(&Effect::StopThinking));
    let effects = session.handle(answer(&thinking, "d6", None));
    assert!(shown(&effects).hint.is_some() && effects.contains(&Effect::Declined(Question::Draw)));
    // The other person at the board answers for itself.
    let mut session = persons();
    let thinking = request(&session.handle(Input::Hint)).unwrap();
    let _ = session.handle(Input::OfferDraw);
    assert!(!session.handle(answer(&thinking, "d6", None)).contains(&Effect::Declined(Question::Draw)));
}

#[test]
fn a_move_that_is_started_stops_a_hint_but_not_the_answer_to_an_offer() {
    let line = "W.W/.W./.W./....../.../.../BBB w 0 0";
    let game = Game::from_position(Rules::STANDARD, Position::parse(line, &Rules::STANDARD).unwrap());
    let mut session = Session::restore(setup(Player::Person, COMPUTER), game, None, 1);
    let thinking = request(&session.handle(Input::Hint)).unwrap();
    let _ = session.handle(Input::OfferDraw);
    let _ = tap(&mut session, "d6 d7");
    let effects = session.handle(answer(&thinking, "a7-a4", Some(Score::Loss(2))));
    assert!(shown(&effects).hint.is_none() && effects.contains(&Effect::Declined(Question::Draw)));
}

#[test]
fn unfinished_move_keeps_the_offer() {
    let line = "W.W/.W./.W./....../.../.../BBB w 0 0";
    let game = Game::from_position(Rules::STANDARD, Position::parse(line, &Rules::STANDARD).unwrap());
    let mut session = Session::restore(setup(Player::Person, COMPUTER), game, None, 1);
    let weighing = request(&session.handle(Input::OfferDraw)).unwrap();
    let effects = tap(&mut session, "d6 d7");
    assert_eq!(shown(&effects).status, Status::Remove { side: Color::White });
    assert!(!effects.contains(&Effect::StopThinking));
    let _ = session.handle(answer(&weighing, "a7-a4", Some(Score::Draw)));
    assert_eq!(session.outcome(), Some(Outcome::Draw(DrawReason::Agreement)));
}

#[test]
fn a_computer_that_waits_with_its_move_does_not_agree() {
    let mut session = against_the_computer();
    let thinking = request(&tap(&mut session, "d6")).unwrap();
    let _ = session.handle(Input::Engine(Event { id: thinking.id, kind: EventKind::NoMove }));
    assert_eq!(session.handle(Input::OfferDraw), [Effect::Declined(Question::Draw)]);
}

#[test]
fn no_one_answers_for_the_computer() {
    let mut session = against_the_computer();
    let _ = session.handle(Input::OfferDraw);
    assert!(session.handle(Input::Answer(Answer::Accept)).is_empty());
    assert_eq!(session.outcome(), None);
}
