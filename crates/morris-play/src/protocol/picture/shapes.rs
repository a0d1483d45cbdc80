// SPDX-License-Identifier: GPL-3.0-or-later
//! What a picture of the board is made of, whatever it is drawn with.

use super::letters::{self, Stroke};
use morris::{Board, Color, Point, Position};

/// The side of the picture.
pub(super) const SIDE: f32 = 480.0;
/// From one row to the next.
const STEP: f32 = 60.0;
/// The radius of a man, and of the dot on an empty point.
const RADIUS: (f32, f32) = (22.0, 6.0);
/// The width of the board's lines and of the lettering's.
const WIDTH: (f32, f32) = (4.0, 2.4);
/// The size of a step in the lettering.
const LETTER: f32 = 3.0;

/// A colour as red, green and blue.
pub(super) type Paint = [u8; 3];
/// What everything stands on.
pub(super) const BOARD: Paint = [0xf3, 0xe6, 0xcc];
/// Lines, letters and edges.
pub(super) const INK: Paint = [0x3a, 0x2a, 0x1c];
const WHITE_MAN: Paint = [0xff, 0xfd, 0xf6];
const BLACK_MAN: Paint = [0x33, 0x2b, 0x28];

/// A place in the picture: to the right and down.
pub(super) type Place = (f32, f32);

/// Something in the picture.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Shape {
    /// Lines from place to place.
    Line { places: Vec<Place>, width: f32 },
    /// A disc with an edge.
    Disc { center: Place, radius: f32, paint: Paint },
}

/// All shapes, the lowest first.
pub(super) fn shapes(position: &Position, board: &Board) -> Vec<Shape> {
    let edges = Point::all().flat_map(|point| board.neighbours(point).into_iter().map(move |other| (point, other)));
    let lines = edges
        .filter(|(point, other)| point < other)
        .map(|(point, other)| Shape::Line { places: vec![place(point), place(other)], width: WIDTH.0 });
    let discs = board.points().into_iter().map(|point| disc(point, position.at(point)));
    lines.chain(discs).chain(coordinates()).collect()
}

fn disc(point: Point, man: Option<Color>) -> Shape {
    let (radius, paint) = match man {
        Some(Color::White) => (RADIUS.0, WHITE_MAN),
        Some(Color::Black) => (RADIUS.0, BLACK_MAN),
        None => (RADIUS.1, INK),
    };
    Shape::Disc { center: place(point), radius, paint }
}

fn place(point: Point) -> Place {
    (STEP * (1.0 + f32::from(point.file())), STEP * (7.0 - f32::from(point.rank())))
}

/// Letters below the board, numbers to its left.
fn coordinates() -> impl Iterator<Item = Shape> {
    let at = |index: usize| STEP * (index as f32 + 1.0);
    let files = letters::FILES.iter().enumerate().map(move |(index, letter)| (letter, (at(index), SIDE - STEP / 3.0)));
    let ranks = letters::RANKS.iter().enumerate().map(move |(index, letter)| (letter, (STEP / 3.0, at(6 - index))));
    files.chain(ranks).flat_map(|(strokes, middle)| strokes.iter().map(move |stroke| lettered(stroke, middle)))
}

fn lettered(stroke: Stroke, (x, y): Place) -> Shape {
    let (middle_x, middle_y) = letters::MIDDLE;
    let place = |&(right, down): &(u8, u8)| {
        (x + LETTER * (f32::from(right) - middle_x), y + LETTER * (f32::from(down) - middle_y))
    };
    Shape::Line { places: stroke.iter().map(place).collect(), width: WIDTH.1 }
}
