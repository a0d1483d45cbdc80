// SPDX-License-Identifier: GPL-3.0-or-later
//! Logistic regression by Newton's method.

use super::sample::{PARAMETERS, Parameters, Sample};
use crate::calibrate::solve;

/// Maximum number of steps, more than convergence takes.
const STEPS: usize = 20;
/// Maximum change of the weights in the last step.
const LAST_STEP: f64 = 1e-9;
/// Strength of the pull toward the initial weights, as a number of positions without other
/// evidence. It keeps the weights of terms that never differ.
const FIRMNESS: f64 = 20.0;

/// Returns the average loss of evaluations in nats. Each evaluation comes with the points of its
/// position.
pub fn loss(evaluations: impl IntoIterator<Item = (f64, f64)>) -> f64 {
    // -ln σ(x) is ln(1 + e^-x). The logarithms of both probabilities differ by x.
    let miss = |(evaluation, points): (f64, f64)| {
        (-evaluation.abs()).exp().ln_1p() + evaluation.max(0.0) - points * evaluation
    };
    let (sum, count) = evaluations.into_iter().fold((0.0, 0), |(sum, count), known| (sum + miss(known), count + 1));
    sum / f64::from(count.max(1))
}

/// Returns the average loss of evaluations with these parameters.
pub fn loss_of(samples: &[Sample], parameters: &Parameters) -> f64 {
    loss(samples.iter().map(|sample| (dot(&sample.terms, parameters), sample.points.into())))
}

/// Returns the factor with which these parameters fit best.
pub fn fit_scale(samples: &[Sample], parameters: &Parameters) -> f64 {
    fit_factor(&samples.iter().map(|sample| (dot(&sample.terms, parameters), sample.points.into())).collect::<Vec<_>>())
}

/// Returns the factor with which these evaluations fit best.
pub fn fit_factor(evaluations: &[(f64, f64)]) -> f64 {
    let mut factor = 0.0;
    for _ in 0..STEPS {
        let (slope, curvature) = evaluations.iter().fold((0.0, 1e-9), |(slope, curvature), &(evaluation, points)| {
            let expected = logistic(factor * evaluation);
            let variance = expected * (1.0 - expected);
            (slope + (points - expected) * evaluation, curvature + variance * evaluation * evaluation)
        });
        factor += slope / curvature;
    }
    factor
}

/// Returns the parameters that fit best, with a pull toward `start`.
pub fn fit(samples: &[Sample], start: &Parameters) -> Parameters {
    let mut parameters = *start;
    for _ in 0..STEPS {
        let step = newton_step(samples, &parameters, start);
        parameters.iter_mut().zip(step).for_each(|(parameter, step)| *parameter += step);
        if step.iter().all(|step| step.abs() < LAST_STEP) {
            break;
        }
    }
    parameters
}

fn newton_step(samples: &[Sample], parameters: &Parameters, start: &Parameters) -> Parameters {
    let mut slope: Parameters = std::array::from_fn(|i| FIRMNESS * (start[i] - parameters[i]));
    let mut curvature = [[0.0; PARAMETERS]; PARAMETERS];
    for (index, row) in curvature.iter_mut().enumerate() {
        row[index] = FIRMNESS;
    }
    for Sample { terms, points, .. } in samples {
        let expected = logistic(dot(terms, parameters));
        let variance = expected * (1.0 - expected);
        let terms = terms.map(f64::from);
        for (index, &term) in terms.iter().enumerate().filter(|(_, term)| **term != 0.0) {
            slope[index] += (f64::from(*points) - expected) * term;
            curvature[index].iter_mut().zip(terms).for_each(|(cell, other)| *cell += variance * term * other);
        }
    }
    solve(&mut curvature, &mut slope);
    slope
}

pub fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

pub fn dot(terms: &[i8; PARAMETERS], parameters: &Parameters) -> f64 {
    terms.iter().zip(parameters).map(|(&term, parameter)| f64::from(term) * parameter).sum()
}

#[cfg(test)]
mod tests {
    use rand::rngs::Xoshiro256PlusPlus;
    use rand::{RngExt, SeedableRng};

    use super::*;

    /// Returns samples with known probabilities.
    fn samples(truth: &Parameters) -> Vec<Sample> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        (0..20_000)
            .map(|game| {
                let mut terms = std::array::from_fn(|_| rng.random_range(-2..=2));
                // A term that never differs.
                terms[3] = 0;
                let points = rng.random_bool(logistic(dot(&terms, truth))).into();
                Sample { game, terms, points }
            })
            .collect()
    }

    #[test]
    fn fit_recovers_the_weights_of_the_samples() {
        let truth: Parameters = std::array::from_fn(|i| 0.1 * (i % 5) as f64 - 0.1);
        let (samples, start) = (samples(&truth), [0.05; PARAMETERS]);
        let found = fit(&samples, &start);
        for index in (0..PARAMETERS).filter(|&index| index != 3) {
            assert!((found[index] - truth[index]).abs() < 0.06, "{index}: {} {}", found[index], truth[index]);
        }
        assert_eq!(found[3], start[3]);
        let [of_found, of_truth, of_start] = [&found, &truth, &start].map(|weights| loss_of(&samples, weights));
        assert!(of_found < of_truth && of_truth < of_start);
        let scale = fit_scale(&samples, &truth.map(|value| value / 40.0));
        assert!((scale - 40.0).abs() < 2.0, "{scale}");
    }
}
