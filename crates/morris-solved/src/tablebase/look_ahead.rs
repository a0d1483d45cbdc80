// SPDX-License-Identifier: GPL-3.0-or-later
//! Values of positions without a table, from the values of the positions after each move.

use super::index::IndexRow;
use super::{Index, Wdl};
use morris::{Board, PointSet};

/// A table with the positions after a move.
pub(super) trait LookUp {
    /// Returns the numbering of its positions.
    fn index(&self) -> &Index;

    /// Returns the value of a slot for the side to move, or `None` if the table cannot be read.
    fn value(&self, slot: u64) -> Option<Wdl>;
}

/// Kind of move that a side may make.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum MoveKind {
    /// Moves a man along an edge, or flies with three men.
    Move,
    /// Places a man.
    Placement,
}

/// Returns the value of a position, given the men of the side to move and of the other side.
/// `quiet` has the positions after moves without a removal, `removal` those after moves with one.
/// `removal` is `None` if a removal leaves too few men. Returns `None` if a table cannot be read.
pub(super) fn look_ahead(
    [mover, other]: [PointSet; 2],
    kind: MoveKind,
    quiet: &impl LookUp,
    removal: Option<&impl LookUp>,
) -> Option<Wdl> {
    let board = quiet.index().board;
    let mut best = Wdl::Loss;
    let mut quiet = Asking::new(quiet);
    let mut closed = Vec::new();
    // Moves that lead to a single row, or that can end the search early, are tried first.
    for (stay, to) in moves(mover, other, kind, board) {
        let men = stay | to.set();
        if board.in_mill(stay, to) {
            closed.push(men);
        } else {
            best = best.max(quiet.value(other, men)?.opposite());
            if best == Wdl::Win {
                return Some(best);
            }
        }
    }
    let Some(removal) = removal.filter(|_| !closed.is_empty()) else {
        return Some(if closed.is_empty() { best } else { Wdl::Win });
    };
    let mut removal = Asking::new(removal);
    let free = other - board.in_mills(other);
    for man in if free.is_empty() { other } else { free } {
        let left = other - man.set();
        for &men in &closed {
            best = best.max(removal.value(left, men)?.opposite());
            if best == Wdl::Win {
                return Some(best);
            }
        }
    }
    Some(best)
}

/// Returns for each move the men that stay and the target of the moved man.
fn moves(
    mover: PointSet,
    other: PointSet,
    kind: MoveKind,
    board: &'static Board,
) -> impl Iterator<Item = (PointSet, morris::Point)> {
    let empty = board.points() - (mover | other);
    let flying = mover.len() == 3;
    let placed = empty.filter(move |_| kind == MoveKind::Placement).map(move |to| (mover, to));
    let moved = mover.filter(move |_| kind == MoveKind::Move).flat_map(move |from| {
        let reach = if flying { empty } else { empty & board.neighbors(from) };
        reach.map(move |to| (mover - from.set(), to))
    });
    placed.chain(moved)
}

/// Looks up positions, optimized for consecutive positions in the same row.
struct Asking<'a, L> {
    look_up: &'a L,
    row: Option<(u32, IndexRow)>,
}

impl<'a, L: LookUp> Asking<'a, L> {
    const fn new(look_up: &'a L) -> Self {
        Self { look_up, row: None }
    }

    /// Returns the value for the side to move.
    fn value(&mut self, mover: PointSet, other: PointSet) -> Option<Wdl> {
        let index = self.look_up.index();
        let (larger, smaller) = index.by_size(mover.bits(), other.bits());
        let row = match self.row {
            Some((men, row)) if men == larger => row,
            _ => self.row.insert((larger, index.row(larger))).1,
        };
        self.look_up.value(index.slot_in(&row, smaller))
    }
}
