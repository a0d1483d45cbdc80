// SPDX-License-Identifier: GPL-3.0-or-later
//! A position as the search sees it under any rules: the position itself, played by `morris`. Slower than a
//! [`FastNode`](super::fast_node::FastNode) and obviously right.

use super::node::{BLOCK, GenType, MILL, Node};
use super::packed_move::PackedMove;
use morris::{Board, Color, Goal, Move, Outcome, PointSet, Position, Rules};

/// What a man, an open line and an empty point next to a man are worth, in hundredths of a man.
const MAN: i32 = 100;
const OPEN_LINE: i32 = 30;
const MOBILITY: i32 = 5;

/// A position under any rules, on a board of at most 63 points.
#[derive(Clone, Copy)]
pub(super) struct PlainNode(Position);

/// What ranks the moves of a node.
#[derive(Clone, Copy)]
pub(super) struct Tactics {
    /// Where the opponent would close a mill, and where the side to move would that only has to close one.
    threatened: PointSet,
    winning: PointSet,
}

impl PlainNode {
    fn sides(&self) -> [Color; 2] {
        [self.0.side(), self.0.side().other()]
    }

    /// The men of a side, on the board and in hand.
    fn totals(&self) -> [u8; 2] {
        self.sides().map(|color| self.0.total(color) as u8)
    }
}

/// The lines on which `us` has two men and nobody stands on the third point.
pub(super) fn open_lines(board: &Board, us: PointSet, them: PointSet) -> impl Iterator<Item = PointSet> + '_ {
    board.lines().filter(move |&line| (line & us).len() == 2 && (line & them).is_empty())
}

/// The empty points that alone are missing in lines of `us`.
fn open_points(board: &Board, us: PointSet, them: PointSet) -> PointSet {
    open_lines(board, us, them).fold(PointSet::EMPTY, |points, line| points | (line - us))
}

fn side_value(board: &Board, us: PointSet, them: PointSet) -> i32 {
    let near = us.fold(PointSet::EMPTY, |near, man| near | board.neighbours(man)) - us - them;
    MOBILITY * near.len() as i32 + OPEN_LINE * open_lines(board, us, them).count() as i32
}

impl Node for PlainNode {
    type Lookups = Rules;
    type Tactics = Tactics;

    fn new(position: &Position, _: &Rules) -> Self {
        Self(*position)
    }

    fn rules(rules: &Rules) -> &Rules {
        rules
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

    fn to_shared(mv: PackedMove, _: usize, _: &Rules) -> PackedMove {
        mv
    }

    fn from_shared(mv: PackedMove, _: usize, _: &Rules) -> PackedMove {
        mv
    }

    fn lost(&self, rules: &Rules) -> bool {
        self.0.outcome(rules).and_then(Outcome::winner).is_some()
    }

    fn drawn(&self, rules: &Rules) -> bool {
        self.0.outcome(rules).is_some()
    }

    fn quiet_left(&self, rules: &Rules) -> Option<u16> {
        rules.draws.quiet_left(self.totals(), self.quiet())
    }

    fn play(&self, mv: PackedMove, rules: &Rules) -> Self {
        Self(self.0.play_unchecked(mv.into(), rules))
    }

    fn for_each_move(&self, wanted: GenType, rules: &Rules, mut visit: impl FnMut(PackedMove)) {
        let is_wanted = |mv: &Move| match wanted {
            GenType::All => true,
            GenType::Mills => self.0.closes_mill(self.0.side(), *mv, rules),
        };
        self.0.for_each_move(rules, |mv| {
            if is_wanted(&mv) {
                visit(mv.into());
            }
        });
    }

    fn may_close(&self, rules: &Rules) -> bool {
        let [us, them] = self.men();
        !open_points(rules.board, us, them).is_empty()
    }

    fn evaluate(&self, rules: &Rules) -> i32 {
        let ([us, them], [ours, theirs]) = (self.men(), self.totals());
        MAN * (i32::from(ours) - i32::from(theirs)) + side_value(rules.board, us, them)
            - side_value(rules.board, them, us)
    }

    fn tactics(&self, rules: &Rules) -> Tactics {
        let [us, them] = self.men();
        let wins = rules.goal == Goal::FirstMill;
        Tactics {
            threatened: open_points(rules.board, them, us),
            winning: if wins { open_points(rules.board, us, them) } else { PointSet::EMPTY },
        }
    }

    fn promise(tactics: Tactics, mv: PackedMove, _: &Rules) -> Option<u16> {
        let Move { to, removed, .. } = mv.into();
        if !removed.is_empty() || to.is_some_and(|to| tactics.winning.contains(to)) {
            return Some(MILL + removed.len() as u16);
        }
        to.is_some_and(|to| tactics.threatened.contains(to)).then_some(BLOCK)
    }
}
