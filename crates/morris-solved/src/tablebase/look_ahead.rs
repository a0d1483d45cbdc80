// SPDX-License-Identifier: GPL-3.0-or-later
//! The values of positions that have no table, from those of the positions after each move.

use super::index::IndexRow;
use super::{Index, Wdl};
use morris::{Board, PointSet};

/// A table that holds the positions after a move.
pub(super) trait LookUp {
    /// The numbering of its positions.
    fn index(&self) -> &Index;

    /// The value of a slot to the side to move; `None` if the table cannot be read.
    fn value(&self, slot: u64) -> Option<Wdl>;
}

/// What a side may do.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum MoveKind {
    /// Move a man along an edge, or fly with three.
    Move,
    /// Place a man.
    Placement,
}

/// The value of a position with these men of the side to move and of the other, from what its moves
/// lead to: without a removal, and with one; `None` there if the side that loses a man has too few
/// left.
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
    // What leads to one row, or ends the search for anything better, comes first.
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

/// Each move: the men that stay, and where another one comes to stand.
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

/// Looks positions up that follow each other in the same row more often than not.
struct Asking<'a, L> {
    look_up: &'a L,
    row: Option<(u32, IndexRow)>,
}

impl<'a, L: LookUp> Asking<'a, L> {
    const fn new(look_up: &'a L) -> Self {
        Self { look_up, row: None }
    }

    /// The value to the side to move.
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
