// SPDX-License-Identifier: GPL-3.0-or-later
//! Difficulty of a puzzle: weighted counts of its features. The weights were measured.
//!
//! All solvers of `lab calibrate --count 400 --seed 100000 --thinking-time 200ms` tried the same
//! 400 puzzles, without tables, on a busy machine. The table shows the percentage solved at the
//! first try, where a win that was too slow was tried again. Levels 7 to 10 are older versions,
//! with their evaluation and ratings:
//!
//! | solver | ladder | all | only | win | draw | removal | place | fly |
//! |---|---|---|---|---|---|---|---|---|
//! | novice:0 | 0 | 10 | 7 | 9 | 18 | 17 | 5 | 5 |
//! | novice:60 | 180 | 11 | 6 | 10 | 15 | 11 | 35 | 2 |
//! | novice:100 | 340 | 15 | 6 | 5 | 16 | 17 | 61 | 25 |
//! | novice:100+ | 500 | 18 | 8 | 15 | 17 | 28 | 67 | 11 |
//! | level 1 | 110 | 19 | 4 | 24 | 27 | 31 | 32 | 22 |
//! | level 2 | 250 | 25 | 11 | 33 | 33 | 31 | 35 | 22 |
//! | level 3 | 420 | 30 | 14 | 45 | 36 | 37 | 38 | 22 |
//! | level 4 | 710 | 48 | 36 | 79 | 52 | 34 | 38 | 28 |
//! | level 5 | 890 | 54 | 41 | 86 | 60 | 45 | 41 | 37 |
//! | level 6 | 1050 | 62 | 47 | 93 | 66 | 51 | 50 | 51 |
//! | level 7 | 1250 | 79 | 66 | 93 | 76 | 91 | 73 | 91 |
//! | level 8 | 1430 | 83 | 68 | 97 | 82 | 97 | 82 | 94 |
//! | level 9 | 1620 | 87 | 70 | 100 | 92 | 97 | 85 | 94 |
//! | level 10 | 1800 | 87 | 71 | 100 | 92 | 97 | 88 | 94 |
//!
//! The weights come from a logistic regression over these 5,600 attempts. The rating of a puzzle is
//! the rating of a solver who solves it half of the time. A point of the ladder counts 0.53 here,
//! and its 0 is 1053. The mean of all puzzles is 1500. 5 % are below 1303, half are below 1433, and
//! 5 % are above 1936. Tempting wrong moves do not make a puzzle harder for the levels. For people
//! the weights are as good as the levels resemble people: the levels find short wins more easily.
//!
//! 2,000 puzzles (`--count 2000 --seed 100000`, 100 ms of processor time) agree: the share solved
//! by each solver differs by at most four percentage points, a point of the ladder counts 0.55 and
//! its 0 is 1039, half of the puzzles are below 1443, 5 % below 1296 and 5 % above 1890. Their
//! weights, in the order below, are 1498, 64, -51, 182, -53, -133, -118, 165, 70, -104 and -57.
//! They are not used yet: the daily puzzle is chosen by rating, so they wait for a later
//! version of the generator.
//!
//! Wins in one move are for newcomers and are not among these puzzles. Every solver found all of 60
//! (`--seed 100`), so their difficulty is below all that was measured. They are rated by the number
//! of legal moves, from 800 to 1000.

use morris::{Move, Phase, Position, Rules};
use morris_engine::threats;
use morris_solved::tablebase::{Tables, Wdl};

use super::kind::PuzzleKind;
use super::puzzle::Puzzle;
use super::values::Values;

/// Number of features.
pub const FEATURES: usize = 11;

/// Descriptions of the features, in their order.
pub const FEATURE_NAMES: [&str; FEATURES] = [
    "always 1",
    "log2 of the legal moves to a right one",
    "wrong moves that tempt, 5 at most",
    "moves to find after the first, if the puzzle is not a win",
    "moves of a proven win",
    "the position is drawn",
    "a man is placed",
    "a mill could be closed, and must not be",
    "the line gives a man away",
    "the solver flies",
    "the right move closes the only mill",
];

/// Contribution of each feature to the rating.
pub type Weights = [f64; FEATURES];

/// The weights in use.
pub const WEIGHTS: Weights = [1540.0, 42.0, -53.0, 207.0, -50.0, -116.0, -86.0, 226.0, 113.0, -13.0, -72.0];

/// Contribution of the first two features to the rating of a win in one move.
const WIN_IN_ONE: [f64; 2] = [760.0, 42.0];
/// Highest rating of a win in one move.
pub(super) const HARDEST_WIN_IN_ONE: i32 = 1000;

/// Lowest and highest rating of a puzzle.
pub const RATINGS: [i32; 2] = [600, 2600];

/// Returns a puzzle with its rating. `moves` are the legal moves with their values.
pub(super) fn rated(puzzle: Puzzle, moves: &[(Move, Wdl)]) -> Puzzle {
    let features = features(&puzzle, moves);
    let rating = if puzzle.is_win_in_one() {
        rating(&features, &WIN_IN_ONE).min(HARDEST_WIN_IN_ONE)
    } else {
        rating(&features, &WEIGHTS)
    };
    Puzzle { rating, ..puzzle }
}

/// Returns the rating of a puzzle with these features, of which the first have weights.
fn rating(features: &[f64; FEATURES], weights: &[f64]) -> i32 {
    let sum: f64 = features.iter().zip(weights).map(|(count, weight)| count * weight).sum();
    let [least, most] = RATINGS;
    (sum.round() as i32).clamp(least, most)
}

/// Returns the features of a puzzle, or `None` if the tables do not contain a value.
pub fn features_of(puzzle: &Puzzle, tables: &Tables) -> Option<[f64; FEATURES]> {
    let moves = Values::new(tables, &puzzle.rules).moves(&puzzle.position)?;
    Some(features(puzzle, &moves))
}

/// Returns the features of a puzzle, given the values of its legal moves.
pub(super) fn features(puzzle: &Puzzle, moves: &[(Move, Wdl)]) -> [f64; FEATURES] {
    let Puzzle { kind, rules, position, value, right, line, .. } = puzzle;
    let us = position.side();
    let closes = |mv: &Move| position.closes_mill(us, *mv, rules);
    let mut mills: Vec<_> = moves.iter().filter(|(mv, _)| closes(mv)).map(|(mv, _)| (mv.from, mv.to)).collect();
    mills.dedup();
    let right_closes = right.iter().any(closes);
    let flag = f64::from;
    let (wins, phase) = (*kind == PuzzleKind::Win, position.phase(us, rules));
    let own = puzzle.own_moves() as f64;
    [
        1.0,
        (moves.len() as f64 / right.len().max(1) as f64).log2(),
        tempting(puzzle, moves).min(5) as f64,
        if wins { 0.0 } else { own - 1.0 },
        if wins { own } else { 0.0 },
        flag(*value == Wdl::Draw),
        flag(phase == Phase::Placing),
        flag(!mills.is_empty() && !right_closes),
        flag(line.iter().skip(1).step_by(2).any(|reply| !reply.removed.is_empty())),
        flag(phase == Phase::Flying),
        flag(right_closes && mills.len() == 1),
    ]
}

/// Counts the wrong moves that close a mill, stop one, or put two men on a line. A mill counts
/// once, whatever it may remove.
pub(super) fn tempting(puzzle: &Puzzle, moves: &[(Move, Wdl)]) -> usize {
    let Puzzle { rules, position, right, .. } = puzzle;
    let us = position.side();
    let gaps: Vec<_> = threats(position, us.other(), rules).map(|threat| threat.gap).collect();
    let tempts = |mv: &Move| {
        position.closes_mill(us, *mv, rules)
            || mv.to.is_some_and(|to| gaps.contains(&to))
            || makes_two(position, *mv, rules)
    };
    let wrong = moves.iter().map(|(mv, _)| mv).filter(|mv| !right.contains(mv) && tempts(mv));
    let mut tempting: Vec<_> = wrong.map(|mv| (mv.from, mv.to)).collect();
    tempting.dedup();
    tempting.len()
}

/// Returns `true` if a move puts a second man on a line whose third point is empty.
fn makes_two(position: &Position, mv: Move, rules: &Rules) -> bool {
    let after = position.play_unchecked(mv, rules);
    let (ours, empty) = (after.men(position.side()), after.empty(rules));
    mv.to.is_some_and(|to| {
        rules.board.lines().any(|line| line.contains(to) && (line & ours).len() == 2 && (line & empty).len() == 1)
    })
}
