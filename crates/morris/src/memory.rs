// SPDX-License-Identifier: GPL-3.0-or-later
//! What a position must remember beyond men and hands.

use super::{ByColor, Point, PointSet, zobrist};

/// What some rules have a position remember. Under all others it is empty, so that equality and hash may always count it.
///
/// ```
/// use morris::{Position, Reforming, Rules};
///
/// let rules = Rules::builder(Rules::STANDARD).reforming(Reforming::NotStraightBack).build()?;
/// let position = Position::parse("WW./..W/.../B.B.B./.../.../... w 0 0 0", &rules)?;
/// let mill = position.legal_moves(&rules).into_iter().find(|mv| !mv.removed.is_empty()).unwrap();
/// assert!(position.memory().is_empty() && !position.play(mill, &rules)?.memory().is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Memory {
    /// Points that nobody may go to before all men are placed, and whose man was removed there
    /// ([`RemovalWhilePlacing::AfterPlacing`](super::RemovalWhilePlacing::AfterPlacing)).
    pub blocked: ByColor<PointSet>,
    /// The lines that each side has closed, whether a man was removed for it or not, bit `i` for line `i` of the board
    /// ([`Reforming::EachLineOnce`](super::Reforming::EachLineOnce)).
    pub paid: ByColor<u32>,
    /// Origin and target of each side's last move if it closed a mill by a slide or flight
    /// ([`Reforming::NotStraightBack`](super::Reforming::NotStraightBack)).
    pub last_mill: ByColor<Option<(Point, Point)>>,
}

impl Memory {
    /// Whether there is nothing to remember.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// All points that are blocked.
    #[must_use]
    #[inline]
    pub const fn blocked_points(&self) -> PointSet {
        self.blocked.white.union(self.blocked.black)
    }

    /// Its part of a position's hash: nought if it is empty.
    #[must_use]
    pub fn hash(&self) -> u64 {
        let path = |path: Option<(Point, Point)>| {
            path.map_or(0, |(a, b)| (a.index() as u64) << 8 | b.index() as u64 | 1 << 16)
        };
        zobrist::memory(0, self.blocked.white.to_u64())
            ^ zobrist::memory(1, self.blocked.black.to_u64())
            ^ zobrist::memory(2, self.paid.white.into())
            ^ zobrist::memory(3, self.paid.black.into())
            ^ zobrist::memory(4, path(self.last_mill.white))
            ^ zobrist::memory(5, path(self.last_mill.black))
    }
}
