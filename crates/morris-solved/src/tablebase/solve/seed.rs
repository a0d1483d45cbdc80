// SPDX-License-Identifier: GPL-3.0-or-later
//! Seed of the solver: positions decided by removals and blocking, and the number of moves without
//! a removal of each position.

use std::ops::ControlFlow;

use super::after::{SolvedValues, TURNED_AT_A_TIME, after_removal};
use super::by_set::BySet;
use super::pair::{Pair, Target, carry};
use super::row::{Images, Mill, RowMoves, steps_back};
use super::set_values::SetValues;
use super::states::{Access, BLOCKED, ESCAPE, WIN};
use crate::tablebase::Wdl;
use crate::tablebase::index::IndexRows;
use morris::PointSet;

impl Pair {
    /// Fills in the initial states of the slots where the larger side moves, before any move
    /// without a removal is considered. After its removal the smaller side moves, with one man
    /// less. `go_on` is called several times per second with the share that is done.
    pub(super) fn seed_large(
        &self,
        below: Option<&SolvedValues>,
        mut go_on: impl FnMut(f64) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.for_rows(|rows| go_on(rows * 0.2), |row| self.count_large(row), |(), ()| (), || ())?;
        self.for_rows(|rows| go_on(0.2 + rows * 0.8), |row| self.remove_small(row, below), |(), ()| (), || ())
    }

    /// Fills in the initial states of the slots where the smaller side moves. After its removal the
    /// larger side moves, with one man less. If both sides have the same number of men, the slots
    /// of the larger side must be filled in first.
    pub(super) fn seed_small(
        &mut self,
        below: Option<&SolvedValues>,
        go_on: impl FnMut(f64) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.make_small();
        if self.index.counts.mover == self.index.counts.other {
            let rows = self.index.rows();
            self.for_rows(go_on, |row| self.turn_round(row, &rows), |(), ()| (), || ())
        } else {
            self.for_rows(go_on, |row| self.count_small(row, below), |(), ()| (), || ())
        }
    }

    /// Counts the moves without a removal of the larger side, and marks positions where it is
    /// blocked.
    fn count_large(&self, row: usize) {
        let larger = self.index.classes.representative(row);
        let [mut quiet, mut moves] = [[0_u8; 24]; 2];
        for from in PointSet::from_bits(larger) {
            for to in self.larger.from(from) - PointSet::from_bits(larger) {
                let stay = PointSet::from_bits(larger) - from.set();
                moves[to.index()] += 1;
                quiet[to.index()] += u8::from(!self.index.board.in_mill(stay, to));
            }
        }
        let beside = || PointSet::ALL - PointSet::from_bits(larger);
        let [quiet, moves] = [quiet, moves]
            .map(|counts| BySet::new(&beside().map(|point| counts[point.index()]).collect::<Vec<_>>(), |a, b| a + b));
        let all = (1 << beside().len()) - 1;
        for (column, set) in self.index.columns.iter().enumerate() {
            let count = |counts: &BySet<u8>| counts.halves(all & !set).into_iter().sum();
            let blocked = count(&moves) == 0;
            self.large.set(row, column, if blocked { BLOCKED } else { count(&quiet) });
        }
    }

    /// Propagates the value of removals after the larger side has closed a mill to the positions
    /// before that move.
    fn remove_small(&self, row: usize, below: Option<&SolvedValues>) {
        let larger = self.index.classes.representative(row);
        let steps: Vec<_> = steps_back(larger, self.larger, Mill::Closed).collect();
        if steps.is_empty() {
            return;
        }
        let [wins, draws] = self.after_removal(row, below);
        for step in steps {
            for Target { row: target, carrier, .. } in self.targets(larger, step, wins.len() + draws.len()) {
                let (columns, slots) = (&*self.index.columns, self.large.row(target));
                carry(&carrier, &wins, |_, set| slots.wins(columns.number(set), Access::Shared));
                carry(&carrier, &draws, |_, set| slots.escapes(columns.number(set)));
            }
        }
    }

    /// Returns the sets of the smaller side's men from which the larger side can win by a removal,
    /// and those where it can draw.
    fn after_removal(&self, number: usize, below: Option<&SolvedValues>) -> [Vec<u32>; 2] {
        let Some(below) = below else { return [self.index.columns.iter().collect(), Vec::new()] };
        let row = self.row(number);
        let men = self.index.counts.smaller();
        let best = SetValues::before_removals(&row, men, &below.worth_by_set(number, row.count));
        let mut sets = [Vec::new(), Vec::new()];
        for set in self.index.columns.iter() {
            match best.get(set) {
                Wdl::Win => sets[0].push(set),
                Wdl::Draw => sets[1].push(set),
                Wdl::Loss => {}
            }
        }
        sets
    }

    /// Counts the moves without a removal of the smaller side and evaluates those with one.
    fn count_small(&self, number: usize, below: Option<&SolvedValues>) {
        let row = self.row(number);
        let moves = RowMoves::new(&row);
        let after = after_removal(self.index.classes.representative(number), &row, &self.index, below);
        let columns = &self.index.columns;
        for (column, set) in columns.iter().enumerate() {
            let (mut best, mut closes) = (Wdl::Loss, false);
            let quiet = moves.count(set, |closed| {
                closes = true;
                best = best.max(after[columns.number(closed)]);
            });
            let blocked = quiet == 0 && !closes;
            self.small.set(number, column, if blocked { BLOCKED } else { quiet | flag(best) });
        }
    }

    /// Copies states if both sides have the same number of men. A slot where the "smaller" side
    /// moves is one where the larger side moves, with the roles exchanged.
    fn turn_round(&self, number: usize, rows: &IndexRows) {
        let larger = self.index.classes.representative(number);
        let points = Images::on_board(larger);
        let mut places = Vec::with_capacity(TURNED_AT_A_TIME);
        let mut columns = self.index.columns.iter().enumerate().peekable();
        while columns.peek().is_some() {
            // Computes all places first, so that many memory accesses are in flight at a time.
            places.extend(columns.by_ref().take(TURNED_AT_A_TIME).map(|(column, set)| {
                let row = rows.row(points.map(set));
                (column, row.class, self.index.column_in(&row, larger))
            }));
            for (column, from_row, from_column) in places.drain(..) {
                self.small.set(number, column, self.large.byte(from_row, from_column));
            }
        }
    }

    /// Marks positions that are decided by removals, or that have no move left that does not lose.
    /// Blocked positions are already propagated.
    pub(super) fn mark_decided(&self, row: usize) {
        for states in [&self.large, &self.small] {
            for column in 0..self.index.columns.len() {
                match states.byte(row, column) {
                    BLOCKED => states.set(row, column, 0),
                    byte if byte & WIN != 0 || byte == 0 => states.marks.set(row, column, Access::Alone),
                    _ => {}
                }
            }
        }
    }
}

/// Returns the state after the best move with a removal.
const fn flag(best: Wdl) -> u8 {
    match best {
        Wdl::Win => WIN,
        Wdl::Draw => ESCAPE,
        Wdl::Loss => 0,
    }
}
