// SPDX-License-Identifier: GPL-3.0-or-later
//! Nodes that the threads of one search are currently searching, so that each thread defers the
//! nodes that another one already searches.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::node::Node;

/// Minimum depth, in plies, at which threads check whether another thread searches a node. At lower
/// depths the check costs more than it saves.
pub(super) const LEAST_DEPTH: i32 = 5;

const PLACES: usize = 1 << 12;
const DEPTH_KEY: u64 = 0xd1b5_4a32_d192_ed03;

/// The nodes that are currently searched, in a table indexed by their keys. If two nodes share an
/// entry, a node is searched twice at worst.
pub(super) struct CurrentlySearching(Box<[AtomicU64]>);

impl CurrentlySearching {
    pub(super) fn new() -> Self {
        Self((0..PLACES).map(|_| AtomicU64::new(0)).collect())
    }

    pub(super) fn is_searched(&self, node: &impl Node, depth: i32) -> bool {
        let key = key(node, depth);
        self.place(key).load(Relaxed) == key
    }

    /// Marks the node as being searched to this depth, until the returned guard is dropped.
    pub(super) fn enter(&self, node: &impl Node, depth: i32) -> Entered<'_> {
        let key = key(node, depth);
        let place = self.place(key);
        place.store(key, Relaxed);
        Entered(place)
    }

    fn place(&self, key: u64) -> &AtomicU64 {
        &self.0[key as usize % PLACES]
    }
}

/// A guard for a node that is being searched.
pub(super) struct Entered<'a>(&'a AtomicU64);

impl Drop for Entered<'_> {
    fn drop(&mut self) {
        self.0.store(0, Relaxed);
    }
}

fn key(node: &impl Node, depth: i32) -> u64 {
    node.table_key().0 ^ DEPTH_KEY.wrapping_mul(depth as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fast_node::FastNode;
    use crate::lookups::Lookups;
    use morris::{Position, Rules};

    #[test]
    fn a_node_is_busy_at_its_depth_while_it_is_searched() {
        let lookups = Lookups::new(&Rules::STANDARD);
        let node = FastNode::new(&Position::start(&Rules::STANDARD), &lookups);
        let busy = CurrentlySearching::new();
        let entered = busy.enter(&node, 5);
        assert!(busy.is_searched(&node, 5) && !busy.is_searched(&node, 6));
        drop(entered);
        assert!(!busy.is_searched(&node, 5));
    }
}
