// SPDX-License-Identifier: GPL-3.0-or-later
//! Five and six men's morris where the side that has too few men or no move wins. The tables do not
//! solve such games, but one look at every position does: a side to move wins if and only if it has
//! no move, and it always has a move after which the other side has one. So nothing else is won
//! once all men are placed, and nothing is lost. `misere_values.tsv` has the counts of a solver
//! that shares no code with the program.

use std::collections::BTreeMap;

use morris::{Arrangement, Board, ByColor, Color, Goal, Outcome, PointSet, Position, Rules};

fn rules(id: &str) -> Rules {
    Rules::builder(id.parse().unwrap()).goal(Goal::Misere).build().unwrap()
}

/// Returns all sets of `size` points among `room`.
fn sets(room: PointSet, size: usize) -> Vec<PointSet> {
    if size == 0 {
        return vec![PointSet::EMPTY];
    }
    let points: Vec<_> = room.collect();
    let after = |number: usize| points[number + 1..].iter().copied().collect::<PointSet>();
    let with = |number: usize| sets(after(number), size - 1).into_iter().map(move |set| (number, set));
    (0..points.len()).flat_map(with).map(|(number, set)| set | points[number].set()).collect()
}

/// Calls `visit` with each position of these men of the side to move, its men up to symmetry, and
/// with the number of positions that it stands for.
fn for_each(rules: &Rules, [mover, other]: [usize; 2], mut visit: impl FnMut(&Position, u64)) {
    let mut classes = BTreeMap::<PointSet, u64>::new();
    for men in sets(rules.board.points(), mover) {
        let images = rules.board.symmetries().iter().map(|symmetry| Board::map(symmetry, men));
        *classes.entry(images.min().unwrap()).or_default() += 1;
    }
    for (men, times) in classes {
        for others in sets(rules.board.points() - men, other) {
            let men = ByColor { white: men, black: others };
            let arrangement = Arrangement::new(men, ByColor::default(), Color::White);
            visit(&arrangement.check(rules).unwrap(), times);
        }
    }
}

fn wins(position: &Position, rules: &Rules) -> bool {
    position.outcome(rules).and_then(Outcome::winner) == Some(position.side())
}

/// Returns the wins and the draws among positions of these men, none of which is lost.
fn count(rules: &Rules, men: [usize; 2]) -> [u64; 2] {
    let mut counts = [0; 2];
    for_each(rules, men, |position, times| {
        let (mut has_move, mut holds) = (false, false);
        position.for_each_move(rules, |mv| {
            has_move = true;
            holds = holds || !wins(&position.play_unchecked(mv, rules), rules);
        });
        assert_eq!(wins(position, rules), !has_move, "{}", position.line(rules));
        assert!(holds || !has_move, "{} is lost", position.line(rules));
        counts[usize::from(has_move)] += times;
    });
    counts
}

fn check(most_men: usize) {
    let mut checked = 0;
    for row in include_str!("misere_values.tsv").lines().filter(|line| !line.starts_with('#')) {
        let [id, sector, values @ ..] = &row.split('\t').collect::<Vec<_>>()[..] else { panic!("{row}") };
        let men: Vec<usize> = sector.split('-').map(|men| men.parse().unwrap()).collect();
        let values: Vec<u64> = values.iter().map(|value| value.parse().unwrap()).collect();
        if men.iter().sum::<usize>() <= most_men {
            assert_eq!(values, [&count(&rules(id), [men[0], men[1]])[..], &[0]].concat(), "{row}");
            checked += 1;
        }
    }
    assert!(checked > 0);
}

#[test]
fn few_men_draw_misere_unless_they_are_shut_in() {
    check(7);
}

#[test]
#[ignore = "takes minutes: build-aux/test-long small"]
fn all_men_draw_misere_unless_they_are_shut_in() {
    check(12);
}

/// Returns `true` if a side does not lose from a position while men are placed. Without men in
/// hand, a side only loses at once.
fn holds(position: &Position, side: Color, rules: &Rules) -> bool {
    if let Some(outcome) = position.outcome(rules) {
        return outcome.winner() != Some(side.other());
    }
    let mut moves = position.legal_moves(rules).into_iter();
    let mut holds = |mv| holds(&position.play_unchecked(mv, rules), side, rules);
    match position.hand(Color::Black) {
        0 => true,
        _ if position.side() == side => moves.any(holds),
        _ => moves.all(&mut holds),
    }
}

fn first_placements_draw(id: &str) {
    let rules = rules(id);
    let start = Position::start(&rules);
    let images = |mv: morris::Move| rules.board.symmetries().iter().map(move |symmetry| mv.image(symmetry));
    let classes = start.legal_moves(&rules).into_iter().filter(|&mv| images(mv).min() == Some(mv));
    for mv in classes {
        let after = start.play_unchecked(mv, &rules);
        assert!(Color::BOTH.into_iter().all(|side| holds(&after, side, &rules)), "{id} {mv:?}");
    }
}

#[test]
#[ignore = "takes minutes: build-aux/test-long small"]
fn misere_begins_with_draws() {
    ["five", "six"].into_iter().for_each(first_placements_draw);
}
