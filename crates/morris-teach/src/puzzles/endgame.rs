// SPDX-License-Identifier: GPL-3.0-or-later
//! Endgames to be played out: given numbers of men, to be won or to be held.

use std::ops::ControlFlow;

use morris::{Arrangement, ByColor, Color, PointSet, Position, Rules};
use morris_solved::tablebase::{Tables, Wdl};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::SliceRandom;

use super::values::{Values, best};

/// Maximum number of random positions that are examined for one endgame.
const MOST_CANDIDATES: usize = 1_000_000;

/// Returns a position with these numbers of men and none in hand. White is to move, the position
/// has the value `value` for White, and White can go wrong. Returns `None` if the search fails or
/// `go_on` stops it.
pub fn endgame(
    tables: &Tables,
    rules: &Rules,
    men: ByColor<usize>,
    value: Wdl,
    seed: u64,
    go_on: &mut dyn FnMut() -> ControlFlow<()>,
) -> Option<Position> {
    let mut chance = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut values = Values::new(tables, rules);
    let mut points: Vec<_> = rules.board.points().collect();
    for _ in 0..MOST_CANDIDATES {
        if go_on().is_break() {
            return None;
        }
        points.shuffle(&mut chance);
        let (white, rest) = points.split_at_checked(men.white)?;
        let black = rest.get(..men.black)?;
        let sets = ByColor { white: set(white), black: set(black) };
        let Ok(position) = Arrangement::new(sets, ByColor::default(), Color::White).check(rules) else { continue };
        if values.of(&position) != Some(value) {
            continue;
        }
        let Some(moves) = values.moves(&position) else { continue };
        if best(&moves).is_some_and(|(_, right)| right.len() < moves.len()) {
            return Some(position);
        }
    }
    None
}

fn set(points: &[morris::Point]) -> PointSet {
    points.iter().fold(PointSet::EMPTY, |set, point| set | point.set())
}
