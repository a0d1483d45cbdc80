// SPDX-License-Identifier: GPL-3.0-or-later
//! Weights that were fitted to other games of the family.
//!
//! With `lab tune --rules ID --nodes 1000`, 3,000 games of `morabaraba` and 2,000 of `shax` played
//! to their end by the engine as it was before, the result of each game counting for its positions:
//! their weights missed less of every fifth game, which the fit did not see (0.360 instead of 0.411
//! nats a position, and 0.466 instead of 0.521). What they are worth against the general ones, `nmm
//! match` with 200 games, 3,000 nodes a move and six random placements:
//!
//! | rules | score | |
//! |---|---|---|
//! | `shax` | 82 % ± 5 | in use |
//! | `morabaraba` | 63 % ± 7 | in use |
//! | `lasker` | 48 % ± 6 | refused; to the tables once all men were placed, else to results |
//! | `twelve` | 47 % ± 7 | refused |
//!
//! `twelve` and `lasker` are judged by the general weights, which were fitted to solved positions,
//! and `lasker` by the patterns of nine men's morris once all men are placed: against three terms
//! alone, as before, they scored 66 % ± 6 and 81 % ± 5 in as many games. The small games have
//! weights of their own as little: they are solved whole.

use super::terms::{WeightSet, Weights};
use morris::Rules;

/// By the id of the rules.
const FITTED: [(&str, WeightSet); 2] = [
    (
        "morabaraba",
        WeightSet {
            placing: Weights([78, 33, 69, 14, 29, -11, 30, 6]),
            moving: Weights([100, 39, 5, 84, 86, -28, -9, 8]),
            flying: Weights([152, -6, 41, 7, 0, 4, -16, 19]),
            tempo: 48,
        },
    ),
    (
        "shax",
        WeightSet {
            placing: Weights([72, 38, 4, -4, 9, 4, -1, 6]),
            moving: Weights([100, 20, 11, 40, 95, -28, 6, 5]),
            flying: Weights([80, 0, 24, 0, 0, 0, 4, 0]),
            tempo: 6,
        },
    ),
];

/// The weights for these rules, if there are any; the draws may differ.
pub(crate) fn fitted_to(rules: &Rules) -> Option<&'static WeightSet> {
    let is_for = |id: &str| {
        let mut preset: Rules = id.parse().ok()?;
        preset.draws = rules.draws;
        (preset == *rules).then_some(())
    };
    FITTED.iter().find(|(id, _)| is_for(id).is_some()).map(|(_, weights)| weights)
}
