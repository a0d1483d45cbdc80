// SPDX-License-Identifier: GPL-3.0-or-later
//! Use of the transposition table by the search.

use super::node::{Node, Window};
use super::packed_move::PackedMove;
use super::score::{counts_plies, plies_counted};
use super::search::Search;
use super::selectivity::Selectivity;
use super::transposition::{Bound, Entry, Spot};

/// Number of remaining quiet plies below which the count is part of the key, because the value
/// depends on it.
const QUIET_HORIZON: u16 = 24;
const QUIET_KEY: u64 = 0x9e37_79b9_7f4a_7c15;

impl<N: Node> Search<'_, N> {
    #[inline]
    pub(super) fn spot(&self, node: &N) -> Spot {
        let (key, symmetry) = node.table_key();
        let quiet = match node.quiet_left(self.lookups) {
            Some(left) if left < QUIET_HORIZON => u64::from(left + 1).wrapping_mul(QUIET_KEY),
            _ => 0,
        };
        Spot { key: key ^ quiet, symmetry }
    }

    /// Returns the value of a node by its table entry, if that is sufficient for the window and the
    /// depth.
    #[inline]
    pub(super) fn known_value(&self, node: &N, entry: Entry, window: Window, depth: i32, ply: usize) -> Option<i32> {
        let deep_enough = match self.selectivity {
            Selectivity::FullWidth => i32::from(entry.depth) == depth,
            Selectivity::Reduced => i32::from(entry.depth) >= depth,
        };
        if !deep_enough {
            return None;
        }
        let value = i32::from(entry.value);
        // The entry may have been stored with fewer preceding quiet plies, so the win may come too
        // late here.
        let too_late = |left: u16| counts_plies(value) && plies_counted(value) > i32::from(left);
        if node.quiet_left(self.lookups).is_some_and(too_late) {
            return None;
        }
        let value = from_here(value, ply);
        let settles = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => value >= window.beta,
            Bound::Upper => value <= window.alpha,
        };
        settles.then_some(value)
    }

    pub(super) fn store(&self, spot: Spot, value: i32, mv: Option<PackedMove>, window: Window, depth: i32, ply: usize) {
        let bound = if value >= window.beta {
            Bound::Lower
        } else if value > window.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let mv = mv.map(|mv| N::to_shared(mv, spot.symmetry, self.lookups));
        let value = if counts_plies(value) { value + value.signum() * ply as i32 } else { value };
        self.table.put(spot.key, Entry { mv, value: value as i16, depth: depth as u8, bound });
    }

    /// Returns the principal variation from a node on, as stored in the table, with at most `most`
    /// moves.
    pub(super) fn expected(&self, node: &N, most: usize) -> Vec<PackedMove> {
        let (mut node, mut moves) = (*node, Vec::new());
        while moves.len() < most && !node.lost(self.lookups) {
            let spot = self.spot(&node);
            let stored = self.table.get(spot.key).and_then(|entry| entry.mv);
            let Some(mv) = stored.map(|mv| N::from_shared(mv, spot.symmetry, self.lookups)) else { break };
            if !node.is_legal(mv, self.lookups) {
                break;
            }
            moves.push(mv);
            node = node.play(mv, self.lookups);
        }
        moves
    }
}

/// Converts a value that counts plies from a node to one that counts them from the root.
const fn from_here(value: i32, ply: usize) -> i32 {
    if counts_plies(value) { value - value.signum() * ply as i32 } else { value }
}
