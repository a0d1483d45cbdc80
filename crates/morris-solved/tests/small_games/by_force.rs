// SPDX-License-Identifier: GPL-3.0-or-later
//! Solves whole games by brute force: every arrangement of the board, with the rules alone, round
//! after round until nothing changes.

use std::collections::HashMap;

use morris::{Arrangement, Board, ByColor, Color, Placing, PointSet, Position, Rules};
use morris_solved::tablebase::{ProbeResult, Wdl};
use proptest::prelude::*;

use super::support::{center_barred, game, rules};

/// Returns all positions that can be set up on a board of nine points and in which no side has too
/// few men.
fn positions(rules: &Rules) -> Vec<Position> {
    let hands = 0..=rules.men;
    let hands: Vec<_> =
        hands.clone().flat_map(|white| hands.clone().map(move |black| ByColor { white, black })).collect();
    let mut positions = Vec::new();
    for white in 0..1 << 9 {
        for black in (0..1 << 9).filter(|black| black & white == 0) {
            let men = ByColor { white: PointSet::new(white), black: PointSet::new(black) };
            for &hand in &hands {
                let legal = Color::BOTH.map(|side| Arrangement::new(men, hand, side).check(rules).ok());
                positions.extend(legal.into_iter().flatten().filter(|position| position.short_of_men(rules).is_none()));
            }
        }
    }
    positions
}

/// Value of a position and plies to the end, if they are known.
type Known = Option<(Wdl, u8)>;

/// Returns the result for each position, or `None` for a draw.
fn by_force(rules: &Rules, positions: &[Position]) -> Vec<Known> {
    let numbers: HashMap<_, _> = positions.iter().zip(0..).map(|(position, number)| (*position, number)).collect();
    let after = |position: &Position| -> Vec<usize> {
        position.legal_moves(rules).into_iter().map(|mv| numbers[&position.play_unchecked(mv, rules)]).collect()
    };
    let moves: Vec<_> = positions.iter().map(after).collect();
    let over = |position: &Position| {
        let winner = position.outcome(rules)?.winner()?;
        Some((if winner == position.side() { Wdl::Win } else { Wdl::Loss }, 0))
    };
    let mut known: Vec<Known> = positions.iter().map(over).collect();
    for plies in 1.. {
        let decide = |moves: &Vec<usize>| {
            let mut values = moves.iter().map(|&after| known[after].map(|(value, _)| value));
            if values.clone().any(|value| value == Some(Wdl::Loss)) {
                return Some((Wdl::Win, plies));
            }
            (!moves.is_empty() && values.all(|value| value == Some(Wdl::Win))).then_some((Wdl::Loss, plies))
        };
        let new: Vec<_> = moves.iter().map(decide).collect();
        let before = known.clone();
        known.iter_mut().zip(new).for_each(|(known, new)| *known = known.or(new));
        if known == before {
            return known;
        }
    }
    unreachable!("some round is the last")
}

fn check(rules: Rules, start: ProbeResult) {
    let positions = positions(&rules);
    let (known, game) = (by_force(&rules, &positions), game(rules));
    let mut compared = 0;
    for (position, known) in positions.iter().zip(known) {
        // A side that has already won by a mill is never to move.
        if known != Some((Wdl::Win, 0)) {
            let (value, plies) = known.map_or((Wdl::Draw, None), |(value, plies)| (value, Some(plies)));
            assert_eq!(game.probe(position), Some(ProbeResult { value, plies }), "{}", position.line(&rules));
            compared += 1;
        }
    }
    assert!(compared > 1000, "{compared} positions");
    assert_eq!(game.probe(&Position::start(&rules)), Some(start));
}

const DRAW: ProbeResult = ProbeResult { value: Wdl::Draw, plies: None };

const fn win(plies: u8) -> ProbeResult {
    ProbeResult { value: Wdl::Win, plies: Some(plies) }
}

#[test]
fn tapatan_is_won_by_the_first_player() {
    check(rules("tapatan"), win(9));
}

#[test]
fn tapatan_is_a_draw_where_the_center_is_barred_at_first() {
    check(center_barred(), DRAW);
}

#[test]
fn nine_holes_is_a_draw() {
    check(rules("nineholes"), DRAW);
}

#[test]
fn achi_is_won_by_the_first_player() {
    check(rules("achi"), win(11));
}

#[test]
fn smaller_merels_is_a_draw() {
    check(rules("smallmerels"), DRAW);
}

#[test]
fn rota_is_a_draw() {
    check(rules("rota"), DRAW);
}

#[test]
fn men_may_be_moved_while_others_are_in_hand() {
    let rules = Rules::builder(rules("achi")).placing(Placing::OrMove).build().unwrap();
    check(rules, win(11));
}

fn image(position: &Position, rules: &Rules, symmetry: usize) -> Position {
    let symmetry = &rules.board.symmetries()[symmetry];
    let men = ByColor::from_fn(|color| Board::map(symmetry, position.men(color)));
    let hand = ByColor::from_fn(|color| position.hand(color));
    Arrangement::new(men, hand, position.side()).check(rules).unwrap()
}

proptest! {
    /// Follows a random game and all its symmetric images.
    #[test]
    fn symmetric_positions_are_worth_the_same(moves in prop::collection::vec(0..100_usize, 0..60)) {
        let rules = rules("five");
        let game = game(rules);
        let mut position = Position::start(&rules);
        for mv in moves {
            let legal = position.legal_moves(&rules);
            let Some(mv) = legal.get(mv % legal.len().max(1)) else { break };
            position = position.play_unchecked(*mv, &rules);
            let known = game.probe(&position);
            prop_assert_eq!(known.is_none(), position.short_of_men(&rules).is_some());
            for symmetry in 0..rules.board.symmetries().len() {
                prop_assert_eq!(game.probe(&image(&position, &rules, symmetry)), known);
            }
        }
    }
}
