// SPDX-License-Identifier: GPL-3.0-or-later
//! What players may do, and when.

use morris::{Color, DrawReason, Outcome, Rules};
use morris_message::{
    ColorChoice, LineError, LineKind, MessageGame, NotPreset, Question, Reading, Role, Status, TurnError, Writing,
};

use crate::support::{accepted, applies, changed, invited, key, play, turn, write_turn};

/// Returns why a turn is not possible.
fn refused(game: &mut MessageGame, text: &str) -> TurnError {
    let before = game.clone();
    let error = game.write(turn(game, text)).unwrap_err();
    assert_eq!(*game, before);
    error
}

#[test]
fn an_invitation_is_accepted_once() {
    let (mut ann, bob) = invited(Rules::STANDARD, ColorChoice::Black, 1);
    let invitation = ann.whole();
    assert_eq!((ann.status(), refused(&mut ann, "d6")), (Status::NotAccepted, TurnError::NotAccepted));
    assert_eq!(ann.read(&invitation), Ok(Reading::PlayedAlready));
    let carol = MessageGame::accept(&invitation, "Carol".parse().unwrap(), [9; 32]).unwrap();
    assert!(applies(&mut ann, &bob.whole()).accepted);
    assert_eq!(ann.read(&bob.whole()), Ok(Reading::PlayedAlready));
    assert_eq!(ann.read(&carol.whole()), Ok(Reading::AcceptedAlready("Bob".parse().unwrap())));
    assert_eq!((ann.color(), bob.color()), (Some(Color::Black), Some(Color::White)));
    assert_eq!((ann.role(), bob.role()), (Role::Inviter, Role::Guest));
    assert_eq!([&ann, &bob].map(|game| game.friend().unwrap().as_str()), ["Bob", "Ann"]);
    let mut bob = bob;
    assert_eq!(bob.read(&carol.whole()), Err(LineError::OtherGuest("Carol".parse().unwrap())));
}

#[test]
fn colors_that_no_one_chose_follow_from_the_keys() {
    let mut whites = 0;
    for seed in 0..100 {
        let (ann, bob) = invited(Rules::STANDARD, ColorChoice::Any, seed);
        let mut ann = ann;
        applies(&mut ann, &bob.whole());
        assert_eq!(ann.color().map(Color::other), bob.color());
        whites += usize::from(ann.color() == Some(Color::White));
    }
    assert!((30..=70).contains(&whites), "{whites}");
}

#[test]
fn only_presets_are_played() {
    let own = Rules::read_line("standard,men=7").unwrap();
    let invited = MessageGame::invite(own, ColorChoice::Any, "Ann".parse().unwrap(), [1; 40]);
    assert_eq!(invited.unwrap_err(), NotPreset);
}

#[test]
fn players_take_turns() {
    let (mut ann, mut bob) = accepted();
    assert_eq!((ann.status(), bob.status()), (Status::YourTurn, Status::FriendsTurn));
    assert_eq!(refused(&mut bob, "d6"), TurnError::NotYourTurn);
    assert_eq!(refused(&mut ann, "yes"), TurnError::NoQuestion);
    assert_eq!(refused(&mut ann, "undo"), TurnError::NothingToUndo);
    assert_eq!(refused(&mut ann, "--"), TurnError::Pass);
    let line = write_turn(&mut ann, "d6");
    assert_eq!(refused(&mut ann, "d2"), TurnError::NotYourTurn);
    assert_eq!(ann.write(turn(&ann, "d6")), Ok(Writing::Again(line.clone())));
    applies(&mut bob, &line);
    assert_eq!(refused(&mut bob, "d6").to_string(), "d6 is occupied");
    assert_eq!(bob.read(&line), Ok(Reading::PlayedAlready));
    assert_eq!(ann.read(&line), Ok(Reading::PlayedAlready), "her own");
}

#[test]
fn a_draw_is_asked_in_place_of_a_move() {
    let (mut ann, mut bob) = accepted();
    play(&mut ann, &mut bob, &["d6", "draw"]);
    assert_eq!(
        (ann.status(), bob.status()),
        (Status::YourAnswer(Question::Draw), Status::FriendsAnswer(Question::Draw))
    );
    assert_eq!(refused(&mut ann, "d2"), TurnError::AnswerFirst);
    assert_eq!(refused(&mut ann, "draw"), TurnError::AnswerFirst);
    assert_eq!(refused(&mut bob, "f4"), TurnError::NotYourTurn);
    play(&mut ann, &mut bob, &["no"]);
    assert_eq!((ann.status(), bob.status()), (Status::FriendsTurn, Status::YourTurn));
    let lines = play(&mut ann, &mut bob, &["f4", "draw", "yes"]);
    let drawn = Status::Over(Outcome::Draw(DrawReason::Agreement));
    assert_eq!((ann.status(), bob.status()), (drawn, drawn));
    assert_eq!(ann.read(&lines[2]), Ok(Reading::PlayedAlready));
    assert_eq!(refused(&mut ann, "d2"), TurnError::Over);
    assert_eq!(refused(&mut ann, "resign"), TurnError::Over);
    assert_eq!(bob.write(turn(&bob, "yes")), Ok(Writing::Again(lines[2].clone())));
}

#[test]
fn taking_back_leads_to_the_last_own_move() {
    let (mut ann, mut bob) = accepted();
    play(&mut ann, &mut bob, &["d6", "f4", "d2", "b4", "undo"]);
    assert_eq!(bob.status(), Status::YourAnswer(Question::Undo));
    play(&mut ann, &mut bob, &["yes"]);
    assert_eq!((ann.status(), ann.game().cursor(), bob.game().cursor()), (Status::YourTurn, 2, 2));
    // The turns that were taken back have lines, so the numbers go on.
    let lines = play(&mut ann, &mut bob, &["a1", "undo", "no", "b4"]);
    assert!(lines[0].contains(" 7 a1 ") && lines[3].contains(" 10 b4 "), "{lines:?}");
    assert_eq!(ann.game(), bob.game());
    let words: Vec<_> = ann.game().played().iter().map(ToString::to_string).collect();
    assert_eq!(words, ["d6", "f4", "a1", "b4"]);
}

/// In shax, a side that is blocked lets the other move first, which has no line.
#[test]
fn both_programs_play_forced_passes() {
    let (mut ann, mut bob) = invited("shax".parse().unwrap(), ColorChoice::White, 1);
    applies(&mut ann, &bob.whole());
    let mut writers = Vec::new();
    let mut before = bob.clone();
    while ann.game().cursor() == writers.len() {
        let writer = if ann.status() == Status::YourTurn { &mut ann } else { &mut bob };
        let mv = writer.game().position().legal_moves(writer.rules())[0];
        let line = writer.write(morris_message::Turn::Move(mv)).unwrap().into_line();
        writers.push(writer.color());
        let reader = if writers.last() == Some(&Some(Color::White)) { &mut bob } else { &mut ann };
        before.clone_from(reader);
        applies(reader, &line);
        assert_eq!(ann.game(), bob.game());
    }
    assert_eq!(ann.game().last_move(), Some(morris::Move::PASS));
    // The pass has used a number, so that White keeps the odd ones.
    let next = if ann.status() == Status::YourTurn { &mut ann } else { &mut bob };
    let mv = next.game().position().legal_moves(next.rules())[0];
    let line = next.write(morris_message::Turn::Move(mv)).unwrap().into_line();
    let number = line.split(' ').nth(3).unwrap().parse::<usize>().unwrap();
    assert_eq!((number, next.color() == Some(Color::White)), (writers.len() + 2, number % 2 == 1));
    // It is the second own line in a row. The friend may not have the first.
    let mut friend = before;
    applies(&mut friend, &next.line_to_send());
    assert_eq!(friend.game(), next.game());
}

#[test]
fn a_line_before_the_acceptance_waits_for_it() {
    let (mut ann, mut bob) = invited(Rules::STANDARD, ColorChoice::Black, 1);
    let line = write_turn(&mut bob, "d6");
    assert_eq!(ann.read(&line), Ok(Reading::Missing));
    let whole = bob.whole();
    let news = applies(&mut ann, &whole);
    assert!(news.accepted && news.turns.len() == 1, "{news:?}");
    assert_eq!(ann.whole(), whole);
}

#[test]
fn a_gap_is_closed_by_the_whole_game() {
    let (mut ann, mut bob) = accepted();
    let mut old = bob.clone();
    let lines = play(&mut ann, &mut bob, &["d6", "f4", "d2", "b4", "b6"]);
    assert_eq!(old.read(&lines[2]), Ok(Reading::Missing));
    assert_eq!(old.read(&lines[4]), Ok(Reading::Missing));
    let news = applies(&mut old, &ann.whole());
    assert_eq!(news.turns.len(), 5);
    assert_eq!(news.turns.iter().filter(|(side, _)| *side == Color::Black).count(), 2, "his own");
    assert_eq!(old, bob);
    assert_eq!(old.read(&ann.whole()), Ok(Reading::PlayedAlready));
    assert_eq!(old.read(&lines[1]), Ok(Reading::PlayedAlready));
}

/// A genuine line that is illegal here comes from a program with other rules.
#[test]
fn a_genuine_line_that_is_illegal_is_a_disagreement() {
    let (mut ann, mut bob) = accepted();
    let (acceptance, line) = (bob.whole(), write_turn(&mut ann, "d6"));
    let public = key(&acceptance);
    for (word, reason) in [("a1-a4", "pieces are still in hand: place one"), ("+yes", "there is no question to answer")]
    {
        let illegal = changed(&ann, &public, &acceptance, &line, 4, word);
        let words = format!(
            "line 1 “{word}”: {reason}; the line is genuine, so the two programs disagree, and both keep the game"
        );
        assert_eq!(bob.read(&illegal).unwrap_err().to_string(), words);
    }
    applies(&mut bob, &line);
    // In a whole game, too.
    let illegal = ann.whole().replace(" d6 ", " a1-a4 ");
    assert!(matches!(bob.read(&illegal), Err(LineError::Unplayable { number: 1, reason: TurnError::Move { .. }, .. })));
}

#[test]
fn no_one_plays_for_the_other() {
    let (mut ann, bob) = accepted();
    // Only Bob's program knows the key, besides Ann's.
    let mut as_ann = ann.clone();
    let line = write_turn(&mut as_ann, "d6");
    assert_eq!(ann.read(&line), Err(LineError::YourTurn { number: 1 }));
    assert_eq!(ann.color(), Some(Color::White));
    assert_eq!(bob.color(), Some(Color::Black));
}

#[test]
fn kinds_of_lines_are_known_before_they_are_read() {
    let (mut ann, bob) = accepted();
    let line = write_turn(&mut ann, "d6");
    for (text, kind) in [
        (ann.invitation().to_string(), LineKind::Invitation),
        (bob.whole(), LineKind::Acceptance),
        (line, LineKind::Turn),
        (ann.whole(), LineKind::Whole),
    ] {
        let parsed = morris_message::Line::parse(&text).unwrap();
        assert_eq!((parsed.kind(), parsed.game()), (kind, ann.invitation().game()));
        assert_eq!(parsed.name().is_some(), kind != LineKind::Turn);
        assert_eq!(parsed.color().is_some(), kind == LineKind::Invitation);
        assert_eq!(morris_message::Line::parse(&parsed.link()), Ok(parsed));
    }
}
