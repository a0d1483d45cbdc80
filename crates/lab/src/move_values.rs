// SPDX-License-Identifier: GPL-3.0-or-later
//! Values of the moves of a position, derived from the known values of the resulting positions.

use morris::{Move, Position, Rules};
use morris_solved::tablebase::Wdl;

/// Returns the legal moves one by one, each with its value for the side that plays it, or `None` if
/// that is unknown. `known` returns the value of a position for its side to move. It is called only
/// if the game is not over.
pub fn move_values<'a>(
    position: &'a Position,
    rules: &'a Rules,
    known: impl Fn(&Position) -> Option<Wdl> + 'a,
) -> impl Iterator<Item = Option<(Move, Wdl)>> + 'a {
    position.legal_moves(rules).into_iter().map(move |mv| {
        let after = position.play_unchecked(mv, rules);
        let value = Wdl::ended(&after, rules).or_else(|| known(&after))?;
        Some((mv, value.opposite()))
    })
}

/// Returns whether some move gives value away. The answer is known as soon as two moves have
/// different values, or when all values are known. Returns `None` if an unknown value comes first.
pub fn some_give_away(values: impl IntoIterator<Item = Option<(Move, Wdl)>>) -> Option<bool> {
    let mut first = None;
    for value in values {
        let (_, value) = value?;
        if *first.get_or_insert(value) != value {
            return Some(true);
        }
    }
    Some(false)
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    fn position(line: &str) -> Position {
        Position::parse(line, &Rules::STANDARD).unwrap()
    }

    #[test]
    fn move_value_is_the_negated_value_after_it() {
        let (start, asked) = (Position::start(&Rules::STANDARD), Cell::new(0));
        let known = |after: &Position| {
            asked.set(asked.get() + 1);
            Some(if after.men(start.side()) == start.men(start.side()) { Wdl::Draw } else { Wdl::Loss })
        };
        let values: Vec<_> = move_values(&start, &Rules::STANDARD, known).map(Option::unwrap).collect();
        assert_eq!((values.len(), asked.get()), (24, 24));
        assert!(values.iter().all(|&(_, value)| value == Wdl::Win));
    }

    #[test]
    fn ended_games_have_no_move_values() {
        let mill = position("WW./.../.../....W./B../.../B.B w 0 0 0");
        let values: Vec<_> = move_values(&mill, &Rules::STANDARD, |_| None).flatten().collect();
        assert!(!values.is_empty());
        assert!(values.iter().all(|&(mv, value)| !mv.removed.is_empty() && value == Wdl::Win), "{values:?}");
        let (mv, _) = values[0];
        let after = mill.play_unchecked(mv, &Rules::STANDARD);
        assert_eq!(Wdl::ended(&after, &Rules::STANDARD), Some(Wdl::Loss));
        assert_eq!(Wdl::ended(&mill, &Rules::STANDARD), None);
    }

    #[test]
    fn two_different_values_decide_whatever_else_is_not_known() {
        let mv = "a1".parse().unwrap();
        let values = |values: &[Option<Wdl>]| {
            let moves: Vec<_> = values.iter().map(|value| value.map(|value| (mv, value))).collect();
            some_give_away(moves)
        };
        let [win, draw, loss] = [Wdl::Win, Wdl::Draw, Wdl::Loss].map(Some);
        assert_eq!(values(&[win, win, draw, None]), Some(true));
        assert_eq!(values(&[loss, loss]), Some(false));
        assert_eq!(values(&[win, None, draw]), None);
        assert_eq!(values(&[]), Some(false));
    }
}
