// SPDX-License-Identifier: GPL-3.0-or-later
//! What the search does less of: late moves are searched less deeply, quiet ones left out where
//! they gain too little.

use super::abdada;
use super::move_ordering::ScoredMove;
use super::node::{Node, Window};
use super::score::is_certain;

/// Whether moves that come late in the order are searched less deeply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Selectivity {
    /// Every move is searched to the full depth, and nothing deeper is taken from the table.
    FullWidth,
    /// Late moves are searched less deeply, and again if they turn out well; near the end of the
    /// search quiet ones are left out where they can't make up for what is missing.
    Reduced,
}

/// From each of these numbers and depths on, late moves are searched one ply less deeply; the first
/// move is number 0.
///
/// Together with [`FUTILE_DEPTH`] this beat later and smaller reductions by 34 ± 25 Elo in 400
/// games, half of them at 20,000 nodes a move and half at 100,000, and gave value away in 69 of
/// 1,000 positions of the placing phase rather than in 85 (`lab blunders --nodes 100000`).
const REDUCTIONS: [(usize, i32); 3] = [(2, 3), (6, 5), (14, 8)];

/// With so few plies left quiet moves are left out where the side to move is too far behind.
const FUTILE_DEPTH: i32 = 3;
/// How much quiet moves are thought to gain in a ply, in hundredths of a man. With 90 value was
/// given away in 386 of 15,000 placing positions (`lab blunders --nodes 10000`, shipped tables),
/// with 60 in 355, with 38 in 352, with 23 in 358.
const QUIET_GAIN: i32 = 45;
/// The same where terms judge: of 2,000 positions (`--nodes 100000`, no tables) 38 were given away,
/// 44 with 70, 54 with 200.
const QUIET_GAIN_BY_TERMS: i32 = 120;
// A move that is put off must not be left out with the quiet ones.
const _: () = assert!(abdada::LEAST_DEPTH > FUTILE_DEPTH);

impl Selectivity {
    /// By how many plies less a late move is searched at first.
    pub(super) fn reduction(self, ranked: ScoredMove, index: usize, depth: i32) -> i32 {
        if self == Self::FullWidth || ranked.is_special() {
            return 0;
        }
        REDUCTIONS.iter().filter(|&&(first, least)| index >= first && depth >= least).count() as i32
    }

    /// What a quiet move may reach at best, where that is not enough.
    pub(super) fn futile<N: Node>(self, node: &N, lookups: &N::Lookups, window: Window, depth: i32) -> Option<i32> {
        if self == Self::FullWidth || depth > FUTILE_DEPTH || is_certain(window.alpha) {
            return None;
        }
        let gain = if N::knows_shapes(lookups) { QUIET_GAIN } else { QUIET_GAIN_BY_TERMS };
        Some(node.evaluate(lookups) + depth * gain).filter(|&hope| hope <= window.alpha)
    }
}
