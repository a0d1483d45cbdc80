// SPDX-License-Identifier: GPL-3.0-or-later
//! Reasons to praise a move that keeps the value.

use super::facts::mill_moves;
use super::ply::Praise;
use super::values::MoveTable;
use morris::{Move, Position, Rules};
use morris_solved::tablebase::Wdl;

/// Minimum difference in men for praising a held draw.
const MEN_FEWER: usize = 2;

/// Returns the reason to praise a move that keeps the value. The values of all moves must be known.
/// Returns `None` if every move keeps the value.
pub(super) fn praise(position: &Position, mv: Move, known: &MoveTable, rules: &Rules) -> Option<Praise> {
    let (value, keeping) = (known.before?.value, known.keeping()?);
    if value == Wdl::Loss || keeping == known.moves.len() {
        return None;
    }
    let keeps = |mv: Move| known.value_of(mv).is_some_and(|known| known.value == value);
    let mills = mill_moves(position, rules);
    if !mills.is_empty() && !mills.contains(&mv) && !mills.iter().any(|&mill| keeps(mill)) {
        return Some(Praise::RefusesMill);
    }
    let lets_mill = |mv: Move| !mill_moves(&position.play_unchecked(mv, rules), rules).is_empty();
    let gives = || value == Wdl::Win && mv.removed.is_empty() && lets_mill(mv);
    if gives() && known.moves.iter().any(|&(other, _)| other.removed.is_empty() && !lets_mill(other)) {
        return Some(Praise::GivesMan);
    }
    if keeping == 1 {
        return Some(Praise::OnlyMove);
    }
    let side = position.side();
    if value == Wdl::Draw && position.total(side) + MEN_FEWER <= position.total(side.other()) {
        return Some(Praise::HoldsOutnumbered);
    }
    let plies = |mv: Move| known.value_of(mv).filter(|known| known.value == Wdl::Win).and_then(|known| known.plies);
    let winning: Vec<_> = known.moves.iter().filter_map(|&(mv, _)| plies(mv)).collect();
    let all = value == Wdl::Win && winning.len() == keeping;
    let shortest =
        all && plies(mv) == winning.iter().copied().min() && winning.iter().any(|&other| Some(other) > plies(mv));
    shortest.then_some(Praise::Shortest)
}
