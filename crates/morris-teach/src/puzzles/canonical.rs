// SPDX-License-Identifier: GPL-3.0-or-later
//! Positions and moves up to the symmetries of the board.

use morris::{Board, Color, Move, Position, Rules, Symmetry, zobrist};

/// Key that a puzzle shares with its equivalents: its position up to the symmetries of the board
/// and the exchange of colors.
///
/// ```
/// use morris::{Position, Rules};
/// use morris_teach::puzzles::PuzzleKey;
///
/// let [corner, turned] = ["W../.../.../....../.../.../... b 8 9", ".../.../.../....../.../.../..W b 8 9"]
///     .map(|line| Position::parse(line, &Rules::STANDARD).expect("a man on a corner"));
/// assert_eq!(PuzzleKey::of(&corner, &Rules::STANDARD), PuzzleKey::of(&turned, &Rules::STANDARD));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PuzzleKey(pub u64);

impl PuzzleKey {
    /// Returns the key of a position. The memory of the rules is ignored, because games with memory
    /// have no tables.
    pub fn of(position: &Position, rules: &Rules) -> Self {
        let side = position.side();
        let hands =
            zobrist::hand(Color::White, position.hand(side)) ^ zobrist::hand(Color::Black, position.hand(side.other()));
        let image = |symmetry: &Symmetry| {
            let men = |color| Board::map(symmetry, position.men(color));
            zobrist::men(Color::White, men(side)) ^ zobrist::men(Color::Black, men(side.other()))
        };
        Self(hands ^ rules.board.symmetries().iter().map(image).min().unwrap_or_default())
    }
}

/// Returns the symmetries of the board that preserve a position, including the identity.
pub(super) fn stabiliser(position: &Position, rules: &Rules) -> impl Iterator<Item = &'static Symmetry> + use<> {
    let position = *position;
    let stays =
        move |color| move |symmetry: &Symmetry| Board::map(symmetry, position.men(color)) == position.men(color);
    let both = move |symmetry: &&'static Symmetry| Color::BOTH.into_iter().all(|color| stays(color)(symmetry));
    rules.board.symmetries().iter().filter(both)
}

/// Returns `true` if all moves are equivalent under the symmetries of their position. Returns
/// `false` for an empty list.
pub(super) fn are_one(moves: &[Move], position: &Position, rules: &Rules) -> bool {
    let Some((first, others)) = moves.split_first() else { return false };
    let symmetries: Vec<_> = if others.is_empty() { Vec::new() } else { stabiliser(position, rules).collect() };
    others.iter().all(|other| symmetries.iter().any(|symmetry| first.image(symmetry) == *other))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;

    const RULES: Rules = Rules::STANDARD;

    fn position(line: &str) -> Position {
        Position::parse(line, &RULES).unwrap()
    }

    #[test]
    fn twins_have_one_key_and_others_another() {
        let key = |line| PuzzleKey::of(&position(line), &RULES);
        let one = key("WW./.../B../..WB../.../.../.BB w 0 0");
        assert_eq!(one, key(".WW/.../..B/..BW../.../.../BB. w 0 0"), "mirrored");
        assert_eq!(one, key("BB./.../W../..BW../.../.../.WW b 0 0"), "with the colors swapped");
        assert_ne!(one, key("WW./.../B../..WB../.../.../.BB b 0 0"));
        assert_ne!(one, key("WW./.../B../..W.B./.../.../.BB w 0 0"));
    }

    #[test]
    fn images_under_the_symmetries_of_a_position_are_one_move() {
        // The position is symmetric left to right.
        let symmetric = position("W.W/.../.../B....B/.../.../.W. w 6 6");
        let moves = |words: &str| words.split(' ').map(|mv| mv.parse().unwrap()).collect::<Vec<Move>>();
        assert!(are_one(&moves("b4 f4"), &symmetric, &RULES));
        assert!(are_one(&moves("d7"), &symmetric, &RULES));
        assert!(!are_one(&moves("b4 d6"), &symmetric, &RULES));
        assert!(!are_one(&[], &symmetric, &RULES));
        assert!(!are_one(&moves("b4 f4"), &position("W.W/.../.../B....B/.../.../W.. w 6 6"), &RULES));
    }
}
