// SPDX-License-Identifier: GPL-3.0-or-later
//! Positions given as drawn boards, and moves given as text.

use morris::{Arrangement, ByColor, Game, IllegalMove, Move, Point, PointSet, Position, Rules};

/// Reads a drawn board: takes the letters at the 24 points and ignores the lines between them.
pub fn board(drawing: &str, rest: &str) -> Position {
    board_under(&Rules::STANDARD, drawing, rest)
}

pub fn board_under(rules: &Rules, drawing: &str, rest: &str) -> Position {
    let letters: Vec<char> = drawing.chars().filter(|letter| "WBo".contains(*letter)).collect();
    assert_eq!(letters.len(), 24, "{drawing}");
    let men = |wanted| {
        let of_color = |&(_, letter): &(Point, &char)| *letter == wanted;
        Point::all().zip(&letters).filter(of_color).map(|(point, _)| point).collect::<PointSet>()
    };
    let mut arrangement: Arrangement = format!(".../.../.../....../.../.../... {rest}").parse().unwrap();
    arrangement.men = ByColor { white: men('W'), black: men('B') };
    arrangement.check(rules).unwrap()
}

pub fn mv(text: &str) -> Move {
    text.parse().unwrap()
}

pub fn check(position: &Position, text: &str) -> Result<(), IllegalMove> {
    position.check(mv(text), &Rules::STANDARD)
}

pub fn after(position: &Position, text: &str) -> Position {
    position.play(mv(text), &Rules::STANDARD).unwrap()
}

/// Plays moves given as text, for both sides in turn.
pub fn play(game: &mut Game, moves: &str) {
    for text in moves.split(' ') {
        game.play(mv(text)).unwrap_or_else(|error| panic!("{text}: {error}"));
    }
}
