// SPDX-License-Identifier: GPL-3.0-or-later
//! What all positions with one set of the larger side's men are worth, move by move: many times as
//! quick as position by position, for what a move of the larger side does to the others is found
//! out once for all of them.

use super::single_position::unprotected;
use super::table::{AfterMove, Table};
use crate::tablebase::look_ahead::MoveKind;
use crate::tablebase::symmetry::{Pext, Symmetries, compress, spread};
use crate::tablebase::wdl::best;
use crate::tablebase::{Index, Wdl};
use morris::{Board, Point, PointSet};

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
struct LargerMove {
    to: Point,
    /// Its men after the move.
    men: PointSet,
    closes: bool,
}

/// The moves, those that close mills first: more often they are the best.
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

/// The larger side is to move, and is the larger one after the move, too.
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

/// The value of the best removal from the smaller side.
#[inline]
fn best_removal(free: &FreePoints, row_map: &RowMap, set: u32) -> Wdl {
    best(bits(free.removable(set)).map(|man| row_map.value_before(set & !(1 << man))))
}

/// Both sides have as many men: after a move without removal the rows are those of the other side.
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

/// The smaller side is to move: the larger side's men stay where they are, unless one is removed.
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

/// What the best removal of one of the larger side's men is worth, by the smaller side's men after
/// the move: only where these have a mill.
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
        // The larger side is now the smaller one.
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

/// The points beside the larger side's men, numbered from 0; the smaller side's men are sets of
/// them.
pub(super) struct FreePoints {
    points: PointSet,
    /// The lines without a man of the larger side.
    lines: Vec<u32>,
    /// For each point the other two of each of these lines that go through it.
    others: Vec<Vec<u32>>,
    /// For each point those that an edge joins to it.
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

    /// All of them.
    pub(super) fn all(&self) -> u32 {
        (1 << self.neighbors.len()) - 1
    }

    pub(super) fn neighbors(&self, point: usize) -> u32 {
        self.neighbors[point]
    }

    /// The points of a set, on the board.
    pub(super) fn on_board(&self, set: u32) -> PointSet {
        PointSet::from_bits(spread(set, self.points.bits()))
    }

    /// Whether a man who comes to a point closes a mill with these men.
    #[inline]
    pub(super) fn closes(&self, men: u32, to: usize) -> bool {
        self.others[to].iter().any(|others| men & others == *others)
    }

    /// Whether there is a mill.
    pub(super) fn has_mill(&self, men: u32) -> bool {
        self.lines.iter().any(|line| men & line == *line)
    }

    /// Those that may be removed: not in mills; all if all are in mills.
    #[inline]
    pub(super) fn removable(&self, men: u32) -> u32 {
        let mills = self.lines.iter().filter(|&line| men & line == *line).fold(0, |mills, line| mills | line);
        if men == mills { men } else { men & !mills }
    }
}

/// The numbers of the bits.
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

/// How the positions of a row get to the row of another set of the larger side's men.
pub(super) struct RowMap<'a> {
    table: &'a Table,
    start: usize,
    step: usize,
    /// The points where no man of the smaller side may stand.
    pub(super) blocked: u32,
    /// What becomes of the men on the lower half of the points, and of those on the upper half.
    low: Vec<u32>,
    high: Vec<u32>,
    half: usize,
}

impl<'a> RowMap<'a> {
    /// The way to a row of a table, whose larger side has these men.
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

    /// The value, to the other side, of the position that these men of the smaller side get to.
    #[inline]
    pub(super) fn value_before(&self, set: u32) -> Wdl {
        let image = self.low[(set & ((1 << self.half) - 1)) as usize] | self.high[(set >> self.half) as usize];
        let column = self.table.index.columns.number(image);
        self.table.value_before((self.start + column * self.step) as u64)
    }
}

/// The union of each choice of some sets.
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
