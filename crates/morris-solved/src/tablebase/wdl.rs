// SPDX-License-Identifier: GPL-3.0-or-later
//! What a position is worth, and many such values packed.

use std::fmt;

use morris::{Position, Rules};

/// What a position is worth to the side to move, with best play of both.
///
/// ```
/// use morris_solved::tablebase::Wdl;
///
/// assert!(Wdl::Win > Wdl::Draw && Wdl::Draw > Wdl::Loss);
/// assert_eq!(Wdl::Win.opposite(), Wdl::Loss);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Wdl {
    /// The side to move loses.
    Loss,
    /// Nobody wins.
    Draw,
    /// The side to move wins.
    Win,
}

impl Wdl {
    /// The same position's value to the other side.
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }

    /// What a position is worth in which the game is over.
    #[must_use]
    pub fn ended(position: &Position, rules: &Rules) -> Option<Self> {
        let outcome = position.outcome(rules)?;
        Some(match outcome.winner() {
            Some(winner) if winner == position.side() => Self::Win,
            Some(_) => Self::Loss,
            None => Self::Draw,
        })
    }

    /// The two bits in packed values and files: 0 draw, 1 win, 2 loss.
    pub(super) const fn bits(self) -> u8 {
        match self {
            Self::Draw => 0,
            Self::Win => 1,
            Self::Loss => 2,
        }
    }

    /// The value in the lowest two bits, of packed values that were checked by [`all_are_values`].
    #[inline]
    pub(super) const fn from_bits(bits: u8) -> Self {
        debug_assert!(bits & 3 != 3);
        // With a way out for a 3 this became jumps, and values come in no order that a processor
        // could guess them by.
        match bits & 3 {
            0 => Self::Draw,
            1 => Self::Win,
            _ => Self::Loss,
        }
    }
}

/// What is known of a position, or of a move, for certain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ProbeResult {
    /// Its value to the side to move; of a move to the side that plays it.
    pub value: Wdl,
    /// The plies to the end or the next removal, where one side wins and the tables hold the
    /// distances; 0 if the game is over, for a move that removes a man 1. Where the whole game is
    /// solved they are plies to the end.
    pub plies: Option<u8>,
}

impl fmt::Display for Wdl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Loss => "loss",
            Self::Draw => "draw",
            Self::Win => "win",
        })
    }
}

/// How many values a byte holds.
pub(super) const PER_BYTE: usize = 4;

/// The value of a slot in packed values that were checked by [`all_are_values`].
#[inline]
pub(super) fn unpack(packed: &[u8], slot: usize) -> Wdl {
    Wdl::from_bits(packed[slot / PER_BYTE] >> (slot % PER_BYTE * 2))
}

/// Whether there is no 3 among packed values.
pub(super) fn all_are_values(packed: &[u8]) -> bool {
    packed.iter().all(|&byte| byte & byte >> 1 & 0b0101_0101 == 0)
}

/// The best of some values, a loss if there is none; asks for no more than it takes.
#[inline]
pub(super) fn best(values: impl Iterator<Item = Wdl>) -> Wdl {
    let mut best = Wdl::Loss;
    for value in values {
        best = best.max(value);
        if best == Wdl::Win {
            break;
        }
    }
    best
}
