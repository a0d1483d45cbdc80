// SPDX-License-Identifier: GPL-3.0-or-later
//! The weights of the patterns: gradient descent with a rate for each weight (AdaGrad).

use morris_engine::PatternClasses;

use super::fit::{dot, logistic};
use super::sample::{Parameters, Sample};

/// How often each sample is seen.
const PASSES: usize = 8;
/// How far a weight goes at first; in later passes less far.
const RATE: f64 = 0.3;
/// What a weight has seen before it sees anything: keeps rare ones from jumping.
const CAUTION: f64 = 1.0;
/// How strongly weights are drawn to nothing, so that patterns that hardly ever come up say little.
const DECAY: f64 = 0.0005;

/// The weights of all patterns.
pub struct PatternWeights(Vec<f64>);

impl PatternWeights {
    /// Weights of nothing.
    pub fn none() -> Self {
        Self(vec![0.0; PatternClasses::STAGES * PatternClasses::COUNT])
    }

    /// The weights in use, a hundredth of a man being worth so much.
    pub fn in_use(hundredth: f64) -> Self {
        Self(PatternClasses::weights_in_use().map(|weight| f64::from(weight) * hundredth).collect())
    }

    /// The weights that make up best for what the terms miss, searched for from `start` on. The samples should come in
    /// random order.
    pub fn fit(samples: &[Sample], terms: &Parameters, start: Self) -> Self {
        let mut weights = start;
        let mut seen = vec![CAUTION; weights.0.len()];
        for pass in 0..PASSES {
            let rate = RATE / (pass + 1) as f64;
            for sample in samples {
                let error = f64::from(sample.points) - logistic(dot(&sample.terms, terms) + weights.value(sample));
                for place in places(sample) {
                    seen[place] += error * error;
                    weights.0[place] += rate * (error - DECAY * weights.0[place]) / seen[place].sqrt();
                }
            }
        }
        weights
    }

    /// The weights as the engine reads them, a hundredth of a man being worth so much.
    pub fn to_bytes(&self, hundredth: f64) -> Vec<u8> {
        self.0.iter().flat_map(|weight| ((weight / hundredth).round() as i16).to_le_bytes()).collect()
    }

    /// What the patterns of a sample add.
    pub fn value(&self, sample: &Sample) -> f64 {
        places(sample).map(|place| self.0[place]).sum()
    }
}

/// Where the weights of a sample are.
fn places(sample: &Sample) -> impl Iterator<Item = usize> {
    sample.patterns.into_iter().flat_map(|PatternClasses { stage, classes }| {
        classes.map(|class| usize::from(stage) * PatternClasses::COUNT + usize::from(class))
    })
}

#[cfg(test)]
mod tests {
    use morris::{Position, Rules};
    use morris_engine::Evaluator;

    use super::super::fit::loss;
    use super::super::sample::PARAMETERS;
    use super::*;

    #[test]
    fn the_fit_finds_which_shape_wins() {
        let evaluator = Evaluator::new(&Rules::STANDARD);
        let sample = |line: &str, points| {
            let position = Position::parse(line, &Rules::STANDARD).unwrap();
            Sample { game: 0, terms: [0; PARAMETERS], patterns: evaluator.patterns(&position), points }
        };
        let good = || sample("W.W/W.W/.../....../.B./B.B/B.. w 0 0", 1.0);
        let bad = || sample("W.W/..W/.../W...../.B./B.B/B.. w 0 0", 0.0);
        let samples: Vec<_> = (0..200).flat_map(|_| [good(), bad()]).collect();
        let terms = [0.0; PARAMETERS];
        let weights = PatternWeights::fit(&samples, &terms, PatternWeights::none());
        assert!(weights.value(&good()) > 1.0 && weights.value(&bad()) < -1.0);
        assert!(loss(&samples, |sample| weights.value(sample)) < 0.2);
        assert_eq!(weights.to_bytes(0.01).len(), 2 * PatternClasses::STAGES * PatternClasses::COUNT);
    }
}
