// SPDX-License-Identifier: GPL-3.0-or-later
//! Geometry: conversion between board units and pixels.
//!
//! In board units the distance between neighboring files is 1, and (0, 0) is the middle. x
//! increases to the right and y downward, from White's view of the board.

use morris::{Board, Point, PointSet};

/// Distance from the outermost points to the inner edge of the frame, in spacings.
const MARGIN: f32 = 0.5;
/// Radius of a man, in spacings.
pub const MAN: f32 = 0.4;
/// Width of the space for the shadow around the frame, in spacings.
pub const ROOM: f32 = 0.07;
/// Width of the frame with letters and digits, in spacings.
const FRAME_WITH_COORDINATES: f32 = 0.4;
/// Width of the frame without them, in spacings.
const FRAME: f32 = 0.24;
/// Distance from the middle to the outermost points of the board of nine men's morris, in spacings.
const PLAIN_RADIUS: f32 = 3.0;
/// Maximum distance from a point at which a pointer still selects it, in spacings.
const REACH: f32 = 0.56;

/// A place in board units or in pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Place {
    /// Coordinate to the right.
    pub x: f32,
    /// Coordinate downward.
    pub y: f32,
}

impl Place {
    /// Returns the distance to `other`.
    pub fn distance(self, other: Self) -> f32 {
        let (dx, dy) = (self.x - other.x, self.y - other.y);
        (dx * dx + dy * dy).sqrt()
    }

    /// Interpolates from this place (at 0) to `other` (at 1).
    pub(crate) fn towards(self, other: Self, t: f32) -> Self {
        Self { x: self.x + (other.x - self.x) * t, y: self.y + (other.y - self.y) * t }
    }
}

/// Whether the frame shows letters and digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Coordinates {
    /// The frame shows them.
    Shown,
    /// The frame does not show them.
    Hidden,
}

/// Side of the board that is at the bottom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Facing {
    /// White's side, row 1.
    #[default]
    White,
    /// Black's side, row 7.
    Black,
}

/// The layout of the board in a widget. Lengths are in logical pixels.
///
/// ```
/// use morris::PLAIN_24;
/// use morris_paint::geometry::{Coordinates, Facing, Geometry};
///
/// let geometry = Geometry::new((400, 400), 1, &PLAIN_24, Coordinates::Hidden, Facing::White);
/// let d6 = "d6".parse().expect("a point of the board");
/// assert_eq!(geometry.nearest(PLAIN_24.points(), geometry.center(d6)), Some(d6));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Geometry {
    /// Position of the left edge.
    pub left: f32,
    /// Position of the top edge.
    pub top: f32,
    /// Length of a side, including the space for the shadow.
    pub side: f32,
    /// Distance between neighboring files.
    pub spacing: f32,
    /// The board.
    pub board: &'static Board,
    facing: Facing,
    /// Number of device pixels in a logical pixel.
    scale: f32,
}

/// Returns the place of a point in board units.
pub fn place_of(board: &Board, point: Point) -> Place {
    let (x, y) = board.place_from_middle(point);
    Place { x: x as f32, y: -y as f32 }
}

/// Returns the distance from the middle of a board to the inner edge of its frame, in spacings.
pub fn field(board: &Board) -> f32 {
    board.radius() as f32 + MARGIN
}

/// Returns `true` if the frame of a board has letters and digits when coordinates are shown.
pub fn has_marks(board: &Board) -> bool {
    board.columns().next().is_some()
}

/// Returns the width of a board's frame relative to that of nine men's morris, in spacings, so that
/// it looks the same on boards with few points.
pub fn frame_scale(board: &Board) -> f32 {
    (board.radius() as f32 / PLAIN_RADIUS).clamp(0.5, 1.0)
}

impl Coordinates {
    /// Returns the distance from the middle to the edge of the picture, in spacings.
    pub fn half(self, board: &Board) -> f32 {
        let frame = match self {
            Self::Shown if has_marks(board) => FRAME_WITH_COORDINATES,
            Self::Shown | Self::Hidden => FRAME,
        };
        field(board) + frame * frame_scale(board) + ROOM
    }
}

impl Geometry {
    /// Creates the layout of the largest board that fits in the given size, centered. The size is
    /// in logical pixels.
    pub fn new(
        (width, height): (i32, i32),
        scale: i32,
        board: &'static Board,
        coordinates: Coordinates,
        facing: Facing,
    ) -> Self {
        let side = width.min(height).max(1);
        let [left, top] = [width, height].map(|length| ((length - side) / 2) as f32);
        let side = side as f32;
        Self { left, top, side, spacing: side / (2.0 * coordinates.half(board)), board, facing, scale: scale as f32 }
    }

    /// Returns the length of a side in device pixels.
    pub fn device_side(&self) -> usize {
        (self.side * self.scale) as usize
    }

    /// Converts board units to logical pixels.
    pub fn to_pixels(&self, place: Place) -> Place {
        let Place { x, y } = self.turned(place);
        let middle = self.side / 2.0;
        Place { x: self.left + middle + x * self.spacing, y: self.top + middle + y * self.spacing }
    }

    /// Converts logical pixels to board units.
    pub fn to_board(&self, Place { x, y }: Place) -> Place {
        let middle = self.side / 2.0;
        self.turned(Place { x: (x - self.left - middle) / self.spacing, y: (y - self.top - middle) / self.spacing })
    }

    /// Returns the middle of a point in logical pixels.
    pub fn center(&self, point: Point) -> Place {
        self.to_pixels(place_of(self.board, point))
    }

    /// Returns the nearest of `points` within reach of a place in logical pixels.
    pub fn nearest(&self, points: PointSet, pixel: Place) -> Option<Point> {
        let place = self.to_board(pixel);
        let distance = |point: &Point| place.distance(place_of(self.board, *point));
        points.min_by(|a, b| distance(a).total_cmp(&distance(b))).filter(|point| distance(point) <= REACH)
    }

    /// Rounds to whole device pixels.
    pub fn snap(&self, pixels: f32) -> f32 {
        (pixels * self.scale).round() / self.scale
    }

    /// Returns a length in spacings as whole device pixels, at least one.
    pub fn device(&self, spacings: f32) -> usize {
        ((spacings * self.spacing * self.scale).round() as usize).max(1)
    }

    /// Turns a place by 180 degrees if Black's side is at the bottom. The function is its own
    /// inverse.
    pub fn turned(&self, place: Place) -> Place {
        match self.facing {
            Facing::White => place,
            Facing::Black => Place { x: -place.x, y: -place.y },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use morris::{PLAIN_24, POLYGON_6, RING_16};

    #[test]
    fn pixels_and_board_units_are_inverse_and_flip() {
        for facing in [Facing::White, Facing::Black] {
            let geometry = Geometry::new((500, 360), 2, &PLAIN_24, Coordinates::Shown, facing);
            assert_eq!((geometry.left, geometry.top, geometry.side), (70.0, 0.0, 360.0));
            for point in PLAIN_24.points() {
                let center = geometry.center(point);
                assert_eq!(geometry.nearest(PointSet::ALL, center), Some(point));
                let near = Place { x: center.x + geometry.spacing * 0.4, y: center.y };
                assert_eq!(geometry.nearest(PointSet::ALL, near), Some(point));
            }
        }
        let upright = Geometry::new((400, 400), 1, &PLAIN_24, Coordinates::Hidden, Facing::White);
        let turned = Geometry::new((400, 400), 1, &PLAIN_24, Coordinates::Hidden, Facing::Black);
        let [a7, g1]: [Point; 2] = ["a7", "g1"].map(|name| name.parse().unwrap());
        assert_eq!(upright.center(a7), turned.center(g1));
    }

    #[test]
    fn small_boards_fill_the_same_room() {
        let spacing = |board| Geometry::new((400, 400), 1, board, Coordinates::Hidden, Facing::White).spacing;
        assert!(spacing(&RING_16) > 1.3 * spacing(&PLAIN_24));
        for board in [&RING_16, &POLYGON_6] {
            let geometry = Geometry::new((400, 400), 1, board, Coordinates::Shown, Facing::White);
            for point in board.points() {
                assert_eq!(geometry.nearest(board.points(), geometry.center(point)), Some(point));
            }
        }
    }

    #[test]
    fn the_middle_and_the_frame_mean_no_point() {
        let geometry = Geometry::new((400, 400), 1, &PLAIN_24, Coordinates::Shown, Facing::White);
        assert_eq!(geometry.nearest(PointSet::ALL, Place { x: 200.0, y: 200.0 }), None);
        assert_eq!(geometry.nearest(PointSet::ALL, Place { x: 2.0, y: 2.0 }), None);
    }

    #[test]
    fn a_point_is_44_pixels_wide_in_a_narrow_window() {
        for coordinates in [Coordinates::Shown, Coordinates::Hidden] {
            assert!(Geometry::new((360, 400), 1, &PLAIN_24, coordinates, Facing::White).spacing >= 44.0);
        }
    }
}
