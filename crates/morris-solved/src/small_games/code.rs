// SPDX-License-Identifier: GPL-3.0-or-later
//! What is known of a position, in a byte.

use crate::tablebase::{ProbeResult, Wdl};

/// 0 for a draw, 255 for a slot without a position, else 1 more than the plies to the end: whoever
/// wins makes the last move, so that an odd number is a win for the side to move and an even one a
/// loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Code(pub(super) u8);

impl Code {
    pub(super) const DRAW: Self = Self(0);
    pub(super) const NONE: Self = Self(u8::MAX);
    /// The most plies that are told apart from more; an even number.
    pub(super) const MOST_PLIES: u16 = 252;

    /// That of a win or a loss. Of longer ones than can be told only the value is kept.
    pub(super) const fn after(plies: u16) -> Self {
        let plies = if plies > Self::MOST_PLIES { Self::MOST_PLIES + plies % 2 } else { plies };
        Self(plies as u8 + 1)
    }

    /// The plies to the end, if one side wins.
    pub(super) const fn plies(self) -> Option<u8> {
        match self {
            Self::DRAW | Self::NONE => None,
            Self(code) => Some(code - 1),
        }
    }

    /// Whether the side to move loses.
    pub(super) const fn is_loss(self) -> bool {
        matches!(self.plies(), Some(plies) if plies % 2 == 0)
    }

    /// What it says of a position; `None` if there is none.
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
