// SPDX-License-Identifier: GPL-3.0-or-later
//! Root move order shared by the threads of one search.

use std::sync::{Mutex, PoisonError};

use super::packed_move::PackedMove;

/// Root moves in the order found by the deepest completed search, the best first, with its depth in
/// plies.
///
/// Threads that begin with different moves would hardly help each other.
#[derive(Default)]
pub(super) struct RootOrder(Mutex<(i32, Vec<PackedMove>)>);

impl RootOrder {
    /// Shares the order of the moves found by a search of this depth.
    pub(super) fn tell(&self, depth: i32, moves: impl Iterator<Item = PackedMove>) {
        let mut deepest = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if depth > deepest.0 {
            *deepest = (depth, moves.collect());
        }
    }

    /// Returns the order found by a completed search of at least this depth, if there is one.
    pub(super) fn found(&self, depth: i32) -> Option<Vec<PackedMove>> {
        let deepest = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        (deepest.0 >= depth).then(|| deepest.1.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deepest_thread_decides_the_root_order() {
        let orders = [[2, 0, 1], [1, 0, 2]].map(|order| order.map(PackedMove::place));
        let order = RootOrder::default();
        assert_eq!(order.found(1), None);
        order.tell(6, orders[0].into_iter());
        order.tell(5, orders[1].into_iter());
        assert_eq!(order.found(6).as_deref(), Some(&orders[0][..]));
        assert_eq!(order.found(7), None);
    }
}
