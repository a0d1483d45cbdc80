// SPDX-License-Identifier: GPL-3.0-or-later
//! Each draw limit, exactly at the limit and one ply before.

use morris::{Color, DrawReason, Game, IllegalMove, Outcome, Position, Rules, WinReason};

use super::drawn::*;

/// Four men each, far from any mill, so that men can move back and forth.
const QUIET: &str = "W-----o-----o
                     | o---o---o |
                     | | o-W-o | |
                     o-o-W   o-o-W
                     | | o-o-o | |
                     | o---B---o |
                     B-----o-----B";

fn quiet_four(rules: Rules, quiet: u16) -> Game {
    let drawing = QUIET.replacen("| | o-o-o | |", "| | o-o-B | |", 1);
    Game::from_position(rules, board_under(&rules, &drawing, &format!("w 0 0 {quiet}")))
}

#[test]
fn the_third_repetition_draws_and_the_start_counts() {
    let mut game = quiet_four(Rules::STANDARD, 0);
    let round = "a7-d7 a1-d1 d7-a7 d1-a1";
    play(&mut game, round);
    assert_eq!((game.repetitions(), game.outcome()), (2, None));
    play(&mut game, "a7-d7 a1-d1 d7-a7");
    assert_eq!(game.outcome(), None);
    play(&mut game, "d1-a1");
    assert_eq!((game.repetitions(), game.outcome()), (3, Some(Outcome::Draw(DrawReason::Repetition))));
    assert_eq!(game.play(mv("a7-d7")), Err(IllegalMove::GameOver));
    game.undo();
    assert_eq!(game.outcome(), None);
    let mut plain = quiet_four(Rules::PLAIN, 0);
    (0..5).for_each(|_| play(&mut plain, round));
    assert_eq!(plain.outcome(), None);
}

#[test]
fn a_hundred_quiet_plies_draw() {
    let mut game = quiet_four(Rules::STANDARD, 98);
    play(&mut game, "a7-d7");
    assert_eq!((game.position().quiet(), game.outcome()), (99, None));
    play(&mut game, "a1-d1");
    assert_eq!(game.outcome(), Some(Outcome::Draw(DrawReason::QuietPlies)));
    let mut plain = quiet_four(Rules::PLAIN, 98);
    play(&mut plain, "a7-d7 a1-d1 d7-g7");
    assert_eq!(plain.outcome(), None);
}

#[test]
fn placements_and_removals_restart_the_count() {
    let start = Position::start(&Rules::STANDARD);
    assert_eq!(after(&start, "d6").quiet(), 0);
    let placing = Position::start(&Rules::WINDMILL);
    assert_eq!(placing.play(mv("d6"), &Rules::WINDMILL).unwrap().quiet(), 1);
    let mill = "WW./.../.../....../.../.../BB. w 5 5 40";
    for rules in [Rules::STANDARD, Rules::WINDMILL] {
        let position = Position::parse(mill, &rules).unwrap();
        assert_eq!(position.play(mv("g7xa1"), &rules).unwrap().quiet(), 0);
    }
}

#[test]
fn fifty_plies_without_a_mill_draw_in_the_windmill_game() {
    let mut game = quiet_four(Rules::WINDMILL, 48);
    play(&mut game, "a7-d7");
    assert_eq!((game.position().quiet(), game.outcome()), (49, None));
    play(&mut game, "a1-d1");
    assert_eq!(game.outcome(), Some(Outcome::Draw(DrawReason::QuietPlies)));
    // The 50th quiet ply may be a placement.
    let placing = "WWB/.../.../....../.../.../BBW w 5 5 49";
    let position = Position::parse(placing, &Rules::WINDMILL).unwrap();
    let drawn = position.play(mv("d5"), &Rules::WINDMILL).unwrap();
    assert_eq!(drawn.outcome(&Rules::WINDMILL), Some(Outcome::Draw(DrawReason::QuietPlies)));
}

#[test]
fn ten_plies_with_three_men_each_draw_in_the_windmill_game() {
    let drawing = QUIET.replacen('W', "o", 1);
    let mut game = Game::from_position(Rules::WINDMILL, board_under(&Rules::WINDMILL, &drawing, "w 0 0 8"));
    play(&mut game, "d5-d6");
    assert_eq!((game.position().quiet(), game.outcome()), (9, None));
    play(&mut game, "a1-a4");
    assert_eq!(game.outcome(), Some(Outcome::Draw(DrawReason::QuietThreeEach)));
    let mut four = quiet_four(Rules::WINDMILL, 8);
    play(&mut four, "a7-d7 a1-d1");
    assert_eq!(four.outcome(), None);
}

#[test]
fn a_win_goes_before_a_draw() {
    let mut game = Game::from_position(
        Rules::STANDARD,
        Position::parse("WW./..W/.../....../.../.../BBB w 0 0 99", &Rules::STANDARD).unwrap(),
    );
    play(&mut game, "f6-g7xa1");
    assert_eq!(game.outcome(), Some(Outcome::Win { winner: Color::White, reason: WinReason::FewMen }));
}

#[test]
fn a_word_ends_a_game_and_undo_takes_it_back() {
    let mut game = Game::new(Rules::STANDARD);
    play(&mut game, "d6 f4 d2");
    game.undo();
    let agreed = Outcome::Draw(DrawReason::Agreement);
    game.declare(agreed);
    assert_eq!((game.outcome(), game.moves().len()), (Some(agreed), 2));
    game.declare(Outcome::Win { winner: Color::White, reason: WinReason::Time });
    assert_eq!(game.outcome(), Some(agreed), "it is over already");
    game.undo();
    assert_eq!(game.outcome(), None);
    game.redo();
    assert_eq!(game.outcome(), Some(agreed));
    game.undo();
    play(&mut game, "a1");
    assert_eq!(game.outcome(), None);
}
