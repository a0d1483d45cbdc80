// SPDX-License-Identifier: GPL-3.0-or-later
//! What the threads of one search tell each other of the moves at the root.

use std::sync::{Mutex, PoisonError};

use super::packed_move::PackedMove;

/// The moves at the root, the best first, as the deepest search found them that came to its end,
/// with its depth in plies.
///
/// Threads that begin with different moves would search little together.
#[derive(Default)]
pub(super) struct RootOrder(Mutex<(i32, Vec<PackedMove>)>);

impl RootOrder {
    /// Tells the others in which order a search to this depth found the moves.
    pub(super) fn tell(&self, depth: i32, moves: impl Iterator<Item = PackedMove>) {
        let mut deepest = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if depth > deepest.0 {
            *deepest = (depth, moves.collect());
        }
    }

    /// The order that a search found, if one came to its end that is at least so deep.
    pub(super) fn found(&self, depth: i32) -> Option<Vec<PackedMove>> {
        let deepest = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        (deepest.0 >= depth).then(|| deepest.1.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_is_deepest_says_which_moves_come_first() {
        let orders = [[2, 0, 1], [1, 0, 2]].map(|order| order.map(PackedMove::place));
        let order = RootOrder::default();
        assert_eq!(order.found(1), None);
        order.tell(6, orders[0].into_iter());
        order.tell(5, orders[1].into_iter());
        assert_eq!(order.found(6).as_deref(), Some(&orders[0][..]));
        assert_eq!(order.found(7), None);
    }
}
