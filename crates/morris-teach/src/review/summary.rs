// SPDX-License-Identifier: GPL-3.0-or-later
//! A game as a whole: what each side made of it, and where it was decided.

use super::ply::{Mark, PlyReview, Worth};
use morris::Color;
use morris_solved::tablebase::Wdl;

/// What is known of the moves of a game. All but the moves may still be unknown while it is being
/// made.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Review {
    /// The moves, in order.
    pub plies: Vec<PlyReview>,
    /// For each position from the start on, of the moves of its side the share that loses a draw;
    /// `None` where it is not drawn or this is not known.
    pub(super) dangers: Vec<Option<f64>>,
}

/// What a side made of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SideReview {
    /// Moves that made a draw of a win or a loss of a draw.
    pub slips: usize,
    /// Moves that made a loss of a win.
    pub blunders: usize,
    /// Moves of which the engine thinks little.
    pub doubtful: usize,
    /// Moves that were the only ones to keep the value.
    pub only_moves: usize,
    /// How well it did what was hard; `None` where there was too little of that.
    pub accuracy: Option<Accuracy>,
}

/// How much of what was hard to get right a side got right.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Accuracy {
    /// In percent.
    pub percent: f64,
    /// What moves by chance have on average, in percent.
    pub chance: f64,
}

/// What is added to each side's decisions: their weight in all, and the share of it that is right.
const ADDED_WEIGHT: f64 = 1.0;
const ADDED_RIGHT: f64 = 0.75;
/// With fewer decisions there is no accuracy.
const LEAST_DECISIONS: usize = 4;
/// Decisions are critical from this weight on.
const CRITICAL: f64 = 0.7;
/// So many critical moments are named, unless more moves gave value away.
const MOST_CRITICAL: usize = 5;

impl Review {
    /// What the position after so many moves is worth, as White sees it.
    #[must_use]
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

    /// In a drawn position after so many moves: the share of Black's moves that lose, less the
    /// share of White's, each taken where that side is to move, now or a ply before; −1 to 1,
    /// positive where White presses. `None` where one is unknown.
    #[must_use]
    pub fn pressure(&self, moves: usize) -> Option<f64> {
        let now = (*self.dangers.get(moves)?)?;
        let before = moves.checked_sub(1).and_then(|before| self.dangers[before]).unwrap_or(0.0);
        let last = self.plies.get(moves.saturating_sub(1))?;
        let black_to_move = (moves > 0) == (last.side == Color::White);
        Some(if black_to_move { now - before } else { before - now })
    }

    /// What a side made of it.
    #[must_use]
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

    /// The moments on which the game hung, by the number of moves before them, in the order of the
    /// game: each move that gave value away, for certain or by all that is thought of it, and where
    /// these are few, the hardest decisions that had only one way to go right, which was found.
    #[must_use]
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

    /// Whether anything is known for certain of the moves.
    #[must_use]
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

/// The share of the moves that lose where the position is drawn.
pub(super) fn danger(before: Wdl, keeping: Option<usize>, legal: usize) -> Option<f64> {
    keeping.filter(|_| before == Wdl::Draw && legal > 0).map(|keeping| 1.0 - keeping as f64 / legal as f64)
}
