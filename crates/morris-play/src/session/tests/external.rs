// SPDX-License-Identifier: GPL-3.0-or-later
//! An external player that takes part in questions and answers and sends messages.

use super::*;

/// Returns a game of a person with White against an external player that takes part, after this
/// number of moves.
fn against_a_friend(moves: usize) -> Session {
    let mut game = Game::new(Rules::STANDARD);
    for mv in ["d6", "f4", "d2", "b4"].into_iter().take(moves) {
        game.play(mv.parse().unwrap()).unwrap();
    }
    let mut session = Session::restore(setup(Player::Person, Player::program("friend")), game, None, 1);
    let _ = session.handle(Input::Begin);
    let _ = session.handle(black_is(Contact::Here));
    session
}

fn black_is(contact: Contact) -> Input {
    Input::Contact { side: Color::Black, contact }
}

fn black_sends(message: SeatMessage) -> Input {
    Input::Message { from: Color::Black, message }
}

/// Returns the messages to Black.
fn told(effects: &[Effect]) -> Vec<SeatMessage> {
    let message = |effect: &Effect| match effect {
        Effect::Tell { to: Color::Black, message } => Some(*message),
        _ => None,
    };
    effects.iter().filter_map(message).collect()
}

const UNDO: SeatMessage = SeatMessage::Ask(Question::Undo);
const DRAW: SeatMessage = SeatMessage::Ask(Question::Draw);
const YES: SeatMessage = SeatMessage::Answer(Answer::Accept);
const NO: SeatMessage = SeatMessage::Answer(Answer::Decline);

#[test]
fn a_persons_offer_is_put_to_the_external_player() {
    for (said, ends) in [(YES, true), (NO, false)] {
        let mut session = against_a_friend(2);
        assert_eq!(told(&session.handle(Input::OfferDraw)), [DRAW]);
        for again in [Input::OfferDraw, Input::Undo] {
            assert_eq!(refusal(&session.handle(again)), Some(Refusal::OfferPending));
        }
        assert!(session.handle(Input::Answer(Answer::Accept)).is_empty(), "only Black can answer");
        assert!(!session.scene().is_open());
        assert_eq!(refusal(&tap(&mut session, "a7")), Some(Refusal::OfferPending));
        let effects = session.handle(black_sends(said));
        assert_eq!(session.outcome(), ends.then_some(Outcome::Draw(DrawReason::Agreement)));
        assert_eq!(effects.last() == Some(&Effect::Declined(Question::Draw)), !ends);
        assert!(session.handle(black_sends(YES)).is_empty(), "it has been answered");
    }
}

#[test]
fn a_move_is_taken_back_when_the_external_player_agrees() {
    let mut session = against_a_friend(4);
    let effects = session.handle(Input::Undo);
    assert_eq!((told(&effects), session.game().cursor()), (vec![UNDO], 4));
    assert!(!effects.contains(&Effect::HelpUsed(Help::Undo)), "nothing has been taken back yet");
    assert_eq!(session.handle(black_sends(NO)).last(), Some(&Effect::Declined(Question::Undo)));
    assert_eq!(session.game().cursor(), 4);
    let _ = session.handle(Input::Undo);
    let effects = session.handle(black_sends(YES));
    assert!(effects.contains(&Effect::HelpUsed(Help::Undo)) && effects.contains(&Effect::Autosave));
    assert_eq!(session.game().cursor(), 2, "to the asker's own last move");
    assert_eq!(shown(&effects).taken_back, 0);
    assert_eq!(refusal(&session.handle(Input::Redo)), Some(Refusal::NothingToRedo), "both have agreed");
}

#[test]
fn the_external_players_question_is_put_to_the_person() {
    for (answer, ends) in [(Answer::Accept, true), (Answer::Decline, false)] {
        let mut session = against_a_friend(2);
        let effects = session.handle(black_sends(DRAW));
        assert_eq!(effects.last(), Some(&Effect::AskPerson { by: Color::Black, question: Question::Draw }));
        assert!(session.handle(black_sends(DRAW)).is_empty(), "it is asked once");
        assert!(session.handle(black_sends(YES)).is_empty(), "it does not answer itself");
        assert_eq!(refusal(&tap(&mut session, "a7")), Some(Refusal::OfferPending));
        assert_eq!(told(&session.handle(Input::Answer(answer))), [SeatMessage::Answer(answer)]);
        assert_eq!(session.outcome().is_some(), ends);
    }
}

#[test]
fn the_external_player_takes_back_its_own_last_move() {
    let mut session = against_a_friend(1);
    let effects = session.handle(black_sends(UNDO));
    assert_eq!(told(&effects), [NO], "it has not moved yet");
    let mut session = against_a_friend(3);
    let effects = session.handle(black_sends(UNDO));
    assert_eq!(effects.last(), Some(&Effect::AskPerson { by: Color::Black, question: Question::Undo }));
    let effects = session.handle(Input::Answer(Answer::Accept));
    assert_eq!((told(&effects), session.game().cursor()), (vec![YES], 1));
    assert_eq!(asked(&effects).map(|(side, request)| (side, request.game.cursor())), Some((Color::Black, 1)));
    assert!(!effects.contains(&Effect::HelpUsed(Help::Undo)), "it was no help to the person");
}

#[test]
fn resignation_is_sent_and_received() {
    let resigned = |winner| Effect::GameOver(Outcome::Win { winner, reason: WinReason::Resignation });
    let mut session = against_a_friend(2);
    let effects = session.handle(Input::Resign);
    assert_eq!((told(&effects), effects.last()), (vec![SeatMessage::Resign], Some(&resigned(Color::Black))));
    for moves in [1, 2] {
        let mut session = against_a_friend(moves);
        let _ = session.handle(Input::OfferDraw);
        let effects = session.handle(black_sends(SeatMessage::Resign));
        assert_eq!(effects.last(), Some(&resigned(Color::White)), "also out of turn");
        assert_eq!(cues(&effects), [Cue::Win]);
        assert!(!session.is_busy());
        for late in [YES, DRAW, SeatMessage::Resign] {
            assert!(session.handle(black_sends(late)).is_empty());
        }
        assert_eq!(refusal(&session.handle(Input::Undo)), Some(Refusal::NothingToUndo), "it is over for both");
    }
}

#[test]
fn simultaneous_questions_keep_that_of_white() {
    let mut session = against_a_friend(2);
    let _ = session.handle(Input::OfferDraw);
    assert!(session.handle(black_sends(UNDO)).is_empty());
    let _ = session.handle(black_sends(YES));
    assert_eq!(session.outcome(), Some(Outcome::Draw(DrawReason::Agreement)));

    let players = setup(Player::program("friend"), Player::Person);
    let mut session = Session::restore(players, (**against_a_friend(3).game()).clone(), None, 1);
    let _ = session.handle(Input::Contact { side: Color::White, contact: Contact::Here });
    let _ = session.handle(Input::OfferDraw);
    let effects = session.handle(Input::Message { from: Color::White, message: UNDO });
    let asks = Effect::AskPerson { by: Color::White, question: Question::Undo };
    assert_eq!(effects[effects.len() - 2..], [Effect::Declined(Question::Draw), asks]);
    let _ = session.handle(Input::Answer(Answer::Accept));
    assert_eq!((session.game().cursor(), session.outcome()), (2, None));
}

#[test]
fn a_move_that_was_on_its_way_does_not_answer_the_question() {
    let mut session = against_a_friend(0);
    let (_, request) = asked(&tap(&mut session, "d6")).unwrap();
    let _ = session.handle(Input::Undo);
    let _ = session.handle(says(&request, SeatEventKind::Move("f4".parse().unwrap())));
    assert_eq!(refusal(&tap(&mut session, "a7")), Some(Refusal::OfferPending));
    let _ = session.handle(black_sends(YES));
    assert_eq!(session.game().cursor(), 0);
}

#[test]
fn a_hint_that_fails_leaves_the_question_open() {
    let mut session = against_a_friend(2);
    let _ = session.handle(Input::OfferDraw);
    let hint = request(&session.handle(Input::Hint)).unwrap();
    let _ = session.handle(Input::Engine(Event { id: hint.id, kind: EventKind::NoMove }));
    let _ = session.handle(black_sends(YES));
    assert!(session.outcome().is_some());
}

#[test]
fn checked_move_waits_for_the_answer() {
    let mut session = against_a_friend(2);
    let _ = session.handle(Input::SetWarnings(true));
    let _ = tap(&mut session, "a7");
    let _ = session.handle(black_sends(DRAW));
    let _ = session.handle(Input::ConfirmMove(Answer::Accept));
    assert_eq!((session.game().cursor(), session.checked_move()), (2, None));
}

#[test]
fn absent_player_is_awaited_and_asked_again_on_return() {
    let mut session = against_a_friend(2);
    let _ = session.handle(Input::OfferDraw);
    let effects = session.handle(black_is(Contact::Away));
    assert_eq!(effects.last(), Some(&Effect::Declined(Question::Draw)));
    assert!(session.scene().is_open(), "there is no answer to wait for");
    for (input, question) in [(Input::OfferDraw, Question::Draw), (Input::Undo, Question::Undo)] {
        assert_eq!(session.handle(input), [Effect::Declined(question)]);
    }
    let _ = session.handle(black_is(Contact::Here));
    let (_, request) = asked(&tap(&mut session, "a7")).unwrap();
    let effects = session.handle(black_is(Contact::Away));
    assert_eq!(effects[0], Effect::StopThinking);
    assert_eq!(shown(&effects).status, Status::Waiting { side: Color::Black });
    assert!(session.handle(says(&request, SeatEventKind::Move("a1".parse().unwrap()))).is_empty());
    assert!(asked(&session.handle(black_is(Contact::Here))).is_some());
    assert_eq!(session.scene().status, Status::Thinking { side: Color::Black });
}

#[test]
fn question_ends_when_its_answerer_leaves() {
    let mut session = against_a_friend(0);
    let (_, request) = asked(&tap(&mut session, "d6")).unwrap();
    let _ = session.handle(Input::OfferDraw);
    let _ = session.handle(says(&request, SeatEventKind::Failed(PlayerError::NoMove)));
    assert!(!session.awaits_answer());
    let _ = session.handle(Input::OfferDraw);
    let _ = session.handle(Input::Replace(Skill::FIRST));
    assert!(session.handle(black_sends(YES)).is_empty(), "our engine plays there now");
    assert!(session.outcome().is_none() && session.partner().is_none());
    let effects = session.handle(Input::Undo);
    assert_eq!((told(&effects), session.game().cursor()), (Vec::new(), 0));
}

#[test]
fn the_clock_rests_until_a_question_is_answered() {
    let clock = Clock { time: Duration::from_secs(60), increment: Duration::ZERO };
    let players = setup(Player::Person, Player::program("friend"));
    let mut session = Session::new(GameSetup { clock: Some(clock), ..players }, 1);
    let _ = session.handle(black_is(Contact::Here));
    let _ = session.handle(Input::OfferDraw);
    assert_eq!(session.clock_running(), None);
    let _ = session.handle(black_sends(NO));
    assert_eq!(session.clock_running(), Some(Color::White));
}

#[test]
fn player_without_part_in_questions_is_not_asked() {
    let mut session = Session::new(setup(Player::Person, Player::program("mill")), 1);
    let _ = tap(&mut session, "d6");
    for message in [DRAW, UNDO, YES, SeatMessage::Resign] {
        assert!(session.handle(black_sends(message)).is_empty());
    }
    let _ = session.handle(Input::Undo);
    assert_eq!(session.game().cursor(), 0);
    assert!(told(&session.handle(Input::Resign)).is_empty());
    let mut session = persons();
    assert!(session.handle(black_is(Contact::Here)).is_empty(), "a person at the board gets no messages");
    assert!(session.handle(black_sends(SeatMessage::Resign)).is_empty());
}

#[test]
fn an_outside_player_opposite_the_computer_is_declined() {
    let mut session = Session::new(setup(COMPUTER, Player::program("friend")), 1);
    let _ = session.handle(black_is(Contact::Here));
    assert_eq!(told(&session.handle(black_sends(DRAW))), [NO]);
}
