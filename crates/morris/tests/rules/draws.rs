// SPDX-License-Identifier: GPL-3.0-or-later
//! Draws and declared ends, beyond the rows of `moves.tsv`.

use morris::{Color, DrawReason, Game, Outcome, Rules, WinReason};

use super::support::*;

#[test]
fn repetitions_are_counted_and_the_start_counts() {
    let round = ["a7-d7", "a1-d1", "d7-a7", "d1-a1"];
    for (rounds, repetitions) in [(0, 1), (1, 2), (2, 3)] {
        let game = game(Rules::STANDARD, "W../.../.W./..W..W/..B/.B./B.B w 0 0", &round.repeat(rounds));
        assert_eq!(game.repetitions(), repetitions);
    }
}

#[test]
fn a_word_ends_a_game_and_undo_takes_it_back() {
    let mut game = Game::new(Rules::STANDARD);
    ["d6", "f4", "d2"].into_iter().for_each(|text| game.play(mv(text)).unwrap());
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
    game.play(mv("a1")).unwrap();
    assert_eq!(game.outcome(), None);
}
