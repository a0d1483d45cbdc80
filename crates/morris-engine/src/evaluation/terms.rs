// SPDX-License-Identifier: GPL-3.0-or-later
//! The terms of the evaluation, and what each is worth.
//!
//! The terms are those of Petcu and Holban, "Nine Men's Morris: Evaluation Functions" (2008): men,
//! mills, lines of two, double mills, blocked men; and of Gasser, "Solving Nine Men's Morris"
//! (1996): mobility, which decides the moving phase, and the points with many neighbors. Nine
//! men's morris is judged by [patterns](crate::PatternClasses), which see them all; the terms judge
//! the other games, and the lower levels judge by them.
//!
//! They were fitted to the values of solved positions with `lab tune --games 300000 --seed 2`, the
//! whole game being solved, from the games of the engine as it was before.

use morris::Phase;

/// Something of a side that the evaluation counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Term {
    /// A man, on the board or in hand.
    Man,
    /// A mill that stands.
    Mill,
    /// Two men on a line whose third point is empty.
    OpenLine,
    /// An open line that a man from outside it can close in one move by moving along an edge.
    ReadyMill,
    /// A ready mill closed by a man that opens another mill: it removes a man every move. Counted
    /// in place of [`Self::ReadyMill`].
    DoubleMill,
    /// A man with no empty neighbor.
    Blocked,
    /// An empty point next to some man.
    Mobility,
    /// A man on a point with three neighbors or more, and once again with four.
    Crossing,
}

impl Term {
    /// All terms.
    pub const ALL: [Self; 8] = [
        Self::Man,
        Self::Mill,
        Self::OpenLine,
        Self::ReadyMill,
        Self::DoubleMill,
        Self::Blocked,
        Self::Mobility,
        Self::Crossing,
    ];

    /// An English word that names the term in tables.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Man => "man",
            Self::Mill => "mill",
            Self::OpenLine => "open-line",
            Self::ReadyMill => "ready-mill",
            Self::DoubleMill => "double-mill",
            Self::Blocked => "blocked",
            Self::Mobility => "mobility",
            Self::Crossing => "crossing",
        }
    }
}

/// What each term is worth to a side, in hundredths of a man, in the order of [`Term::ALL`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weights(pub(crate) [i32; Term::ALL.len()]);

impl Weights {
    /// What a term is worth.
    #[must_use]
    #[inline]
    pub const fn of(&self, term: Term) -> i32 {
        self.0[term as usize]
    }
}

/// What positions are judged by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WeightSet {
    /// For a side with men in hand.
    pub placing: Weights,
    /// For a side that moves along the edges.
    pub moving: Weights,
    /// For a side that flies.
    pub flying: Weights,
    /// What it is worth to be on move, in hundredths of a man.
    pub tempo: i32,
}

impl WeightSet {
    /// The weights of a side in a phase.
    #[must_use]
    #[inline]
    pub const fn in_phase(&self, phase: Phase) -> &Weights {
        match phase {
            Phase::Placing => &self.placing,
            Phase::Moving => &self.moving,
            Phase::Flying => &self.flying,
        }
    }
}

/// What positions are judged by unless their rules have weights of their own.
pub(crate) const GENERAL: WeightSet = WeightSet { placing: PLACING, moving: MOVING, flying: FLYING, tempo: TEMPO };

/// For a side with men in hand.
pub(crate) const PLACING: Weights = Weights([116, 125, 74, 77, 116, -66, 38, -5]);

/// For a side that moves along the edges.
pub(crate) const MOVING: Weights = Weights([100, 147, 33, 184, 273, -49, 19, 4]);

/// For a side that flies.
pub(crate) const FLYING: Weights = Weights([202, 150, 129, 42, 0, -12, 39, -43]);

/// What it is worth to be on move, in hundredths of a man.
pub(crate) const TEMPO: i32 = 90;

/// How often each term is there for one side.
pub type TermCounts = [i32; Term::ALL.len()];
