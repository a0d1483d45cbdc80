// SPDX-License-Identifier: GPL-3.0-or-later
//! Use of the clock by each kind of player, and the times at which it runs.

use super::*;
use crate::setup::ClockTimes;
use morris_engine::TimeControl;

fn with_clock(white: Player, black: Player, seconds: u64, increment: u64) -> Session {
    let clock = Clock { time: Duration::from_secs(seconds), increment: Duration::from_secs(increment) };
    Session::new(GameSetup { clock: Some(clock), ..setup(white, black) }, 1)
}

fn seconds(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

/// Lets a program fail after a request for its move.
fn failed_program(session: &mut Session) -> Vec<Effect> {
    let (_, request) = asked(&session.handle(Input::Begin)).expect("White is a program");
    session.handle(says(&request, SeatEventKind::Failed(PlayerError::NoMove)))
}

#[test]
fn computer_gets_the_remaining_time() {
    let mut session = with_clock(COMPUTER, Player::Person, 60, 2);
    let first = request(&session.handle(Input::Begin)).unwrap();
    let left = ByColor { white: seconds(60), black: seconds(60) };
    assert_eq!(first.clock, Some(TimeControl { left, increment: seconds(2) }));
    let _ = session.handle(Input::Tick(seconds(20)));
    let _ = session.handle(answer(&first, "d6", None));
    let _ = session.handle(Input::Tick(seconds(5)));
    let hint = request(&session.handle(Input::Hint)).unwrap();
    assert_eq!(hint.clock.unwrap().left, ByColor { white: seconds(42), black: seconds(55) }, "advice costs time, too");
    let second = request(&tap(&mut session, "f4")).unwrap();
    assert_eq!(second.clock.unwrap().left, ByColor { white: seconds(42), black: seconds(57) });
    let untimed = request(&Session::new(setup(COMPUTER, Player::Person), 1).handle(Input::Begin)).unwrap();
    assert_eq!(untimed.clock, None);
}

#[test]
fn program_gets_the_remaining_time() {
    let mut session = with_clock(Player::program("mill"), Player::Person, 60, 0);
    let (_, request) = asked(&session.handle(Input::Begin)).unwrap();
    assert_eq!(request.clock.map(|clock| clock.left.white), Some(seconds(60)));
}

#[test]
fn a_short_clock_is_not_spent_on_looking_natural() {
    let delay = |time| {
        let mut session = with_clock(COMPUTER, Player::Person, time, 0);
        let request = request(&session.handle(Input::Begin)).unwrap();
        let mut session = with_clock(Player::program("mill"), Player::Person, time, 0);
        let (_, asked) = asked(&session.handle(Input::Begin)).unwrap();
        assert_eq!(request.min_time, asked.min_time);
        request.min_time
    };
    assert_eq!(delay(600), Duration::from_millis(450));
    assert_eq!(delay(1), Duration::from_millis(20));
    assert_eq!(delay(0), Duration::ZERO);
    let mut session = with_clock(COMPUTER, Player::Person, 0, 1);
    let request = request(&session.handle(Input::Begin)).unwrap();
    assert_eq!(request.min_time, Duration::from_millis(450), "what comes back can be used");
}

#[test]
fn the_clock_rests_while_the_game_waits_for_a_decision() {
    let mut session = with_clock(Player::program("mill"), Player::Person, 60, 0);
    let _ = failed_program(&mut session);
    assert_eq!(session.clock_running(), None);
    assert!(session.handle(Input::Tick(seconds(61))).is_empty());
    assert_eq!(session.clocks().unwrap().white, seconds(60));
    let _ = session.handle(Input::MoveNow);
    assert_eq!(session.clock_running(), Some(Color::White));
}

#[test]
fn the_clock_rests_while_a_watched_game_waits() {
    let mut session = with_clock(COMPUTER, COMPUTER, 60, 0);
    let first = request(&session.handle(Input::Begin)).unwrap();
    let _ = session.handle(answer(&first, "d6", None));
    let _ = session.handle(Input::Undo);
    assert_eq!(session.clock_running(), None);
    assert!(session.handle(Input::Tick(seconds(61))).is_empty());
    let _ = session.handle(Input::MoveNow);
    assert_eq!(session.clock_running(), Some(Color::White));
}

#[test]
fn the_clock_rests_while_the_other_person_considers_a_draw_and_runs_while_one_looks_back() {
    let mut session = with_clock(Player::Person, Player::Person, 60, 0);
    tap(&mut session, "d6");
    let _ = session.handle(Input::View(0));
    assert_eq!(session.clock_running(), Some(Color::Black));
    let _ = session.handle(Input::View(1));
    let effects = session.handle(Input::OfferDraw);
    assert_eq!(session.clock_running(), None);
    assert!(
        effects.iter().any(|effect| matches!(effect, Effect::Show { .. })),
        "a page that shows it sees the clock stop"
    );
    let effects = session.handle(Input::Answer(Answer::Decline));
    assert_eq!(session.clock_running(), Some(Color::Black));
    assert!(effects.iter().any(|effect| matches!(effect, Effect::Show { .. })), "and go on");
}

#[test]
fn redone_moves_restore_their_time() {
    let mut session = with_clock(Player::Person, Player::Person, 60, 2);
    tap(&mut session, "d6 f4");
    let _ = session.handle(Input::Tick(seconds(7)));
    let before = session.clocks();
    let _ = session.handle(Input::Undo);
    let _ = session.handle(Input::Redo);
    assert_eq!(session.clocks(), before, "going back and forth gains no time");
    let _ = session.handle(Input::Undo);
    assert_eq!(session.clocks().unwrap(), ByColor { white: seconds(62), black: seconds(60) });
}

#[test]
fn a_move_before_a_loss_on_time_can_be_taken_back_in_a_game_that_was_saved() {
    let mut session = with_clock(Player::Person, Player::Person, 60, 0);
    let _ = session.handle(Input::Tick(seconds(10)));
    tap(&mut session, "d6 f4");
    let _ = session.handle(Input::Tick(seconds(50)));
    assert_eq!(session.outcome(), Some(Outcome::Win { winner: Color::Black, reason: WinReason::Time }));
    let (setup, game) = (session.setup().clone(), (**session.game()).clone());
    let mut opened = Session::restore(setup, game, session.clock_times(), 1);
    for session in [&mut session, &mut opened] {
        let _ = session.handle(Input::Undo);
        assert_eq!(session.clocks(), Some(ByColor { white: seconds(50), black: seconds(60) }));
        let _ = session.handle(Input::Undo);
        assert_eq!(session.clocks(), Some(ByColor { white: seconds(60), black: seconds(60) }), "and the one before");
    }
}

#[test]
fn times_of_another_length_than_the_game_do_no_harm() {
    let session = with_clock(Player::Person, Player::Person, 60, 0);
    let mut game = (**session.game()).clone();
    for mv in ["d6", "f4", "b4"] {
        game.play(mv.parse().unwrap()).unwrap();
    }
    game.go_to(2);
    let left = |white| ByColor { white: seconds(white), black: seconds(60) };
    for (history, before) in [(vec![], 9), (vec![20], 20), (vec![30, 20], 30), (vec![70, 60, 50, 40, 30, 20], 50)] {
        let times = ClockTimes { now: left(9), history: history.into_iter().map(left).collect() };
        let mut session = Session::restore(session.setup().clone(), game.clone(), Some(times), 1);
        assert_eq!(session.clocks(), Some(left(9)));
        let _ = session.handle(Input::Undo);
        let _ = session.handle(Input::Undo);
        assert_eq!(session.clocks(), Some(left(before)));
    }
}
