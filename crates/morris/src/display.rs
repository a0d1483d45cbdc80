// SPDX-License-Identifier: GPL-3.0-or-later
//! Prints points and values made of points with the names of a board.

use std::fmt;

use super::{Board, Point, PointSet};

/// A value with points that is printed with the names of a board. Created by [`Board::display`].
#[derive(Clone, Copy, Debug)]
pub struct OnBoard<'a, T> {
    pub(super) value: T,
    pub(super) board: &'a Board,
}

impl Board {
    /// Wraps a point, a set of points, a move, or the reason why a move is illegal, so that it
    /// prints with the names of this board.
    ///
    /// ```
    /// use morris::{Move, RING_16};
    ///
    /// let mv = Move::parse("a5-c5xe1", &RING_16)?;
    /// assert_eq!(RING_16.display(mv).to_string(), "a5-c5xe1");
    /// # Ok::<(), morris::ParseMoveError>(())
    /// ```
    pub const fn display<T>(&self, value: T) -> OnBoard<'_, T> {
        OnBoard { value, board: self }
    }
}

impl fmt::Display for OnBoard<'_, Point> {
    /// Prints a point that the board does not have as `p` and its number, counted from 1.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.board.name(self.value) {
            "" => write!(f, "p{}", self.value.index() + 1),
            name => f.write_str(name),
        }
    }
}

impl fmt::Display for OnBoard<'_, PointSet> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, point) in self.value.enumerate() {
            write!(f, "{}{}", if index == 0 { "" } else { " " }, self.board.display(point))?;
        }
        Ok(())
    }
}
