// SPDX-License-Identifier: GPL-3.0-or-later
//! Points.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign};

/// A number of points, exact to the quarter: half points count, and Sonneborn-Berger scores take
/// halves of them. Its text is a decimal number, such as `36`, `17.5`, or `54.75`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Points(u64);

impl Points {
    /// No points.
    pub const ZERO: Self = Self(0);

    /// Returns a number of quarters of a point.
    pub const fn of_quarters(quarters: u64) -> Self {
        Self(quarters)
    }

    /// Returns a number of whole points.
    pub const fn whole(points: u64) -> Self {
        Self(4 * points)
    }

    /// Returns the points in quarters.
    pub const fn quarters(self) -> u64 {
        self.0
    }
}

impl Add for Points {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl AddAssign for Points {
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl Sum for Points {
    fn sum<I: Iterator<Item = Self>>(points: I) -> Self {
        points.fold(Self::ZERO, Add::add)
    }
}

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fraction = ["", ".25", ".5", ".75"][(self.0 % 4) as usize];
        f.pad(&format!("{}{fraction}", self.0 / 4))
    }
}
