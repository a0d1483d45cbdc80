// SPDX-License-Identifier: GPL-3.0-or-later
//! A sector solved by force, with nothing but the rules, and compared position by position.

use std::collections::HashMap;

use morris::{Board, PLAIN_24, PointSet, Position, Rules, Symmetry};
use morris_engine::tablebase::{Index, Tables, Wdl};

use super::support::{position, sector, seven_men};

/// What is known of a position: the value and the plies to it.
type Known = Option<(Wdl, u8)>;

/// A position up to symmetry: the lowest of its images.
fn key(position: &Position) -> (PointSet, PointSet) {
    let (mover, other) = (position.men(position.side()), position.men(position.side().other()));
    let image = |symmetry: &Symmetry| (Board::map(symmetry, mover), Board::map(symmetry, other));
    PLAIN_24.symmetries().iter().map(image).min().unwrap()
}

/// The moves of each position of 3-3: where they lead, `None` for a removal, which wins.
fn moves() -> (Vec<Position>, Vec<Vec<Option<usize>>>) {
    let index = Index::new(sector("3-3"));
    let firsts = (0..index.len()).filter(|&slot| index.is_first(slot)).map(|slot| index.men(slot));
    let positions: Vec<_> = firsts.map(|(white, black)| position(white, black)).collect();
    let numbers: HashMap<_, _> =
        positions.iter().enumerate().map(|(number, position)| (key(position), number)).collect();
    assert_eq!(numbers.len(), positions.len());
    let moves = positions.iter().map(|position| {
        let moves = position.legal_moves(&Rules::STANDARD).into_iter();
        let mut after: Vec<_> = moves
            .map(|mv| {
                let after = position.play_unchecked(mv, &Rules::STANDARD);
                mv.removed.is_empty().then(|| numbers[&key(&after)])
            })
            .collect();
        after.sort_unstable();
        after.dedup();
        after
    });
    let moves = moves.collect();
    (positions, moves)
}

/// What the moves tell of a position, all that is decided so far being decided in fewer than `plies`.
fn decide(moves: &[Option<usize>], known: &[Known], plies: u8) -> Known {
    let mut values = moves.iter().map(|mv| mv.map_or(Some(Wdl::Loss), |after| Some(known[after]?.0)));
    if values.clone().any(|value| value == Some(Wdl::Loss)) {
        return Some((Wdl::Win, plies));
    }
    values.all(|value| value == Some(Wdl::Win)).then_some((Wdl::Loss, plies))
}

#[test]
fn three_against_three_is_what_force_finds() {
    let (positions, moves) = moves();
    let mut known: Vec<Known> = vec![None; positions.len()];
    for plies in 1.. {
        let open = (0..positions.len()).filter(|&number| known[number].is_none());
        let new: Vec<_> = open.filter_map(|number| Some((number, decide(&moves[number], &known, plies)?))).collect();
        if new.is_empty() {
            break;
        }
        for (number, worth) in new {
            known[number] = Some(worth);
        }
    }
    let (tables, refused) = Tables::open(seven_men());
    assert!(refused.is_empty());
    for (position, known) in positions.iter().zip(&known) {
        let value = tables.value(position, &Rules::STANDARD);
        assert_eq!(value, Some(known.map_or(Wdl::Draw, |(value, _)| value)), "{position}");
        assert_eq!(tables.distance(position, &Rules::STANDARD), known.map(|(_, plies)| plies), "{position}");
    }
    // Gasser (1996) found the side to move to win 83 of 100.
    let wins = known.iter().filter(|known| matches!(known, Some((Wdl::Win, _)))).count();
    assert_eq!(wins * 100 / positions.len(), 82);
}
