// SPDX-License-Identifier: GPL-3.0-or-later
//! Terms of the evaluation, and their weights.
//!
//! The terms come from Petcu and Holban, "Nine Men's Morris: Evaluation Functions" (2008): men,
//! mills, lines of two, double mills, blocked men; and from Gasser, "Solving Nine Men's Morris"
//! (1996): mobility, which decides the moving phase, and points with many neighbors. Nine men's
//! morris is evaluated by [patterns](crate::PatternClasses), which include all of them. The terms
//! evaluate the other games, and the lower levels use them.
//!
//! The weights were fitted to the values of solved positions with `lab tune --games 300000 --seed
//! 2`, using the whole solution and games of an older engine.

use morris::Phase;

morris::with_ids! {
    /// A feature of a side that the evaluation counts.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Term {
        /// A man, on the board or in hand.
        Man = "man",
        /// A closed mill.
        Mill = "mill",
        /// Two men on a line whose third point is empty.
        OpenLine = "open-line",
        /// An open line that a man from outside it can close in one move by moving along an edge.
        ReadyMill = "ready-mill",
        /// A ready mill whose closing man opens another mill, so that it removes a man every move.
        /// Counted instead of [`Self::ReadyMill`].
        DoubleMill = "double-mill",
        /// A man without an empty neighbor.
        Blocked = "blocked",
        /// An empty point next to a man.
        Mobility = "mobility",
        /// A man on a point with three or more neighbors. Counted twice with four neighbors.
        Crossing = "crossing",
    }
}

/// Weight of each term for a side, in hundredths of a man, in the order of [`Term::ALL`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weights(pub(crate) [i32; Term::ALL.len()]);

impl Weights {
    /// Returns the weight of a term.
    #[inline]
    pub const fn of(&self, term: Term) -> i32 {
        self.0[term as usize]
    }
}

/// Weights by phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WeightSet {
    /// For a side with men in hand.
    pub placing: Weights,
    /// For a side that moves along the edges.
    pub moving: Weights,
    /// For a side that flies.
    pub flying: Weights,
    /// Value of the right to move, in hundredths of a man.
    pub tempo: i32,
}

impl WeightSet {
    /// Returns the weights of a side in a phase.
    #[inline]
    pub const fn in_phase(&self, phase: Phase) -> &Weights {
        match phase {
            Phase::Placing => &self.placing,
            Phase::Moving => &self.moving,
            Phase::Flying => &self.flying,
        }
    }
}

/// Weights for rules without their own.
pub(crate) const GENERAL: WeightSet = WeightSet { placing: PLACING, moving: MOVING, flying: FLYING, tempo: TEMPO };

/// For a side with men in hand.
pub(crate) const PLACING: Weights = Weights([116, 125, 74, 77, 116, -66, 38, -5]);

/// For a side that moves along the edges.
pub(crate) const MOVING: Weights = Weights([100, 147, 33, 184, 273, -49, 19, 4]);

/// For a side that flies.
pub(crate) const FLYING: Weights = Weights([202, 150, 129, 42, 0, -12, 39, -43]);

/// Value of the right to move, in hundredths of a man.
pub(crate) const TEMPO: i32 = 90;

/// Count of each term for one side.
pub type TermCounts = [i32; Term::ALL.len()];
