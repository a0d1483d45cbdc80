// SPDX-License-Identifier: GPL-3.0-or-later
//! Refusals match the rules of the game and use the point names of its board.

use morris::{
    CROSS_17, FirstPlacement, Flying, IllegalMove, MillProtection, MillReuse, Move, PLAIN_24, Pgn, PlacingRemovals,
    PointNotation, Position, RING_16, Removals, Rules, RulesBuilder,
};

fn refused(rules: RulesBuilder, line: &str, mv: &str) -> String {
    let rules = rules.build().unwrap();
    let position = Position::parse(line, &rules).unwrap();
    let reason = position.check(Move::parse(mv, rules.board).unwrap(), &rules).unwrap_err();
    rules.board.display(reason).to_string()
}

#[test]
fn points_have_the_names_of_their_board() {
    let six = Rules::builder(Rules::PLAIN).board(&RING_16).men(6).flying(Flying::Never);
    assert_eq!(refused(six, "W../.../..../.../..B w 5 5", "e1"), "e1 is occupied");
    assert_eq!(refused(six, "WWW/BBB/..../.../... w 0 0", "a5-c1"), "no line joins a5 and c1");
    let barred = Rules::builder(Rules::PLAIN).board(&CROSS_17).men(7).first_point(FirstPlacement::NotCenter);
    let empty = ".../.../...../.../... w 7 7";
    assert_eq!(refused(barred, empty, "c3"), "the first piece may not go to the center, c3");

    let text = Pgn::read("1. a5 e1 2. e1", PointNotation::Names, six.build().unwrap());
    assert_eq!(text.unwrap_err().to_string(), "line 1, column 13: move 3, e1: e1 is occupied");
    assert!(PLAIN_24.point("e1").is_none());
}

#[test]
fn a_mill_that_removes_nothing_is_a_mill() {
    let plain = Rules::builder(Rules::PLAIN);
    let line = "WW./.../.../B....B/.../.../... w 7 7";
    assert_eq!(refused(plain, line, "d1xa4"), "the move closes no mill: nothing may be removed");
    let never = plain.while_placing(PlacingRemovals::Never);
    assert_eq!(refused(never, line, "g7xa4"), "the mill removes nothing");
}

#[test]
fn rules_set_the_number_of_removals() {
    let plain = Rules::builder(Rules::PLAIN);
    let line = "WW./.../.../B....W/.../.../BBW w 5 5";
    let two = plain.removals(Removals::PerMill).from_mills(MillProtection::None);
    assert_eq!(refused(plain, line, "g7xa4xa1"), "only one piece may be removed");
    assert_eq!(refused(two, line, "g7xa4xa1xd1"), "only 2 pieces may be removed");
    // One of two is not all, whether or not it may be removed.
    assert_eq!(refused(two, line, "g7xa4"), "the move closes a mill: name the piece to remove");
    let some_in_mill = "WW./BBB/.../B....W/.../B../..W w 4 4";
    assert_eq!(refused(plain.removals(Removals::PerMill), some_in_mill, "g7xd6"), "the piece on d6 is in a mill");
}

#[test]
fn emptied_points_stay_closed_while_placing() {
    let later = Rules::builder(Rules::PLAIN).while_placing(PlacingRemovals::AfterPlacing);
    let line = "WWW/.../.../b....B/.../.../... b 6 7";
    assert_eq!(refused(later, line, "a4"), "no piece may go to a4 before all pieces are placed");
}

#[test]
fn a_mill_removes_nothing_where_all_men_are_safe() {
    let rules = Rules::builder(Rules::PLAIN).from_mills(MillProtection::Full).build().unwrap();
    let position = Position::parse("WW./.../.../....../.../.../BBB w 5 5", &rules).unwrap();
    let mill = Move::parse("g7", rules.board).unwrap();
    assert_eq!(position.check(mill, &rules), Ok(()));
    assert!(position.legal_moves(&rules).contains(&mill));
    assert_eq!((position.legal_moves(&rules).len(), position.count_moves(&rules)), (19, 19));
}

#[test]
fn each_man_that_one_of_two_removals_may_take_is_offered() {
    let two =
        Rules::builder(Rules::PLAIN).removals(Removals::PerMill).from_mills(MillProtection::None).build().unwrap();
    let position = Position::parse("WW./.../.../B....W/.../.../BBW w 5 5", &two).unwrap();
    let offered = |text| position.removable_after(Move::parse(text, two.board).unwrap(), &two).to_string();
    assert_eq!(offered("g7"), "a4 a1 d1");
    assert_eq!(offered("g7xa4"), "a1 d1");
}

#[test]
fn moving_straight_back_into_a_mill_is_refused() {
    let rules: Rules = "morabaraba".parse().unwrap();
    let mv = |text| Move::parse(text, rules.board).unwrap();
    let start = Position::parse("WW./.../.../.B.WWW/B../.BB/B.. w 0 0", &rules).unwrap();
    let later = start.play(mv("g4-g7xc3"), &rules).unwrap().play(mv("a1-d1"), &rules).unwrap();
    let back = mv("g7-g4xd1");
    assert_eq!(later.check(back, &rules), Err(IllegalMove::StraightBack(rules.board.point("g4").unwrap())));
    assert!(!later.legal_moves(&rules).contains(&back));
    let free = Rules::builder(rules).reforming(MillReuse::Free).build().unwrap();
    let later = start.play(mv("g4-g7xc3"), &free).unwrap().play(mv("a1-d1"), &free).unwrap();
    assert_eq!(later.check(back, &free), Ok(()));
}

#[test]
fn line_with_other_rules_is_refused() {
    let six: Rules = "six".parse().unwrap();
    let line = ".../.../..../.../... w 6 6 0 rules=";
    let error = |said: &str| Position::parse(&format!("{line}{said}"), &six).unwrap_err().to_string();
    assert!(Position::parse(&format!("{line}six"), &six).is_ok());
    assert_eq!(error("five"), "the position is one of the rules five, not six");
    assert_eq!(error("six,quiet=9"), "the position is one of the rules six,quiet=9, not six");
    assert!(error("chess").starts_with("there are no rules “chess”"));
    assert!(error("six first=w").starts_with("what is remembered cannot be “rules=six”"), "it stands last");
}
