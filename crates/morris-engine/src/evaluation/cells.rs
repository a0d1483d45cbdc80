// SPDX-License-Identifier: GPL-3.0-or-later
//! Cells: interactions between shapes that a sum over single shapes cannot express.
//!
//! Each pattern adds a row of numbers, one for each of a few cells. The sum of a cell is clamped
//! and squared, and then multiplied by the weight of the cell at the stage. The cells thus form a
//! small neural network whose inputs are the classes of the patterns, and they are as invariant
//! under symmetry as the classes. Patterns add the same rows at all stages of the placing phase,
//! and other rows afterwards.

use super::patterns::{CellRow, PatternClasses, cell_rows, classes};

/// Rows and weights of the cells, indexed by the state of a pattern.
pub(crate) struct Cells {
    placing: Adds,
    afterwards: Adds,
    /// For each stage, the sums of the cells without any pattern.
    empty: [CellRow; PatternClasses::STAGES],
    worth: [CellRow; PatternClasses::STAGES],
}

/// Rows that are added in one phase of the game.
struct Adds {
    /// Has space for all 16-bit numbers, so that indexing needs no bounds check.
    states: Box<[CellRow; 1 << u16::BITS]>,
    /// Row for each double mill of the side to move, and of the other side.
    double_mills: [CellRow; 2],
}

/// Maximum of a cell's sum. Larger sums are clamped.
const FULL: i16 = 255;

impl Cells {
    /// Returns the cells of the evaluation.
    pub(crate) fn in_use() -> Box<Self> {
        let rows: Vec<CellRow> = cell_rows().collect();
        let (added, of_stages) = rows.split_at(PatternClasses::CELL_PHASES * PatternClasses::CELL_INPUTS);
        let (placing, afterwards) = added.split_at(PatternClasses::CELL_INPUTS);
        let (empty, worth) = of_stages.split_at(PatternClasses::STAGES);
        let of_stages = |rows: &[CellRow]| rows.try_into().expect("a row for each stage");
        Box::new(Self {
            placing: Adds::new(placing),
            afterwards: Adds::new(afterwards),
            empty: of_stages(empty),
            worth: of_stages(worth),
        })
    }

    /// Returns cells without value, for tests.
    #[cfg(test)]
    pub(crate) fn worthless() -> Box<Self> {
        Box::new(Self { worth: [CellRow::default(); PatternClasses::STAGES], ..*Self::in_use() })
    }

    /// Returns the value of the cells, in hundredths of a man, for patterns in these states and for
    /// each side's number of double mills.
    #[inline]
    pub(crate) fn value(&self, stage: usize, states: impl Iterator<Item = u16>, double_mills: [i32; 2]) -> i32 {
        let adds = if PatternClasses::is_placing(stage) { &self.placing } else { &self.afterwards };
        let mut sums = self.empty[stage];
        states.for_each(|state| add(&mut sums, &adds.states[usize::from(state)], 1));
        if double_mills != [0; 2] {
            let rows = adds.double_mills.iter().zip(double_mills);
            rows.for_each(|(row, times)| add(&mut sums, row, times as i16));
        }
        PatternClasses::cells_worth(&sums, &self.worth[stage])
    }
}

impl Adds {
    fn new(rows: &[CellRow]) -> Self {
        let (of_classes, double_mills) = rows.split_at(PatternClasses::COUNT);
        let mut states = vec![CellRow::default(); 1 << u16::BITS];
        states.iter_mut().zip(classes()).for_each(|(state, &class)| *state = of_classes[usize::from(class)]);
        let states = states.into_boxed_slice().try_into().expect("as many as were asked for");
        Self { states, double_mills: double_mills.try_into().expect("a row for each side") }
    }
}

impl PatternClasses {
    /// Returns the value of cells with these sums, in hundredths of a man.
    #[inline]
    pub(crate) fn cells_worth(sums: &CellRow, worth: &CellRow) -> i32 {
        let of_cells = sums.iter().zip(worth).map(|(&sum, &worth)| {
            let filled = sum.clamp(0, FULL) as u16;
            i32::from(((filled * filled) >> 8) as i16) * i32::from(worth)
        });
        of_cells.sum::<i32>() >> Self::WORTH_BITS
    }
}

#[inline]
fn add(sums: &mut CellRow, row: &CellRow, times: i16) {
    sums.iter_mut().zip(row).for_each(|(sum, add)| *sum = sum.wrapping_add(add.wrapping_mul(times)));
}
