// SPDX-License-Identifier: GPL-3.0-or-later
//! Whole games as lists of inputs with the expected effects.

mod clock;
mod copied_lines;
mod external;
mod failures;
mod friends;
mod length;
mod offers;
mod random_games;
mod two_boards;
mod watching;

use std::sync::Arc;
use std::time::Duration;

use super::*;
use crate::setup::{Clock, GameSetup, Player, ProgramSeat};
use morris::{ByColor, Color, DrawReason, Game, IllegalMove, Move, Outcome, Point, Position, Rules, WinReason};
use morris_engine::{BestMove, Event, EventKind, Request, Score, Skill, Strength};
use morris_players::{PlayerError, SeatEvent, SeatEventKind, SeatRequest};

const COMPUTER: Player = Player::Computer(Skill::FIRST);

fn setup(white: Player, black: Player) -> GameSetup {
    GameSetup { players: ByColor { white, black }, ..GameSetup::between_persons(Rules::STANDARD) }
}

fn persons() -> Session {
    Session::new(setup(Player::Person, Player::Person), 1)
}

/// Returns a session of two persons at a position.
fn persons_at(line: &str) -> Session {
    let setup = setup(Player::Person, Player::Person);
    let game = Game::from_position(setup.rules, Position::parse(line, &setup.rules).unwrap());
    Session::restore(setup, game, None, 1)
}

#[test]
fn viewed_position_describes_the_task() {
    let rules = Rules::STANDARD;
    let scene = |line: &str, last| Scene::of_position(&Position::parse(line, &rules).unwrap(), last, &rules);
    let placing = scene("WWW/.../.../....../.../.../B.. b 6 7 0", Some((Color::White, "g7xa4".parse().unwrap())));
    assert_eq!(placing.status, Status::Place { side: Color::Black, hand: 7 });
    assert_eq!(placing.mills.len(), 1);
    assert!(!placing.is_open());
    let flying = scene("WWW/.../BBB/....../.../B../... w 0 0 0", None);
    assert_eq!((flying.status, flying.mills.len()), (Status::Fly { side: Color::White }, 0));
    let over = scene("WWW/.../BB./....../.../.../... b 0 0 0", Some((Color::White, "d6-d7xg1".parse().unwrap())));
    let outcome = Outcome::Win { winner: Color::White, reason: WinReason::FewMen };
    assert_eq!(over.status, Status::Over(outcome));
}

fn point(name: &str) -> Point {
    name.parse().unwrap()
}

/// Taps these points. Returns the effects of the last tap.
fn tap(session: &mut Session, points: &str) -> Vec<Effect> {
    points.split(' ').map(|name| session.handle(Input::Tap(point(name)))).last().unwrap()
}

fn cues(effects: &[Effect]) -> Vec<Cue> {
    effects.iter().filter_map(|effect| if let Effect::Cue(cue) = effect { Some(*cue) } else { None }).collect()
}

fn refusal(effects: &[Effect]) -> Option<Refusal> {
    effects.iter().find_map(|effect| if let Effect::Refuse(refusal) = effect { Some(*refusal) } else { None })
}

fn request(effects: &[Effect]) -> Option<Request> {
    effects.iter().find_map(|effect| if let Effect::Think(request) = effect { Some((**request).clone()) } else { None })
}

fn answer(request: &Request, mv: &str, score: Option<Score>) -> Input {
    let best = BestMove { mv: mv.parse().unwrap(), score };
    Input::Engine(Event { id: request.id, kind: EventKind::Best(best) })
}

fn shown(effects: &[Effect]) -> Scene {
    let scene = |effect: &Effect| if let Effect::Show { scene, .. } = effect { Some((**scene).clone()) } else { None };
    effects.iter().rev().find_map(scene).expect("a scene")
}

#[test]
fn two_persons_place_close_a_mill_and_remove() {
    let mut session = persons();
    assert_eq!(shown(&session.handle(Input::Begin)).status, Status::Place { side: Color::White, hand: 9 });
    let effects = tap(&mut session, "a7");
    assert_eq!(cues(&effects), [Cue::Place]);
    assert!(effects.contains(&Effect::Autosave));
    let effects = tap(&mut session, "a1 d7 d1 g7");
    assert_eq!(cues(&effects), [Cue::Place, Cue::Mill]);
    assert!(!effects.contains(&Effect::Autosave), "the move is only half done");
    let scene = shown(&effects);
    assert_eq!(scene.status, Status::Remove { side: Color::White });
    assert_eq!(scene.removable.to_string(), "a1 d1");
    assert_eq!((scene.hand.white, scene.mills.len()), (6, 1));
    assert_eq!(refusal(&tap(&mut session, "c3")), Some(Refusal::RemoveFirst));
    let effects = tap(&mut session, "a1");
    assert_eq!(cues(&effects), [Cue::Remove]);
    let scene = shown(&effects);
    assert_eq!((scene.lost.black, scene.last.unwrap().1.to_string().as_str()), (1, "g7xa1"));
    assert_eq!(scene.status, Status::Place { side: Color::Black, hand: 7 });
}

#[test]
fn a_half_finished_move_can_be_taken_back() {
    let mut session = persons();
    let before = tap(&mut session, "a7 a1 d7 d1");
    tap(&mut session, "g7");
    assert_eq!(shown(&session.handle(Input::Cancel)), shown(&before));
    tap(&mut session, "g7");
    assert_eq!(shown(&session.handle(Input::Undo)), shown(&before));
    assert!(session.handle(Input::Cancel).is_empty());
}

#[test]
fn scene_has_the_next_tap_of_a_move() {
    let mut session = persons_at("W.W/.W./.W./....../.../.../BBB w 0 0");
    let next = |session: &Session, mv: &str| session.scene().next_tap(&mv.parse().unwrap());
    assert_eq!(next(&session, "a7-d7xa1"), Some(point("a7")));
    tap(&mut session, "a7");
    assert_eq!(next(&session, "a7-d7xa1"), Some(point("d7")));
    assert_eq!(next(&session, "g7-d7xa1"), None);
    tap(&mut session, "d7");
    assert_eq!(next(&session, "a7-d7xa1"), Some(point("a1")));
    assert_eq!(next(&session, "g7-d7xa1"), None);
}

#[test]
fn the_scene_has_all_that_is_shown() {
    let mut session = persons();
    tap(&mut session, "a7 a1 d7");
    let scene = shown(&session.handle(Input::Undo));
    assert_eq!((scene.played, scene.taken_back), (2, 1));
    assert_eq!((&scene.setup, scene.clocks, scene.busy), (session.setup(), None, false));
    let scene = shown(&session.handle(Input::View(1)));
    assert_eq!((scene.viewed_moves(), scene.outcome, scene.is_open()), (1, None, false));
}

#[test]
fn keeping_a_scene_copies_no_game() {
    let mut session = persons();
    let before = Arc::as_ptr(session.game());
    let kept: Vec<_> = ["a7", "a1", "d7"].iter().map(|name| shown(&tap(&mut session, name))).collect();
    assert_eq!(Arc::as_ptr(session.game()), before);
    assert_eq!((kept.len(), Arc::strong_count(session.game())), (3, 1));
}

#[test]
fn impossible_taps_give_a_reason_and_change_nothing() {
    let mut session = persons_at("W.W/.W./.W./....../.../.../BBB w 0 0");
    let refused = |session: &mut Session, points| refusal(&tap(session, points));
    assert_eq!(refused(&mut session, "a1"), Some(Refusal::NotYourMan(point("a1"))));
    assert_eq!(refused(&mut session, "b2"), Some(Refusal::NothingThere(point("b2"))));
    assert_eq!(refused(&mut session, "a7 d1"), Some(Refusal::Illegal(IllegalMove::Occupied(point("d1")))));
    assert_eq!(shown(&session.handle(Input::Cancel)).picked, None);
    let mut session = persons_at("WBW/B.B/.W./W..W../.../.../BBW w 0 0");
    assert_eq!(refused(&mut session, "a7"), Some(Refusal::Stuck(point("a7"))));
    assert_eq!(
        refused(&mut session, "d5 b2"),
        Some(Refusal::Illegal(IllegalMove::NotJoined(point("d5"), point("b2"))))
    );
    assert_eq!(session.game().cursor(), 0);
}

#[test]
fn a_man_in_a_mill_is_protected() {
    let mut session = persons_at("WW./.../.../....../.../..B/BBB w 5 5 0");
    tap(&mut session, "g7");
    assert_eq!(refusal(&tap(&mut session, "a1")), Some(Refusal::Illegal(IllegalMove::Protected(point("a1")))));
    assert_eq!(cues(&tap(&mut session, "f2")), [Cue::Remove]);
}

#[test]
fn a_picked_man_shows_its_targets_and_is_put_down_or_changed() {
    let mut session = persons_at("W.W/.W./.../.W..../.../.../BBB w 0 0");
    let scene = shown(&tap(&mut session, "a7"));
    assert_eq!((scene.picked, scene.targets.to_string().as_str()), (Some(point("a7")), "d7 a4"));
    assert_eq!(scene.movable.to_string(), "a7 g7 d6 b4");
    assert_eq!(shown(&tap(&mut session, "g7")).picked, Some(point("g7")));
    assert_eq!(shown(&tap(&mut session, "g7")).picked, None);
    assert_eq!(cues(&tap(&mut session, "g7 g4")), [Cue::Slide]);
}

#[test]
fn the_computer_answers_and_late_answers_are_dropped() {
    let mut session = Session::new(setup(COMPUTER, Player::Person), 1);
    let first = request(&session.handle(Input::Begin)).expect("White is the computer");
    assert!(session.is_thinking());
    assert_eq!(refusal(&tap(&mut session, "a7")), Some(Refusal::NotYourTurn));
    let effects = session.handle(answer(&first, "d6", None));
    assert_eq!(cues(&effects), [Cue::Place]);
    assert!(!shown(&effects).undoable, "only the computer has decided");
    assert_eq!(request(&effects), None);
    assert!(session.handle(answer(&first, "d7", None)).is_empty());
    let effects = tap(&mut session, "f4");
    assert!(shown(&effects).undoable);
    let second = request(&effects).expect("the computer's turn");
    assert_eq!(second.positions.last(), Some(session.game().position()));
    let effects = session.handle(Input::Undo);
    let told = [Effect::HelpUsed(Help::Undo), Effect::Autosave, Effect::StopThinking];
    assert_eq!(effects[..3], told, "what is saved knows of the help");
    assert_eq!(session.game().cursor(), 1, "back to the person's decision");
    assert!(session.handle(answer(&second, "d7", None)).is_empty());
    let effects = session.handle(Input::Undo);
    assert_eq!(refusal(&effects), Some(Refusal::NothingToUndo));
    assert!(!effects.contains(&Effect::HelpUsed(Help::Undo)));
    let again = request(&session.handle(Input::Redo)).expect("the computer goes on");
    assert_eq!(again.positions, second.positions);
    assert!(again.id > second.id);
}

#[test]
fn undo_works_after_the_end() {
    let mut session = persons_at("WW./..W/.../....../.../.../BBB w 0 0");
    assert_eq!(cues(&tap(&mut session, "f6 g7")), [Cue::Slide, Cue::Mill]);
    let effects = tap(&mut session, "a1");
    let outcome = Outcome::Win { winner: Color::White, reason: WinReason::FewMen };
    assert_eq!(effects.last(), Some(&Effect::GameOver(outcome)));
    assert_eq!(cues(&effects), [Cue::Remove, Cue::Win]);
    assert_eq!(refusal(&tap(&mut session, "a7")), Some(Refusal::Illegal(IllegalMove::GameOver)));
    assert_eq!(shown(&session.handle(Input::Undo)).status, Status::Fly { side: Color::White });
    assert_eq!(session.outcome(), None);
    assert_eq!(shown(&session.handle(Input::Redo)).status, Status::Over(outcome));
}

#[test]
fn a_paused_game_rests() {
    let mut session = Session::new(setup(Player::Person, COMPUTER), 1);
    let _ = session.handle(Input::Begin);
    let late = request(&tap(&mut session, "d6")).unwrap();
    let effects = session.handle(Input::Pause);
    assert_eq!(effects[0], Effect::StopThinking);
    assert_eq!(shown(&effects).status, Status::Paused);
    assert!(session.handle(answer(&late, "d7", None)).is_empty());
    assert_eq!(refusal(&tap(&mut session, "a7")), Some(Refusal::Paused));
    assert_eq!(refusal(&session.handle(Input::Undo)), Some(Refusal::Paused));
    assert!(session.paused);
    assert!(request(&session.handle(Input::Resume)).is_some());
}

#[test]
fn a_pause_keeps_a_half_finished_move() {
    let mut session = persons();
    let before = shown(&tap(&mut session, "a7 a1 d7 d1 g7"));
    let _ = session.handle(Input::Pause);
    assert_eq!(shown(&session.handle(Input::Resume)), before);
}

#[test]
fn advice_is_at_full_strength_whatever_the_opponents() {
    let mut session = Session::new(setup(Player::Person, COMPUTER), 1);
    let _ = session.handle(Input::Begin);
    assert_eq!(request(&session.handle(Input::Hint)).unwrap().strength, Strength::FULL);
}

#[test]
fn advice_is_shown_and_goes_with_the_move() {
    let mut session = persons();
    let asked = request(&session.handle(Input::Hint)).unwrap();
    assert!(session.is_busy() && !session.is_thinking());
    let scene = shown(&session.handle(answer(&asked, "d6", None)));
    assert_eq!(scene.hint.map(|hint| (hint.step, hint.shown())), Some((HintStep::Idea, None)));
    let effects = session.handle(Input::Hint);
    assert!(request(&effects).is_none(), "it is known");
    assert!(effects.contains(&Effect::HelpUsed(Help::Hint)));
    assert_eq!(shown(&effects).hint.and_then(|hint| hint.shown()), Some(Move::place(point("d6"))));
    assert_eq!(shown(&tap(&mut session, "a7")).hint, None);
    tap(&mut session, "a1 d7 d1 g7");
    let asked = request(&session.handle(Input::Hint)).unwrap();
    let ways: Vec<_> = asked.search_moves.iter().map(ToString::to_string).collect();
    assert_eq!(ways, ["g7xa1", "g7xd1"], "half the move is done");
    let scene = shown(&session.handle(answer(&asked, "g7xd1", None)));
    assert_eq!((scene.hint.and_then(|hint| hint.shown()), scene.removable.len()), ("g7xd1".parse().ok(), 2));
}

#[test]
fn move_is_checked_before_it_is_played() {
    let mut session = Session::new(setup(Player::Person, COMPUTER), 1);
    let _ = session.handle(Input::SetWarnings(true));
    let effects = tap(&mut session, "d6");
    assert!(effects.contains(&Effect::CheckMove("d6".parse().unwrap())));
    let scene = shown(&effects);
    assert!(scene.men.white.contains(point("d6")) && !scene.is_open(), "it is seen, and nothing else can be done");
    assert_eq!((session.game().cursor(), session.checked_move()), (0, Some(Move::place(point("d6")))));
    assert_eq!(shown(&session.handle(Input::ConfirmMove(Answer::Decline))).men.white.len(), 0);
    assert_eq!(session.checked_move(), None);
    let _ = tap(&mut session, "d6");
    // After a pause, the person can still take the move back.
    let _ = session.handle(Input::Pause);
    assert!(session.checked_move().is_some());
    let _ = session.handle(Input::Resume);
    let effects = session.handle(Input::ConfirmMove(Answer::Accept));
    assert!(effects.contains(&Effect::Cue(Cue::Place)) && session.game().cursor() == 1);
    assert!(session.handle(Input::ConfirmMove(Answer::Accept)).is_empty(), "there is nothing to confirm");
}

#[test]
fn a_move_that_is_checked_is_put_back_when_an_earlier_position_is_shown() {
    let mut session = Session::new(setup(Player::Person, COMPUTER), 1);
    let thinking = request(&tap(&mut session, "d6")).unwrap();
    let _ = session.handle(answer(&thinking, "f4", None));
    let _ = session.handle(Input::SetWarnings(true));
    let _ = tap(&mut session, "b4");
    let _ = session.handle(Input::View(1));
    let scene = shown(&session.handle(Input::View(2)));
    assert!(!scene.men.white.contains(point("b4")) && scene.is_open());
    assert!(tap(&mut session, "b4").contains(&Effect::CheckMove("b4".parse().unwrap())));
}

#[test]
fn of_two_people_neither_is_warned() {
    let mut session = persons();
    let _ = session.handle(Input::SetWarnings(true));
    let effects = tap(&mut session, "d6");
    assert!(!effects.iter().any(|effect| matches!(effect, Effect::CheckMove(_))));
    assert_eq!((session.game().cursor(), session.checked_move()), (1, None));
}

#[test]
fn mill_is_checked_with_its_removal() {
    let (setup, mut game) = (setup(Player::Person, COMPUTER), Game::new(Rules::STANDARD));
    ["a7", "a1", "d7", "d1"].into_iter().for_each(|mv| game.play(mv.parse().unwrap()).unwrap());
    let mut session = Session::restore(setup, game, None, 1);
    let _ = session.handle(Input::Begin);
    let _ = session.handle(Input::SetWarnings(true));
    let effects = tap(&mut session, "g7 a1");
    assert!(effects.contains(&Effect::CheckMove("g7xa1".parse().unwrap())));
    assert_eq!(shown(&effects).checked_move, "g7xa1".parse().ok());
    assert!(!shown(&effects).men.black.contains(point("a1")));
    let effects = session.handle(Input::Undo);
    assert!(shown(&effects).men.black.contains(point("a1")), "it is taken back like a half-finished one");
    tap(&mut session, "g7 a1");
    let effects = session.handle(Input::ConfirmMove(Answer::Accept));
    assert!(effects.contains(&Effect::Cue(Cue::Remove)) && !effects.contains(&Effect::Cue(Cue::Mill)), "heard before");
}

#[test]
fn the_clock_runs_gives_back_and_ends_the_game() {
    let clock = Clock { time: Duration::from_secs(10), increment: Duration::from_secs(2) };
    let mut session = Session::new(GameSetup { clock: Some(clock), ..setup(Player::Person, Player::Person) }, 1);
    let _ = session.handle(Input::Tick(Duration::from_secs(4)));
    tap(&mut session, "d6");
    assert_eq!(session.clocks().unwrap().white, Duration::from_secs(8));
    assert_eq!(session.clock_running(), Some(Color::Black));
    let _ = session.handle(Input::Undo);
    assert_eq!(session.clocks().unwrap().white, Duration::from_secs(10));
    let _ = session.handle(Input::Pause);
    assert!(session.handle(Input::Tick(Duration::from_secs(60))).is_empty());
    let _ = session.handle(Input::Resume);
    let effects = session.handle(Input::Tick(Duration::from_secs(60)));
    let outcome = Outcome::Win { winner: Color::Black, reason: WinReason::Time };
    assert_eq!(effects.last(), Some(&Effect::GameOver(outcome)));
    assert_eq!(session.clock_running(), None);
}

#[test]
fn persons_agree_to_a_draw_or_resign() {
    let mut session = persons();
    let effects = session.handle(Input::OfferDraw);
    assert_eq!(effects.last(), Some(&Effect::AskPerson { by: Color::White, question: Question::Draw }));
    let _ = session.handle(Input::Answer(Answer::Decline));
    assert!(session.handle(Input::Answer(Answer::Accept)).is_empty(), "it has been answered");
    let _ = session.handle(Input::OfferDraw);
    let effects = session.handle(Input::Answer(Answer::Accept));
    assert_eq!(effects.last(), Some(&Effect::GameOver(Outcome::Draw(DrawReason::Agreement))));
    assert!(session.handle(Input::Answer(Answer::Accept)).is_empty());
    let mut session = Session::new(setup(COMPUTER, Player::Person), 1);
    let effects = session.handle(Input::Resign);
    let outcome = Outcome::Win { winner: Color::White, reason: WinReason::Resignation };
    assert_eq!(effects.last(), Some(&Effect::GameOver(outcome)));
    assert_eq!(cues(&effects), [Cue::Lose]);
}

#[test]
fn computer_considers_a_draw() {
    let game = |line| Game::from_position(Rules::STANDARD, Position::parse(line, &Rules::STANDARD).unwrap());
    let moving = game("W.W/.W./.W./....../.../.../BBB w 0 0");
    let session = Session::restore(setup(Player::Person, COMPUTER), moving, None, 1);
    for (value, agrees) in [(1, true), (0, true), (-1, false)] {
        let mut session = session.clone();
        let asked = request(&session.handle(Input::OfferDraw)).expect("it thinks about the offer");
        let score = Score::Value(value);
        let effects = session.handle(answer(&asked, "a7-a4", Some(score)));
        assert_eq!(session.outcome().is_some(), agrees);
        // A scene ends earlier announcements, so the answer comes last.
        assert_eq!(effects.last() == Some(&Effect::Declined(Question::Draw)), !agrees);
    }
    let mut placing = Session::new(setup(Player::Person, COMPUTER), 1);
    let asked = request(&placing.handle(Input::OfferDraw)).unwrap();
    assert!(placing.handle(answer(&asked, "d6", Some(Score::Value(9)))).contains(&Effect::Declined(Question::Draw)));
}

#[test]
fn an_earlier_position_is_looked_at_without_touching_the_game() {
    let mut session = persons();
    tap(&mut session, "a7 a1 d7");
    let scene = shown(&session.handle(Input::View(1)));
    assert_eq!(scene.status, Status::Viewing { moves: 1, of: 3 });
    assert_eq!((scene.men.white.to_string().as_str(), scene.targets.len()), ("a7", 0));
    assert_eq!(refusal(&tap(&mut session, "g7")), Some(Refusal::LookingBack));
    assert_eq!(session.scene(), scene, "a tap leaves what is looked at");
    let scene = shown(&session.handle(Input::View(3)));
    assert_eq!(scene.status, Status::Place { side: Color::Black, hand: 8 }, "it comes back when Redo asks for it");
    assert_eq!(session.game().cursor(), 3);
    assert!(session.handle(Input::View(3)).is_empty());
}

#[test]
fn a_game_that_is_watched_waits_after_undo() {
    let mut session = Session::new(setup(COMPUTER, COMPUTER), 1);
    let first = request(&session.handle(Input::Begin)).unwrap();
    let second = request(&session.handle(answer(&first, "d6", None))).unwrap();
    let effects = session.handle(Input::Undo);
    assert!(effects.contains(&Effect::StopThinking));
    assert_eq!(shown(&effects).status, Status::Waiting { side: Color::White });
    assert!(session.handle(answer(&second, "f4", None)).is_empty());
    assert!(request(&session.handle(Input::MoveNow)).is_some());
    assert_eq!(session.handle(Input::MoveNow), [Effect::HelpUsed(Help::MoveNow), Effect::MoveNow]);
}

#[test]
fn equal_sessions_given_equal_inputs_ask_the_same() {
    let ask = |seed| request(&Session::new(setup(COMPUTER, COMPUTER), seed).handle(Input::Begin)).unwrap();
    assert_eq!(ask(7), ask(7));
    assert_ne!(ask(7), ask(8));
}

/// Returns the request to an external program, with its side.
fn asked(effects: &[Effect]) -> Option<(Color, SeatRequest)> {
    effects.iter().find_map(|effect| match effect {
        Effect::Ask { side, request } => Some((*side, (**request).clone())),
        _ => None,
    })
}

fn says(request: &SeatRequest, kind: SeatEventKind) -> Input {
    Input::Seat(SeatEvent { id: request.id, kind })
}

#[test]
fn program_reports_its_name_its_thoughts_and_its_move() {
    let mut session = Session::new(setup(Player::program("mill"), Player::Person), 1);
    let (side, request) = asked(&session.handle(Input::Begin)).expect("White is a program");
    assert_eq!((side, request.game.cursor()), (Color::White, 0));
    assert_eq!(session.handle(says(&request, SeatEventKind::Named("Mill 2".to_owned()))), [Effect::Renamed]);
    let seat = ProgramSeat { program: "mill".to_owned(), display_name: Some("Mill 2".to_owned()) };
    assert_eq!(session.setup().players.white, Player::Program(seat.clone()));
    assert_eq!(session.handle(says(&request, SeatEventKind::Named("W".repeat(3_000)))), [Effect::Renamed]);
    let seat = ProgramSeat { display_name: Some("W".repeat(100)), ..seat };
    assert_eq!(session.setup().players.white, Player::Program(seat));
    let thought = session.handle(says(&request, SeatEventKind::Thought("7".to_owned())));
    assert_eq!(thought, [Effect::Thought { side: Color::White, words: "7".to_owned() }]);
    let mv = SeatEventKind::Move("d6".parse().unwrap());
    assert_eq!(cues(&session.handle(says(&request, mv.clone()))), [Cue::Place]);
    assert!(session.handle(says(&request, mv)).is_empty(), "the answer was used already");
    assert_eq!(session.handle(Input::OfferDraw), [Effect::Declined(Question::Draw)]);
    assert_eq!(asked(&tap(&mut session, "f4")).unwrap().1.game.cursor(), 2);
    let late = asked(&session.handle(Input::Undo));
    assert_eq!((late, session.game().cursor()), (None, 1));
}

#[test]
fn a_program_that_fails_is_asked_again_or_replaced() {
    let mut session = Session::new(setup(Player::program("mill"), Player::Person), 1);
    let (_, first) = asked(&session.handle(Input::Begin)).unwrap();
    let effects = session.handle(says(&first, SeatEventKind::Failed(PlayerError::NoMove)));
    assert_eq!(effects.last(), Some(&Effect::Failed { side: Color::White, error: PlayerError::NoMove }));
    assert_eq!(shown(&effects).status, Status::Waiting { side: Color::White });
    let (_, second) = asked(&session.handle(Input::MoveNow)).expect("it is asked again");
    let mv: Move = "d6-d7".parse().unwrap();
    let effects = session.handle(says(&second, SeatEventKind::Move(mv)));
    let error = PlayerError::Illegal { mv, reason: IllegalMove::MustPlace, board: Rules::STANDARD.board };
    assert_eq!(effects.last(), Some(&Effect::Failed { side: Color::White, error }));
    let effects = session.handle(Input::Replace(Skill::FIRST));
    assert!(effects.contains(&Effect::Renamed) && effects.contains(&Effect::Autosave));
    assert!(request(&effects).is_some());
    assert_eq!(session.setup().players.white, COMPUTER);
    assert!(session.handle(Input::Replace(Skill::FIRST)).is_empty(), "there is no program any more");
}
