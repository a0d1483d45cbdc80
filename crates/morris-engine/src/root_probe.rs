// SPDX-License-Identifier: GPL-3.0-or-later
//! What is known for certain about the moves at the root: which of them keep the value, and which is the best of these.

use rand::rngs::Xoshiro256PlusPlus;

use super::Score;
use super::packed_move::PackedMove;
use super::swindle::most_dangerous;
use crate::tablebase::Wdl;
use crate::tablebase::{ProbeResult, Prober};
use morris::{Move, Position};

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
            choice: by_distance(&kept, value),
            moves: kept.into_iter().map(|(mv, _)| mv).collect(),
            value: Some(value),
        }
    }
}

impl RootProbe {
    /// The move to play, where it needs no search: the only one that keeps the value, the quickest win or the slowest
    /// loss; for perfect play the one that is the hardest to answer.
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
        Some((mv, if ends { Score::Win(1) } else { self.value?.into() }))
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
fn by_distance(kept: &[(PackedMove, Option<u8>)], value: Wdl) -> Option<PackedMove> {
    let distances: Vec<_> = kept.iter().map(|&(mv, plies)| Some((mv, plies?))).collect::<Option<_>>()?;
    // Whoever loses but removes a man has the longest way still before him.
    let lasts = |&(mv, plies): &(PackedMove, u8)| if mv.removed().is_some() { u8::MAX } else { plies };
    match value {
        Wdl::Win => distances.into_iter().min_by_key(|&(_, plies)| plies).map(|(mv, _)| mv),
        Wdl::Draw => None,
        Wdl::Loss => distances.into_iter().max_by_key(lasts).map(|(mv, _)| mv),
    }
}
