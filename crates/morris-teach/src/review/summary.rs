// SPDX-License-Identifier: GPL-3.0-or-later
//! Summary of a game: the performance of each side, and the critical moments.

use super::ply::{Mark, PlyReview, Worth};
use morris::Color;
use morris_solved::tablebase::Wdl;

/// Review of the moves of a game. While it is in progress, any of the findings may be missing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Review {
    /// The moves, in order.
    pub plies: Vec<PlyReview>,
    /// For each position from the start on, the share of moves that lose the draw. `None` if the
    /// position is not drawn or its value is unknown.
    pub(super) dangers: Vec<Option<f64>>,
}

/// Performance of a side in a game.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SideReview {
    /// Number of moves that turned a win into a draw or a draw into a loss.
    pub slips: usize,
    /// Number of moves that turned a win into a loss.
    pub blunders: usize,
    /// Number of moves that the engine considers doubtful.
    pub doubtful: usize,
    /// Number of moves that were the only ones to keep the value.
    pub only_moves: usize,
    /// Accuracy in difficult decisions. `None` if there were too few decisions.
    pub accuracy: Option<Accuracy>,
}

/// Share of difficult decisions that a side got right.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Accuracy {
    /// Accuracy in percent.
    pub percent: f64,
    /// Expected accuracy of random moves, in percent.
    pub chance: f64,
}

/// Weight added to each side's decisions, and the share of it that counts as right.
const ADDED_WEIGHT: f64 = 1.0;
const ADDED_RIGHT: f64 = 0.75;
/// Minimum number of decisions for an accuracy.
const LEAST_DECISIONS: usize = 4;
/// Minimum weight of a critical decision.
const CRITICAL: f64 = 0.7;
/// Maximum number of critical moments, unless more moves gave value away.
const MOST_CRITICAL: usize = 5;

impl Review {
    /// Returns the value of the position after `moves` moves for White.
    pub fn worth(&self, moves: usize) -> Option<Worth> {
        let before = |ply: &PlyReview| Some(ply.before?.for_white(ply.side));
        match moves.checked_sub(1) {
            None => before(self.plies.first()?),
            Some(last) => {
                let ply = self.plies.get(last)?;
                ply.after.map(|after| after.for_white(ply.side)).or_else(|| before(self.plies.get(moves)?))
            }
        }
    }

    /// Returns the pressure in a drawn position after `moves` moves: the share of Black's moves
    /// that lose, minus the share of White's. Each share is that of the position in which the side
    /// is to move, now or one ply earlier. The result is in the range −1 to 1, and positive if
    /// White presses. Returns `None` if the share of the current position is unknown.
    pub fn pressure(&self, moves: usize) -> Option<f64> {
        let now = (*self.dangers.get(moves)?)?;
        let before = moves.checked_sub(1).and_then(|before| self.dangers[before]).unwrap_or(0.0);
        let last = self.plies.get(moves.saturating_sub(1))?;
        let black_to_move = (moves > 0) == (last.side == Color::White);
        Some(if black_to_move { now - before } else { before - now })
    }

    /// Returns the performance of a side.
    pub fn of(&self, side: Color) -> SideReview {
        let plies = || self.plies.iter().filter(|ply| ply.side == side);
        let count = |mark| plies().filter(|ply| ply.mark == Some(mark)).count();
        SideReview {
            slips: count(Mark::Slip),
            blunders: count(Mark::Blunder),
            doubtful: count(Mark::Doubtful),
            only_moves: count(Mark::OnlyMove),
            accuracy: accuracy(plies()),
        }
    }

    /// Returns the critical moments, by the number of moves before them, in the order of the game.
    /// These are all moves that gave value away, for certain or by estimate. If there are few, the
    /// hardest decisions with only one right move that was found are added.
    pub fn critical_moments(&self) -> Vec<usize> {
        let plies = || self.plies.iter().enumerate();
        let mut moments: Vec<_> = plies().filter(|(_, ply)| ply.gives_away()).map(|(number, _)| number).collect();
        let only = plies().filter(|(_, ply)| ply.mark == Some(Mark::OnlyMove));
        let mut hard: Vec<_> = only.filter_map(|(number, ply)| Some((number, ply.weight()?))).collect();
        hard.retain(|(_, weight)| *weight >= CRITICAL);
        hard.sort_by(|(_, one), (_, other)| other.total_cmp(one));
        let room = MOST_CRITICAL.saturating_sub(moments.len());
        moments.extend(hard.into_iter().take(room).map(|(number, _)| number));
        moments.sort_unstable();
        moments
    }

    /// Returns `true` if some value is exact.
    pub fn is_certain(&self) -> bool {
        self.plies.iter().any(|ply| ply.before.and_then(Worth::exact).is_some())
    }
}

fn accuracy<'a>(plies: impl Iterator<Item = &'a PlyReview>) -> Option<Accuracy> {
    let (mut decisions, mut weights, mut right, mut chance) = (0, 0.0, 0.0, 0.0);
    for ply in plies {
        let Some(weight) = ply.weight().filter(|&weight| weight > 0.0) else { continue };
        decisions += 1;
        weights += weight;
        chance += weight * (1.0 - weight);
        right += if ply.mistake.is_none() { weight } else { 0.0 };
    }
    let percent = |sum: f64| 100.0 * (sum + ADDED_WEIGHT * ADDED_RIGHT) / (weights + ADDED_WEIGHT);
    (decisions >= LEAST_DECISIONS).then(|| Accuracy { percent: percent(right), chance: percent(chance) })
}

/// Returns the share of moves that lose, if the position is drawn.
pub(super) fn danger(before: Wdl, keeping: Option<usize>, legal: usize) -> Option<f64> {
    keeping.filter(|_| before == Wdl::Draw && legal > 0).map(|keeping| 1.0 - keeping as f64 / legal as f64)
}
