// SPDX-License-Identifier: GPL-3.0-or-later
//! Points of a board, and sets of points as bits.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Sub};
use std::str::FromStr;

use super::escape;

/// Number of points of the board of nine men's morris.
pub const POINTS: usize = 24;
/// Upper limit of the number of points. A board has fewer, because the full set serves as an
/// impossible value.
pub const MAX_POINTS: usize = 64;

/// Names by index: the points of the board of nine men's morris from the top left, then numbers for
/// points beyond.
const NAMES: [&str; MAX_POINTS] = [
    "a7", "d7", "g7", "b6", "d6", "f6", "c5", "d5", "e5", "a4", "b4", "c4", "e4", "f4", "g4", "c3", "d3", "e3", "b2",
    "d2", "f2", "a1", "d1", "g1", "p25", "p26", "p27", "p28", "p29", "p30", "p31", "p32", "p33", "p34", "p35", "p36",
    "p37", "p38", "p39", "p40", "p41", "p42", "p43", "p44", "p45", "p46", "p47", "p48", "p49", "p50", "p51", "p52",
    "p53", "p54", "p55", "p56", "p57", "p58", "p59", "p60", "p61", "p62", "p63", "p64",
];

/// A point of a board. Its index is its bit in a [`PointSet`]. On boards of 24 points the index is
/// also the number used by the competition: 0 is a7, 23 is g1.
///
/// `Display` and `FromStr` use the names of nine men's morris. [`Board`](super::Board) knows its
/// own points and their names: see its methods `display` and `point`.
///
/// ```
/// use morris::Point;
///
/// let point: Point = "d6".parse()?;
/// assert_eq!((point.name(), point.index()), ("d6", 4));
/// assert!("d4".parse::<Point>().is_err());
/// # Ok::<(), morris::ParsePointError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point(u8);

impl Point {
    /// Returns the point with this index, if it is below [`MAX_POINTS`].
    pub const fn new(index: usize) -> Option<Self> {
        if index < MAX_POINTS { Some(Self(index as u8)) } else { None }
    }

    /// Returns the point with this index, for tables with valid entries.
    pub(super) const fn at(index: usize) -> Self {
        assert!(index < MAX_POINTS);
        Self(index as u8)
    }

    /// Returns the points of the board of nine men's morris by index.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..POINTS as u8).map(Self)
    }

    /// Returns the index, 0 to 63.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the name on the board of nine men's morris, such as `d6`.
    pub const fn name(self) -> &'static str {
        NAMES[self.index()]
    }

    /// Returns the set of this point alone.
    pub const fn set(self) -> PointSet {
        PointSet(1 << self.0)
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Text that is not the name of a point, shortened for messages.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no point “{0}”")]
pub struct ParsePointError(pub String);

impl FromStr for Point {
    type Err = ParsePointError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        NAMES[..POINTS]
            .iter()
            .position(|name| name.eq_ignore_ascii_case(text))
            .map(Self::at)
            .ok_or_else(|| ParsePointError(escape(text)))
    }
}

/// A set of points. Bit `i` is the point with index `i`.
///
/// ```
/// use morris::{Point, PointSet};
///
/// let set: PointSet = ["a1", "g7"].iter().filter_map(|name| name.parse::<Point>().ok()).collect();
/// assert_eq!(set.len(), 2);
/// assert_eq!(set.map(|point| point.to_string()).collect::<Vec<_>>(), ["g7", "a1"]);
/// assert!((set - set).is_empty());
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PointSet(u64);

impl PointSet {
    /// The empty set.
    pub const EMPTY: Self = Self(0);
    /// All points of a board of 24 points.
    pub const ALL: Self = Self((1 << POINTS) - 1);

    /// Creates a set from its bits.
    pub const fn new(bits: u64) -> Self {
        Self(bits)
    }

    pub(crate) const fn to_u64(self) -> u64 {
        self.0
    }

    /// Creates a set from its bits, on a board of at most 32 points.
    pub const fn from_bits(bits: u32) -> Self {
        Self(bits as u64)
    }

    /// Returns the set as bits, on a board of at most 32 points.
    pub const fn bits(self) -> u32 {
        debug_assert!(self.0 >> 32 == 0);
        self.0 as u32
    }

    /// Returns the number of points.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns `true` if the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns `true` if the set contains `point`.
    pub const fn contains(self, point: Point) -> bool {
        self.0 >> point.index() & 1 != 0
    }

    /// Returns `true` if the set contains all points of `other`.
    pub const fn contains_all(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Returns the union of two sets. Usable in constants.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns the point with the lowest index, or `None` if the set is empty.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_indices_are_inverse() {
        for point in Point::all() {
            assert_eq!(point.name().parse(), Ok(point));
            assert_eq!(point.name().to_uppercase().parse(), Ok(point));
            assert_eq!(Point::new(point.index()), Some(point));
        }
        assert_eq!(Point::new(MAX_POINTS), None);
        assert!("p25".parse::<Point>().is_err());
        assert!("a2".parse::<Point>().is_err());
        assert!("d4".parse::<Point>().is_err());
        assert!("".parse::<Point>().is_err());
    }
}
