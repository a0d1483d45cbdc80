// SPDX-License-Identifier: GPL-3.0-or-later
//! What is known for certain about the moves at the root: which of them keep the value, and which
//! is the best of these; of several that are worth the same, the one that leaves the opponent the
//! most ways to go wrong.

use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;

use super::Score;
use super::packed_move::PackedMove;
use morris::{Move, Position};
use morris_solved::tablebase::{ProbeResult, Prober, Wdl};

/// What tables of solved positions are used for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum TableUse {
    /// Nothing: others know no more than they see.
    Unused,
    /// To keep the value at the root, and in the search.
    Used,
    /// Also to choose, among moves that keep the value, the one that is the hardest to answer.
    Perfect,
}

/// What is known about the moves at the root.
pub(super) struct RootProbe {
    /// The moves that keep the value, as far as that is known.
    pub(super) moves: Vec<PackedMove>,
    /// The value, where it is known of all these moves.
    pub(super) value: Option<Wdl>,
    /// The quickest win or the slowest loss, where the distances are known.
    pub(super) choice: Option<PackedMove>,
}

impl RootProbe {
    /// Asks the prober about moves, of which there is at least one, after these positions.
    pub(super) fn new(prober: &mut Prober, positions: &[Position], moves: Vec<PackedMove>, usage: TableUse) -> Self {
        if usage == TableUse::Unused || prober.knows_nothing() {
            return Self { moves, value: None, choice: None };
        }
        let mut known: Vec<_> = moves.iter().map(|&mv| (mv, prober.move_value(positions, mv.into()))).collect();
        let best = known.iter().filter_map(|(_, verdict)| verdict.map(|verdict| verdict.value)).max();
        let all_known = known.iter().all(|(_, verdict)| verdict.is_some());
        let mut root = || positions.last().and_then(|position| prober.position(position)).map(|verdict| verdict.value);
        let value = best.filter(|&best| all_known || best == Wdl::Win || Some(best) == root());
        let Some(value) = value else {
            // What is not known may be better than a draw, but not worse than a loss.
            let lost = |verdict: &Option<ProbeResult>| verdict.is_some_and(|verdict| verdict.value == Wdl::Loss);
            known.retain(|(_, verdict)| !lost(verdict));
            let kept: Vec<_> = known.into_iter().map(|(mv, _)| mv).collect();
            return Self { moves: if kept.is_empty() { moves } else { kept }, value: None, choice: None };
        };
        let of_value = |(mv, verdict): (PackedMove, Option<ProbeResult>)| {
            Some((mv, verdict?.plies)).filter(|_| verdict.is_some_and(|verdict| verdict.value == value))
        };
        let mut kept: Vec<_> = known.into_iter().filter_map(of_value).collect();
        if value == Wdl::Win {
            leave_out_repetitions(&mut kept, prober, positions);
        }
        Self {
            choice: by_distance(&kept, value, prober),
            moves: kept.into_iter().map(|(mv, _)| mv).collect(),
            value: Some(value),
        }
    }
}

impl RootProbe {
    /// The move to play, where it needs no search: the only one that keeps the value, the quickest
    /// win or the slowest loss; for perfect play the one that is the hardest to answer.
    pub(super) fn choose(
        &self,
        prober: &mut Prober,
        positions: &[Position],
        usage: TableUse,
        chance: &mut Xoshiro256PlusPlus,
    ) -> Option<(PackedMove, Score)> {
        let mv = self.chosen(prober, positions, usage, chance)?;
        let after = positions.last()?.play_unchecked(mv.into(), prober.rules());
        let ends = after.outcome(prober.rules()).is_some_and(|outcome| outcome.winner().is_some());
        let plies = prober.move_value(positions, mv.into()).and_then(|known| known.plies).map(u16::from);
        let score = match (self.value?, plies.filter(|_| prober.knows_all())) {
            _ if ends => Score::Win(1),
            (Wdl::Win, Some(plies)) => Score::Win(plies),
            (Wdl::Loss, Some(plies)) => Score::Loss(plies),
            (value, _) => value.into(),
        };
        Some((mv, score))
    }

    fn chosen(
        &self,
        prober: &mut Prober,
        positions: &[Position],
        usage: TableUse,
        chance: &mut Xoshiro256PlusPlus,
    ) -> Option<PackedMove> {
        match (self.value, self.moves.as_slice()) {
            (Some(_), &[mv]) => Some(mv),
            // Setting traps is safe only where we know the way ourselves.
            (Some(Wdl::Draw), moves) if usage == TableUse::Perfect && prober.knows_what_follows(positions.last()?) => {
                most_dangerous(prober, positions, moves, Wdl::Draw, chance)
            }
            _ => self.choice,
        }
    }
}

/// Whoever wins does not go back to where the game has been, if there is another way.
fn leave_out_repetitions(kept: &mut Vec<(PackedMove, Option<u8>)>, prober: &Prober, positions: &[Position]) {
    let Some(position) = positions.last() else { return };
    let is_new = |mv: PackedMove| !positions.contains(&position.play_unchecked(Move::from(mv), prober.rules()));
    if kept.iter().any(|&(mv, _)| is_new(mv)) {
        kept.retain(|&(mv, _)| is_new(mv));
    }
}

/// The quickest win or the slowest loss, if all distances are known.
fn by_distance(kept: &[(PackedMove, Option<u8>)], value: Wdl, prober: &Prober) -> Option<PackedMove> {
    let distances: Vec<_> = kept.iter().map(|&(mv, plies)| Some((mv, plies?))).collect::<Option<_>>()?;
    // Whoever loses but removes a man has the longest way still before him, where the count ends
    // with the removal.
    let ends = |mv: PackedMove| !prober.knows_all() && mv.removed().is_some();
    let lasts = |&(mv, plies): &(PackedMove, u8)| if ends(mv) { u8::MAX } else { plies };
    match value {
        Wdl::Win => distances.into_iter().min_by_key(|&(_, plies)| plies).map(|(mv, _)| mv),
        Wdl::Draw => None,
        Wdl::Loss => distances.into_iter().max_by_key(lasts).map(|(mv, _)| mv),
    }
}

/// How many of the opponent's replies in a row are looked at, at most.
const MOST_REPLIES: u32 = 4;
/// A mistake that may come a reply later counts for so much less.
const LATER: f64 = 0.8;
/// A position that was there before counts for so much less, each time: there the opponent knows
/// its way.
const AGAIN: f64 = 0.5;

/// The move that leaves the opponent the most ways to go wrong, by chance where several do, looking
/// at as many replies in a row as there is time for. All moves are worth `value`; `None` if there
/// is no time at all.
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

/// How likely an opponent that plays any move goes wrong within so many replies, where we are to
/// keep `value`.
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
