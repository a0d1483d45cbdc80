// SPDX-License-Identifier: GPL-3.0-or-later
//! Logistic regression for a handful of weights.

/// Maximum number of steps, far more than convergence takes.
const STEPS: usize = 50;
/// Keeps weights without any data near 0.
const RIDGE: f64 = 1e-6;

/// Returns the weights for which the logistic function of each row's weighted sum best predicts its
/// result, by Newton's method. All rows must have the same length.
pub fn fit(rows: &[Vec<f64>], results: &[bool]) -> Vec<f64> {
    let size = rows.first().map_or(0, Vec::len);
    let mut weights = vec![0.0; size];
    // Scaling features to a similar size keeps the equations well-conditioned.
    let scale: Vec<_> = (0..size)
        .map(|index| rows.iter().map(|row| row[index].abs()).fold(0.0, f64::max).max(f64::MIN_POSITIVE))
        .collect();
    for _ in 0..STEPS {
        let mut gradient: Vec<_> = weights.iter().map(|weight| -RIDGE * weight).collect();
        let mut curvature = vec![vec![0.0; size]; size];
        for (row, &result) in rows.iter().zip(results) {
            let row: Vec<_> = row.iter().zip(&scale).map(|(value, scale)| value / scale).collect();
            let sum: f64 = row.iter().zip(&weights).map(|(value, weight)| value * weight).sum();
            let likely = 1.0 / (1.0 + (-sum).exp());
            for (i, value) in row.iter().enumerate() {
                gradient[i] += value * (f64::from(result) - likely);
                for (cell, other) in curvature[i].iter_mut().zip(&row) {
                    *cell += value * other * likely * (1.0 - likely);
                }
            }
        }
        curvature.iter_mut().enumerate().for_each(|(i, row)| row[i] += RIDGE);
        solve(&mut curvature, &mut gradient);
        let step = gradient;
        weights.iter_mut().zip(&step).for_each(|(weight, step)| *weight += step);
        if step.iter().all(|step| step.abs() < 1e-9) {
            break;
        }
    }
    weights.iter().zip(&scale).map(|(weight, scale)| weight / scale).collect()
}

/// Solves linear equations with a symmetric positive definite matrix by Gaussian elimination. The
/// solution takes the place of the right-hand side.
pub fn solve<R: AsRef<[f64]> + AsMut<[f64]> + Clone>(matrix: &mut [R], right: &mut [f64]) {
    let size = right.len();
    for pivot in 0..size {
        let above = matrix[pivot].clone();
        let above = above.as_ref();
        for row in pivot + 1..size {
            let cells = matrix[row].as_mut();
            let factor = cells[pivot] / above[pivot];
            cells.iter_mut().zip(above).for_each(|(cell, above)| *cell -= factor * above);
            right[row] -= factor * right[pivot];
        }
    }
    for row in (0..size).rev() {
        let cells = matrix[row].as_ref();
        let known: f64 = (row + 1..size).map(|column| cells[column] * right[column]).sum();
        right[row] = (right[row] - known) / cells[row];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::rngs::Xoshiro256PlusPlus;
    use rand::{RngExt, SeedableRng};

    #[test]
    fn planted_weights_are_found() {
        let planted = [0.004, -1.5, 0.7];
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let rows: Vec<Vec<f64>> =
            (0..40_000).map(|_| vec![rng.random_range(0.0..1000.0), rng.random_range(0.0..3.0), 1.0]).collect();
        let results: Vec<_> = rows
            .iter()
            .map(|row| {
                let sum: f64 = row.iter().zip(planted).map(|(value, weight)| value * weight).sum();
                rng.random_bool(1.0 / (1.0 + (-sum).exp()))
            })
            .collect();
        for (found, planted) in fit(&rows, &results).into_iter().zip(planted) {
            assert!((found - planted).abs() < 0.1 * planted.abs(), "{found} is not {planted}");
        }
    }
}
