// SPDX-License-Identifier: GPL-3.0-or-later
//! Lines of a puzzle: the opponent's replies, and refutations of wrong moves.

use std::cmp::Reverse;

use morris::{Move, Position};
use morris_solved::tablebase::Wdl;

use super::values::{Values, best};
use super::win_search::WinSearch;

/// Maximum number of positions that a search for the longest resistance visits.
const RESISTANCE_NODES: u64 = 4_000;
/// Maximum number of the winner's moves in this search.
const RESISTANCE_OWN: u8 = 3;
/// Maximum length of a refutation, in plies.
const REFUTATION_PLIES: usize = 7;

/// Chooses among equal moves. The same position, moves and seed give the same move.
pub(super) fn pick(moves: &[Move], position: &Position, seed: u64) -> Option<Move> {
    let number = split_mix(position.hash() ^ seed) % (moves.len().max(1) as u64);
    moves.get(number as usize).copied()
}

pub(super) const fn split_mix(number: u64) -> u64 {
    let mut mixed = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ mixed >> 31
}

/// Returns the reply that is hardest to meet. It keeps the value of the position. In a lost
/// position it resists as long as a search can tell. Among equal replies, it leaves the other side
/// the smallest share of right moves. Returns `None` if a value is unknown or the game is over.
pub(super) fn hardest(values: &mut Values<'_>, position: &Position, seed: u64) -> Option<Move> {
    let (value, mut moves) = best(&values.moves(position)?)?;
    if value == Wdl::Loss {
        moves = longest(values, position, moves);
    }
    let mut shares = Vec::with_capacity(moves.len());
    for &mv in &moves {
        let after = position.play_unchecked(mv, values.rules);
        let answers = values.moves(&after)?;
        let right = best(&answers).map_or(0, |(_, right)| right.len());
        shares.push((Reverse(1000 * right / answers.len().max(1)), mv));
    }
    let most = shares.iter().map(|&(share, _)| share).max()?;
    let equal: Vec<_> = shares.into_iter().filter(|&(share, _)| share == most).map(|(_, mv)| mv).collect();
    pick(&equal, position, seed)
}

/// Returns those of the losing moves that resist the longest, as far as the search can tell.
fn longest(values: &mut Values<'_>, position: &Position, moves: Vec<Move>) -> Vec<Move> {
    let rules = values.rules;
    let mut search = WinSearch::new(values, RESISTANCE_NODES);
    let mut holds_out = |mv: &Move, own: u8| {
        // A search that exceeds its budget has found no quick loss.
        !search.wins_in(&position.play_unchecked(*mv, rules), own).unwrap_or(false)
    };
    let mut left = moves;
    for own in 1..=RESISTANCE_OWN {
        let longer: Vec<_> = left.iter().filter(|mv| holds_out(mv, own)).copied().collect();
        if longer.is_empty() {
            break;
        }
        left = longer;
    }
    left
}

/// Returns the refutation of a wrong move: the moves of both sides from the position after it,
/// until a man is removed, the game is over, or the maximum length is reached. Empty if nothing is
/// known.
pub(super) fn refutation(values: &mut Values<'_>, after: &Position, seed: u64) -> Vec<Move> {
    let (mut line, mut at) = (Vec::new(), *after);
    let punisher = after.side();
    while line.len() < REFUTATION_PLIES && at.outcome(values.rules).is_none() {
        let next = if at.side() == punisher { sharpest(values, &at, seed) } else { hardest(values, &at, seed) };
        let Some(mv) = next else { break };
        line.push(mv);
        let taken = !mv.removed.is_empty() && at.side() == punisher;
        at = at.play_unchecked(mv, values.rules);
        if taken {
            break;
        }
    }
    // The refutation ends with a move of the refuting side.
    if line.len() % 2 == 0 {
        line.pop();
    }
    line
}

/// Among the moves that keep the value, returns one that ends the game, otherwise one that removes
/// a man, otherwise one that leaves the fewest replies.
pub(super) fn sharpest(values: &mut Values<'_>, position: &Position, seed: u64) -> Option<Move> {
    let rules = values.rules;
    let (_, moves) = best(&values.moves(position)?)?;
    let mut ranked = Vec::with_capacity(moves.len());
    for mv in moves {
        let after = position.play_unchecked(mv, rules);
        let ends = after.outcome(rules).is_some();
        ranked.push(((ends, mv.removed.len(), Reverse(after.count_moves(rules))), mv));
    }
    let most = ranked.iter().map(|&(rank, _)| rank).max()?;
    let equal: Vec<_> = ranked.into_iter().filter(|&(rank, _)| rank == most).map(|(_, mv)| mv).collect();
    pick(&equal, position, seed)
}
