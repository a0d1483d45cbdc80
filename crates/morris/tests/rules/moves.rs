// SPDX-License-Identifier: GPL-3.0-or-later
//! Placing, mills, moving, flying, and the ends of the game.

use morris::{Color, Flying, Game, IllegalMove, Outcome, Phase, Point, Position, Rules, WinReason};

use super::drawn::*;

#[test]
fn every_row_is_legal_or_refused_as_listed() {
    let rows = include_str!("moves.tsv").lines().filter(|line| !line.starts_with('#'));
    for row in rows {
        let [rules, line, text, expected] = row.split('\t').collect::<Vec<_>>()[..] else { panic!("{row}") };
        let rules = rules.parse().unwrap();
        let position = Position::parse(line, &rules).unwrap_or_else(|error| panic!("{row}: {error}"));
        let said = position.check(mv(text), &rules).map_or_else(named, |()| "legal".to_owned());
        assert_eq!(said, expected, "{row}");
        assert_eq!(position.legal_moves(&rules).contains(&mv(text)), said == "legal", "{row}");
    }
}

/// Prints a refusal with the names of its points.
fn named(error: IllegalMove) -> String {
    Point::all().fold(format!("{error:?}"), |text, point| text.replace(&format!("{point:?}"), point.name()))
}

#[test]
fn white_begins_with_nine_men_each_on_any_point() {
    let start = Position::start(&Rules::STANDARD);
    assert_eq!((start.side(), start.hand(Color::White), start.hand(Color::Black)), (Color::White, 9, 9));
    assert_eq!(start.legal_moves(&Rules::STANDARD).len(), 24);
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
fn where_all_men_are_in_mills_none_is_protected() {
    let all_in_mills = board(
        "W-----W-----o
         | o---o---o |
         | | o-o-o | |
         o-o-o   o-o-o
         | | o-o-o | |
         | o---o---o |
         B-----B-----B",
        "w 5 5",
    );
    assert_eq!(all_in_mills.removable(Color::White, &Rules::STANDARD).to_string(), "a1 d1 g1");
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

const THREE_AGAINST_FOUR: &str = "W-----o-----W
                                  | o---o---o |
                                  | | o-W-o | |
                                  o-o-o   o-o-o
                                  | | o-o-o | |
                                  | o---o---B |
                                  B-----B-----B";

#[test]
fn flying_depends_on_men_and_rules() {
    let phase = |rules, rest, color| board_under(rules, THREE_AGAINST_FOUR, rest).phase(color, rules);
    assert_eq!(phase(&Rules::STANDARD, "w 0 0", Color::White), Phase::Flying);
    assert_eq!(phase(&Rules::STANDARD, "w 0 0", Color::Black), Phase::Moving);
    assert_eq!(phase(&Rules::COMPO, "w 0 0", Color::White), Phase::Moving);
    assert_eq!(phase(&Rules::STANDARD, "w 1 1", Color::White), Phase::Placing);
    let with_four = Rules::builder(Rules::STANDARD).flying(Flying::With(4)).build().unwrap();
    assert_eq!(Color::BOTH.map(|color| phase(&with_four, "w 0 0", color)), [Phase::Flying; 2]);
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
fn a_side_without_a_move_loses() {
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
    // Black's three men fly under the standard rules. Without flying they are shut in, except for
    // the man on g1.
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
