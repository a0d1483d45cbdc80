// SPDX-License-Identifier: GPL-3.0-or-later
//! State of the primary pointer button.

use std::time::Instant;

use morris::Point;
use morris_paint::geometry::Place;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Press {
    pub(super) point: Point,
    /// Place of the press, in logical pixels.
    pub(super) start: Place,
    /// Whether the pointer carries the man of the point.
    pub(super) carries: bool,
}

#[derive(Clone, Copy, Debug)]
pub struct Click {
    pub(super) point: Point,
    pub(super) at: Instant,
    /// Number of moves that were played before the click.
    pub(super) played: Option<usize>,
}
