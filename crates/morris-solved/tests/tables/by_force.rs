// SPDX-License-Identifier: GPL-3.0-or-later
//! Solves a sector by brute force, with the rules alone, and compares it position by position.

use std::collections::HashMap;
use std::path::Path;

use morris::{Arrangement, Board, ByColor, Color, PLAIN_24, PointSet, Position, Rules, Symmetry};
use morris_solved::tablebase::{BoardKind, Index, SectorsTask, Tables, Wdl};

use super::support::{sector, seven_men, solve_all, task};

/// Value of a position and plies to the end or the next removal, if they are known.
type Known = Option<(Wdl, u8)>;

/// Returns a key of a position up to symmetry: the lowest of its images.
fn key(position: &Position) -> (PointSet, PointSet) {
    let (mover, other) = (position.men(position.side()), position.men(position.side().other()));
    let image = |symmetry: &Symmetry| (Board::map(symmetry, mover), Board::map(symmetry, other));
    PLAIN_24.symmetries().iter().map(image).min().unwrap()
}

/// Returns the positions of 3-3 and the targets of their moves. `None` stands for a removal, which
/// wins.
fn moves(rules: &Rules) -> (Vec<Position>, Vec<Vec<Option<usize>>>) {
    let index = Index::new(sector("3-3"));
    let firsts = (0..index.len()).filter(|&slot| index.is_first(slot)).map(|slot| index.men(slot));
    let hand = ByColor { white: 0, black: 0 };
    let position =
        |(white, black)| Arrangement::new(ByColor { white, black }, hand, Color::White).check(rules).unwrap();
    let positions: Vec<_> = firsts.map(position).collect();
    let numbers: HashMap<_, _> =
        positions.iter().enumerate().map(|(number, position)| (key(position), number)).collect();
    assert_eq!(numbers.len(), positions.len());
    let moves = positions.iter().map(|position| {
        let moves = position.legal_moves(rules).into_iter();
        let mut after: Vec<_> = moves
            .map(|mv| {
                let after = position.play_unchecked(mv, rules);
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

/// Returns the result that the moves imply. All results known so far were decided in fewer than
/// `plies` plies.
fn decide(moves: &[Option<usize>], known: &[Known], plies: u8) -> Known {
    let mut values = moves.iter().map(|mv| mv.map_or(Some(Wdl::Loss), |after| Some(known[after]?.0)));
    if values.clone().any(|value| value == Some(Wdl::Loss)) {
        return Some((Wdl::Win, plies));
    }
    values.all(|value| value == Some(Wdl::Win)).then_some((Wdl::Loss, plies))
}

#[test]
fn three_against_three_agrees_with_brute_force() {
    // Gasser (1996) found that the side to move wins 83 %.
    assert_eq!(wins_in_a_hundred(seven_men(), &Rules::STANDARD), 82);
    let folder = tempfile::tempdir().unwrap();
    solve_all(&SectorsTask { board_kind: BoardKind::Diagonal, ..task(folder.path(), 6) });
    assert_eq!(wins_in_a_hundred(folder.path(), &Rules::TWELVE), 83);
}

/// Compares 3-3 position by position, and counts the wins.
fn wins_in_a_hundred(folder: &Path, rules: &Rules) -> usize {
    let (positions, moves) = moves(rules);
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
    let (tables, refused) = Tables::open(folder);
    assert!(refused.is_empty());
    for (position, known) in positions.iter().zip(&known) {
        let value = tables.value(position, rules);
        assert_eq!(value, Some(known.map_or(Wdl::Draw, |(value, _)| value)), "{position}");
        assert_eq!(tables.distance(position, rules), known.map(|(_, plies)| plies), "{position}");
    }
    let wins = known.iter().filter(|known| matches!(known, Some((Wdl::Win, _)))).count();
    wins * 100 / positions.len()
}
