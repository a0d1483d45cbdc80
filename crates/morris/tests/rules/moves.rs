// SPDX-License-Identifier: GPL-3.0-or-later
//! Placing, mills, moving, flying, and the ends they bring.

use morris::{Color, Game, IllegalMove, Outcome, Phase, Position, Rules, WinReason};

use crate::drawn::*;

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
    assert_eq!(check(&position, "g7xc5xe3"), Err(IllegalMove::TooManyRemoved(1)));
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
    assert_eq!(check(&position, "a7xc5xd5"), Err(IllegalMove::TooManyRemoved(1)));
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
    let mut game = Game::from_position(
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
    play(&mut game, "a7-a4 c5-c4 a4-a7xc4 d2-d3 g7-g4 d3-e3 g4-g7xe3");
    assert_eq!(game.position().men(Color::Black).len(), 3);
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
    let refused = position.check(mv("a7-e3"), &Rules::COMPO);
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
