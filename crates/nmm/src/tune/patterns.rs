// SPDX-License-Identifier: GPL-3.0-or-later
//! The weights of the patterns: gradient descent with a rate for each weight (AdaGrad).

use morris_engine::PatternClasses;

use super::fit::{fit_factor, logistic, loss};
use super::leaves::LeafSample;

/// How often each sample is seen.
const PASSES: usize = 6;
/// How far a weight goes at first, and in the last pass.
const RATES: [f64; 2] = [0.06, 0.02];
/// A weight that has seen little goes no farther than one that has seen so much.
const CAUTION: f64 = 0.1;
/// How strongly weights are drawn to where they began, so that patterns that hardly ever come up stay there.
const DECAY: f64 = 0.0002;

/// What is to be added to the weights in use.
pub struct PatternWeights {
    /// In nats, stage after stage.
    added: Vec<f64>,
    /// What a hundredth of a man is worth, in nats.
    hundredth: f64,
}

impl PatternWeights {
    /// Adds nothing; a hundredth of a man is worth what fits best.
    pub fn in_use(samples: &[LeafSample]) -> Self {
        let known = samples.iter().map(|sample| (sample.evaluation.into(), sample.points.into()));
        let hundredth = fit_factor(&known.collect::<Vec<_>>());
        Self { added: vec![0.0; PatternClasses::STAGES * PatternClasses::WEIGHTS], hundredth }
    }

    /// Adds what makes up best for what the weights in use miss. The samples should come in random order.
    pub fn fit(&mut self, samples: &[LeafSample]) {
        let mut seen = vec![0.0; self.added.len()];
        for pass in 0..PASSES {
            let rate = RATES[0] + (RATES[1] - RATES[0]) * pass as f64 / (PASSES - 1) as f64;
            for sample in samples {
                let error = f64::from(sample.points) - logistic(self.value(sample));
                for (place, times) in places(sample) {
                    let (weight, seen) = (&mut self.added[place], &mut seen[place]);
                    let slope = error * times;
                    *seen += slope * slope;
                    *weight += rate * (slope - DECAY * *weight) / seen.max(CAUTION).sqrt();
                }
            }
        }
    }

    /// What the evaluation of a sample comes to, in nats.
    pub fn value(&self, sample: &LeafSample) -> f64 {
        let added: f64 = places(sample).map(|(place, times)| times * self.added[place]).sum();
        self.hundredth * f64::from(sample.evaluation) + added
    }

    /// What is missed on average, in nats.
    pub fn loss<'a>(&self, samples: impl IntoIterator<Item = &'a LeafSample>) -> f64 {
        loss(samples.into_iter().map(|sample| (self.value(sample), sample.points.into())))
    }

    /// The weights as the engine reads them.
    pub fn to_bytes(&self) -> Vec<u8> {
        let weights = PatternClasses::weights_in_use().zip(&self.added);
        let sum = |(in_use, added): (i16, &f64)| (f64::from(in_use) + added / self.hundredth).round() as i16;
        weights.flat_map(|pair| sum(pair).to_le_bytes()).collect()
    }
}

/// Where the weights of a sample are, and how often each counts.
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
        // As they are not.
        let bad = sample("W.W/W.W/.../....../.B./B.B/B.. w 0 0", 0.0);
        let good = sample("W.W/..W/.../W...../.B./B.B/B.. w 0 0", 1.0);
        let samples: Vec<_> = (0..400).flat_map(|_| [good, bad]).collect();
        let mut weights = PatternWeights { hundredth: 0.004, ..PatternWeights::in_use(&samples) };
        let before = weights.loss(&samples);
        weights.fit(&samples);
        assert!(weights.value(&good) > 1.0 && weights.value(&bad) < -1.0);
        assert!(before > 0.6 && weights.loss(&samples) < 0.2);
        // Other stages stay as they are.
        let bytes = weights.to_bytes();
        let found: Vec<_> = bytes.chunks_exact(2).map(|bytes| i16::from_le_bytes([bytes[0], bytes[1]])).collect();
        let in_use: Vec<_> = PatternClasses::weights_in_use().collect();
        assert_eq!(found.len(), in_use.len());
        let changed: Vec<_> = (0..found.len()).filter(|&place| found[place] != in_use[place]).collect();
        let stage = |place: &usize| place / PatternClasses::WEIGHTS == usize::from(good.patterns.stage);
        assert!(!changed.is_empty() && changed.iter().all(stage));
    }
}
