// SPDX-License-Identifier: GPL-3.0-or-later
//! Values of positions, alone and packed.

use morris::{Position, Rules};

morris::with_ids! {
    /// Value of a position for the side to move, with best play by both sides.
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
        Loss = "loss",
        /// Neither side wins.
        Draw = "draw",
        /// The side to move wins.
        Win = "win",
    }
}

impl Wdl {
    /// Returns the value of the same position for the other side.
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }

    /// Returns the letter in tables: `W`, `D`, or `L`.
    pub const fn letter(self) -> char {
        match self {
            Self::Loss => 'L',
            Self::Draw => 'D',
            Self::Win => 'W',
        }
    }

    /// Returns the value with this letter.
    pub fn of_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|value| value.letter() == letter)
    }

    /// Returns the value of a position in which the game is over.
    pub fn ended(position: &Position, rules: &Rules) -> Option<Self> {
        let outcome = position.outcome(rules)?;
        Some(match outcome.winner() {
            Some(winner) if winner == position.side() => Self::Win,
            Some(_) => Self::Loss,
            None => Self::Draw,
        })
    }

    /// Returns the two bits used in packed values and files: 0 draw, 1 win, 2 loss.
    pub(super) const fn bits(self) -> u8 {
        match self {
            Self::Draw => 0,
            Self::Win => 1,
            Self::Loss => 2,
        }
    }

    /// Returns the value of the lowest two bits. Packed values must have been checked by
    /// [`all_are_values`].
    #[inline]
    pub(super) const fn from_bits(bits: u8) -> Self {
        debug_assert!(bits & 3 != 3);
        // A separate arm for 3 would compile to branches, which the processor mispredicts because
        // values come in no predictable order.
        match bits & 3 {
            0 => Self::Draw,
            1 => Self::Win,
            _ => Self::Loss,
        }
    }
}

/// Exact result for a position or a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ProbeResult {
    /// Value of a position for the side to move, or of a move for the side that plays it.
    pub value: Wdl,
    /// Plies to the end or the next removal, if one side wins and the distances are known. 0 if the
    /// game is over, 1 for a move that removes a man. If the whole game is solved, plies to the
    /// end.
    pub plies: Option<u8>,
}

pub(super) const PER_BYTE: usize = 4;

/// Returns the value of a slot in packed values. They must have been checked by [`all_are_values`].
#[inline]
pub(super) fn unpack(packed: &[u8], slot: usize) -> Wdl {
    Wdl::from_bits(packed[slot / PER_BYTE] >> (slot % PER_BYTE * 2))
}

/// Returns `true` if packed values contain no 3.
pub(super) fn all_are_values(packed: &[u8]) -> bool {
    packed.iter().all(|&byte| byte & byte >> 1 & 0b0101_0101 == 0)
}

/// Returns the best of some values, or a loss if there is none. Stops at the first win.
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
