// SPDX-License-Identifier: GPL-3.0-or-later
//! What a node is searched for.

use super::score::INFINITE;

/// What a node is searched for.
pub(super) trait NodeType {
    /// Whether its exact value is wanted, so that the table may not cut it short.
    const EXACT: bool;
}

/// A node of the principal variation: its exact value is wanted.
pub(super) struct PvNode;

/// A node with a null window: only whether its value reaches the window is wanted.
pub(super) struct NonPvNode;

impl NodeType for PvNode {
    const EXACT: bool = true;
}

impl NodeType for NonPvNode {
    const EXACT: bool = false;
}

/// Values of interest: above the first, below the second.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    pub(super) alpha: i32,
    pub(super) beta: i32,
}

impl Bounds {
    pub(super) const ALL: Self = Self { alpha: -INFINITE, beta: INFINITE };

    /// Whether a value reaches `value`.
    pub(super) const fn reaching(value: i32) -> Self {
        Self { alpha: value - 1, beta: value }
    }

    /// The same from the other side.
    pub(super) const fn reversed(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }

    /// Both ends moved by so much.
    pub(super) const fn moved(self, by: i32) -> Self {
        Self { alpha: self.alpha + by, beta: self.beta + by }
    }
}
