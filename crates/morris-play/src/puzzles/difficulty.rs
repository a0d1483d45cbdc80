// SPDX-License-Identifier: GPL-3.0-or-later
//! How hard a puzzle is, guessed from what can be counted.

use morris::{Move, Phase, Position, Rules};
use morris_engine::tablebase::Wdl;
use morris_engine::threats;

/// How many things are counted.
pub const FEATURES: usize = 8;

/// Which of them counts the wrong moves that tempt.
pub(super) const TEMPTING: usize = 2;

/// What they are, in their order.
pub const FEATURE_NAMES: [&str; FEATURES] = [
    "always 1",
    "log2 of the legal moves to a right one",
    "wrong moves that tempt, 5 at most",
    "moves to find after the first",
    "a mill could be closed, and must not be",
    "the line gives a man away",
    "the solver flies",
    "the right move closes the only mill",
];

/// What each of them adds to the rating.
pub type Weights = [f64; FEATURES];

/// The weights in use.
pub const WEIGHTS: Weights = [900.0, 110.0, 60.0, 120.0, 150.0, 100.0, 80.0, -150.0];

/// The least and the most that a puzzle is rated.
pub const RATINGS: [i32; 2] = [600, 2600];

/// The rating of a puzzle with these features.
#[must_use]
pub fn rating(features: &[f64; FEATURES], weights: &Weights) -> i32 {
    let sum: f64 = features.iter().zip(weights).map(|(count, weight)| count * weight).sum();
    let [least, most] = RATINGS;
    (sum.round() as i32).clamp(least, most)
}

/// What is counted of a puzzle: the values of its legal moves, the moves that are right, and the line.
#[must_use]
pub fn features(
    position: &Position,
    rules: &Rules,
    moves: &[(Move, Wdl)],
    right: &[Move],
    line: &[Move],
) -> [f64; FEATURES] {
    let us = position.side();
    let closes = |mv: &Move| position.closes_mill(us, *mv, rules);
    let mills = moves.iter().filter(|(mv, _)| closes(mv)).map(|(mv, _)| (mv.from, mv.to));
    let mut mills: Vec<_> = mills.collect();
    mills.dedup();
    let right_closes = right.iter().any(closes);
    let gaps: Vec<_> = threats(position, us.other(), rules).map(|threat| threat.gap).collect();
    let tempts =
        |mv: &Move| closes(mv) || mv.to.is_some_and(|to| gaps.contains(&to)) || makes_two(position, *mv, rules);
    let mut tempting: Vec<_> = moves.iter().map(|(mv, _)| mv).filter(|mv| !right.contains(mv) && tempts(mv)).collect();
    // A mill tempts once, whatever it may take.
    tempting.dedup_by_key(|mv| (mv.from, mv.to));
    let flag = f64::from;
    [
        1.0,
        (moves.len() as f64 / right.len().max(1) as f64).log2(),
        tempting.len().min(5) as f64,
        line.len().div_ceil(2).saturating_sub(1) as f64,
        flag(!mills.is_empty() && !right_closes),
        flag(line.iter().skip(1).step_by(2).any(|reply| !reply.removed.is_empty())),
        flag(position.phase(us, rules) == Phase::Flying),
        flag(right_closes && mills.len() == 1),
    ]
}

/// Whether a move makes a second man in a line whose third point is empty.
fn makes_two(position: &Position, mv: Move, rules: &Rules) -> bool {
    let after = position.play_unchecked(mv, rules);
    let (ours, empty) = (after.men(position.side()), after.empty(rules));
    mv.to.is_some_and(|to| {
        rules.board.lines().any(|line| line.contains(to) && (line & ours).len() == 2 && (line & empty).len() == 1)
    })
}
