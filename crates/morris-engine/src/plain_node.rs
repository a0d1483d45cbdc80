// SPDX-License-Identifier: GPL-3.0-or-later
//! A position in the search under any rules: a [`Position`] of the crate `morris`. Slower than a
//! [`FastNode`](super::fast_node::FastNode) and obviously correct.

use super::evaluation::terms::{GENERAL, Term, TermCounts, WeightSet, Weights};
use super::evaluation::weights;
use super::node::{BLOCK, GenType, MILL, Node};
use super::packed_move::PackedMove;
use super::score::estimate;
use morris::{Board, CaptureBetween, Color, Goal, Move, Outcome, PointSet, Position, Rules};

/// Values of a man, of an open line, and of an empty point next to a man, in hundredths of a man.
/// Used if no weights are fitted to the rules.
const MAN: i32 = 100;
const OPEN_LINE: i32 = 30;
const MOBILITY: i32 = 5;
const FEW: Weights = Weights([MAN, 0, OPEN_LINE, 0, 0, 0, MOBILITY, 0]);
const FEW_TERMS: WeightSet = WeightSet { placing: FEW, moving: FEW, flying: FEW, tempo: 0 };

/// Lookup tables of plain nodes.
pub(super) struct PlainLookups {
    rules: Rules,
    /// Weights fitted to the rules, if there are any.
    pub(super) fitted: Option<&'static WeightSet>,
    /// Points with at least three and with at least four neighbors.
    crossings: [PointSet; 2],
}

impl PlainLookups {
    pub(super) fn new(rules: &Rules) -> Self {
        let with = |least| {
            rules.board.points().filter(|&point| rules.board.neighbors(point).len() >= least).collect::<PointSet>()
        };
        let general = (rules.goal != Goal::FirstMill).then_some(&GENERAL);
        Self { rules: *rules, fitted: weights::fitted_to(rules).or(general), crossings: [3, 4].map(with) }
    }

    pub(super) fn weights(&self) -> &'static WeightSet {
        self.fitted.unwrap_or(&FEW_TERMS)
    }
}

/// A position under any rules, on a board of at most 63 points.
#[derive(Clone, Copy)]
pub(super) struct PlainNode(Position);

/// Data for ranking the moves of a node.
#[derive(Clone, Copy)]
pub(super) struct Tactics {
    /// Points where the opponent would close a mill. If the first mill wins, `winning` are the
    /// points where the side to move would close one.
    threatened: PointSet,
    winning: PointSet,
}

impl PlainNode {
    fn sides(&self) -> [Color; 2] {
        [self.0.side(), self.0.side().other()]
    }

    /// Returns the number of men of each side, on the board and in hand.
    fn totals(&self) -> [u8; 2] {
        self.sides().map(|color| self.0.total(color) as u8)
    }

    /// Returns the terms of the side to move and those of the other side.
    pub(super) fn terms(&self, lookups: &PlainLookups) -> [TermCounts; 2] {
        let ([us, them], [ours, theirs]) = (self.men(), self.totals());
        [terms(us, them, ours, lookups), terms(them, us, theirs, lookups)]
    }

    /// Returns the value by all terms.
    fn by_terms(&self, weights: &WeightSet, lookups: &PlainLookups) -> i32 {
        let worth = |color, counts: TermCounts| -> i32 {
            let weights = weights.in_phase(self.0.phase(color, &lookups.rules));
            Term::ALL.into_iter().map(|term| weights.of(term) * counts[term as usize]).sum()
        };
        let ([us, them], [ours, theirs]) = (self.sides(), self.terms(lookups));
        worth(us, ours) - worth(them, theirs) + weights.tempo
    }
}

/// Returns the terms of a side. `total` is its number of men, on the board and in hand.
fn terms(us: PointSet, them: PointSet, total: u8, lookups: &PlainLookups) -> TermCounts {
    let board = lookups.rules.board;
    let empty = board.points() - us - them;
    let mut counts = TermCounts::default();
    let mut count = |term: Term, number: usize| counts[term as usize] += number as i32;
    count(Term::Man, total.into());
    count(Term::Mobility, (near(board, us) & empty).len());
    count(Term::Blocked, us.filter(|&man| (board.neighbors(man) & empty).is_empty()).count());
    lookups.crossings.into_iter().for_each(|crossings| count(Term::Crossing, (us & crossings).len()));
    let mut in_mills = PointSet::EMPTY;
    for mill in board.lines().filter(|&line| us.contains_all(line)) {
        count(Term::Mill, 1);
        in_mills |= mill;
    }
    for line in open_lines(board, us, them) {
        count(Term::OpenLine, 1);
        let closing = (near(board, line - us) & us) - line;
        if !(closing & in_mills).is_empty() {
            count(Term::DoubleMill, 1);
        } else if !closing.is_empty() {
            count(Term::ReadyMill, 1);
        }
    }
    counts
}

/// Returns the neighbors of the points of a set.
fn near(board: &Board, set: PointSet) -> PointSet {
    set.fold(PointSet::EMPTY, |near, point| near | board.neighbors(point))
}

/// Returns the lines with two men of `us` and an empty third point.
pub(super) fn open_lines(board: &Board, us: PointSet, them: PointSet) -> impl Iterator<Item = PointSet> + '_ {
    board.lines().filter(move |&line| (line & us).len() == 2 && (line & them).is_empty())
}

/// Returns the empty points that complete a line of `us`.
fn open_points(board: &Board, us: PointSet, them: PointSet) -> PointSet {
    open_lines(board, us, them).fold(PointSet::EMPTY, |points, line| points | (line - us))
}

fn side_value(board: &Board, us: PointSet, them: PointSet) -> i32 {
    let room = near(board, us) - us - them;
    MOBILITY * room.len() as i32 + OPEN_LINE * open_lines(board, us, them).count() as i32
}

impl Node for PlainNode {
    type Lookups = PlainLookups;
    type Tactics = Tactics;
    const STAGED: bool = false;

    fn new(position: &Position, _: &PlainLookups) -> Self {
        Self(*position)
    }

    fn rules(lookups: &PlainLookups) -> &Rules {
        &lookups.rules
    }

    fn color(&self) -> Color {
        self.0.side()
    }

    fn quiet(&self) -> u16 {
        self.0.quiet()
    }

    fn placing(&self) -> bool {
        self.hands() != [0; 2]
    }

    fn men(&self) -> [PointSet; 2] {
        self.sides().map(|color| self.0.men(color))
    }

    fn counts(&self) -> [u8; 2] {
        self.men().map(|men| men.len() as u8)
    }

    fn hands(&self) -> [u8; 2] {
        self.sides().map(|color| self.0.hand(color))
    }

    fn key(&self) -> u64 {
        self.0.hash()
    }

    fn shared_key(&self) -> (u64, usize) {
        (self.key(), 0)
    }

    fn to_shared(mv: PackedMove, _: usize, _: &PlainLookups) -> PackedMove {
        mv
    }

    fn from_shared(mv: PackedMove, _: usize, _: &PlainLookups) -> PackedMove {
        mv
    }

    fn lost(&self, PlainLookups { rules, .. }: &PlainLookups) -> bool {
        let winner = self.0.outcome(rules).and_then(Outcome::winner);
        winner.is_some_and(|winner| rules.goal != Goal::Misere || winner != self.color())
    }

    fn won(&self, PlainLookups { rules, .. }: &PlainLookups) -> bool {
        rules.goal == Goal::Misere && self.0.outcome(rules).and_then(Outcome::winner) == Some(self.color())
    }

    fn drawn(&self, PlainLookups { rules, .. }: &PlainLookups) -> bool {
        self.0.outcome(rules).is_some()
    }

    fn quiet_left(&self, PlainLookups { rules, .. }: &PlainLookups) -> Option<u16> {
        rules.draws.quiet_left(self.totals(), self.quiet())
    }

    fn play(&self, mv: PackedMove, PlainLookups { rules, .. }: &PlainLookups) -> Self {
        Self(self.0.play_unchecked(mv.into(), rules))
    }

    fn for_each_move(
        &self,
        wanted: GenType,
        PlainLookups { rules, .. }: &PlainLookups,
        mut visit: impl FnMut(PackedMove),
    ) {
        let is_wanted = |mv: &Move| match wanted {
            GenType::All => true,
            GenType::Mills => {
                mv.to.is_some() && !mv.removed.is_empty() || self.0.closes_mill(self.0.side(), *mv, rules)
            }
        };
        self.0.for_each_move(rules, |mv| {
            if is_wanted(&mv) {
                visit(mv.into());
            }
        });
    }

    fn may_close(&self, PlainLookups { rules, .. }: &PlainLookups) -> bool {
        let [us, them] = self.men();
        rules.capture_between != CaptureBetween::Never || !open_points(rules.board, us, them).is_empty()
    }

    fn evaluate(&self, lookups: &PlainLookups) -> i32 {
        if let Some(weights) = lookups.fitted {
            let value = self.by_terms(weights, lookups);
            // What helps to win helps to lose misere.
            return estimate(if lookups.rules.goal == Goal::Misere { -value } else { value });
        }
        let board = lookups.rules.board;
        let ([us, them], [ours, theirs]) = (self.men(), self.totals());
        let men = MAN * (i32::from(ours) - i32::from(theirs));
        estimate(men + side_value(board, us, them) - side_value(board, them, us))
    }

    fn tactics(&self, PlainLookups { rules, .. }: &PlainLookups) -> Tactics {
        let [us, them] = self.men();
        let wins = rules.goal == Goal::FirstMill;
        Tactics {
            threatened: open_points(rules.board, them, us),
            winning: if wins { open_points(rules.board, us, them) } else { PointSet::EMPTY },
        }
    }

    fn promise(tactics: Tactics, mv: PackedMove, _: &PlainLookups) -> Option<u16> {
        let Move { to, removed, .. } = mv.into();
        if !removed.is_empty() || to.is_some_and(|to| tactics.winning.contains(to)) {
            return Some(MILL + removed.len() as u16);
        }
        to.is_some_and(|to| tactics.threatened.contains(to)).then_some(BLOCK)
    }
}
