// SPDX-License-Identifier: GPL-3.0-or-later
//! The places a man can stand on.

use std::fmt;
use std::str::FromStr;

use super::{PointSet, printable};

/// How many points there are.
pub const POINTS: usize = 24;

/// Names by index: the picture of the board read from the top left.
const NAMES: [&str; POINTS] = [
    "a7", "d7", "g7", "b6", "d6", "f6", "c5", "d5", "e5", "a4", "b4", "c4", "e4", "f4", "g4", "c3", "d3", "e3", "b2",
    "d2", "f2", "a1", "d1", "g1",
];

/// A point of the board; its index is the bit in a [`PointSet`] and the competition's number: 0 is a7, 23 is g1.
///
/// The names are those of the large board. The smaller boards are parts of it, so a name means the same
/// place everywhere; which points a board has is data of [`super::Board`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point(u8);

impl Point {
    /// The point with this index, if there is one.
    #[must_use]
    pub const fn new(index: usize) -> Option<Self> {
        if index < POINTS { Some(Self(index as u8)) } else { None }
    }

    /// The point with this index, for tables whose entries are known to be right.
    pub(super) const fn at(index: usize) -> Self {
        assert!(index < POINTS);
        Self(index as u8)
    }

    /// All points by index.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..POINTS as u8).map(Self)
    }

    /// The index, 0 to 23.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The name, such as `d6`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        NAMES[self.index()]
    }

    /// The set of this point alone.
    #[must_use]
    pub const fn set(self) -> PointSet {
        PointSet::from_bits(1 << self.0)
    }

    /// The column, 0 (a) to 6 (g).
    #[must_use]
    pub const fn file(self) -> u8 {
        self.name().as_bytes()[0] - b'a'
    }

    /// The row, 0 (1, at the bottom) to 6 (7, at the top).
    #[must_use]
    pub const fn rank(self) -> u8 {
        self.name().as_bytes()[1] - b'1'
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A text that names no point, as far as a message shows it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no point “{0}”")]
pub struct ParsePointError(pub String);

impl FromStr for Point {
    type Err = ParsePointError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        NAMES
            .iter()
            .position(|name| name.eq_ignore_ascii_case(text))
            .map(Self::at)
            .ok_or_else(|| ParsePointError(printable(text)))
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
        assert_eq!(Point::new(POINTS), None);
        assert!("a2".parse::<Point>().is_err());
        assert!("d4".parse::<Point>().is_err());
        assert!("".parse::<Point>().is_err());
    }
}
