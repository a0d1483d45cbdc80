// SPDX-License-Identifier: GPL-3.0-or-later
//! Edits as they are kept.

use morris::{NodeId, Place};

#[derive(Clone, Debug)]
pub(super) enum Edit {
    Put(Place),
    Remove(NodeId),
    Comment(NodeId, String),
    Glyphs(NodeId, Vec<u8>),
}

/// An edit that can be undone or redone.
#[derive(Clone, Debug)]
pub(super) struct Step {
    /// What undoes or redoes it.
    pub inverse: Edit,
    /// The node that was shown before it.
    pub before: NodeId,
    /// The node that was shown after it.
    pub after: NodeId,
}
