// SPDX-License-Identifier: GPL-3.0-or-later
//! Weights fitted to other games of the family.
//!
//! They were fitted with `lab tune --rules ID --nodes 1000` to 3,000 games of `morabaraba` and
//! 2,000 of `shax`, played to their end by an older engine, where each position has the
//! result of its game as its target. On every fifth game, which the fit did not use, the loss fell
//! from 0.411 to 0.360 nats per position for `morabaraba`, and from 0.521 to 0.466 for `shax`.
//! Scores against the general weights, from `nmm match` with 200 games, 3,000 nodes per move and
//! six random placements:
//!
//! | rules | score | |
//! |---|---|---|
//! | `shax` | 82 % ± 5 | in use |
//! | `morabaraba` | 63 % ± 7 | in use |
//! | `lasker` | 48 % ± 6 | rejected; fitted to the tables once all men are placed, otherwise to results |
//! | `twelve` | 47 % ± 7 | rejected |
//!
//! `twelve` and `lasker` use the general weights, which were fitted to solved positions. `lasker`
//! uses the patterns of nine men's morris once all men are placed. Against the earlier evaluation
//! with only three terms, they scored 66 % ± 6 and 81 % ± 5 in the same number of games. The small
//! games need no weights, because they are solved completely.

use super::terms::{WeightSet, Weights};
use morris::Rules;

/// Weight sets by the id of the rules.
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

/// Returns the weights for these rules, if there are any. The draws may differ.
pub(crate) fn fitted_to(rules: &Rules) -> Option<&'static WeightSet> {
    let is_for = |id: &str| {
        let mut preset: Rules = id.parse().ok()?;
        preset.draws = rules.draws;
        (preset == *rules).then_some(())
    };
    FITTED.iter().find(|(id, _)| is_for(id).is_some()).map(|(_, weights)| weights)
}
