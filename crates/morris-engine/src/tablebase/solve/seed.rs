// SPDX-License-Identifier: GPL-3.0-or-later
//! What removals and blocking decide at once, and how many moves without removal each position has.

use std::ops::ControlFlow;

use super::pair::{Pair, Target, carry};
use super::row::{Carrier, Mill, Row, steps_back};
use super::states::{Access, ESCAPE, WIN};
use crate::tablebase::{Index, Sector, Wdl, wdl};
use morris::PointSet;

/// A solved sector that removals lead to.
pub(super) struct SolvedValues {
    pub(super) index: Index,
    pub(super) packed: Vec<u8>,
}

impl SolvedValues {
    #[inline]
    pub(super) fn value(&self, class: usize, column: usize) -> Wdl {
        self.at(self.index.slot_at(class, column))
    }

    /// The value of a slot.
    #[inline]
    pub(super) fn at(&self, slot: u64) -> Wdl {
        wdl::unpack(&self.packed, slot as usize)
    }
}

/// The sectors that removals lead to from a pair; none where the side that is left with two men has lost.
pub(super) struct Below {
    /// The larger side removed a man: the smaller side moves, with one man less.
    pub(super) fewer_small: Option<SolvedValues>,
    /// The smaller side removed a man: the larger side moves, with one man less.
    pub(super) fewer_large: Option<SolvedValues>,
}

impl Below {
    /// The sectors needed: after a removal by the larger side and after one by the smaller side.
    pub(super) fn sectors(large: Sector) -> [Option<Sector>; 2] {
        [Sector::new(large.other() - 1, large.mover()), Sector::new(large.mover() - 1, large.other())]
    }
}

impl Pair {
    /// Fills in what is known before any move without removal is looked at; `go_on` is asked some times a second.
    pub(super) fn seed(&self, below: &Below, mut go_on: impl FnMut() -> ControlFlow<()>) -> ControlFlow<()> {
        let mut for_rows = |work: &(dyn Fn(usize) + Sync)| self.for_rows(&mut go_on, work, |(), ()| (), || ());
        for_rows(&|row| self.count_large(row))?;
        for_rows(&|row| self.remove_small(row, below.fewer_small.as_ref()))?;
        if self.index.counts.mover == self.index.counts.other {
            for_rows(&|row| self.turn_round(row))?;
        } else {
            for_rows(&|row| self.seed_small(row, below.fewer_large.as_ref()))?;
        }
        for_rows(&|row| self.mark_decided(row))
    }

    /// Counts the moves without removal of the larger side, and marks as decided where it is blocked.
    fn count_large(&self, row: usize) {
        let larger = self.index.classes.representative(row);
        let [mut quiet, mut moves] = [[0_u8; 24]; 2];
        for from in PointSet::from_bits(larger) {
            for to in self.larger.from(from) - PointSet::from_bits(larger) {
                let stay = PointSet::from_bits(larger) - from.set();
                moves[to.index()] += 1;
                quiet[to.index()] += u8::from(!morris::PLAIN_24.in_mill(stay, to));
            }
        }
        let beside = || PointSet::ALL - PointSet::from_bits(larger);
        let [quiet, moves] = [quiet, moves].map(|counts| sums(beside().map(|point| counts[point.index()])));
        let all = (1 << beside().len()) - 1;
        for (column, set) in self.index.columns.iter().enumerate() {
            self.large.set(row, column, quiet.of(all & !set));
            if moves.of(all & !set) == 0 {
                self.large.now.set(row, column, Access::Alone);
            }
        }
    }

    /// The larger side has closed a mill here: what its removal brings goes to the positions before that move.
    fn remove_small(&self, row: usize, below: Option<&SolvedValues>) {
        let larger = self.index.classes.representative(row);
        let steps: Vec<_> = steps_back(larger, self.larger, Mill::Closed).collect();
        if steps.is_empty() {
            return;
        }
        let [wins, draws] = self.after_removal(row, below);
        for step in steps {
            for Target { row: target, carrier, .. } in self.targets(larger, step, wins.len() + draws.len()) {
                let column = |set| self.index.columns.number(set);
                carry(&carrier, &wins, |_, set| self.large.wins(target, column(set), Access::Shared));
                carry(&carrier, &draws, |_, set| self.large.escapes(target, column(set)));
            }
        }
    }

    /// The sets of the smaller side's men from which the larger side may remove one to win, and those to draw.
    fn after_removal(&self, number: usize, below: Option<&SolvedValues>) -> [Vec<u32>; 2] {
        let Some(below) = below else { return [self.index.columns.iter().collect(), Vec::new()] };
        let row = self.row(number);
        let mut sets = [Vec::new(), Vec::new()];
        for set in self.index.columns.iter() {
            let left = |man: u32| below.value(number, below.index.columns.number(set & !man)).opposite();
            match best(ones(row.removable(set)).map(left)) {
                Wdl::Win => sets[0].push(set),
                Wdl::Draw => sets[1].push(set),
                Wdl::Loss => {}
            }
        }
        sets
    }

    /// Counts the moves without removal of the smaller side and looks at those with removal.
    fn seed_small(&self, number: usize, below: Option<&SolvedValues>) {
        let row = self.row(number);
        let after = self.after_small_removal(number, &row, below);
        let columns = &self.index.columns;
        for (column, set) in columns.iter().enumerate() {
            let (mut best, mut closes) = (Wdl::Loss, false);
            let quiet = row.moves(set, |closed| {
                closes = true;
                best = best.max(after[columns.number(closed)]);
            });
            self.small.set(number, column, quiet | flag(best));
            if quiet == 0 && !closes {
                self.small.now.set(number, column, Access::Alone);
            }
        }
    }

    /// What it is worth to the smaller side to remove one of the larger side's men, by column; only where it has a mill.
    fn after_small_removal(&self, number: usize, row: &Row, below: Option<&SolvedValues>) -> Vec<Wdl> {
        let mut values = vec![Wdl::Loss; self.index.columns.len()];
        let mills = self.index.columns.iter().enumerate().filter(|&(_, set)| row.has_mill(set));
        let Some(below) = below else {
            mills.for_each(|(column, _)| values[column] = Wdl::Win);
            return values;
        };
        let mills: Vec<_> = mills.collect();
        let larger = self.index.classes.representative(number);
        for man in removable(larger) {
            let rest = larger & !man.set().bits();
            let (class, symmetry) = below.index.classes.find(rest);
            let image = below.index.classes.representative(class);
            let carrier = Carrier::new(larger, symmetry, image).with_tables(row.count);
            for &(column, set) in &mills {
                let value = &mut values[column];
                if *value != Wdl::Win {
                    let left = below.value(class, below.index.columns.number(carrier.map(set)));
                    *value = left.opposite().max(*value);
                }
            }
        }
        values
    }

    /// Both sides have as many men: a slot where the "smaller" side moves is one where the larger moves, seen from the
    /// other side.
    fn turn_round(&self, row: usize) {
        let columns = self.index.columns.len();
        for column in 0..columns {
            let (larger, smaller) = self.index.men(self.index.slot_at(row, column));
            let (from_row, from_column) = self.index.place(self.index.slot(smaller, larger));
            self.small.set(row, column, self.large.byte(from_row, from_column));
            if self.large.now.get(from_row, from_column) {
                self.small.now.set(row, column, Access::Alone);
            }
        }
    }

    /// Marks for the first round what is decided, but the blocked positions, which round 0 carries on.
    fn mark_decided(&self, row: usize) {
        for states in [&self.large, &self.small] {
            for column in 0..self.index.columns.len() {
                let byte = states.byte(row, column);
                if byte & WIN != 0 || byte == 0 && !states.now.get(row, column) {
                    states.next.set(row, column, Access::Alone);
                }
            }
        }
    }
}

/// The best of these values.
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

/// The state that the best move with removal leaves.
const fn flag(best: Wdl) -> u8 {
    match best {
        Wdl::Win => WIN,
        Wdl::Draw => ESCAPE,
        Wdl::Loss => 0,
    }
}

/// The bits of a set, one by one.
fn ones(set: u32) -> impl Iterator<Item = u32> {
    PointSet::from_bits(set).map(|point| point.set().bits())
}

/// The men of the larger side that may be removed.
pub(super) fn removable(larger: u32) -> PointSet {
    let men = PointSet::from_bits(larger);
    let free = men - morris::PLAIN_24.in_mills(men);
    if free.is_empty() { men } else { free }
}

/// Sums over sets of points, by table.
struct Sums {
    low: Vec<u8>,
    high: Vec<u8>,
    low_bits: usize,
}

fn sums(counts: impl Iterator<Item = u8>) -> Sums {
    let counts: Vec<_> = counts.collect();
    let low_bits = counts.len().div_ceil(2);
    let table = |counts: &[u8]| {
        let mut table = vec![0; 1 << counts.len()];
        for set in 1..table.len() {
            table[set] = table[set & (set - 1)] + counts[set.trailing_zeros() as usize];
        }
        table
    };
    Sums { low: table(&counts[..low_bits]), high: table(&counts[low_bits..]), low_bits }
}

impl Sums {
    fn of(&self, set: u32) -> u8 {
        self.low[(set & ((1 << self.low_bits) - 1)) as usize] + self.high[(set >> self.low_bits) as usize]
    }
}
