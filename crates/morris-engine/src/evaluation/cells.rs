// SPDX-License-Identifier: GPL-3.0-or-later
//! Cells: what shapes are worth together, which no sum of what each is worth alone can say.
//!
//! Each pattern adds a row of numbers, one for each of a few cells; what a cell comes to, cut off
//! below and above, counts by its square for what a cell is worth at the stage. So it is a small
//! network whose inputs are the classes of the patterns, and as blind as they are to symmetry.
//! Patterns add the same at all stages of the placing phase, and something else afterwards.

use super::patterns::{CellRow, PatternClasses, cell_rows, classes};

/// What cells are worth, laid out by the number that a pattern is looked up by.
pub(crate) struct Cells {
    placing: Adds,
    afterwards: Adds,
    /// What cells come to without any pattern, stage after stage.
    empty: [CellRow; PatternClasses::STAGES],
    worth: [CellRow; PatternClasses::STAGES],
}

/// What is added in one phase of the game.
struct Adds {
    /// With room for every number of sixteen bits, so that an index needs no check.
    states: Box<[CellRow; 1 << u16::BITS]>,
    /// By each double mill of the side to move, and of the other side.
    double_mills: [CellRow; 2],
}

/// A cell that comes to more is full.
const FULL: i16 = 255;

impl Cells {
    /// The cells in use.
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

    /// Made up for tests: worth nothing.
    #[cfg(test)]
    pub(crate) fn worthless() -> Box<Self> {
        Box::new(Self { worth: [CellRow::default(); PatternClasses::STAGES], ..*Self::in_use() })
    }

    /// What the cells of patterns in these states are worth, in hundredths of a man, given how many
    /// double mills either side has.
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
    /// What cells that come to these sums are worth, in hundredths of a man.
    #[inline]
    pub(crate) fn cells_worth(sums: &CellRow, worth: &CellRow) -> i32 {
        let of_cells = sums.iter().zip(worth).map(|(&sum, &worth)| {
            let filled = sum.clamp(0, FULL) as u16;
            i32::from(((filled * filled) >> 8) as i16) * i32::from(worth)
        });
        of_cells.sum::<i32>() >> Self::WORTH_BITS
    }
}

/// Adds a row so many times.
#[inline]
fn add(sums: &mut CellRow, row: &CellRow, times: i16) {
    sums.iter_mut().zip(row).for_each(|(sum, add)| *sum = sum.wrapping_add(add.wrapping_mul(times)));
}
