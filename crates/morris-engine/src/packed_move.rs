// SPDX-License-Identifier: GPL-3.0-or-later
//! A move packed into four bytes, for the search and the transposition table.

use std::num::NonZeroU32;

use morris::{Move, Point, PointSet};

/// In the field of the origin: the man is placed. In the field of the target: no man moves. In the
/// field of a removal: nothing is removed. Boards can therefore have at most 63 points here.
const NOWHERE: u32 = 63;
const FIELD: u32 = 63;
/// Positions of the fields for the origin, the target and the removed men.
const FROM: u32 = 24;
const TO: u32 = 18;
const REMOVED: [u32; 3] = [12, 6, 0];
const _: () = assert!(morris::MAX_REMOVED as usize <= REMOVED.len(), "all men removed have room");
const NONE_REMOVED: u32 = NOWHERE << REMOVED[0] | NOWHERE << REMOVED[1] | NOWHERE << REMOVED[2];
/// Always set, so that `Option<PackedMove>` takes no additional space.
const PRESENT: NonZeroU32 = NonZeroU32::new(1 << 31).expect("is not zero");

/// Images of points under a symmetry. [`NOWHERE`] maps to itself.
pub(super) type Image = [u8; 64];

/// A move: the indices of the origin, the target and up to three removed men, six bits each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct PackedMove(NonZeroU32);

impl PackedMove {
    #[inline]
    pub(super) const fn place(to: usize) -> Self {
        Self::from_bits(NOWHERE << FROM | (to as u32) << TO | NONE_REMOVED)
    }

    #[inline]
    pub(super) const fn slide(from: usize, to: usize) -> Self {
        Self::from_bits((from as u32) << FROM | (to as u32) << TO | NONE_REMOVED)
    }

    /// Returns the move with one man removed.
    #[inline]
    pub(super) const fn removing(self, point: usize) -> Self {
        let others = self.0.get() & !(FIELD << REMOVED[0]);
        Self::from_bits(others | (point as u32) << REMOVED[0])
    }

    const fn from_bits(bits: u32) -> Self {
        match NonZeroU32::new(bits | PRESENT.get()) {
            Some(bits) => Self(bits),
            None => Self(PRESENT),
        }
    }

    #[inline]
    const fn field(self, place: u32) -> Option<usize> {
        let field = self.0.get() >> place & FIELD;
        if field == NOWHERE { None } else { Some(field as usize) }
    }

    /// Returns the index of the man's origin, or `None` if the man is placed.
    #[inline]
    pub(super) const fn origin(self) -> Option<usize> {
        self.field(FROM)
    }

    /// Returns the index of the target, or 63 if no man moves.
    #[inline]
    pub(super) const fn target(self) -> usize {
        (self.0.get() >> TO & FIELD) as usize
    }

    /// Returns the index of the removed man, the lowest if there are several.
    #[inline]
    pub(super) const fn removed(self) -> Option<usize> {
        self.field(REMOVED[0])
    }

    /// Returns origin and target as one number below 1024, for tables. On boards of more than 31
    /// points, several paths may have the same number.
    #[inline]
    pub(super) const fn path(self) -> usize {
        let bits = self.0.get();
        ((bits >> FROM & 31) << 5 | bits >> TO & 31) as usize
    }

    /// Returns the move as 32 bits that are never zero.
    #[inline]
    pub(super) const fn bits(self) -> u32 {
        self.0.get()
    }

    /// Returns the bits as a non-zero number.
    #[inline]
    pub(super) const fn number(self) -> NonZeroU32 {
        self.0
    }

    /// Returns the move with these bits, or `None` for zero.
    #[inline]
    pub(super) fn read(bits: u32) -> Option<Self> {
        NonZeroU32::new(bits).map(Self)
    }

    /// Returns the image of a move under a symmetry. The move may remove at most one man.
    #[inline]
    pub(super) fn mapped(self, image: &Image) -> Self {
        let map = |place: u32| u32::from(image[(self.0.get() >> place & FIELD) as usize]) << place;
        let others = NOWHERE << REMOVED[1] | NOWHERE << REMOVED[2];
        Self::from_bits(map(FROM) | map(TO) | map(REMOVED[0]) | others)
    }
}

impl From<Move> for PackedMove {
    fn from(mv: Move) -> Self {
        let index = |point: Option<Point>| point.map_or(NOWHERE, |point| point.index() as u32);
        let mut bits = index(mv.from) << FROM | index(mv.to) << TO | NONE_REMOVED;
        for (place, point) in REMOVED.into_iter().zip(mv.removed) {
            bits = bits & !(FIELD << place) | (point.index() as u32) << place;
        }
        Self::from_bits(bits)
    }
}

impl From<PackedMove> for Move {
    fn from(mv: PackedMove) -> Self {
        let point = |index| Point::new(index).expect("moves are made of points");
        let removed = REMOVED.into_iter().filter_map(|place| mv.field(place)).map(point);
        Self { from: mv.origin().map(point), to: mv.field(TO).map(point), removed: removed.collect::<PointSet>() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packing_keeps_every_move() {
        for text in
            ["d6", "a7", "g1", "a4-a7", "d6xc3", "g1-a7xd2", "a7-g1xa4", "d6xa7xg1", "a4-a7xd7xc3xd1", "xd6", "--"]
        {
            let mv: Move = text.parse().unwrap();
            let packed = PackedMove::from(mv);
            assert_eq!(Move::from(packed), mv);
            assert_eq!(PackedMove::read(packed.bits()), Some(packed));
        }
        assert_eq!(PackedMove::read(0), None);
    }
}
