// SPDX-License-Identifier: GPL-3.0-or-later
//! Sets of points as bits.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub};

use super::Point;
use super::point::POINTS;

/// A set of points; bit `i` is the point with index `i`.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PointSet(u32);

impl PointSet {
    /// No point.
    pub const EMPTY: Self = Self(0);
    /// All points of the large board.
    pub const ALL: Self = Self((1 << POINTS) - 1);

    /// The set with these bits; bits from 24 up are cut off.
    #[must_use]
    pub const fn from_bits(bits: u32) -> Self {
        Self(bits & ((1 << POINTS) - 1))
    }

    /// The bits.
    #[must_use]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// How many points.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether `point` is in it.
    #[must_use]
    pub const fn contains(self, point: Point) -> bool {
        self.0 >> point.index() & 1 != 0
    }

    /// Whether all of `other` is in it.
    #[must_use]
    pub const fn contains_all(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// The union, usable in tables.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The point with the lowest index.
    #[must_use]
    pub const fn first(self) -> Option<Point> {
        Point::new(self.0.trailing_zeros() as usize)
    }
}

impl Iterator for PointSet {
    type Item = Point;

    #[inline]
    fn next(&mut self) -> Option<Point> {
        let point = self.first()?;
        self.0 &= self.0 - 1;
        Some(point)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.len(), Some(self.len()))
    }
}

impl ExactSizeIterator for PointSet {
    fn len(&self) -> usize {
        Self::len(*self)
    }
}

impl FromIterator<Point> for PointSet {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> Self {
        points.into_iter().fold(Self::EMPTY, |set, point| set | point.set())
    }
}

impl fmt::Debug for PointSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.map(Point::name)).finish()
    }
}

impl fmt::Display for PointSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, point) in self.enumerate() {
            write!(f, "{}{point}", if index == 0 { "" } else { " " })?;
        }
        Ok(())
    }
}

impl BitAnd for PointSet {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for PointSet {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitXor for PointSet {
    type Output = Self;
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl Sub for PointSet {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl Not for PointSet {
    type Output = Self;
    fn not(self) -> Self {
        Self::from_bits(!self.0)
    }
}

impl BitAndAssign for PointSet {
    fn bitand_assign(&mut self, other: Self) {
        self.0 &= other.0;
    }
}

impl BitOrAssign for PointSet {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl BitXorAssign for PointSet {
    fn bitxor_assign(&mut self, other: Self) {
        self.0 ^= other.0;
    }
}
