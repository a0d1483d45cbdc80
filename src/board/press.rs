// SPDX-License-Identifier: GPL-3.0-or-later
//! What the pointer does with its first button.

use std::time::Instant;

use morris::Point;
use morris_paint::geometry::Place;

/// A pointer that is pressed on a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Press {
    /// The point it was pressed on.
    pub(super) point: Point,
    /// Where it was pressed, in logical pixels.
    pub(super) start: Place,
    /// Whether it carries the man of that point.
    pub(super) carries: bool,
}

/// A click on a point.
#[derive(Clone, Copy, Debug)]
pub struct Click {
    pub(super) point: Point,
    pub(super) at: Instant,
    /// How many moves had been played before it.
    pub(super) played: Option<usize>,
}
