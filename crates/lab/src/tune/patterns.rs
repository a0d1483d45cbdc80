// SPDX-License-Identifier: GPL-3.0-or-later
//! Weights of the patterns, fitted by gradient descent with a rate for each weight (AdaGrad).

use morris_engine::lab::PatternClasses;

use super::cells::Cells;
use super::fit::{fit_factor, logistic, loss};
use super::leaves::LeafSample;

/// Number of passes over the samples.
const PASSES: usize = 5;
/// Initial rate.
const RATE: f64 = 0.03;
/// Share of the initial rate in the last pass.
const LAST_SHARE: f64 = 0.15;
/// Lower bound of the sum of squared slopes, which limits the steps of weights with little data.
const CAUTION: f64 = 0.1;
/// Strength of the pull toward the initial weights, which keeps the weights of rare patterns there.
const DECAY: f64 = 0.0002;

/// Additions to the weights in use, and the joint values of patterns.
pub struct PatternWeights {
    /// Additions in nats, stage after stage.
    added: Vec<f64>,
    cells: Cells,
    /// Cells in use, whose value is part of the evaluation in use.
    cells_in_use: Cells,
    /// Worth of a hundredth of a man, in nats.
    hundredth: f64,
}

impl PatternWeights {
    /// Creates weights that add nothing. The worth of a hundredth of a man is fitted to the
    /// samples.
    pub fn in_use(samples: &[LeafSample]) -> Self {
        let known = samples.iter().map(|sample| (sample.evaluation.into(), sample.points.into()));
        Self::of_hundredth(fit_factor(&known.collect::<Vec<_>>()))
    }

    fn of_hundredth(hundredth: f64) -> Self {
        let added = vec![0.0; PatternClasses::STAGES * PatternClasses::WEIGHTS];
        let cells = Cells::in_use(hundredth);
        Self { added, cells_in_use: cells.clone(), cells, hundredth }
    }

    /// Fits the additions to the errors of the weights in use. The samples should be in random
    /// order.
    pub fn fit(&mut self, samples: &[LeafSample]) {
        let mut seen = vec![0.0; self.added.len()];
        self.cells = self.cells.clone().ready_to_fit();
        for pass in 0..PASSES {
            let share = 1.0 + (LAST_SHARE - 1.0) * pass as f64 / (PASSES - 1) as f64;
            for sample in samples {
                let error = f64::from(sample.points) - logistic(self.value(sample));
                for (place, times) in places(sample) {
                    let (weight, seen) = (&mut self.added[place], &mut seen[place]);
                    let slope = error * times;
                    *seen += slope * slope;
                    *weight += share * RATE * (slope - DECAY * *weight) / seen.max(CAUTION).sqrt();
                }
                self.cells.learn(&sample.patterns, error, share);
            }
        }
    }

    /// Returns the evaluation of a sample, in nats.
    pub fn value(&self, sample: &LeafSample) -> f64 {
        let added: f64 = places(sample).map(|(place, times)| times * self.added[place]).sum();
        let cells = self.cells.value(&sample.patterns) - self.cells_in_use.value(&sample.patterns);
        self.hundredth * f64::from(sample.evaluation) + added + cells
    }

    /// Returns the average loss, in nats.
    pub fn loss<'a>(&self, samples: impl IntoIterator<Item = &'a LeafSample>) -> f64 {
        loss(samples.into_iter().map(|sample| (self.value(sample), sample.points.into())))
    }

    /// Returns the weights in the format of the engine.
    pub fn to_bytes(&self) -> Vec<u8> {
        let weights = PatternClasses::weights_in_use().zip(&self.added);
        let sum = |(in_use, added): (i16, &f64)| (f64::from(in_use) + added / self.hundredth).round() as i16;
        weights.map(sum).chain(self.cells.to_numbers(self.hundredth)).flat_map(i16::to_le_bytes).collect()
    }
}

/// Returns the indexes of the weights of a sample, each with its count.
fn places(sample: &LeafSample) -> impl Iterator<Item = (usize, f64)> {
    let start = usize::from(sample.patterns.stage) * PatternClasses::WEIGHTS;
    sample.patterns.weights().map(move |(weight, times)| (start + weight, times.into()))
}

#[cfg(test)]
mod tests {
    use morris::{Position, Rules};
    use morris_engine::{Evaluator, Score};

    use super::*;

    fn sample(line: &str, points: f32) -> LeafSample {
        let (evaluator, rules) = (Evaluator::new(&Rules::STANDARD), Rules::STANDARD);
        let position = Position::parse(line, &rules).unwrap();
        let Score::Value(evaluation) = evaluator.value(&position) else { panic!("{line} is decided") };
        let patterns = evaluator.patterns(&position).unwrap();
        LeafSample { game: 0, patterns, evaluation: evaluation as i16, points }
    }

    #[test]
    fn the_fit_finds_which_shape_wins() {
        // These results are the opposite of the true ones.
        let bad = sample("W.W/W.W/.../....../.B./B.B/B.. w 0 0", 0.0);
        let good = sample("W.W/..W/.../W...../.B./B.B/B.. w 0 0", 1.0);
        let samples: Vec<_> = (0..400).flat_map(|_| [good, bad]).collect();
        let mut weights = PatternWeights::of_hundredth(0.004);
        let before = weights.loss(&samples);
        weights.fit(&samples);
        assert!(weights.value(&good) > 1.0 && weights.value(&bad) < -1.0);
        assert!(before > 0.5 && weights.loss(&samples) < 0.2);
        // Other stages are unchanged.
        let bytes = weights.to_bytes();
        let found: Vec<_> = bytes.chunks_exact(2).map(|bytes| i16::from_le_bytes([bytes[0], bytes[1]])).collect();
        let in_use: Vec<_> = PatternClasses::weights_in_use().collect();
        assert_eq!(found.len(), in_use.len() + PatternClasses::CELLS * PatternClasses::CELL_ROWS);
        let changed: Vec<_> = (0..in_use.len()).filter(|&place| found[place] != in_use[place]).collect();
        let stage = |place: &usize| place / PatternClasses::WEIGHTS == usize::from(good.patterns.stage);
        assert!(!changed.is_empty() && changed.iter().all(stage));
    }
}
