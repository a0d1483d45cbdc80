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
/// Height of the front side of the board in the picture, in spacings.
pub(crate) const FRONT: f32 = 0.1;
/// Width of the frame with letters and digits, in spacings.
const FRAME_WITH_COORDINATES: f32 = 0.4;
/// Width of the frame without them, in spacings.
const FRAME: f32 = 0.24;
/// Height of a board without trays, relative to the same board with trays. The field shrinks by
/// this factor.
const TRAYS_COST: f32 = 0.94;
/// Width of the space for letters beside a tray, in spacings.
const LETTERS: f32 = 0.3;
/// Size of letters and digits, in spacings.
const LETTER: f32 = 0.25;
/// Width of the frame between a tray and the outer edge, in spacings.
const LIP: f32 = 0.045;
/// Radius of a man in a tray, relative to half the width of the tray.
const TRAY_MAN: f32 = 0.92;
/// Maximum distance between men in a tray, in radii.
const TRAY_STEP: f32 = 2.08;
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

/// Whether the frame has a tray on the near and on the far side, for the men off the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Trays {
    /// The frame has them.
    Shown,
    /// The frame does not have them.
    Hidden,
}

/// What the frame shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Frame {
    /// Letters and digits.
    pub coordinates: Coordinates,
    /// Trays for the men off the board.
    pub trays: Trays,
}

/// A tray, on the screen. It does not depend on which side of the board is at the bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TraySide {
    /// At the bottom.
    Near,
    /// At the top.
    Far,
}

/// An end of a tray, on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TrayEnd {
    /// The left end, with the men in hand.
    Hand,
    /// The right end, with the men taken from the opponent.
    Taken,
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
    layout: Layout,
    facing: Facing,
    /// Number of device pixels in a logical pixel.
    scale: f32,
}

/// Returns the place of a point in board units.
pub fn place_of(board: &Board, point: Point) -> Place {
    from_middle(board.place_from_middle(point))
}

/// Returns the places through which an edge is drawn, in board units.
pub fn path_of(board: &Board, edge: (Point, Point)) -> Vec<Place> {
    board.path_from_middle(edge).into_iter().map(from_middle).collect()
}

fn from_middle((x, y): (f64, f64)) -> Place {
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

/// Lengths of a board with its frame, in spacings. Those without another note are distances from
/// the middle of the board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Layout {
    /// Inner edge of the frame.
    pub(crate) inner: f32,
    /// Outer edge of the frame on the left and on the right.
    pub(crate) beside: f32,
    /// Outer edge of the frame at the top.
    pub(crate) above: f32,
    /// Outer edge of the frame at the bottom, without the front side.
    pub(crate) below: f32,
    /// Upper edge of the picture.
    pub(crate) top: f32,
    /// Distance from the middle of the picture to its edges.
    pub(crate) half: f32,
    /// Trays in the frame.
    pub(crate) trays: Option<TrayLayout>,
    /// Middle of the letters.
    letters: f32,
    /// Middle of the digits.
    digits: f32,
}

/// Lengths of both trays, in spacings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct TrayLayout {
    /// Distances from the middle of the board to the middle of the near and of the far tray.
    pub(crate) near: f32,
    pub(crate) far: f32,
    pub(crate) half_width: f32,
    pub(crate) half_length: f32,
    /// Width of the frame between a tray and the outer edge.
    pub(crate) lip: f32,
}

impl From<Coordinates> for Frame {
    /// Returns a frame without trays.
    fn from(coordinates: Coordinates) -> Self {
        Self { coordinates, trays: Trays::Hidden }
    }
}

impl Frame {
    /// Returns the distance from the middle of the picture to its edges, in spacings.
    pub fn half(self, board: &Board) -> f32 {
        self.layout(board).half
    }

    pub(crate) fn layout(self, board: &Board) -> Layout {
        let (inner, scale) = (field(board), frame_scale(board));
        let marks = self.coordinates == Coordinates::Shown && has_marks(board);
        let width = if marks { FRAME_WITH_COORDINATES } else { FRAME } * scale;
        let (digits, plain) = (inner + width / 2.0, inner + width + ROOM + FRONT / 2.0);
        let beside = inner + width;
        if self.trays == Trays::Hidden {
            let (top, letters) = (beside + ROOM, digits);
            return Layout {
                inner,
                beside,
                above: beside,
                below: beside,
                top,
                half: plain,
                trays: None,
                letters,
                digits,
            };
        }
        let half = plain / TRAYS_COST;
        let letters = if marks { LETTERS * scale } else { 0.0 };
        // Both sides have the same tray. The letters are on the near one.
        let far = width + half - plain - letters / 2.0;
        let (above, below, lip) = (inner + far, inner + far + letters, LIP * scale);
        let trays = TrayLayout {
            near: below - far / 2.0,
            far: above - far / 2.0,
            half_width: far / 2.0 - lip,
            half_length: inner,
            lip,
        };
        let letters = inner + lip / 2.0 + letters / 2.0;
        Layout { inner, beside, above, below, top: above + ROOM, half, trays: Some(trays), letters, digits }
    }
}

impl TrayLayout {
    fn man(self) -> f32 {
        TRAY_MAN * self.half_width
    }

    /// Returns the place of a man as displayed, in spacings from the middle of the board.
    fn place(self, side: TraySide, end: TrayEnd, index: u8, count: u8) -> Place {
        let man = self.man();
        // Each end has half of the tray, so men of one never lie on men of the other.
        let room = self.half_length - self.half_width - TRAY_STEP / 2.0 * man;
        let step = (room / f32::from(count.max(2) - 1)).min(TRAY_STEP * man);
        let x = self.half_length - self.half_width - step * f32::from(index);
        let x = if end == TrayEnd::Hand { -x } else { x };
        let y = if side == TraySide::Near { self.near } else { -self.far };
        Place { x, y }
    }
}

impl Geometry {
    /// Creates the layout of the largest board that fits in the given size, centered. The size is
    /// in logical pixels.
    pub fn new(
        (width, height): (i32, i32),
        scale: i32,
        board: &'static Board,
        frame: impl Into<Frame>,
        facing: Facing,
    ) -> Self {
        let side = width.min(height).max(1);
        let [left, top] = [width, height].map(|length| ((length - side) / 2) as f32);
        let (side, layout) = (side as f32, frame.into().layout(board));
        Self { left, top, side, spacing: side / (2.0 * layout.half), board, layout, facing, scale: scale as f32 }
    }

    /// Returns the length of a side in device pixels.
    pub fn device_side(&self) -> usize {
        (self.side * self.scale) as usize
    }

    /// Returns the upper left and the lower right corner of the board with its frame and its front
    /// side, in logical pixels.
    pub fn corners(&self) -> [Place; 2] {
        let (Layout { beside, above, below, .. }, middle) = (self.layout, self.middle());
        [(-beside, -above), (beside, below + FRONT)]
            .map(|(x, y)| Place { x: middle.x + x * self.spacing, y: middle.y + y * self.spacing })
    }

    /// Converts board units to logical pixels.
    pub fn to_pixels(&self, place: Place) -> Place {
        let (Place { x, y }, middle) = (self.turned(place), self.middle());
        Place { x: middle.x + x * self.spacing, y: middle.y + y * self.spacing }
    }

    /// Converts logical pixels to board units.
    pub fn to_board(&self, Place { x, y }: Place) -> Place {
        let middle = self.middle();
        self.turned(Place { x: (x - middle.x) / self.spacing, y: (y - middle.y) / self.spacing })
    }

    /// Returns the middle of the board in logical pixels. It is above the middle of the picture.
    fn middle(&self) -> Place {
        Place { x: self.left + self.side / 2.0, y: self.top + self.layout.top * self.spacing }
    }

    /// Returns the middle of a point in logical pixels.
    pub fn center(&self, point: Point) -> Place {
        self.to_pixels(place_of(self.board, point))
    }

    /// Returns the middle of the letter of a column in logical pixels. `x` is the place of the
    /// column as in [`Board::columns`].
    pub fn letter_center(&self, x: f64) -> Place {
        let Place { x, .. } = self.to_pixels(Place { x: x as f32, y: 0.0 });
        Place { x, y: self.middle().y + self.layout.letters * self.spacing }
    }

    /// Returns the middle of the digit of a row in logical pixels. `y` is the place of the row as
    /// in [`Board::ranks`].
    pub fn digit_center(&self, y: f64) -> Place {
        let Place { y, .. } = self.to_pixels(Place { x: 0.0, y: -y as f32 });
        Place { x: self.middle().x - self.layout.digits * self.spacing, y }
    }

    /// Returns the size of letters and digits on the frame, in spacings.
    pub fn letter_size(&self) -> f32 {
        LETTER * frame_scale(self.board)
    }

    /// Returns the radius of a man in a tray, in spacings. `None` without trays.
    pub fn tray_man(&self) -> Option<f32> {
        self.layout.trays.map(TrayLayout::man)
    }

    /// Returns the place of a man in a tray in board units, so that [`Self::to_pixels`] is where it
    /// is on the screen. `None` without trays.
    ///
    /// `index` counts from the end of the tray to its middle. The men overlap if `count` of them
    /// have no room side by side. Pass the number at the beginning of a game as `count` to leave
    /// the others where they are when one is taken away.
    pub fn tray_place(&self, side: TraySide, end: TrayEnd, index: u8, count: u8) -> Option<Place> {
        self.layout.trays.map(|trays| self.turned(trays.place(side, end, index, count)))
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

    const BOTH: [Coordinates; 2] = [Coordinates::Shown, Coordinates::Hidden];

    fn with_trays(board: &'static Board, coordinates: Coordinates) -> Geometry {
        Geometry::new((500, 500), 1, board, Frame { coordinates, trays: Trays::Shown }, Facing::White)
    }

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
    fn corners_are_around_the_board_and_inside_the_widget() {
        for (&board, trays) in
            Board::ALL.iter().flat_map(|board| [Trays::Shown, Trays::Hidden].map(|trays| (board, trays)))
        {
            let frame = Frame { coordinates: Coordinates::Shown, trays };
            let geometry = Geometry::new((600, 600), 1, board, frame, Facing::White);
            let [from, to] = geometry.corners();
            assert!(from.x > 0.0 && from.y > 0.0 && to.x < 600.0 && to.y < 600.0, "{}: {from:?} {to:?}", board.id());
            let inside = |Place { x, y }: Place| (from.x..to.x).contains(&x) && (from.y..to.y).contains(&y);
            assert!(board.points().all(|point| inside(geometry.center(point))), "{}", board.id());
        }
    }

    #[test]
    fn a_point_is_44_pixels_wide_in_a_narrow_window() {
        for coordinates in [Coordinates::Shown, Coordinates::Hidden] {
            assert!(Geometry::new((360, 400), 1, &PLAIN_24, coordinates, Facing::White).spacing >= 44.0);
        }
    }

    #[test]
    fn pixels_and_board_units_are_inverse_with_trays() {
        for (facing, coordinates) in [Facing::White, Facing::Black].into_iter().zip(BOTH) {
            let frame = Frame { coordinates, trays: Trays::Shown };
            let geometry = Geometry::new((500, 360), 2, &PLAIN_24, frame, facing);
            for point in PLAIN_24.points() {
                let (center, place) = (geometry.center(point), place_of(&PLAIN_24, point));
                assert!(geometry.to_board(center).distance(place) < 1e-5);
                assert_eq!(geometry.nearest(PointSet::ALL, center), Some(point));
            }
        }
    }

    #[test]
    fn trays_cost_six_percent_of_the_field() {
        for (&board, coordinates) in Board::ALL.iter().flat_map(|board| BOTH.map(|shown| (board, shown))) {
            let without = Geometry::new((500, 500), 1, board, coordinates, Facing::White);
            let with = with_trays(board, coordinates);
            assert!(with.spacing >= 0.94 * without.spacing - 1e-3, "{}", board.id());
            // The sides keep their width, and nothing is cut off.
            assert_eq!(with.layout.beside, without.layout.beside);
            assert!(with.layout.beside + ROOM <= with.layout.half);
            let bottom = with.layout.top + with.layout.below + FRONT + ROOM;
            assert!((bottom - 2.0 * with.layout.half).abs() < 1e-4, "{}", board.id());
        }
    }

    #[test]
    fn men_in_a_tray_are_in_order_and_never_on_those_of_the_other_end() {
        for (&board, coordinates) in Board::ALL.iter().flat_map(|board| BOTH.map(|shown| (board, shown))) {
            let geometry = with_trays(board, coordinates);
            let (layout, man) = (geometry.layout, geometry.tray_man().unwrap());
            let trays = layout.trays.unwrap();
            for side in [TraySide::Near, TraySide::Far] {
                let y = geometry.tray_place(side, TrayEnd::Hand, 0, 1).unwrap().y;
                let (inner, outer) = match side {
                    TraySide::Near => (layout.letters + geometry.letter_size() * 0.4, layout.below),
                    TraySide::Far => (layout.inner, layout.above),
                };
                let inner = if coordinates == Coordinates::Shown && has_marks(board) { inner } else { layout.inner };
                assert!(y.abs() - man > inner && y.abs() + man < outer, "{} {side:?}", board.id());
                for (hand, taken) in (0..=12).flat_map(|hand| (0..=12).map(move |taken| (hand, taken))) {
                    let at = |end, count| move |index| geometry.tray_place(side, end, index, count).unwrap_or_default();
                    let left: Vec<_> = (0..hand).map(at(TrayEnd::Hand, hand)).collect();
                    let right: Vec<_> = (0..taken).map(at(TrayEnd::Taken, taken)).rev().collect();
                    let all = [&*left, &right].concat();
                    assert!(all.iter().all(|place| place.y == y));
                    assert!(all.iter().all(|place| place.x.abs() + man <= trays.half_length));
                    assert!(all.windows(2).all(|pair| pair[0].x + 0.5 * man < pair[1].x), "{all:?}");
                    if let (Some(hand), Some(taken)) = (left.last(), right.first()) {
                        assert!(taken.x - hand.x > 2.0 * man, "{all:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn trays_stay_where_they_are_when_the_board_is_turned() {
        let frame = Frame { coordinates: Coordinates::Shown, trays: Trays::Shown };
        let [upright, turned] = [Facing::White, Facing::Black].map(|facing| {
            let geometry = Geometry::new((500, 500), 1, &PLAIN_24, frame, facing);
            geometry.to_pixels(geometry.tray_place(TraySide::Near, TrayEnd::Hand, 2, 9).unwrap())
        });
        assert_eq!(upright, turned);
        assert!(upright.x < 250.0 && upright.y > 450.0);
    }
}
