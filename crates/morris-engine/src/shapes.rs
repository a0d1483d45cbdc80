// SPDX-License-Identifier: GPL-3.0-or-later
//! The evaluation made into tables: whatever a pattern sees whole is counted once for each of its states.
//!
//! A side of the board sees its four lines and the neighbours of its middle points, a ring the neighbours of its corners.
//! So the weight of a state holds all [terms](super::Term) of these lines and points besides its own, and a position is
//! judged by looking up the state of each pattern; what is left are the men, and the double mills, which reach farther.

use std::sync::LazyLock;

use super::patterns::{self, FIRST_STATES, Lanes, PatternClasses, RING, STATES};
use super::term::{FLYING, MOVING, PLACING, Term, TermCounts, Weights};
use morris::{Board, PLAIN_24, Placing, Point, PointSet, Rules};

/// What a side's men in hand and on the board say of the stage.
#[derive(Clone, Copy)]
pub(super) struct Muster {
    pub(super) count: u8,
    pub(super) hand: u8,
    pub(super) flies: bool,
}

/// Whoever flies has so many men; where the rules let more men fly, shapes say nothing.
const FLYING_MEN: u8 = 3;

const MOVERS: [&Weights; 2] = [&MOVING; 2];
const PLACERS: [&Weights; 2] = [&PLACING; 2];
const FLIER: [&Weights; 2] = [&FLYING, &MOVING];
const CHASED: [&Weights; 2] = [&MOVING, &FLYING];
/// Whose terms are weighed how at each stage, those of the side to move first.
#[rustfmt::skip]
const PHASES: [[&Weights; 2]; PatternClasses::STAGES] = [
    MOVERS, MOVERS, MOVERS, MOVERS, MOVERS,
    [&PLACING, &MOVING],
    PLACERS, PLACERS, PLACERS, PLACERS, PLACERS,
    FLIER, FLIER, FLIER, FLIER, FLIER,
    CHASED, CHASED, CHASED, CHASED, CHASED,
    [&FLYING; 2],
];

/// The stage of the game; `None` for positions that no game leads to.
#[inline]
pub(super) const fn stage(us: Muster, them: Muster) -> Option<usize> {
    if us.flies && us.count != FLYING_MEN || them.flies && them.count != FLYING_MEN {
        return None;
    }
    match (us.hand, them.hand) {
        (0, 0) => match (us.flies, them.flies) {
            (false, false) => match us.count + them.count {
                16.. => Some(0),
                14.. => Some(1),
                12.. => Some(2),
                10.. => Some(3),
                _ => Some(4),
            },
            (true, false) => Some(11 + by_count(them.count)),
            (false, true) => Some(16 + by_count(us.count)),
            (true, true) => Some(21),
        },
        (1, 0) if !them.flies => Some(5),
        (0, _) | (_, 0) => None,
        (us, them) => match us + them {
            2 => Some(6),
            3..=4 => Some(7),
            5..=6 => Some(8),
            7..=9 => Some(9),
            _ => Some(10),
        },
    }
}

/// How many men are there against those who fly, of five kinds.
const fn by_count(men: u8) -> usize {
    match men {
        ..=4 => 0,
        5 => 1,
        6 => 2,
        7 => 3,
        _ => 4,
    }
}

/// The evaluation of the board of nine men's morris, stage by stage.
pub(super) struct Shapes(Box<[StageWeights]>);

/// What positions of a stage are worth, in hundredths of a man for the side to move; of two weights that of its own comes
/// first.
pub(super) struct StageWeights {
    /// A man, on the board or in hand.
    pub(super) man: [i32; 2],
    /// A double mill, beyond what it is worth as a ready one.
    pub(super) double_mill: [i32; 2],
    states: [i16; STATES],
}

static SHAPES: LazyLock<Shapes> = LazyLock::new(Shapes::new);

impl Shapes {
    /// The shapes for a set of rules; `None` if they were fitted to another board or other moves.
    pub(super) fn fitted_to(rules: &Rules) -> Option<&'static Self> {
        // Where men may move while others are in hand, shapes speak once none are.
        let mut placed = *rules;
        placed.placing = Placing::First;
        (placed.moves_are_classic() && *rules.board == PLAIN_24).then(|| &*SHAPES)
    }

    #[inline]
    pub(super) fn at(&self, stage: usize) -> &StageWeights {
        &self.0[stage]
    }

    fn new() -> Self {
        let terms = terms_of_states();
        let stage = |(stage, phases): (usize, &[&Weights; 2])| {
            let mut states = [0; STATES];
            for ((weight, shape), terms) in states.iter_mut().zip(patterns::weights(stage)).zip(&terms) {
                let [ours, theirs] = [0, 1].map(|side| worth(&terms[side], phases[side]));
                *weight = shape + (ours - theirs) as i16;
            }
            let double_mill = |weights: &Weights| weights.of(Term::DoubleMill) - weights.of(Term::ReadyMill);
            StageWeights {
                man: phases.map(|weights| weights.of(Term::Man)),
                double_mill: phases.map(double_mill),
                states,
            }
        };
        Self(PHASES.iter().enumerate().map(stage).collect())
    }
}

impl StageWeights {
    /// What the shapes of the men are worth.
    #[inline]
    pub(super) fn shapes(&self, us: &Lanes, them: &Lanes) -> i32 {
        patterns::states(us, them).into_iter().map(|state| i32::from(self.states[usize::from(state)])).sum()
    }
}

fn worth(counts: &TermCounts, weights: &Weights) -> i32 {
    Term::ALL.into_iter().map(|term| counts[term as usize] * weights.of(term)).sum()
}

/// The terms that each state sees whole, of the side to move and of the other.
fn terms_of_states() -> Vec<[TermCounts; 2]> {
    let mut terms = vec![[TermCounts::default(); 2]; STATES];
    for (points, first) in patterns::patterns().zip(FIRST_STATES).take(patterns::RINGS_AND_SIDES) {
        let sight = Sight::of(points);
        for (state, terms) in terms[first.into()..][..3usize.pow(points.len() as u32)].iter_mut().enumerate() {
            let [us, them] = [1, 2].map(|digit| men_of(state, digit, points));
            *terms = [sight.terms(us, them), sight.terms(them, us)];
        }
    }
    terms
}

/// The points of a pattern whose digit in a state is this.
fn men_of(state: usize, digit: usize, points: &[usize]) -> PointSet {
    let places = points.iter().rev().enumerate();
    let there = places.filter(|&(place, _)| state / 3usize.pow(place as u32) % 3 == digit);
    there.filter_map(|(_, &point)| Point::new(point)).collect()
}

/// What a pattern sees whole.
struct Sight {
    /// Points with all their neighbours, and so with all lines through them: of a ring the corners, of a side the others.
    points: PointSet,
    /// Lines: those of a side.
    lines: Vec<PointSet>,
}

const BOARD: &Board = &PLAIN_24;

impl Sight {
    fn of(points: &[usize]) -> Self {
        let all: PointSet = points.iter().filter_map(|&point| Point::new(point)).collect();
        let is_ring = points.len() == RING;
        let lines = BOARD.lines().filter(|line| !is_ring && all.contains_all(*line)).collect();
        Self { points: all.into_iter().filter(|&point| all.contains_all(BOARD.neighbours(point))).collect(), lines }
    }

    fn terms(&self, us: PointSet, them: PointSet) -> TermCounts {
        let mut counts = TermCounts::default();
        let mut count = |term: Term, there: bool| counts[term as usize] += i32::from(there);
        let open = |line: PointSet| (line & us).len() == 2 && (line & them).is_empty();
        for &line in &self.lines {
            count(Term::Mill, us.contains_all(line));
            count(Term::OpenLine, open(line));
        }
        for point in self.points {
            let neighbours = BOARD.neighbours(point);
            let (ours, near) = (us.contains(point), neighbours & us);
            let empty = !ours && !them.contains(point);
            count(Term::Mobility, empty && !near.is_empty());
            count(Term::Blocked, ours && (us | them).contains_all(neighbours));
            count(Term::Crossing, ours && neighbours.len() >= 3);
            count(Term::Crossing, ours && neighbours.len() >= 4);
            for line in BOARD.lines().filter(|line| line.contains(point)) {
                count(Term::ReadyMill, empty && open(line) && !line.contains_all(near));
            }
        }
        counts
    }
}
