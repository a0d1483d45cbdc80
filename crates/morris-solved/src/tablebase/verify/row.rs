// SPDX-License-Identifier: GPL-3.0-or-later
//! Values of all positions with one set of the larger side's men, move by move. This is many times
//! faster than position by position, because the effect of a move of the larger side is computed
//! once for all of them.

use super::single_position::unprotected;
use super::table::{AfterMove, Table};
use crate::tablebase::look_ahead::MoveKind;
use crate::tablebase::symmetry::{Pext, Symmetries, compress, spread};
use crate::tablebase::wdl::best;
use crate::tablebase::{Index, Wdl};
use morris::{Board, Point, PointSet};

/// Returns the values of a row by column, without distances.
pub(super) fn values(index: &Index, after: &AfterMove, row: usize) -> Vec<Wdl> {
    let men = PointSet::from_bits(index.classes.representative(row));
    match (index.rows_are_movers(), after.quiet.index.rows_are_movers()) {
        (true, false) => of_larger(index, after, men),
        (true, true) => of_equal(index, after, men),
        (false, _) => of_smaller(index, after, men, row),
    }
}

/// A move of the larger side, ignoring the other side.
struct LargerMove {
    to: Point,
    /// Men of the larger side after the move.
    men: PointSet,
    closes: bool,
}

/// Returns the moves. Those that close mills come first, because they are best more often.
fn steps(men: PointSet, mv: MoveKind, board: &Board) -> Vec<LargerMove> {
    let empty = PointSet::ALL - men;
    let step = |stay: PointSet, to: Point| LargerMove { to, men: stay | to.set(), closes: board.in_mill(stay, to) };
    let reach = |from| if men.len() == 3 { empty } else { empty & board.neighbors(from) };
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

/// Returns the values of a row if the larger side moves and stays the larger one.
fn of_larger(index: &Index, after: &AfterMove, men: PointSet) -> Vec<Wdl> {
    let free = FreePoints::new(men, index.board);
    let mut open: Vec<_> = index.columns.iter().map(|set| Open { set, best: Wdl::Loss }).collect();
    for step in steps(men, after.kind, index.board) {
        let table = if step.closes { after.removal } else { Some(after.quiet) };
        let Some(row_map) = table.map(|table| RowMap::new(&free, table, step.men)) else {
            let to = compressed(&free, step.to);
            open.retain(|open| open.set & to != 0);
            continue;
        };
        open.retain_mut(|open| {
            if open.set & row_map.blocked == 0 {
                let value =
                    if step.closes { best_removal(&free, &row_map, open.set) } else { row_map.value_before(open.set) };
                open.best = open.best.max(value);
            }
            open.best != Wdl::Win
        });
    }
    let mut values = vec![Wdl::Win; index.columns.len()];
    open.iter().for_each(|open| values[index.columns.number(open.set)] = open.best);
    values
}

fn compressed(free: &FreePoints, point: Point) -> u32 {
    crate::tablebase::symmetry::compress(point.set().bits(), free.points().bits())
}

/// Returns the value of the best removal from the smaller side.
#[inline]
fn best_removal(free: &FreePoints, row_map: &RowMap, set: u32) -> Wdl {
    best(bits(free.removable(set)).map(|man| row_map.value_before(set & !(1 << man))))
}

/// Returns the values of a row if both sides have the same number of men. After a move without a
/// removal, the rows are those of the other side.
fn of_equal(index: &Index, after: &AfterMove, men: PointSet) -> Vec<Wdl> {
    let free = FreePoints::new(men, index.board);
    let steps = steps(men, after.kind, index.board).into_iter().map(|step| {
        let row_map = after.removal.filter(|_| step.closes).map(|table| RowMap::new(&free, table, step.men));
        (compressed(&free, step.to), step, row_map)
    });
    let steps: Vec<_> = steps.collect();
    let value = |set: u32| {
        let row = after.quiet.index.row(free.on_board(set).bits());
        best(steps.iter().filter(|(to, ..)| set & to == 0).map(|(_, step, row_map)| match row_map {
            Some(row_map) => best_removal(&free, row_map, set),
            None if step.closes => Wdl::Win,
            None => after.quiet.value_before(after.quiet.index.slot_in(&row, step.men.bits())),
        }))
    };
    index.columns.iter().map(value).collect()
}

/// Returns the values of a row if the smaller side moves. The larger side's men do not change,
/// unless one is removed.
fn of_smaller(index: &Index, after: &AfterMove, men: PointSet, row: usize) -> Vec<Wdl> {
    let free = FreePoints::new(men, index.board);
    let columns = &after.quiet.index.columns;
    let slots = (0..columns.len()).map(|column| after.quiet.index.slot_at(row, column));
    let quiet: Vec<_> = slots.map(|slot| after.quiet.value_before(slot)).collect();
    let closed = after_removal(&free, after, men);
    let value = |set: u32, to: usize| {
        let column = columns.number(set | 1 << to);
        if free.closes(set, to) { closed[column] } else { quiet[column] }
    };
    let empty = |set: u32| free.all() & !set;
    let flies = index.counts.smaller() == 3;
    let reach = |set: u32, from: usize| empty(set) & if flies { !0 } else { free.neighbors(from) };
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

/// Returns the value of the best removal of one of the larger side's men, by the smaller side's men
/// after the move. Only sets with a mill have a value.
fn after_removal(free: &FreePoints, after: &AfterMove, men: PointSet) -> Vec<Wdl> {
    let columns = &after.quiet.index.columns;
    let mut values = vec![Wdl::Loss; columns.len()];
    let mills: Vec<_> = columns.iter().enumerate().filter(|&(_, set)| free.has_mill(set)).collect();
    let left: Vec<_> = unprotected(men, after.quiet.index.board).map(|man| men - man.set()).collect();
    match after.removal {
        None => mills.iter().for_each(|&(column, _)| values[column] = Wdl::Win),
        Some(table) if table.index.rows_are_movers() => {
            for row_map in left.iter().map(|left| RowMap::new(free, table, *left)) {
                mills.iter().for_each(|&(column, set)| values[column] = values[column].max(row_map.value_before(set)));
            }
        }
        // The larger side is the smaller one after the removal.
        Some(table) => {
            for &(column, set) in &mills {
                let row = table.index.row(free.on_board(set).bits());
                values[column] =
                    best(left.iter().map(|left| table.value_before(table.index.slot_in(&row, left.bits()))));
            }
        }
    }
    values
}

/// Points outside the larger side's men, numbered from 0. The smaller side's men are sets of them.
pub(super) struct FreePoints {
    points: PointSet,
    /// Lines without a man of the larger side.
    lines: Vec<u32>,
    /// For each point, the other two points of each of these lines through it.
    others: Vec<Vec<u32>>,
    neighbors: Vec<u32>,
}

impl FreePoints {
    pub(super) fn new(larger: PointSet, board: &Board) -> Self {
        let points = PointSet::ALL - larger;
        let press = |set: PointSet| compress(set.bits(), points.bits());
        let free = || board.lines().filter(|line| (*line & larger).is_empty());
        let others =
            |point| free().filter(|line| line.contains(point)).map(|line| press(line) & !press(point.set())).collect();
        Self {
            points,
            lines: free().map(press).collect(),
            others: points.map(others).collect(),
            neighbors: points.map(|point| press(board.neighbors(point))).collect(),
        }
    }

    pub(super) fn points(&self) -> PointSet {
        self.points
    }

    /// Returns the set of all these points.
    pub(super) fn all(&self) -> u32 {
        (1 << self.neighbors.len()) - 1
    }

    pub(super) fn neighbors(&self, point: usize) -> u32 {
        self.neighbors[point]
    }

    /// Returns a set as points of the board.
    pub(super) fn on_board(&self, set: u32) -> PointSet {
        PointSet::from_bits(spread(set, self.points.bits()))
    }

    /// Returns `true` if a man that moves to `to` closes a mill with `men`.
    #[inline]
    pub(super) fn closes(&self, men: u32, to: usize) -> bool {
        self.others[to].iter().any(|others| men & others == *others)
    }

    pub(super) fn has_mill(&self, men: u32) -> bool {
        self.lines.iter().any(|line| men & line == *line)
    }

    /// Returns the men that may be removed: those outside mills, or all if all are in mills.
    #[inline]
    pub(super) fn removable(&self, men: u32) -> u32 {
        let mills = self.lines.iter().filter(|&line| men & line == *line).fold(0, |mills, line| mills | line);
        if men == mills { men } else { men & !mills }
    }
}

/// Returns the indices of the bits.
#[inline]
pub(super) fn bits(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = set.trailing_zeros() as usize;
        (set != 0).then(|| {
            set &= set - 1;
            lowest
        })
    })
}

/// The map from the positions of a row to the row of another set of the larger side's men.
pub(super) struct RowMap<'a> {
    table: &'a Table,
    start: usize,
    step: usize,
    /// Points where no man of the smaller side may be.
    pub(super) blocked: u32,
    /// Images of the sets of the lower half of the points, and of those of the upper half.
    low: Vec<u32>,
    high: Vec<u32>,
    half: usize,
}

impl<'a> RowMap<'a> {
    /// Creates the map to the row of a table in which the larger side has these men.
    pub(super) fn new(free: &FreePoints, table: &'a Table, larger: PointSet) -> Self {
        let (row, symmetry) = table.index.classes.find(larger.bits());
        let (start, step) = table.index.abreast(row);
        let press = Pext::new(PointSet::ALL.bits() & !table.index.classes.representative(row));
        let image = |point: PointSet| press.press(Symmetries::get().map(symmetry, point.bits()));
        let images: Vec<_> = free.points().map(|point| image(point.set() - larger)).collect();
        let blocked = (0..).zip(&images).filter(|(_, image)| **image == 0).map(|(number, _)| 1 << number).sum();
        let half = images.len().div_ceil(2);
        Self { table, start, step, blocked, low: unions(&images[..half]), high: unions(&images[half..]), half }
    }

    /// Returns the value, for the side that has just moved, of the position that these men of the
    /// smaller side map to.
    #[inline]
    pub(super) fn value_before(&self, set: u32) -> Wdl {
        let image = self.low[(set & ((1 << self.half) - 1)) as usize] | self.high[(set >> self.half) as usize];
        let column = self.table.index.columns.number(image);
        self.table.value_before((self.start + column * self.step) as u64)
    }
}

/// Returns the unions of all selections of `sets`.
fn unions(sets: &[u32]) -> Vec<u32> {
    let mut unions = vec![0];
    for set in sets {
        unions.extend_from_within(..);
        let half = unions.len() / 2;
        unions[half..].iter_mut().for_each(|union| *union |= set);
    }
    unions
}

#[cfg(test)]
mod tests;
