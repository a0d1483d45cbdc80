// SPDX-License-Identifier: GPL-3.0-or-later
//! Joint value of patterns in the fit: a small network, trained by gradient descent with a rate for
//! each number (AdaGrad).

use morris_engine::lab::{CellRow, PatternClasses};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

/// Initial rate.
const RATE: f32 = 0.05;
/// Lower bound of the sum of squared slopes, which limits the steps of numbers with little data.
const CAUTION: f32 = 0.01;
/// Initial values of cells without any worth: the maximum that a pattern adds, the sum without any
/// pattern, and the maximum of both the deviation from that sum and the worth.
const FIRST_ADDED: f32 = 0.06;
const FIRST_EMPTY: f32 = 0.3;
const FIRST_SPREAD: f32 = 0.3;
/// Seed of the initial values.
const SEED: u64 = 1;

type Row = [f32; PatternClasses::CELLS];

/// The amounts that patterns add to the cells, in units of a full cell, and the worth of the cells
/// in nats.
#[derive(Clone)]
pub struct Cells {
    rows: Vec<Row>,
    seen: Vec<Row>,
}

/// First row with the sums of the cells without any pattern, and first row with their worth.
const FIRST_EMPTY_ROW: usize = PatternClasses::CELL_PHASES * PatternClasses::CELL_INPUTS;
const FIRST_WORTH_ROW: usize = PatternClasses::CELL_ROWS - PatternClasses::STAGES;

impl Cells {
    /// Returns the cells in use. `hundredth` is the worth of a hundredth of a man in nats.
    pub fn in_use(hundredth: f64) -> Self {
        let in_nats = |(row, numbers): (usize, CellRow)| numbers.map(|x| (f64::from(x) / parts(row, hundredth)) as f32);
        Self::of_rows(PatternClasses::cell_rows_in_use().enumerate().map(in_nats).collect())
    }

    /// Returns cells to start a fit with. If these have no worth, the result is random cells,
    /// because the slopes of the former are all 0.
    pub fn ready_to_fit(self) -> Self {
        let nothing = self.rows[FIRST_WORTH_ROW..].iter().all(|row| *row == Row::default());
        if nothing { Self::of_rows(first_rows()) } else { self }
    }

    fn of_rows(rows: Vec<Row>) -> Self {
        Self { seen: vec![Row::default(); rows.len()], rows }
    }

    /// Returns the value of the cells in a position, in nats.
    pub fn value(&self, patterns: &PatternClasses) -> f64 {
        let filled = self.filled(patterns);
        filled.iter().zip(self.rows[patterns.worth_row()]).map(|(x, worth)| x * x * worth).sum::<f32>().into()
    }

    /// Takes a step against the error of the evaluation in nats, at a share of the initial rate.
    pub fn learn(&mut self, patterns: &PatternClasses, error: f64, share: f64) {
        let (filled, error, rate) = (self.filled(patterns), error as f32, RATE * share as f32);
        let worth = self.rows[patterns.worth_row()];
        // A cell that is empty or full does not change with its inputs.
        let changes = |x: f32| x > 0.0 && x < 1.0;
        let slope = |cell: usize| if changes(filled[cell]) { 2.0 * error * worth[cell] * filled[cell] } else { 0.0 };
        let slopes: Row = std::array::from_fn(slope);
        for (row, times) in patterns.added_rows() {
            self.descend(row, &slopes.map(|slope| slope * f32::from(times)), rate);
        }
        self.descend(patterns.worth_row(), &filled.map(|x| error * x * x), rate);
    }

    /// Returns the rows in the format of the engine.
    pub fn to_numbers(&self, hundredth: f64) -> impl Iterator<Item = i16> {
        let number = move |row, x: f32| (f64::from(x) * parts(row, hundredth)).round() as i16;
        self.rows.iter().enumerate().flat_map(move |(row, numbers)| numbers.map(|x| number(row, x)))
    }

    /// Returns the fill of each cell, from 0 to 1.
    fn filled(&self, patterns: &PatternClasses) -> Row {
        let mut sums = Row::default();
        for (row, times) in patterns.added_rows() {
            sums.iter_mut().zip(self.rows[row]).for_each(|(sum, add)| *sum += add * f32::from(times));
        }
        sums.map(|sum| sum.clamp(0.0, 1.0))
    }

    fn descend(&mut self, row: usize, slopes: &Row, rate: f32) {
        for ((x, seen), slope) in self.rows[row].iter_mut().zip(&mut self.seen[row]).zip(slopes) {
            *seen += slope * slope;
            *x += rate * slope / seen.max(CAUTION).sqrt();
        }
    }
}

/// Returns the factor from a number here to the number in the file.
fn parts(row: usize, hundredth: f64) -> f64 {
    let of_worth = || PatternClasses::WORTH_PARTS / hundredth;
    if row < FIRST_WORTH_ROW { PatternClasses::CELL_PARTS.into() } else { of_worth() }
}

/// Returns random cells.
fn first_rows() -> Vec<Row> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(SEED);
    let mut row = |spread: f32| Row::default().map(|_| rng.random_range(-spread..spread));
    let (empty, worth) = (row(FIRST_SPREAD).map(|x| FIRST_EMPTY + x), row(FIRST_SPREAD));
    let mut rows: Vec<_> = (0..FIRST_EMPTY_ROW).map(|_| row(FIRST_ADDED)).collect();
    rows.extend([empty; PatternClasses::STAGES].into_iter().chain([worth; PatternClasses::STAGES]));
    rows
}

#[cfg(test)]
mod tests {
    use morris::{Position, Rules};
    use morris_engine::Evaluator;

    use super::*;

    #[test]
    fn zero_cells_learn_the_planted_values() {
        let evaluator = Evaluator::new(&Rules::STANDARD);
        let [good, bad] = ["W.W/W.W/.../....../.B./B.B/B.. w 0 0", "W.W/..W/.../W...../.B./B.B/B.. w 0 0"]
            .map(|line| evaluator.patterns(&Position::parse(line, &Rules::STANDARD).unwrap()).unwrap());
        let mut cells = Cells::of_rows(vec![Row::default(); PatternClasses::CELL_ROWS]);
        cells.learn(&good, 1.0, 1.0);
        assert_eq!(cells.value(&good), 0.0);
        cells = cells.ready_to_fit();
        for _ in 0..200 {
            cells.learn(&good, 1.0 - cells.value(&good), 1.0);
            cells.learn(&bad, -1.0 - cells.value(&bad), 1.0);
        }
        let values = [&good, &bad].map(|patterns| cells.value(patterns));
        assert!((values[0] - 1.0).abs() < 0.1 && (values[1] + 1.0).abs() < 0.1, "{values:?}");
        // In the format of the engine: the same count of numbers, with the worth in another unit.
        let numbers: Vec<_> = cells.to_numbers(0.004).collect();
        assert_eq!(numbers.len(), PatternClasses::CELLS * PatternClasses::CELL_ROWS);
        let worth = numbers[PatternClasses::CELLS * good.worth_row()];
        let full = f64::from(worth) / PatternClasses::WORTH_PARTS * 0.004;
        assert!((full - f64::from(cells.rows[good.worth_row()][0])).abs() < 0.001, "{worth}");
    }
}
