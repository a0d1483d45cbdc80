// SPDX-License-Identifier: GPL-3.0-or-later
//! A turn in two bytes, as the search and the transposition table keep it.

use std::num::NonZeroU16;

use morris::{Move, Point, PointSet};

/// In place of an origin: the man is placed. In place of a removal: there is none.
const NOWHERE: u16 = 31;
const FIELD: u16 = 31;
/// Always set, so that an absent move costs no room.
const PRESENT: NonZeroU16 = NonZeroU16::new(1 << 15).expect("is not zero");

/// A move: origin, target and removed man, five bits each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct PackedMove(NonZeroU16);

impl PackedMove {
    #[inline]
    pub(super) const fn place(to: usize) -> Self {
        Self::pack(NOWHERE, to as u16, NOWHERE)
    }

    #[inline]
    pub(super) const fn slide(from: usize, to: usize) -> Self {
        Self::pack(from as u16, to as u16, NOWHERE)
    }

    #[inline]
    pub(super) const fn removing(self, point: usize) -> Self {
        Self::pack(self.0.get() >> 10 & FIELD, self.0.get() >> 5 & FIELD, point as u16)
    }

    const fn pack(from: u16, to: u16, removed: u16) -> Self {
        Self::from_bits(from << 10 | to << 5 | removed)
    }

    const fn from_bits(bits: u16) -> Self {
        match NonZeroU16::new(bits | PRESENT.get()) {
            Some(bits) => Self(bits),
            None => Self(PRESENT),
        }
    }

    /// The index of the point the man leaves; `None` if it is placed.
    #[inline]
    pub(super) const fn origin(self) -> Option<usize> {
        let from = self.0.get() >> 10 & FIELD;
        if from == NOWHERE { None } else { Some(from as usize) }
    }

    /// The index of the point the man goes to.
    #[inline]
    pub(super) const fn target(self) -> usize {
        (self.0.get() >> 5 & FIELD) as usize
    }

    /// The index of the point a man is removed from.
    #[inline]
    pub(super) const fn removed(self) -> Option<usize> {
        let removed = self.0.get() & FIELD;
        if removed == NOWHERE { None } else { Some(removed as usize) }
    }

    /// Origin and target as one number below 1024, for tables.
    #[inline]
    pub(super) const fn path(self) -> usize {
        (self.0.get() >> 5 & 1023) as usize
    }

    /// Sixteen bits, never zero.
    #[inline]
    pub(super) const fn bits(self) -> u16 {
        self.0.get()
    }

    /// The move with these bits; zero is none.
    #[inline]
    pub(super) fn read(bits: u16) -> Option<Self> {
        NonZeroU16::new(bits).map(Self)
    }

    /// The same move on a board turned or mirrored by `image`.
    #[inline]
    pub(super) fn mapped(self, image: &[u8; 32]) -> Self {
        let bits = self.0.get();
        let map = |field: u16| u16::from(image[(field & FIELD) as usize]);
        Self::pack(map(bits >> 10), map(bits >> 5), map(bits))
    }
}

impl From<Move> for PackedMove {
    fn from(mv: Move) -> Self {
        let main = mv.from.map_or(Self::place(mv.to.index()), |from| Self::slide(from.index(), mv.to.index()));
        mv.removed.first().map_or(main, |point| main.removing(point.index()))
    }
}

impl From<PackedMove> for Move {
    fn from(mv: PackedMove) -> Self {
        let point = |index| Point::new(index).expect("turns are made of points");
        Self {
            from: mv.origin().map(point),
            to: point(mv.target()),
            removed: mv.removed().map_or(PointSet::EMPTY, |index| point(index).set()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packing_keeps_every_turn() {
        for text in ["d6", "a7", "g1", "a4-a7", "d6xc3", "g1-a7xd2", "a7-g1xa4"] {
            let mv: Move = text.parse().unwrap();
            let packed = PackedMove::from(mv);
            assert_eq!(Move::from(packed), mv);
            assert_eq!(PackedMove::read(packed.bits()), Some(packed));
        }
        assert_eq!(PackedMove::read(0), None);
    }
}
