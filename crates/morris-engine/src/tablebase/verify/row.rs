// SPDX-License-Identifier: GPL-3.0-or-later
//! What all positions with one set of the larger side's men are worth, move by move: many times as quick as position by
//! position, for what a move of the larger side does to the others is found out once for all of them.

use super::row_map::{Beside, Way, bits};
use super::single::unprotected;
use super::table::{AfterMove, MoveKind};
use crate::tablebase::{Index, Wdl};
use morris::{PLAIN_24, Point, PointSet};

/// The values of a row by column, without distances.
pub(super) fn values(index: &Index, after: &AfterMove, row: usize) -> Vec<Wdl> {
    let men = PointSet::from_bits(index.classes.representative(row));
    match (index.rows_are_movers(), after.quiet.index.rows_are_movers()) {
        (true, false) => of_larger(index, after, men),
        (true, true) => of_equal(index, after, men),
        (false, _) => of_smaller(index, after, men, row),
    }
}

/// A move of the larger side, the other side left aside.
struct Step {
    to: Point,
    /// Its men after the move.
    men: PointSet,
    closes: bool,
}

/// The moves, those that close mills first: more often they are the best.
fn steps(men: PointSet, mv: MoveKind) -> Vec<Step> {
    let empty = PointSet::ALL - men;
    let step = |stay: PointSet, to: Point| Step { to, men: stay | to.set(), closes: PLAIN_24.in_mill(stay, to) };
    let reach = |from| if men.len() == 3 { empty } else { empty & PLAIN_24.neighbours(from) };
    let mut steps: Vec<_> = match mv {
        MoveKind::Move => men.flat_map(|from| reach(from).map(move |to| step(men - from.set(), to))).collect(),
        MoveKind::Placement => empty.map(|to| step(men, to)).collect(),
    };
    steps.sort_by_key(|step| !step.closes);
    steps
}

/// A set of the smaller side's men that is not yet known to be a win.
struct Open {
    set: u32,
    best: Wdl,
}

/// The larger side is to move, and is the larger one after the move, too.
fn of_larger(index: &Index, after: &AfterMove, men: PointSet) -> Vec<Wdl> {
    let beside = Beside::new(men);
    let mut open: Vec<_> = index.columns.iter().map(|set| Open { set, best: Wdl::Loss }).collect();
    for step in steps(men, after.kind) {
        let table = if step.closes { after.removal } else { Some(after.quiet) };
        let Some(way) = table.map(|table| Way::new(&beside, table, step.men)) else {
            let to = compressed(&beside, step.to);
            open.retain(|open| open.set & to != 0);
            continue;
        };
        open.retain_mut(|open| {
            if open.set & way.blocked == 0 {
                let value =
                    if step.closes { best_removal(&beside, &way, open.set) } else { way.value_before(open.set) };
                open.best = open.best.max(value);
            }
            open.best != Wdl::Win
        });
    }
    let mut values = vec![Wdl::Win; index.columns.len()];
    open.iter().for_each(|open| values[index.columns.number(open.set)] = open.best);
    values
}

fn compressed(beside: &Beside, point: Point) -> u32 {
    crate::tablebase::symmetry::compress(point.set().bits(), beside.points().bits())
}

/// The value of the best removal from the smaller side.
#[inline]
fn best_removal(beside: &Beside, way: &Way, set: u32) -> Wdl {
    best(bits(beside.removable(set)).map(|man| way.value_before(set & !(1 << man))))
}

/// The best of some values, a loss if there is none.
#[inline]
fn best(values: impl Iterator<Item = Wdl>) -> Wdl {
    let mut best = Wdl::Loss;
    for value in values {
        best = best.max(value);
        if best == Wdl::Win {
            break;
        }
    }
    best
}

/// Both sides have as many men: after a move without removal the rows are those of the other side.
fn of_equal(index: &Index, after: &AfterMove, men: PointSet) -> Vec<Wdl> {
    let beside = Beside::new(men);
    let steps = steps(men, after.kind).into_iter().map(|step| {
        let way = after.removal.filter(|_| step.closes).map(|table| Way::new(&beside, table, step.men));
        (compressed(&beside, step.to), step, way)
    });
    let steps: Vec<_> = steps.collect();
    let value = |set: u32| {
        let row = after.quiet.index.row(beside.on_board(set).bits());
        best(steps.iter().filter(|(to, ..)| set & to == 0).map(|(_, step, way)| match way {
            Some(way) => best_removal(&beside, way, set),
            None if step.closes => Wdl::Win,
            None => after.quiet.value_before(after.quiet.index.slot_in(&row, step.men.bits())),
        }))
    };
    index.columns.iter().map(value).collect()
}

/// The smaller side is to move: the larger side's men stay where they are, unless one is removed.
fn of_smaller(index: &Index, after: &AfterMove, men: PointSet, row: usize) -> Vec<Wdl> {
    let beside = Beside::new(men);
    let columns = &after.quiet.index.columns;
    let slots = (0..columns.len()).map(|column| after.quiet.index.slot_at(row, column));
    let quiet: Vec<_> = slots.map(|slot| after.quiet.value_before(slot)).collect();
    let closed = after_removal(&beside, after, men);
    let value = |set: u32, to: usize| {
        let column = columns.number(set | 1 << to);
        if beside.closes(set, to) { closed[column] } else { quiet[column] }
    };
    let empty = |set: u32| beside.all() & !set;
    let flies = index.counts.smaller() == 3;
    let reach = |set: u32, from: usize| empty(set) & if flies { !0 } else { beside.neighbours(from) };
    let of_set = |set: u32| match after.kind {
        MoveKind::Placement => best(bits(empty(set)).map(|to| value(set, to))),
        MoveKind::Move => best(
            bits(set)
                .flat_map(|from| {
                    let stay = set & !(1 << from);
                    bits(reach(set, from)).map(move |to| (stay, to))
                })
                .map(|(stay, to)| value(stay, to)),
        ),
    };
    index.columns.iter().map(of_set).collect()
}

/// What the best removal of one of the larger side's men is worth, by the smaller side's men after the move: only where
/// these have a mill.
fn after_removal(beside: &Beside, after: &AfterMove, men: PointSet) -> Vec<Wdl> {
    let columns = &after.quiet.index.columns;
    let mut values = vec![Wdl::Loss; columns.len()];
    let mills: Vec<_> = columns.iter().enumerate().filter(|&(_, set)| beside.has_mill(set)).collect();
    let left: Vec<_> = unprotected(men).map(|man| men - man.set()).collect();
    match after.removal {
        None => mills.iter().for_each(|&(column, _)| values[column] = Wdl::Win),
        Some(table) if table.index.rows_are_movers() => {
            for way in left.iter().map(|left| Way::new(beside, table, *left)) {
                mills.iter().for_each(|&(column, set)| values[column] = values[column].max(way.value_before(set)));
            }
        }
        // The larger side is now the smaller one.
        Some(table) => {
            for &(column, set) in &mills {
                let row = table.index.row(beside.on_board(set).bits());
                values[column] =
                    best(left.iter().map(|left| table.value_before(table.index.slot_in(&row, left.bits()))));
            }
        }
    }
    values
}

#[cfg(test)]
mod tests;
