// SPDX-License-Identifier: GPL-3.0-or-later
//! A sector and its mirror, solved together: moves without a removal lead from one to the other and
//! back.
//!
//! Both have the same layout: a row for each set of the larger side's men up to symmetry, and a
//! column for each set of the other side's men among the remaining points. A move of the smaller
//! side stays within its row, and a move of the larger side maps whole rows to whole rows. The work
//! proceeds row by row, and the data of a row fits in the processor's cache.
//!
//! If both sides have the same number of men, the sector is its own mirror. It is then stored
//! twice, once for each side in the role of the larger one. That costs a fifth more in total and
//! keeps every move simple to follow.

use std::ops::ControlFlow;

use rayon::prelude::*;

use super::row::{BackStep, Carrier, Mill, Reach, Row, RowMoves, Twins, steps_back};
use super::states::{Access, BLOCKED, Keep, Marks, States};
use crate::tablebase::{Index, Sector, Wdl};

/// Minimum number of sets in a row from which tables for the row pay off.
pub(super) const TABLE_FROM: usize = 48;

/// Number of rows processed between two checks for cancellation.
const ROWS_AT_A_TIME: usize = 1 << 12;

/// A sector and its mirror while they are solved.
pub(super) struct Pair {
    /// Numbering of the sector where the larger side moves.
    pub(super) index: Index,
    pub(super) larger: Reach,
    pub(super) smaller: Reach,
    /// States with the larger side to move.
    pub(super) large: States,
    /// States with the smaller side to move. Empty until the larger side's slots are filled in.
    pub(super) small: States,
    /// The smaller side's states that were decided in the previous round.
    decided_before: Marks,
    keep: Keep,
}

/// Sets of the smaller side's men in one row whose values were just decided.
#[derive(Default)]
struct Decided {
    wins: Vec<u32>,
    losses: Vec<u32>,
}

impl Decided {
    fn len(&self) -> usize {
        self.wins.len() + self.losses.len()
    }

    /// Returns the longest distances, if the sets were decided in `round`.
    fn longest(&self, round: u8) -> Longest {
        let longest = |sets: &[u32]| if sets.is_empty() { 0 } else { round };
        Longest { win: longest(&self.wins), loss: longest(&self.losses) }
    }
}

/// Longest distance to a win and to a loss, in rounds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Longest {
    pub(super) win: u8,
    pub(super) loss: u8,
}

impl Longest {
    fn max(self, other: Self) -> Self {
        Self { win: self.win.max(other.win), loss: self.loss.max(other.loss) }
    }
}

impl Pair {
    /// Creates a pair. `index` is the numbering of the sector where the larger side moves.
    pub(super) fn new(index: Index, keep: Keep) -> Self {
        let counts = index.counts;
        let (rows, columns) = (index.classes.len(), index.columns.len());
        Self {
            larger: Reach::with(counts.mover, index.board),
            smaller: Reach::with(counts.other, index.board),
            large: States::new(rows, columns, keep),
            small: States::new(0, columns, keep),
            decided_before: Marks::new(0, columns),
            keep,
            index,
        }
    }

    /// Creates the states where the smaller side moves. This happens late, when the data loaded for
    /// the larger side has been freed.
    pub(super) fn make_small(&mut self) {
        let (rows, columns) = (self.rows(), self.index.columns.len());
        self.small = States::new(rows, columns, self.keep);
        self.decided_before = Marks::new(rows, columns);
    }

    /// Returns the number of bytes that a pair takes while it is solved, without the sectors that
    /// it leads to.
    pub(super) fn memory(sector: Sector) -> u64 {
        let larger = sector.mover().max(sector.other());
        let columns = crate::tablebase::subsets::choose(24 - larger, sector.mover().min(sector.other()));
        let (rows, columns) = ((sector.slots() / columns) as usize, columns as usize);
        2 * States::memory(rows, columns) + Marks::memory(rows, columns)
    }

    pub(super) fn rows(&self) -> usize {
        self.index.classes.len()
    }

    /// Returns the moves of the smaller side in a row.
    pub(super) fn row(&self, row: usize) -> Row {
        Row::new(self.index.classes.representative(row), self.smaller)
    }

    /// Runs `work` for every row in parallel and combines the results. `go_on` is called several
    /// times per second with the share of the rows that are done.
    pub(super) fn for_rows<T: Send>(
        &self,
        mut go_on: impl FnMut(f64) -> ControlFlow<()>,
        work: impl Fn(usize) -> T + Sync,
        add: impl Fn(T, T) -> T + Sync,
        nothing: impl Fn() -> T + Sync,
    ) -> ControlFlow<(), T> {
        let mut all = nothing();
        for start in (0..self.rows()).step_by(ROWS_AT_A_TIME) {
            go_on(start as f64 / self.rows() as f64)?;
            let rows = (start..self.rows().min(start + ROWS_AT_A_TIME)).into_par_iter().with_min_len(16);
            all = add(all, rows.map(&work).reduce(&nothing, &add));
        }
        ControlFlow::Continue(all)
    }

    /// Propagates decided values backward, move by move, until nothing changes. `go_on` is called
    /// with the round and the share of it that is done.
    ///
    /// For the larger side, a round first propagates the previous decisions and then uses the same
    /// marks for new decisions, which the next round propagates. Therefore three sets of marks are
    /// sufficient.
    pub(super) fn spread(
        &mut self,
        mut go_on: impl FnMut(u8, f64) -> ControlFlow<()>,
    ) -> ControlFlow<(), [Longest; 2]> {
        self.for_rows(|rows| go_on(0, rows / 2.0), |row| self.propagate_blocked(row), |(), ()| (), || ())?;
        self.for_rows(|rows| go_on(0, (1.0 + rows) / 2.0), |row| self.mark_decided(row), |(), ()| (), || ())?;
        let mut longest = [Longest::default(); 2];
        let mut round = 0_u8;
        while self.large.marks.any() || self.small.marks.any() {
            round = round.checked_add(1).expect("no way to a removal is longer than 255 plies");
            std::mem::swap(&mut self.small.marks, &mut self.decided_before);
            let large = self.for_rows(
                |rows| go_on(round, rows / 2.0),
                |row| self.propagate_large(row, round),
                Longest::max,
                Default::default,
            );
            longest[0] = longest[0].max(large?);
            self.large.marks.clear();
            let small = self.for_rows(
                |rows| go_on(round, (1.0 + rows) / 2.0),
                |row| self.propagate_small(row, round),
                Longest::max,
                Default::default,
            );
            longest[1] = longest[1].max(small?);
            self.decided_before.clear();
        }
        ControlFlow::Continue(longest)
    }

    /// Propagates the positions that are lost because the side to move is blocked.
    fn propagate_blocked(&self, row: usize) {
        let blocked = |states: &States| {
            let sets = self.index.columns.iter().enumerate();
            let blocked = sets.filter(|&(column, _)| states.byte(row, column) == BLOCKED).map(|(_, set)| set);
            Decided { wins: Vec::new(), losses: blocked.collect() }
        };
        self.within_row(row, &blocked(&self.large));
        self.across_rows(row, &blocked(&self.small));
    }

    fn propagate_large(&self, row: usize, round: u8) -> Longest {
        let decided = self.decided(&self.large, &self.large.marks, row, round);
        self.within_row(row, &decided);
        decided.longest(round)
    }

    fn propagate_small(&self, row: usize, round: u8) -> Longest {
        let decided = self.decided(&self.small, &self.decided_before, row, round);
        self.across_rows(row, &decided);
        decided.longest(round)
    }

    /// Returns the sets decided in a row by the last round.
    fn decided(&self, states: &States, marks: &Marks, row: usize, round: u8) -> Decided {
        let mut decided = Decided::default();
        for column in marks.columns(row) {
            let set = self.index.columns.bits(column);
            match states.value(row, column) {
                Wdl::Win => decided.wins.push(set),
                Wdl::Loss => decided.losses.push(set),
                Wdl::Draw => unreachable!("only wins and losses are marked"),
            }
            states.note_round(row, column, round);
        }
        decided
    }

    /// Updates the predecessors by moves of the smaller side.
    fn within_row(&self, number: usize, decided: &Decided) {
        if decided.len() == 0 {
            return;
        }
        let row = self.row(number);
        let (columns, slots) = (&*self.index.columns, self.small.row(number));
        let wins = |before| slots.wins(columns.number(before), Access::Alone);
        let one_less = |before| slots.one_less(columns.number(before), Access::Alone);
        if decided.len() >= TABLE_FROM {
            let moves = RowMoves::new(&row);
            decided.losses.iter().for_each(|&set| moves.before(set, wins));
            decided.wins.iter().for_each(|&set| moves.before(set, one_less));
        } else {
            decided.losses.iter().for_each(|&set| row.before(set, Mill::None, wins));
            decided.wins.iter().for_each(|&set| row.before(set, Mill::None, one_less));
        }
    }

    /// Updates the predecessors by moves of the larger side.
    fn across_rows(&self, row: usize, decided: &Decided) {
        if decided.len() == 0 {
            return;
        }
        let larger = self.index.classes.representative(row);
        let twins = Twins::of(&self.index.classes, row);
        let columns = &*self.index.columns;
        for step in steps_back(larger, self.larger, Mill::None) {
            let targets: Vec<_> = self.targets(larger, step, decided.len()).collect();
            for Target { row: target, carrier, .. } in &targets {
                let slots = self.large.row(*target);
                carry(carrier, &decided.losses, |_, set| slots.wins(columns.number(set), Access::Shared));
            }
            if twins.is_empty() {
                for Target { row: target, carrier, .. } in &targets {
                    let slots = self.large.row(*target);
                    carry(carrier, &decided.wins, |_, set| slots.one_less(columns.number(set), Access::Shared));
                }
            } else {
                self.across_from_symmetric(&twins, &targets, step, &decided.wins);
            }
        }
    }

    /// Decrements the move counts of predecessors, from a row whose larger side's men are preserved
    /// by a symmetry. Several slots, steps and symmetries then denote the same move of a slot, so
    /// each move is counted once.
    fn across_from_symmetric(&self, twins: &Twins, targets: &[Target], step: BackStep, wins: &[u32]) {
        let mut told = Vec::new();
        for &set in wins.iter().filter(|&&set| twins.is_first(set) && twins.is_first_step(set, step)) {
            told.clear();
            for Target { row, carrier, step } in targets.iter().filter(|target| set & target.carrier.blocked() == 0) {
                let mv = (carrier.map_points(set), step);
                if !told.contains(&mv) {
                    told.push(mv);
                    self.large.row(*row).one_less(self.index.columns.number(mv.0), Access::Shared);
                }
            }
        }
    }

    /// Returns the targets of a backward step, one for each symmetry that maps the larger side's
    /// men to the target row.
    pub(super) fn targets(&self, larger: u32, step: BackStep, sets: usize) -> impl Iterator<Item = Target> + '_ {
        let before = larger & !(1 << step.to) | 1 << step.from;
        let classes = &self.index.classes;
        let (row, symmetry) = classes.find(before);
        let image = classes.representative(row);
        let symmetric = classes.is_symmetric(row);
        let all = if symmetric { 0..16 } else { symmetry..symmetry + 1 };
        let symmetries = crate::tablebase::symmetry::Symmetries::get();
        all.filter(move |&symmetry| !symmetric || symmetries.map(symmetry, before) == image).map(move |symmetry| {
            let carrier = Carrier::new(larger, symmetry, image);
            let points = 24 - larger.count_ones() as usize;
            let carrier = if sets >= TABLE_FROM { carrier.with_tables(points) } else { carrier };
            Target { row, carrier, step: step.image(symmetry) }
        })
    }
}

/// Target of a backward step.
pub(super) struct Target {
    pub(super) row: usize,
    /// Maps the smaller side's men to the target row.
    pub(super) carrier: Carrier,
    /// The step after the symmetry of the target is applied.
    step: BackStep,
}

/// Calls `visit` with each set that has an image, and with the image.
#[inline]
pub(super) fn carry(carrier: &Carrier, sets: &[u32], mut visit: impl FnMut(u32, u32)) {
    let blocked = carrier.blocked();
    if let Some(images) = carrier.tables() {
        sets.iter().filter(|&set| set & blocked == 0).for_each(|&set| visit(set, images.map(set)));
    } else {
        sets.iter().filter(|&set| set & blocked == 0).for_each(|&set| visit(set, carrier.map_points(set)));
    }
}
