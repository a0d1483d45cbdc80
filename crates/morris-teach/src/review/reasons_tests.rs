// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests each reason in a position where it holds, and in similar positions where it does not.

use std::ops::ControlFlow;
use std::path::Path;

use super::ply::Reason;
use super::reasons::{Case, find};
use morris::{Arrangement, ByColor, Color, Move, PointSet, Position, Rules};
use morris_solved::tablebase::{Prober, Tables, Wdl};

const RULES: Rules = Rules::STANDARD;

fn points(words: &str) -> PointSet {
    words.split_whitespace().map(|word| word.parse::<morris::Point>().unwrap()).collect()
}

fn moves(words: &str) -> Vec<Move> {
    words.split_whitespace().map(|word| word.parse().unwrap()).collect()
}

/// Returns a position with White to move. Each side has `hand` men in hand.
fn position(white: &str, black: &str, hand: u8) -> Position {
    let men = ByColor { white: points(white), black: points(black) };
    Arrangement::new(men, ByColor { white: hand, black: hand }, Color::White).check(&RULES).unwrap()
}

/// Returns the reason why a move is a mistake, given better moves and refuting replies. `line`
/// begins with the first reply.
fn reason_in_line(position: &Position, mv: &str, better: &str, replies: &str, line: &str) -> Option<Reason> {
    let mv: Move = mv.parse().unwrap();
    let after = position.play(mv, &RULES).unwrap();
    let (better, replies, line) = (moves(better), moves(replies), moves(line));
    better.iter().for_each(|&mv| position.check(mv, &RULES).unwrap());
    replies.iter().for_each(|&reply| after.check(reply, &RULES).unwrap());
    let over = after.outcome(&RULES).is_some();
    let (better, replies, line) = (&better, &replies, &line);
    let case = Case { rules: &RULES, position, mv, before: Wdl::Draw, after, over, better, replies, line };
    let (tables, _) = Tables::open(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/endgame"));
    find(&case, &mut Prober::new(&tables, &RULES, &mut || ControlFlow::Continue(())))
}

fn reason(position: &Position, mv: &str, better: &str, replies: &str) -> Option<Reason> {
    reason_in_line(position, mv, better, replies, "")
}

fn mv(text: &str) -> Move {
    text.parse().unwrap()
}

#[test]
fn a_move_that_ends_the_game() {
    let at = |quiet| {
        let mut arrangement = Arrangement::from(position("a7 d6 c3 e4", "g7 b4 d2 f4", 0));
        arrangement.quiet = quiet;
        arrangement.check(&RULES).unwrap()
    };
    let limit = RULES.draws.quiet.unwrap();
    assert_eq!(reason(&at(limit - 1), "a7-d7", "a7-a4", ""), Some(Reason::EndsGame));
    assert_eq!(reason(&at(limit - 2), "a7-d7", "a7-a4", "g7-g4"), None);
}

#[test]
fn a_reply_that_ends_the_game() {
    let (mv_, better, reply) = ("a7-d7", "a7-f6", "f4-f6xg1");
    let few = position("g1 g4 a7", "b6 d6 f4 e3", 0);
    assert_eq!(reason(&few, mv_, better, reply), Some(Reason::LosesAtOnce(mv(reply))));
    let more = position("g1 g4 a7 c3", "b6 d6 f4 e3", 0);
    assert_eq!(reason(&more, mv_, "a7-a4", reply), None, "nothing prevents it, and men are left");
}

#[test]
fn a_mill_that_could_be_prevented() {
    let position = position("a7 g1", "b6 d6", 7);
    assert_eq!(reason(&position, "a1", "f6", "f6xa7"), Some(Reason::LetsMill(mv("f6xa7"))));
    assert_eq!(reason(&position, "a1", "a4", "f6xa7"), None, "the better move does not prevent it");
    assert_eq!(reason(&position, "a1", "f6", "c3"), None, "the mill is not what punishes it");
}

#[test]
fn the_wrong_man_and_a_mill_too_early() {
    let position = position("a7 d7 c3", "b6 e3 e4", 6);
    assert_eq!(reason(&position, "g7xb6", "g7xe3 d2", "a1"), Some(Reason::WrongMan(points("e3"))));
    assert_eq!(reason(&position, "g7xb6", "d2", "a1"), Some(Reason::MillTooEarly(mv("d2"))));
    assert_eq!(reason(&position, "d1", "d2", "a1"), None, "no mill is closed");
}

#[test]
fn a_mill_that_is_missed() {
    let position = position("a7 d7", "b6 e3", 7);
    assert_eq!(reason(&position, "e5", "g7xb6 c3", "a1"), Some(Reason::MissesMill(mv("g7xb6"))));
    assert_eq!(reason(&position, "e5", "c3", "a1"), None, "a mill alone is not better");
    assert_eq!(reason(&position, "g7xb6", "g7xe3", "a1"), Some(Reason::WrongMan(points("e3"))));
}

#[test]
fn a_double_mill_that_is_given_up() {
    let position = position("a7 d7 g7 b6 f6 e5", "a1 g1 c3 e3 b2", 0);
    let expected = Reason::GivesUpDoubleMill("d7".parse().unwrap());
    assert_eq!(reason(&position, "g7-g4", "e5-e4", "b2-d2"), Some(expected));
    assert_eq!(reason(&position, "e5-d5", "e5-e4", "b2-d2"), None, "it is still there");
    assert_eq!(reason(&position, "g7-g4", "f6-f4", "b2-d2"), None, "the better move gives it up, too");
}

#[test]
fn a_double_mill_that_arises() {
    let with_arm = position("a1 e4 c3", "a7 d7 g7 b6", 5);
    assert_eq!(reason(&with_arm, "g1", "f6", "f6"), Some(Reason::LetsDoubleMill(mv("f6"))));
    let without = position("a1 e4 c3", "a7 d7 g7 b4", 5);
    let point = Some(Reason::LeavesPoint("f6".parse().unwrap()));
    assert_eq!(reason(&without, "g1", "f6", "f6"), point, "one man more is needed");
}

#[test]
fn two_mills_threatened_at_once() {
    let position_with = |white| position(white, "a7 g1", 7);
    assert_eq!(reason(&position_with("a1 e5"), "c3", "g7", "g7"), Some(Reason::LetsFork(mv("g7"))));
    let point = Some(Reason::LeavesPoint("g7".parse().unwrap()));
    assert_eq!(reason(&position_with("a1 d3"), "c3", "g7", "g7"), point, "White closes a mill first");
    let ours = position("a7 g1", "c3 e5", 7);
    assert_eq!(reason(&ours, "d2", "g7", "b2"), Some(Reason::MissesFork(mv("g7"))));
    assert_eq!(reason(&ours, "a1", "g7", "b2"), None, "another fork");
}

#[test]
fn a_mill_by_force() {
    let (slow, quick) = ("g4 a1 d2 c4", "g4 a1 b2 c4");
    let theirs = |white| reason(&position(white, "b6 d6 f2 e5", 0), "a1-a4", "g4-f4", "f2-f4");
    assert_eq!(theirs(slow), Some(Reason::LetsForcedMill(mv("f2-f4"), 2)));
    let point = Some(Reason::LeavesPoint("f4".parse().unwrap()));
    assert_eq!(theirs(quick), point, "White closes a mill first");
    let ours = |black, reply| reason(&position("b6 d6 f2 e5", black, 0), "e5-e4", "f2-f4", reply);
    assert_eq!(ours(slow, "g4-g7"), Some(Reason::MissesForcedMill(mv("f2-f4"), 2)));
    assert_eq!(ours("g4 a4 b2 c4", "g4-g7"), None, "Black closes a mill first");
}

#[test]
fn a_mill_that_is_opened_for_good() {
    let position = position("b2 d2 f2 a7", "d3 b6 e5 g4", 0);
    assert_eq!(reason(&position, "d2-d1", "a7-d7", "d3-d2"), Some(Reason::OpensMill(mv("d3-d2"))));
    assert_eq!(reason(&position, "d2-d1", "a7-d7", "e5-e4"), None, "no man comes between");
    assert_eq!(reason(&position, "a7-d7", "a7-a4", "d3-e3"), None, "the mill stays closed");
}

#[test]
fn men_that_are_locked_in() {
    let line = "c4-c3 d2-d3 e4-e3 d3-d2 c3-d3";
    let position = position("a1 d1 a4 d3", "a7 b4 g1 b2 f2 c4 e4", 0);
    assert_eq!(reason_in_line(&position, "d3-d2", "d3-e3", "c4-c3", line), Some(Reason::LocksIn(1)));
    assert_eq!(
        reason_in_line(&position, "d3-d2", "d3-e3", "c4-c3", "c4-c3 d2-d3"),
        Some(Reason::IgnoresThreat(mv("c4-c3"))),
        "it does not end so"
    );
}

#[test]
fn a_removal_that_lets_the_opponent_fly() {
    let position_with = |black| position("a7 d7 g4 c3", black, 0);
    let played = |black| reason(&position_with(black), "g4-g7xe3", "c3-c4", "f2-d2");
    assert_eq!(played("b6 d6 e3 f2"), Some(Reason::FreesToFly));
    assert_eq!(played("b6 d6 e3 f2 g1"), Some(Reason::MillTooEarly(mv("c3-c4"))), "four men are left");
}

#[test]
fn a_point_that_all_better_moves_take() {
    let position = position("c5 b2", "g7 f2", 7);
    let point = |name: &str| Some(Reason::LeavesPoint(name.parse().unwrap()));
    assert_eq!(reason(&position, "a1", "d6", "d6"), point("d6"));
    assert_eq!(reason(&position, "a1", "d6 e3", "d6"), None, "one of them does not");
    assert_eq!(reason(&position, "a1", "d6", "e3"), None, "no better move goes there");
}

#[test]
fn zugzwang_and_an_open_threat() {
    // Values as in the tables.
    let turns = position("c5 e5 c4 e4", "d5 b4 c3 f2", 0);
    assert_eq!(reason(&turns, "e4-e3", "e4-f4", "c3-d3"), Some(Reason::Zugzwang(mv("c3-d3"))));
    assert_eq!(
        reason(&turns, "e4-e3", "e4-f4", "f2-f4"),
        Some(Reason::LeavesPoint("f4".parse().unwrap())),
        "after this White is not lost"
    );
    let threat = position("d7 c5 d5 e5 a1", "d6 a4 c4 e4 b2", 0);
    assert_eq!(reason(&threat, "d7-a7", "d7-g7", "a4-b4 b2-d2"), Some(Reason::IgnoresThreat(mv("b2-d2"))));
    assert_eq!(reason(&threat, "d7-a7", "d7-g7", "e4-f4"), None, "it would gain nothing");
}
