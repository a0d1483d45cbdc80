// SPDX-License-Identifier: GPL-3.0-or-later
//! Positions, moves, and games given as text.

use morris::{Game, Move, Position, Rules};

pub fn shax() -> Rules {
    "shax".parse().unwrap()
}

pub fn position(rules: Rules, line: &str) -> Position {
    Position::parse(line, &rules).unwrap_or_else(|error| panic!("{line}: {error}"))
}

/// Reads a move between points that have the same names on all boards with these names.
pub fn mv(text: &str) -> Move {
    text.parse().unwrap()
}

/// Returns a game from a position after these moves.
pub fn game(rules: Rules, line: &str, moves: &[&str]) -> Game {
    let mut game = Game::from_position(rules, position(rules, line));
    for text in moves {
        let mv = Move::parse(text, rules.board).unwrap();
        game.play(mv).unwrap_or_else(|error| panic!("{}: {text}: {error}", game.position()));
    }
    game
}
