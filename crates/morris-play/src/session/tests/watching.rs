// SPDX-License-Identifier: GPL-3.0-or-later
//! Games without a person: their pace, and playing them move by move.

use super::*;

const SECOND: Duration = Duration::from_secs(1);

/// Returns a game between two computers at a pace of a second, and its first request.
fn watched() -> (Session, Request) {
    let mut session = Session::new(setup(COMPUTER, COMPUTER), 1);
    assert!(session.handle(Input::SetPace(SECOND)).is_empty());
    let request = request(&session.handle(Input::Begin)).unwrap();
    (session, request)
}

#[test]
fn a_watched_game_goes_at_its_pace_and_slower_after_a_removal() {
    let (mut session, mut asked) = watched();
    for (mv, wanted) in [("a7", SECOND), ("a1", SECOND), ("d7", SECOND), ("d1", SECOND), ("g7xa1", SECOND)] {
        assert_eq!(asked.min_time, wanted, "{mv}");
        asked = request(&session.handle(answer(&asked, mv, None))).unwrap();
    }
    assert_eq!(asked.min_time, SECOND * 3 / 2, "the mill and its removal take longer to follow");
    asked = request(&session.handle(answer(&asked, "a4", None))).unwrap();
    assert_eq!(asked.min_time, SECOND);
}

#[test]
fn pace_changes_at_once_and_only_between_computers() {
    let (mut session, asked) = watched();
    let effects = session.handle(Input::SetPace(4 * SECOND));
    assert!(effects.contains(&Effect::StopThinking));
    assert_eq!(request(&effects).unwrap().min_time, 4 * SECOND);
    assert!(session.handle(answer(&asked, "a7", None)).is_empty(), "the old request is outdated");
    assert!(session.handle(Input::SetPace(4 * SECOND)).is_empty(), "nothing has changed");
    let mut with_person = Session::new(setup(Player::Person, COMPUTER), 1);
    let _ = with_person.handle(Input::SetPace(4 * SECOND));
    let asked = request(&tap(&mut with_person, "a7")).unwrap();
    assert_eq!(asked.min_time, Duration::from_millis(450));
}

#[test]
fn a_watched_game_is_held_played_move_by_move_and_goes_on() {
    let (mut session, asked) = watched();
    let waiting = |side| Status::Waiting { side };
    assert_eq!(shown(&session.handle(Input::Hold)).status, waiting(Color::White));
    assert!(session.handle(answer(&asked, "a7", None)).is_empty(), "no move comes in a held game");
    assert!(session.handle(Input::Hold).is_empty());
    let asked = request(&session.handle(Input::Step)).unwrap();
    assert_eq!(asked.min_time, Duration::ZERO, "a move that the user asked for comes at once");
    let effects = session.handle(answer(&asked, "a7", None));
    assert_eq!((request(&effects), shown(&effects).status), (None, waiting(Color::Black)));
    let asked = request(&session.handle(Input::Step)).unwrap();
    let _ = session.handle(answer(&asked, "a1", None));
    let asked = request(&session.handle(Input::MoveNow)).unwrap();
    let effects = session.handle(answer(&asked, "d7", None));
    assert!(request(&effects).is_some(), "it goes on by itself");
    // A step in a running game holds it after that move.
    let asked = request(&session.handle(Input::Step)).unwrap();
    assert_eq!(request(&session.handle(answer(&asked, "d1", None))), None);
}

#[test]
fn a_game_of_a_person_is_never_held() {
    let mut session = Session::new(setup(Player::Person, COMPUTER), 1);
    let _ = tap(&mut session, "a7");
    for input in [Input::Hold, Input::Step] {
        assert!(session.handle(input).is_empty());
    }
}
