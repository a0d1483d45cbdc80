// SPDX-License-Identifier: GPL-3.0-or-later
//! Exact knowledge about the root moves: the moves that keep the value, and the best of them. Among
//! equal moves of a drawn position, the best is the one that promises the most points against an
//! opponent who looks a few plies ahead.

use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;

use super::Score;
use super::opponent_model::{DEPTHS, Likely};
use super::packed_move::PackedMove;
use super::tb_probe::FEW_MEN;
use morris::{Color, Move, Position};
use morris_solved::tablebase::{ProbeResult, Prober, Wdl};

/// Use of tables of solved positions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum TableUse {
    /// The tables are not used.
    Unused,
    /// The tables are used at the root, to keep the value, and in the search.
    Used,
    /// In addition, in a drawn position of few men whose further course is known, the move is
    /// chosen that promises the most points against a likely opponent.
    Pressing,
    /// In addition, draws are avoided and traps are set where the tables end.
    Perfect,
}

/// Whether tables know the values of the replies to the root moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RepliesKnown {
    Yes,
    No,
}

/// Exact knowledge about the root moves.
pub(super) struct RootProbe {
    /// Moves that keep the value, as far as it is known.
    pub(super) moves: Vec<PackedMove>,
    /// Value of these moves, if it is known for all of them.
    pub(super) value: Option<Wdl>,
    /// Whether the tables also know the replies to these moves.
    pub(super) replies: RepliesKnown,
    /// The quickest win or the slowest loss, if the distances are known.
    pub(super) choice: Option<PackedMove>,
}

impl RootProbe {
    /// Probes the moves after these positions. There must be at least one move.
    pub(super) fn new(prober: &mut Prober, positions: &[Position], moves: Vec<PackedMove>, usage: TableUse) -> Self {
        if usage == TableUse::Unused || prober.knows_nothing() {
            return Self { moves, value: None, replies: RepliesKnown::No, choice: None };
        }
        let mut known: Vec<_> = moves.iter().map(|&mv| (mv, prober.move_value(positions, mv.into()))).collect();
        let best = known.iter().filter_map(|(_, verdict)| verdict.map(|verdict| verdict.value)).max();
        let all_known = known.iter().all(|(_, verdict)| verdict.is_some());
        let mut root = || positions.last().and_then(|position| prober.position(position)).map(|verdict| verdict.value);
        let value = best.filter(|&best| all_known || best == Wdl::Win || Some(best) == root());
        let Some(value) = value else {
            // An unknown value may be better than a draw, but is not worse than a loss.
            let lost = |verdict: &Option<ProbeResult>| verdict.is_some_and(|verdict| verdict.value == Wdl::Loss);
            known.retain(|(_, verdict)| !lost(verdict));
            let kept: Vec<_> = known.into_iter().map(|(mv, _)| mv).collect();
            let moves = if kept.is_empty() { moves } else { kept };
            return Self { moves, value: None, replies: RepliesKnown::No, choice: None };
        };
        let of_value = |(mv, verdict): (PackedMove, Option<ProbeResult>)| {
            Some((mv, verdict?.plies)).filter(|_| verdict.is_some_and(|verdict| verdict.value == value))
        };
        let mut kept: Vec<_> = known.into_iter().filter_map(of_value).collect();
        if value == Wdl::Win || value == Wdl::Draw && usage >= TableUse::Pressing {
            leave_out_repetitions(&mut kept, prober, positions);
        }
        Self {
            replies: replies_known(&kept, prober, positions),
            choice: by_distance(&kept, value, prober),
            moves: kept.into_iter().map(|(mv, _)| mv).collect(),
            value: Some(value),
        }
    }
}

impl RootProbe {
    /// Returns the move to play, if no search is needed: the only one that keeps the value, the
    /// quickest win or the slowest loss. For pressing play, returns the move that promises the most
    /// points against the opponent of `replies`.
    pub(super) fn choose(
        &self,
        prober: &mut Prober,
        positions: &[Position],
        usage: TableUse,
        chance: &mut Xoshiro256PlusPlus,
        replies: &mut Replies<'_>,
    ) -> Option<(PackedMove, Score)> {
        let mv = self.chosen(prober, positions, usage, chance, replies)?;
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
        replies: &mut Replies<'_>,
    ) -> Option<PackedMove> {
        match (self.value, self.moves.as_slice()) {
            (Some(_), &[mv]) => Some(mv),
            // Otherwise the search must tell which of the moves is best.
            (Some(Wdl::Draw), moves)
                if usage >= TableUse::Pressing
                    && (prober.knows_all() || men(positions.last()?) <= FEW_MEN)
                    && prober.knows_what_follows(positions.last()?) =>
            {
                most_promising(prober, positions, moves, chance, replies)
            }
            _ => self.choice,
        }
    }
}

/// Returns whether the replies to these moves are known. The tables of a ply or sector have all
/// its positions, so the replies to one move tell.
fn replies_known(kept: &[(PackedMove, Option<u8>)], prober: &mut Prober, positions: &[Position]) -> RepliesKnown {
    let line = positions
        .last()
        .zip(kept.first())
        .map(|(position, &(mv, _))| [*position, position.play_unchecked(mv.into(), prober.rules())]);
    match line.and_then(|line| prober.move_values(&line)) {
        Some(_) => RepliesKnown::Yes,
        None => RepliesKnown::No,
    }
}

/// Returns the number of men on the board and in hand.
fn men(position: &Position) -> usize {
    Color::BOTH.into_iter().map(|color| position.total(color)).sum()
}

/// Removes moves that lead back to earlier positions of the game, if there are other moves.
fn leave_out_repetitions(kept: &mut Vec<(PackedMove, Option<u8>)>, prober: &Prober, positions: &[Position]) {
    let Some(position) = positions.last() else { return };
    let is_new = |mv: PackedMove| !positions.contains(&position.play_unchecked(Move::from(mv), prober.rules()));
    if kept.iter().any(|&(mv, _)| is_new(mv)) {
        kept.retain(|&(mv, _)| is_new(mv));
    }
}

/// Returns the quickest win or the slowest loss, if all distances are known.
fn by_distance(kept: &[(PackedMove, Option<u8>)], value: Wdl, prober: &Prober) -> Option<PackedMove> {
    let distances: Vec<_> = kept.iter().map(|&(mv, plies)| Some((mv, plies?))).collect::<Option<_>>()?;
    // In a lost position, a removal counts as the slowest loss, because the distance ends at the
    // removal and the rest is still ahead.
    let ends = |mv: PackedMove| !prober.knows_all() && mv.removed().is_some();
    let lasts = |&(mv, plies): &(PackedMove, u8)| if ends(mv) { u8::MAX } else { plies };
    match value {
        Wdl::Win => distances.into_iter().min_by_key(|&(_, plies)| plies).map(|(mv, _)| mv),
        Wdl::Draw => None,
        Wdl::Loss => distances.into_iter().max_by_key(lasts).map(|(mv, _)| mv),
    }
}

/// Maximum number of consecutive replies of the opponent that are considered.
const MOST_REPLIES: u32 = 4;
/// Discount for a mistake that is one reply later.
const LATER: f64 = 0.8;
/// Discount for each earlier occurrence of a position: the opponent already knows a reply.
const AGAIN: f64 = 0.5;

/// Returns the move that gives the opponent the most chances to go wrong, chosen at random among
/// equals. Considers more replies as time permits. All moves have the value `value`. Returns `None`
/// if there is no time at all.
fn most_dangerous(
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

/// Likely replies to the last of these positions by an opponent who looks this number of plies
/// ahead. `None` if there is no time.
pub(super) type Replies<'a> = dyn FnMut(&[Position], u8) -> Option<Vec<Likely>> + 'a;

/// Difference in expected points that does not count.
const EQUAL: f64 = 0.002;

/// Returns the move of a drawn position with the most expected points against a likely opponent:
/// a point if a reply gives the draw away, and otherwise the worth of the sector that it leads to.
/// Among equal moves, returns the most dangerous one.
fn most_promising(
    prober: &mut Prober,
    positions: &[Position],
    moves: &[PackedMove],
    chance: &mut Xoshiro256PlusPlus,
    replies: &mut Replies<'_>,
) -> Option<PackedMove> {
    let mut equal = moves.to_vec();
    for depth in DEPTHS {
        let points = moves.iter().map(|&mv| Some((mv, points(prober, positions, mv, depth, replies)?)));
        let Some(points) = points.collect::<Option<Vec<_>>>() else { break };
        let most = points.iter().map(|&(_, points)| points).fold(0.0, f64::max);
        equal = points.into_iter().filter(|&(_, points)| points >= most - EQUAL).map(|(mv, _)| mv).collect();
    }
    most_dangerous(prober, positions, &equal, Wdl::Draw, chance).or_else(|| equal.choose(chance).copied())
}

/// Returns the expected points after a move.
fn points(
    prober: &mut Prober,
    positions: &[Position],
    mv: PackedMove,
    depth: u8,
    replies: &mut Replies<'_>,
) -> Option<f64> {
    prober.go_on()?;
    let position = positions.last()?;
    let after = position.play_unchecked(Move::from(mv), prober.rules());
    let seen = positions.iter().filter(|position| **position == after).count();
    let line: Vec<_> = positions.iter().copied().chain([after]).collect();
    let mut sum = 0.0;
    for (reply, share) in replies(&line, depth)? {
        let next = after.play_unchecked(Move::from(reply), prober.rules());
        let wins = prober.position(&next).is_some_and(|known| known.value == Wdl::Win);
        sum += share * if wins { 1.0 } else { prober.worth(&next, position.side()) / 2.0 };
    }
    Some(sum * AGAIN.powi(seen as i32))
}

/// Returns the probability that an opponent with random moves goes wrong within `replies` replies,
/// while we keep `value`.
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

/// Returns the danger after the best of our answers that keep the value.
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

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use crate::engine_thread_tests::shipped_tables;
    use morris::Rules;

    #[test]
    fn the_replies_are_known_up_to_the_ninth_ply() {
        let (rules, tables) = (Rules::STANDARD, shipped_tables());
        let mut positions = vec![Position::start(&rules)];
        for mv in ["d6", "d2", "f4", "b4", "f6", "f2", "b6xd2", "d2", "b2", "d7"] {
            let position = positions.last().unwrap();
            positions.push(position.play_unchecked(mv.parse().unwrap(), &rules));
        }
        let mut go_on = || ControlFlow::Continue(());
        let mut prober = Prober::new(&tables, &rules, &mut go_on);
        let mut replies = |plies: usize| {
            let line = &positions[..=plies];
            let moves = line[plies].legal_moves(&rules).into_iter().map(PackedMove::from).collect();
            let probe = RootProbe::new(&mut prober, line, moves, TableUse::Perfect);
            assert_eq!(probe.value, Some(Wdl::Draw), "{plies}");
            probe.replies
        };
        // At ply 10, the position after the reply is in no table.
        assert_eq!([0, 8, 9, 10].map(&mut replies).map(|known| known == RepliesKnown::Yes), [true, true, true, false]);
    }
}
