// SPDX-License-Identifier: GPL-3.0-or-later
//! Code of a position's value, in one byte.

use crate::tablebase::{ProbeResult, Wdl};

/// 0 for a draw, 255 for a slot without a position, otherwise 1 more than the plies to the end. The
/// winner makes the last move, so an odd number of plies is a win for the side to move and an even
/// number a loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Code(pub(super) u8);

impl Code {
    pub(super) const DRAW: Self = Self(0);
    pub(super) const NONE: Self = Self(u8::MAX);
    /// Maximum number of plies that is stored exactly. Must be even.
    pub(super) const MOST_PLIES: u16 = 252;

    /// Returns the code of a win or a loss. If it is longer than [`Self::MOST_PLIES`], only its
    /// value is kept.
    pub(super) const fn after(plies: u16) -> Self {
        let plies = if plies > Self::MOST_PLIES { Self::MOST_PLIES + plies % 2 } else { plies };
        Self(plies as u8 + 1)
    }

    /// Returns the plies to the end, if one side wins.
    pub(super) const fn plies(self) -> Option<u8> {
        match self {
            Self::DRAW | Self::NONE => None,
            Self(code) => Some(code - 1),
        }
    }

    /// Returns `true` if the side to move loses.
    pub(super) const fn is_loss(self) -> bool {
        matches!(self.plies(), Some(plies) if plies % 2 == 0)
    }

    /// Returns the value of the position, or `None` if the slot has no position.
    pub(super) fn result(self) -> Option<ProbeResult> {
        let plies = self.plies();
        let value = match plies {
            _ if self == Self::NONE => return None,
            None => Wdl::Draw,
            Some(_) if self.is_loss() => Wdl::Loss,
            Some(_) => Wdl::Win,
        };
        Some(ProbeResult { value, plies })
    }
}
