// SPDX-License-Identifier: GPL-3.0-or-later
//! The two sides.

use std::fmt;
use std::ops::{Index, IndexMut};

/// One of the two sides. White moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Color {
    /// The light men. Moves first.
    White,
    /// The dark men.
    Black,
}

impl Color {
    /// Both colors, White first.
    pub const BOTH: [Self; 2] = [Self::White, Self::Black];

    /// Returns the opponent's color.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::White => "White",
            Self::Black => "Black",
        })
    }
}

/// A value for each color.
///
/// ```
/// use morris::{ByColor, Color};
///
/// let mut wins = ByColor { white: 0, black: 0 };
/// wins[Color::Black] += 1;
/// assert_eq!(wins.swapped(), ByColor { white: 1, black: 0 });
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ByColor<T> {
    /// White's value.
    pub white: T,
    /// Black's value.
    pub black: T,
}

impl<T> ByColor<T> {
    /// Creates a pair by calling `make` for each color, White first.
    pub fn from_fn(mut make: impl FnMut(Color) -> T) -> Self {
        let white = make(Color::White);
        Self { white, black: make(Color::Black) }
    }

    /// Creates a pair from the value of `color` and the value of the other color.
    #[inline]
    pub(super) fn of(color: Color, its: T, others: T) -> Self {
        match color {
            Color::White => Self { white: its, black: others },
            Color::Black => Self { white: others, black: its },
        }
    }

    /// Returns the pair with the two values exchanged.
    #[must_use]
    pub fn swapped(self) -> Self {
        Self { white: self.black, black: self.white }
    }
}

impl<T> Index<Color> for ByColor<T> {
    type Output = T;
    fn index(&self, color: Color) -> &T {
        match color {
            Color::White => &self.white,
            Color::Black => &self.black,
        }
    }
}

impl<T> IndexMut<Color> for ByColor<T> {
    fn index_mut(&mut self, color: Color) -> &mut T {
        match color {
            Color::White => &mut self.white,
            Color::Black => &mut self.black,
        }
    }
}
