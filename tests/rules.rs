// SPDX-License-Identifier: GPL-3.0-or-later
//! A drawn board for each rule.

use nine_mens_morris::game::{
    Arrangement, ByColor, Color, DrawReason, IllegalMove, Move, Outcome, Phase, Point, PointSet, Position, Record,
    Rules, WinReason,
};

/// Reads a drawn board: the letters at the 24 points, whatever lines are drawn between them.
fn board(drawing: &str, rest: &str) -> Position {
    board_under(&Rules::STANDARD, drawing, rest)
}

fn board_under(rules: &Rules, drawing: &str, rest: &str) -> Position {
    let letters: Vec<char> = drawing.chars().filter(|letter| "WBo".contains(*letter)).collect();
    assert_eq!(letters.len(), 24, "{drawing}");
    let men = |wanted| {
        let of_color = |&(_, letter): &(Point, &char)| *letter == wanted;
        Point::all().zip(&letters).filter(of_color).map(|(point, _)| point).collect::<PointSet>()
    };
    let arrangement: Arrangement = format!(".../.../.../....../.../.../... {rest}").parse().unwrap();
    Arrangement { men: ByColor { white: men('W'), black: men('B') }, ..arrangement }.check(rules).unwrap()
}

fn turn(text: &str) -> Move {
    text.parse().unwrap()
}

fn check(position: &Position, text: &str) -> Result<(), IllegalMove> {
    position.check(turn(text), &Rules::STANDARD)
}

fn point(name: &str) -> Point {
    name.parse().unwrap()
}

fn after(position: &Position, text: &str) -> Position {
    position.play(turn(text), &Rules::STANDARD).unwrap()
}

/// All turns by text, each side playing as listed.
fn play(record: &mut Record, turns: &str) {
    for text in turns.split(' ') {
        record.play(turn(text)).unwrap_or_else(|error| panic!("{text}: {error}"));
    }
}

#[test]
fn white_begins_with_nine_men_each_on_any_point() {
    let start = Position::start(&Rules::STANDARD);
    assert_eq!((start.side(), start.hand(Color::White), start.hand(Color::Black)), (Color::White, 9, 9));
    assert_eq!(start.legal_moves(&Rules::STANDARD).len(), 24);
    assert_eq!(check(&start, "a4-a7"), Err(IllegalMove::MustPlace));
    assert_eq!(check(&after(&start, "d6"), "d6"), Err(IllegalMove::Occupied(point("d6"))));
}

#[test]
fn the_seventeenth_and_the_eighteenth_placement_may_close_a_mill() {
    let seventeenth = board(
        "W-----W-----o
         | o---o---o |
         | | B-B-o | |
         o-o-o   W-W-B
         | | W-B-B | |
         | W---B---W |
         B-----W-----B",
        "w 1 1",
    );
    let position = after(&seventeenth, "g7xd2");
    assert_eq!((position.men(Color::Black).len(), position.hand(Color::Black)), (7, 1));
    let last = after(&position, "e5xb2");
    assert_eq!(last.phase(Color::White, &Rules::STANDARD), Phase::Moving);
    assert_eq!((last.side(), last.men(Color::White).len(), last.men(Color::Black).len()), (Color::White, 8, 8));
    assert_eq!(check(&last, "b4"), Err(IllegalMove::NoneInHand));
}

#[test]
fn a_mill_removes_one_man_and_must() {
    let position = board(
        "W-----W-----o
         | o---o---o |
         | | B-o-o | |
         o-o-o   o-o-o
         | | o-o-B | |
         | o---o---o |
         o-----o-----o",
        "w 7 7",
    );
    assert_eq!(check(&position, "g7"), Err(IllegalMove::RemovalMissing));
    assert_eq!(check(&position, "g7xc5xe3"), Err(IllegalMove::TooManyRemoved));
    assert_eq!(check(&position, "g7xd2"), Err(IllegalMove::NotOpposing(point("d2"))));
    assert_eq!(check(&position, "g7xa7"), Err(IllegalMove::NotOpposing(point("a7"))));
    assert_eq!(check(&position, "b2xc5"), Err(IllegalMove::NoMill));
    assert_eq!(check(&position, "g7xc5"), Ok(()));
}

#[test]
fn two_mills_at_once_remove_one_man() {
    let position = board(
        "o-----W-----W
         | o---o---o |
         | | B-B-o | |
         W-o-o   o-o-o
         | | o-o-B | |
         | o---o---B |
         W-----o-----o",
        "w 5 5",
    );
    assert_eq!(check(&position, "a7xc5"), Ok(()));
    assert_eq!(check(&position, "a7xc5xd5"), Err(IllegalMove::TooManyRemoved));
}

#[test]
fn men_in_mills_are_protected_unless_all_are() {
    let drawing = "W-----W-----o
                   | o---o---o |
                   | | o-o-o | |
                   o-o-o   o-o-o
                   | | o-o-o | |
                   | o---o---F |
                   B-----B-----B";
    let one_free = board(&drawing.replace('F', "B"), "w 5 5");
    assert_eq!(check(&one_free, "g7xa1"), Err(IllegalMove::Protected(point("a1"))));
    assert_eq!(check(&one_free, "g7xf2"), Ok(()));
    let all_in_mills = board(&drawing.replace('F', "o"), "w 5 5");
    assert_eq!(all_in_mills.removable(Color::White, &Rules::STANDARD).to_string(), "a1 d1 g1");
    assert_eq!(check(&all_in_mills, "g7xd1"), Ok(()));
}

#[test]
fn a_mill_that_was_opened_counts_when_formed_again() {
    let open = board(
        "o-----W-----W
         | W---o---o |
         | | o-o-o | |
         W-o-o   o-o-o
         | | o-o-o | |
         | o---B---o |
         B-----o-----B",
        "w 0 0",
    );
    let closed = after(&open, "a4-a7xd2");
    assert_eq!(closed.short_of_men(), Some(Color::Black));
    let mut record = Record::from_position(
        Rules::STANDARD,
        board(
            "W-----W-----W
             | o---o---o |
             | | B-o-o | |
             o-o-o   o-o-o
             | | o-o-o | |
             | W---B---o |
             B-----B-----B",
            "w 0 0",
        ),
    );
    play(&mut record, "a7-a4 c5-c4 a4-a7xc4 d2-d3 g7-g4 d3-e3 g4-g7xe3");
    assert_eq!(record.position().men(Color::Black).len(), 3);
}

#[test]
fn men_move_along_the_lines_only() {
    let position = board(
        "W-----o-----o
         | W---o---o |
         | | o-W-o | |
         o-o-o   W-o-o
         | | o-o-o | |
         | o---o---o |
         B-----B-----B",
        "w 0 0",
    );
    assert_eq!(check(&position, "a7-d7"), Ok(()));
    assert_eq!(check(&position, "a7-b6"), Err(IllegalMove::Occupied(point("b6"))));
    assert_eq!(check(&position, "a7-g7"), Err(IllegalMove::NotJoined(point("a7"), point("g7"))));
    assert_eq!(check(&position, "b6-b4"), Ok(()));
    assert_eq!(check(&position, "b6-c5"), Err(IllegalMove::NotJoined(point("b6"), point("c5"))));
    assert_eq!(check(&position, "a1-a4"), Err(IllegalMove::NotOwn(point("a1"))));
    assert_eq!(check(&position, "a4-a7"), Err(IllegalMove::NotOwn(point("a4"))));
}

const THREE_AGAINST_FOUR: &str = "W-----o-----W
                                  | o---o---o |
                                  | | o-W-o | |
                                  o-o-o   o-o-o
                                  | | o-o-o | |
                                  | o---o---B |
                                  B-----B-----B";

#[test]
fn three_men_fly_against_more_that_may_not() {
    let position = board(THREE_AGAINST_FOUR, "w 0 0");
    assert_eq!(position.phase(Color::White, &Rules::STANDARD), Phase::Flying);
    assert_eq!(check(&position, "a7-e3"), Ok(()));
    let position = after(&position, "a7-e3");
    assert_eq!(position.phase(Color::Black, &Rules::STANDARD), Phase::Moving);
    assert_eq!(check(&position, "a1-a7"), Err(IllegalMove::NotJoined(point("a1"), point("a7"))));
}

#[test]
fn nobody_flies_in_the_competition_or_with_men_in_hand() {
    let position = board_under(&Rules::COMPO, THREE_AGAINST_FOUR, "w 0 0");
    let refused = position.check(turn("a7-e3"), &Rules::COMPO);
    assert_eq!(refused, Err(IllegalMove::NotJoined(point("a7"), point("e3"))));
    let in_hand = board(THREE_AGAINST_FOUR, "w 1 1");
    assert_eq!(in_hand.phase(Color::White, &Rules::STANDARD), Phase::Placing);
    assert_eq!(check(&in_hand, "a7-e3"), Err(IllegalMove::MustPlace));
}

#[test]
fn fewer_than_three_men_lose() {
    let position = board(
        "W-----W-----o
         | o---o---W |
         | | o-o-o | |
         o-o-o   o-o-o
         | | o-B-o | |
         | o---o---o |
         B-----B-----o",
        "w 0 0",
    );
    let over = after(&position, "f6-g7xa1");
    let lost = Outcome::Win { winner: Color::White, reason: WinReason::FewMen };
    assert_eq!(over.outcome(&Rules::STANDARD), Some(lost));
    assert!(over.legal_moves(&Rules::STANDARD).is_empty());
    assert_eq!(check(&over, "d1-d2"), Err(IllegalMove::GameOver));
}

#[test]
fn men_in_hand_count_as_men() {
    let position = board(
        "W-----W-----o
         | o---o---o |
         | | o-o-o | |
         o-o-o   o-o-o
         | | o-o-o | |
         | o---o---o |
         B-----B-----o",
        "w 2 2",
    );
    assert_eq!(after(&position, "g7xa1").outcome(&Rules::STANDARD), None);
    let fewer = board(
        "W-----W-----o
         | o---o---o |
         | | o-o-o | |
         o-o-o   o-o-o
         | | o-o-o | |
         | o---o---o |
         B-----B-----o",
        "w 1 1",
    );
    assert!(after(&fewer, "g7xa1").outcome(&Rules::STANDARD).is_some());
}

#[test]
fn a_side_without_a_turn_loses() {
    let position = board(
        "B-----W-----o
         | o---B---o |
         | | o-o-o | |
         W-B-o   o-o-o
         | | o-o-o | |
         | o---W---o |
         B-----W-----B",
        "w 0 0",
    );
    assert_eq!(position.outcome(&Rules::STANDARD), None);
    let blocked = board(
        "B-----W-----o
         | o---W---o |
         | | o-o-o | |
         W-W-o   o-o-o
         | | o-o-o | |
         | o---W---o |
         B-----W-----B",
        "b 0 0",
    );
    // Black's three men fly under the standard rules, but are shut in where nobody flies, but for g1.
    assert_eq!(blocked.outcome(&Rules::STANDARD), None);
    let compo = board_under(
        &Rules::COMPO,
        "B-----W-----o
         | o---W---o |
         | | o-o-o | |
         W-W-o   o-o-W
         | | o-o-o | |
         | o---W---o |
         B-----W-----B",
        "b 0 0",
    );
    let lost = Outcome::Win { winner: Color::White, reason: WinReason::Blocked };
    assert_eq!(compo.outcome(&Rules::COMPO), Some(lost));
    assert!(compo.legal_moves(&Rules::COMPO).is_empty());
}

/// Four men each, far from any mill, so that men can go to and fro.
const QUIET: &str = "W-----o-----o
                     | o---o---o |
                     | | o-W-o | |
                     o-o-W   o-o-W
                     | | o-o-o | |
                     | o---B---o |
                     B-----o-----B";

fn quiet_four(rules: Rules, quiet: u16) -> Record {
    let drawing = QUIET.replacen("| | o-o-o | |", "| | o-o-B | |", 1);
    Record::from_position(rules, board_under(&rules, &drawing, &format!("w 0 0 {quiet}")))
}

#[test]
fn the_third_repetition_draws_and_the_start_counts() {
    let mut record = quiet_four(Rules::STANDARD, 0);
    let round = "a7-d7 a1-d1 d7-a7 d1-a1";
    play(&mut record, round);
    assert_eq!((record.repetitions(), record.outcome()), (2, None));
    play(&mut record, "a7-d7 a1-d1 d7-a7");
    assert_eq!(record.outcome(), None);
    play(&mut record, "d1-a1");
    assert_eq!((record.repetitions(), record.outcome()), (3, Some(Outcome::Draw(DrawReason::Repetition))));
    assert_eq!(record.play(turn("a7-d7")), Err(IllegalMove::GameOver));
    record.undo();
    assert_eq!(record.outcome(), None);
    let mut plain = quiet_four(Rules::PLAIN, 0);
    (0..5).for_each(|_| play(&mut plain, round));
    assert_eq!(plain.outcome(), None);
}

#[test]
fn a_hundred_quiet_plies_draw() {
    let mut record = quiet_four(Rules::STANDARD, 98);
    play(&mut record, "a7-d7");
    assert_eq!((record.position().quiet(), record.outcome()), (99, None));
    play(&mut record, "a1-d1");
    assert_eq!(record.outcome(), Some(Outcome::Draw(DrawReason::QuietPlies)));
    let mut plain = quiet_four(Rules::PLAIN, 98);
    play(&mut plain, "a7-d7 a1-d1 d7-g7");
    assert_eq!(plain.outcome(), None);
}

#[test]
fn placements_and_removals_start_the_count_anew() {
    let start = Position::start(&Rules::STANDARD);
    assert_eq!(after(&start, "d6").quiet(), 0);
    let placing = Position::start(&Rules::WINDMILL);
    assert_eq!(placing.play(turn("d6"), &Rules::WINDMILL).unwrap().quiet(), 1);
    let mill = "WW./.../.../....../.../.../BB. w 5 5 40";
    for rules in [Rules::STANDARD, Rules::WINDMILL] {
        let position = Position::parse(mill, &rules).unwrap();
        assert_eq!(position.play(turn("g7xa1"), &rules).unwrap().quiet(), 0);
    }
}

#[test]
fn fifty_plies_without_a_mill_draw_in_the_windmill_game() {
    let mut record = quiet_four(Rules::WINDMILL, 48);
    play(&mut record, "a7-d7");
    assert_eq!((record.position().quiet(), record.outcome()), (49, None));
    play(&mut record, "a1-d1");
    assert_eq!(record.outcome(), Some(Outcome::Draw(DrawReason::QuietPlies)));
    // The 50th may be a placement.
    let placing = "WWB/.../.../....../.../.../BBW w 5 5 49";
    let position = Position::parse(placing, &Rules::WINDMILL).unwrap();
    let drawn = position.play(turn("d5"), &Rules::WINDMILL).unwrap();
    assert_eq!(drawn.outcome(&Rules::WINDMILL), Some(Outcome::Draw(DrawReason::QuietPlies)));
}

#[test]
fn ten_plies_with_three_men_each_draw_in_the_windmill_game() {
    let drawing = QUIET.replacen('W', "o", 1);
    let mut record = Record::from_position(Rules::WINDMILL, board_under(&Rules::WINDMILL, &drawing, "w 0 0 8"));
    play(&mut record, "d5-d6");
    assert_eq!((record.position().quiet(), record.outcome()), (9, None));
    play(&mut record, "a1-a4");
    assert_eq!(record.outcome(), Some(Outcome::Draw(DrawReason::QuietThreeEach)));
    let mut four = quiet_four(Rules::WINDMILL, 8);
    play(&mut four, "a7-d7 a1-d1");
    assert_eq!(four.outcome(), None);
}

#[test]
fn a_win_goes_before_a_draw() {
    let mut record = Record::from_position(
        Rules::STANDARD,
        Position::parse("WW./..W/.../....../.../.../BBB w 0 0 99", &Rules::STANDARD).unwrap(),
    );
    play(&mut record, "f6-g7xa1");
    assert_eq!(record.outcome(), Some(Outcome::Win { winner: Color::White, reason: WinReason::FewMen }));
}

#[test]
fn a_word_ends_a_game_and_undo_takes_it_back() {
    let mut record = Record::new(Rules::STANDARD);
    play(&mut record, "d6 f4 d2");
    record.undo();
    let agreed = Outcome::Draw(DrawReason::Agreement);
    record.declare(agreed);
    assert_eq!((record.outcome(), record.moves().len()), (Some(agreed), 2));
    record.declare(Outcome::Win { winner: Color::White, reason: WinReason::Time });
    assert_eq!(record.outcome(), Some(agreed), "it is over already");
    record.undo();
    assert_eq!(record.outcome(), None);
    record.redo();
    assert_eq!(record.outcome(), Some(agreed));
    record.undo();
    play(&mut record, "a1");
    assert_eq!(record.outcome(), None);
}

#[test]
fn an_arrangement_names_all_reasons_why_it_cannot_be() {
    let reasons = |line: &str| line.parse::<Arrangement>().unwrap().check(&Rules::STANDARD).unwrap_err().0.len();
    assert_eq!(reasons("W../.../.../....../.../.../B.. w 0 0"), 1);
    assert_eq!(reasons("WWW/WWW/WWW/W...../.../.../B.. w 0 3"), 2);
    assert_eq!(reasons("WWW/WWW/WWW/W...../BBB/BBB/BBB w 0 3"), 3);
    assert_eq!(reasons("WWW/.../.../....../.../.../BBB b 3 3"), 1);
    let error = |line: &str| Position::parse(line, &Rules::STANDARD).unwrap_err().to_string();
    assert_eq!(error(".../... w 9 9"), "the board has 2 rows, not 7");
    assert_eq!(error(".../.../.../...../.../.../... w 9 9"), "row 4 has 5 points, not 6");
    assert_eq!(error(".../.X./.../....../.../.../... w 9 9"), "row 2 has “X”, which is none of W, B and .");
    assert_eq!(error(".../.../.../....../.../.../... x 9 9"), "the side to move cannot be “x”");
    assert_eq!(error(".../.../.../....../.../.../... w 9"), "the number of men in Black's hand is missing");
    assert_eq!(error("WWW/WWW/WWW/W...../.../.../BBB w 0 0"), "White has 10 men on the board and in hand, more than 9");
}
