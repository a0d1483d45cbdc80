// SPDX-License-Identifier: GPL-3.0-or-later
//! Selectivity of the search: late moves are reduced, and quiet moves are pruned if they gain too
//! little.

use super::abdada;
use super::move_ordering::ScoredMove;
use super::node::{Node, Window};
use super::score::is_certain;

/// Whether the search reduces and prunes moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Selectivity {
    /// Every move is searched to the full depth, and no deeper results are used from the
    /// transposition table.
    FullWidth,
    /// Late moves are searched with reduced depth, and again if they turn out well. Near the
    /// leaves, quiet moves are pruned if they cannot raise the value enough.
    Reduced,
}

/// Reductions: from each of these move numbers and depths on, a move is searched one ply less
/// deeply. The first move is number 0.
///
/// Together with [`FUTILE_DEPTH`] this beat later and smaller reductions by 34 ± 25 Elo in 400
/// games, half of them at 20,000 nodes per move and half at 100,000. It gave value away in 69 of
/// 1,000 positions of the placing phase instead of 85 (`lab blunders --nodes 100000`).
const REDUCTIONS: [(usize, i32); 3] = [(2, 3), (6, 5), (14, 8)];

/// Maximum remaining depth at which quiet moves are pruned if the side to move is too far behind.
const FUTILE_DEPTH: i32 = 3;
/// Assumed gain of a quiet move per ply, in hundredths of a man. With 90, value was given away in
/// 386 of 15,000 placing positions (`lab blunders --nodes 10000`, bundled tables), with 60 in 355,
/// with 38 in 352, with 23 in 358.
const QUIET_GAIN: i32 = 45;
/// Assumed gain if positions are evaluated by terms. Of 2,000 positions (`--nodes 100000`, no
/// tables), value was given away in 38, with 70 in 44, with 200 in 54.
const QUIET_GAIN_BY_TERMS: i32 = 120;
/// Minimum depth at which a node without a move from the transposition table is searched one ply
/// less deeply: see `docs/engine-log.md`.
const LEAST_WITHOUT_MOVE: i32 = 4;
// A deferred move must not be pruned with the quiet ones.
const _: () = assert!(abdada::LEAST_DEPTH > FUTILE_DEPTH);

impl Selectivity {
    /// Returns the initial reduction of a late move, in plies.
    pub(super) fn reduction(self, ranked: ScoredMove, index: usize, depth: i32) -> i32 {
        if self == Self::FullWidth || ranked.is_special() {
            return 0;
        }
        REDUCTIONS.iter().filter(|&&(first, least)| index >= first && depth >= least).count() as i32
    }

    /// Returns the depth of a node outside the principal variation for which the transposition
    /// table has no move, so that its moves are badly ordered. The next search of the node has a
    /// move.
    pub(super) fn depth_without_move(self, depth: i32) -> i32 {
        if self == Self::FullWidth || depth < LEAST_WITHOUT_MOVE { depth } else { depth - 1 }
    }

    /// Returns the best value that quiet moves may reach, if it does not exceed alpha.
    pub(super) fn futile<N: Node>(self, node: &N, lookups: &N::Lookups, window: Window, depth: i32) -> Option<i32> {
        if self == Self::FullWidth || depth > FUTILE_DEPTH || is_certain(window.alpha) {
            return None;
        }
        let gain = if N::knows_shapes(lookups) { QUIET_GAIN } else { QUIET_GAIN_BY_TERMS };
        Some(node.evaluate(lookups) + depth * gain).filter(|&hope| hope <= window.alpha)
    }
}
