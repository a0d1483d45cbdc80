// SPDX-License-Identifier: GPL-3.0-or-later
//! Long games.

use super::*;
use morris::LONGEST_GAME;
use morris_engine::{EngineOptions, Limits, Searcher};

/// Returns a game after this number of moves, in which both sides move back and forth.
fn to_and_fro(setup: GameSetup, moves: usize) -> Session {
    let start = Position::parse("W.W/.W./.W./....../.../.B./B.B w 0 0", &setup.rules).unwrap();
    let mut game = Game::from_position(setup.rules, start);
    let moves = ["a7-a4", "g1-g4", "a4-a7", "g4-g1"].iter().cycle().take(moves);
    moves.for_each(|mv| game.play(mv.parse().unwrap()).unwrap());
    Session::restore(setup, game, None, 1)
}

fn plain(white: Player, black: Player) -> GameSetup {
    GameSetup { rules: Rules::PLAIN, ..setup(white, black) }
}

#[test]
fn a_game_between_persons_ends_its_growth_with_words() {
    let mut session = to_and_fro(plain(Player::Person, Player::Person), 6);
    session.longest = 7;
    let effects = tap(&mut session, "a4 a7");
    assert_eq!(effects.last(), Some(&Effect::Refuse(Refusal::TooLong)), "the refusal is reported when it happens");
    assert_eq!((session.game().cursor(), session.outcome()), (7, None));
    assert!(shown(&effects).movable.is_empty());
    assert_eq!(refusal(&tap(&mut session, "g4")), Some(Refusal::TooLong));
    assert_eq!(refusal(&session.handle(Input::Hint)), Some(Refusal::TooLong));
    assert_eq!(session.game().cursor(), 7);
    let _ = session.handle(Input::Undo);
    assert!(!session.scene().movable.is_empty());
    assert_eq!(refusal(&session.handle(Input::Redo)), Some(Refusal::TooLong));
}

#[test]
fn computers_wait_at_the_longest_game_that_can_be_saved() {
    let clock = Some(Clock { time: Duration::from_secs(9), increment: Duration::ZERO });
    let mut session = to_and_fro(GameSetup { clock, ..plain(COMPUTER, COMPUTER) }, 6);
    session.longest = 7;
    let last = request(&session.handle(Input::Begin)).unwrap();
    let effects = session.handle(answer(&last, "a4-a7", None));
    assert_eq!(request(&effects), None);
    assert_eq!(refusal(&effects), Some(Refusal::TooLong));
    assert_eq!(session.scene().status, Status::Waiting { side: Color::Black });
    assert_eq!(session.clock_running(), None);
    assert_eq!(refusal(&session.handle(Input::MoveNow)), Some(Refusal::TooLong));
}

#[test]
fn too_long_game_is_reported_at_its_start() {
    let mut session = to_and_fro(plain(Player::Person, COMPUTER), LONGEST_GAME);
    assert_eq!(refusal(&session.handle(Input::Begin)), Some(Refusal::TooLong));
    assert_eq!(refusal(&tap(&mut session, "a7")), Some(Refusal::TooLong));
    let _ = session.handle(Input::Resign);
    assert!(session.outcome().is_some());
}

#[test]
fn a_request_does_not_grow_with_the_game() {
    let mut session = persons();
    tap(&mut session, "a7 a1 d7 d1 g7 a1");
    tap(&mut session, "a1 f4");
    let hint = request(&session.handle(Input::Hint)).unwrap();
    let positions = session.game().positions();
    assert_eq!(hint.positions, positions[positions.len() - 2..], "no placement can be repeated");
    let mut session = Session::new(setup(Player::Person, COMPUTER), 1);
    let _ = session.handle(Input::Begin);
    let reply = request(&tap(&mut session, "a7")).unwrap();
    assert_eq!(reply.positions, session.game().positions(), "a beginner sees what stood there before");
    let mut session = to_and_fro(setup(Player::Person, Player::Person), 7);
    let hint = request(&session.handle(Input::Hint)).unwrap();
    assert_eq!(hint.positions.len(), 8, "all of them can come again");
    let mut session = to_and_fro(plain(Player::Person, Player::Person), 2_000);
    let hint = request(&session.handle(Input::Hint)).unwrap();
    assert_eq!(hint.positions, session.game().positions()[1_800..], "they could, but that would not end the game");
}

#[test]
fn the_engine_needs_no_more_of_the_game_than_it_is_given() {
    let rules = Rules::WINDMILL;
    let mut session = Session::new(GameSetup { rules, ..setup(Player::Person, Player::Person) }, 3);
    let think = |request: &Request, positions| {
        let strength = Strength::Limits(Limits { nodes: Some(2_000), ..Limits::default() });
        let request = Request { positions, strength, ..request.clone() };
        let options = EngineOptions { memory_mib: 1, ..EngineOptions::default() };
        Searcher::new(options).think(&request, || std::ops::ControlFlow::Continue(()), |_| {})
    };
    for _ in 0..60 {
        let effects = session.handle(Input::Hint);
        let Some(request) = request(&effects) else { break };
        let given = think(&request, request.positions.clone());
        assert_eq!(given, think(&request, session.game().positions().to_vec()));
        let mv = given.expect("the game is not over").mv;
        let taps = mv.from.into_iter().chain(mv.to).chain(mv.removed);
        for point in taps.collect::<Vec<_>>() {
            let _ = session.handle(Input::Tap(point));
        }
    }
    assert!(session.game().positions().iter().any(|position| position.quiet() == 0));
    assert!(session.game().cursor() > 20);
}
