// SPDX-License-Identifier: GPL-3.0-or-later
//! Which of several moves of equal value leaves the opponent the most ways to go wrong.

use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;

use super::packed_move::PackedMove;
use crate::tablebase::Prober;
use crate::tablebase::Wdl;
use morris::{Move, Position};

/// How many of the opponent's replies in a row are looked at, at most.
const MOST_REPLIES: u32 = 4;
/// A mistake that may come a reply later counts for so much less.
const LATER: f64 = 0.8;
/// A position that was there before counts for so much less, each time: there the opponent knows its way.
const AGAIN: f64 = 0.5;

/// The move that leaves the opponent the most ways to go wrong, by chance where several do, looking at as many replies in
/// a row as there is time for. All moves are worth `value`; `None` if there is no time at all.
pub(super) fn most_dangerous(
    prober: &mut Prober,
    positions: &[Position],
    moves: &[PackedMove],
    value: Wdl,
    chance: &mut Xoshiro256PlusPlus,
) -> Option<PackedMove> {
    let position = positions.last()?;
    let mut best = None;
    for replies in 1..=MOST_REPLIES {
        let danger = |&mv: &PackedMove| {
            let after = position.play_unchecked(Move::from(mv), prober.rules());
            let seen = positions.iter().filter(|position| **position == after).count();
            Some((mv, danger(prober, &after, value, replies)? * AGAIN.powi(seen as i32)))
        };
        let Some(dangers) = moves.iter().map(danger).collect::<Option<Vec<_>>>() else { break };
        let most = dangers.iter().map(|&(_, danger)| danger).fold(0.0, f64::max);
        let equal: Vec<_> = dangers.into_iter().filter(|&(_, danger)| danger >= most).map(|(mv, _)| mv).collect();
        best = equal.choose(chance).copied();
    }
    best
}

/// How likely an opponent that plays any move goes wrong within so many replies, where we are to keep `value`.
fn danger(prober: &mut Prober, position: &Position, value: Wdl, replies: u32) -> Option<f64> {
    let moves = position.legal_moves(prober.rules());
    let mut sum = 0.0;
    for &mv in &moves {
        prober.go_on()?;
        let after = position.play_unchecked(mv, prober.rules());
        sum += match prober.position(&after) {
            Some(verdict) if verdict.value > value => 1.0,
            Some(_) if replies > 1 => LATER * best_answer(prober, &after, value, replies - 1)?,
            _ => 0.0,
        };
    }
    Some(sum / moves.len().max(1) as f64)
}

/// The danger after the best of our answers that keep the value.
fn best_answer(prober: &mut Prober, position: &Position, value: Wdl, replies: u32) -> Option<f64> {
    let mut most = 0.0_f64;
    for mv in position.legal_moves(prober.rules()) {
        let after = position.play_unchecked(mv, prober.rules());
        if prober.position(&after).is_some_and(|verdict| verdict.value.opposite() == value) {
            most = most.max(danger(prober, &after, value, replies)?);
        }
    }
    Some(most)
}
