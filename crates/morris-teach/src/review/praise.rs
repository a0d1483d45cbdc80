// SPDX-License-Identifier: GPL-3.0-or-later
//! Reasons to praise a move that keeps the value.

use super::facts::mill_moves;
use super::ply::Praise;
use super::values::MoveTable;
use morris::{Move, Position};
use morris_solved::tablebase::{Prober, Wdl};

/// Minimum difference in men for praising a held draw.
const MEN_FEWER: usize = 2;

/// Returns the reason to praise a move that keeps the value. The values of all moves must be known.
/// Returns `None` if every move keeps the value.
pub(super) fn praise(position: &Position, mv: Move, known: &MoveTable, prober: &Prober<'_>) -> Option<Praise> {
    let rules = prober.rules();
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
    // Otherwise plies only count to the next removal.
    if !prober.knows_all() && position.play_unchecked(mv, rules).outcome(rules).is_none() {
        return None;
    }
    let plies = |mv: Move| known.value_of(mv).filter(|known| known.value == Wdl::Win).and_then(|known| known.plies);
    let winning: Vec<_> = known.moves.iter().filter_map(|&(mv, _)| plies(mv)).collect();
    let all = value == Wdl::Win && winning.len() == keeping;
    let shortest =
        all && plies(mv) == winning.iter().copied().min() && winning.iter().any(|&other| Some(other) > plies(mv));
    shortest.then_some(Praise::Shortest)
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use morris::Rules;
    use morris_solved::tablebase::{ProbeResult, Tables};

    use super::*;

    #[test]
    fn without_the_whole_game_only_its_end_is_the_fastest_way() {
        let (tables, rules, mut go_on) = (Tables::none(), Rules::STANDARD, || ControlFlow::Continue(()));
        let prober = Prober::new(&tables, &rules, &mut go_on);
        let praised = |line: &str, mv: &str| {
            let position = Position::parse(line, &rules).unwrap();
            let known = |mv: &Move| match (mv.removed.is_empty(), mv.from.unwrap().name()) {
                (false, _) => ProbeResult { value: Wdl::Win, plies: Some(1) },
                (true, "a7") => ProbeResult { value: Wdl::Win, plies: Some(3) },
                _ => ProbeResult { value: Wdl::Draw, plies: None },
            };
            let moves = position.legal_moves(&rules).into_iter().map(|mv| (mv, Some(known(&mv)))).collect();
            let before = Some(ProbeResult { value: Wdl::Win, plies: Some(1) });
            praise(&position, mv.parse().unwrap(), &MoveTable { before, moves, best: Some(Wdl::Win) }, &prober)
        };
        assert_eq!(praised("WW./.../..W/....../.../.../BBB w 0 0", "e5-g7xa1"), Some(Praise::Shortest));
        assert_eq!(praised("WW./.../..W/....../.../..B/BBB w 0 0", "e5-g7xf2"), None);
    }
}
