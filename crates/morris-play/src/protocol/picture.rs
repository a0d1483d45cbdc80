// SPDX-License-Identifier: GPL-3.0-or-later
//! The board as a picture: in letters, as SVG, as PNG.

use tiny_skia::{FillRule, LineCap, LineJoin, PathBuilder, Pixmap, Stroke, Transform};

use morris::{Board, Color, Point, Position, Rules};

/// The plain board; each `o` is a point, in the order of the points.
const DRAWING: &str = "\
7  o--------o--------o
   |        |        |
6  |  o-----o-----o  |
   |  |     |     |  |
5  |  |  o--o--o  |  |
   |  |  |     |  |  |
4  o--o--o     o--o--o
   |  |  |     |  |  |
3  |  |  o--o--o  |  |
   |  |     |     |  |
2  |  o-----o-----o  |
   |        |        |
1  o--------o--------o
   a  b  c  d  e  f  g
";

/// The position as a picture in text: `W`, `B`, and `.` for an empty point, with coordinates at the edge.
#[must_use]
pub fn picture(position: &Position) -> String {
    let mut points = Point::all();
    let letter = |letter| match (letter == 'o').then(|| points.next()).flatten().map(|point| position.at(point)) {
        Some(Some(Color::White)) => 'W',
        Some(Some(Color::Black)) => 'B',
        Some(None) => '.',
        None => letter,
    };
    DRAWING.chars().map(letter).collect()
}

/// The position as an SVG image, 480 units a side, with coordinates. Its title is the position line.
#[must_use]
pub fn svg(position: &Position, rules: &Rules) -> String {
    let (board, ink) = (hex(BOARD), hex(INK));
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {SIDE} {SIDE}\" width=\"{SIDE}\" height=\"{SIDE}\">\n\
         <title>{position}</title>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"{board}\"/>\n\
         <g stroke=\"{ink}\" stroke-linecap=\"round\" stroke-linejoin=\"round\">\n"
    );
    for shape in shapes(position, rules.board) {
        text.push_str(&element(&shape));
        text.push('\n');
    }
    text + "</g>\n</svg>\n"
}

fn element(shape: &Shape) -> String {
    match shape {
        Shape::Line { places, width } => {
            let places: Vec<_> = places.iter().map(|(x, y)| format!("{x},{y}")).collect();
            format!("<polyline points=\"{}\" fill=\"none\" stroke-width=\"{width}\"/>", places.join(" "))
        }
        Shape::Disc { center: (x, y), radius, paint } => {
            let fill = hex(*paint);
            format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{fill}\" stroke-width=\"{EDGE}\"/>")
        }
    }
}

fn hex([red, green, blue]: Paint) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// Why there is no picture.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the picture cannot be made: {0}")]
pub struct PngError(String);

/// The position as a PNG image of `side` pixels a side, with coordinates.
///
/// # Errors
/// If there is no room for so many pixels, or none were asked for.
pub fn png(position: &Position, rules: &Rules, side: u16) -> Result<Vec<u8>, PngError> {
    let mut pixels = Pixmap::new(side.into(), side.into()).ok_or_else(|| PngError(format!("{side} pixels a side")))?;
    let [red, green, blue] = BOARD;
    pixels.fill(tiny_skia::Color::from_rgba8(red, green, blue, 0xff));
    let scale = f32::from(side) / SIDE;
    for shape in shapes(position, rules.board) {
        draw(&mut pixels, &shape, Transform::from_scale(scale, scale));
    }
    pixels.encode_png().map_err(|error| PngError(error.to_string()))
}

fn draw(pixels: &mut Pixmap, shape: &Shape, scale: Transform) {
    let mut builder = PathBuilder::new();
    let (fill, width) = match shape {
        Shape::Line { places, width } => {
            for (index, &(x, y)) in places.iter().enumerate() {
                if index == 0 { builder.move_to(x, y) } else { builder.line_to(x, y) }
            }
            (None, *width)
        }
        Shape::Disc { center: (x, y), radius, paint } => {
            builder.push_circle(*x, *y, *radius);
            (Some(*paint), EDGE)
        }
    };
    // A path without extent draws nothing.
    let Some(path) = builder.finish() else { return };
    if let Some(fill) = fill {
        pixels.fill_path(&path, &paint(fill), FillRule::Winding, scale, None);
    }
    let stroke = Stroke { width, line_cap: LineCap::Round, line_join: LineJoin::Round, ..Stroke::default() };
    pixels.stroke_path(&path, &paint(INK), &stroke, scale, None);
}

fn paint([red, green, blue]: Paint) -> tiny_skia::Paint<'static> {
    let mut paint = tiny_skia::Paint { anti_alias: true, ..tiny_skia::Paint::default() };
    paint.set_color_rgba8(red, green, blue, 0xff);
    paint
}

/// The side of the picture.
const SIDE: f32 = 480.0;
/// From one row to the next.
const STEP: f32 = 60.0;
/// The radius of a man, and of the dot on an empty point.
const RADIUS: (f32, f32) = (22.0, 6.0);
/// The width of the board's lines and of the lettering's.
const WIDTH: (f32, f32) = (4.0, 2.4);
/// The size of a step in the lettering.
const LETTER_STEP: f32 = 3.0;

/// The width of the edge of a man, and of a dot.
const EDGE: f32 = 2.5;

/// A colour as red, green and blue.
type Paint = [u8; 3];
/// What everything stands on.
const BOARD: Paint = [0xf3, 0xe6, 0xcc];
/// Lines, letters and edges.
const INK: Paint = [0x3a, 0x2a, 0x1c];
const WHITE_MAN: Paint = [0xff, 0xfd, 0xf6];
const BLACK_MAN: Paint = [0x33, 0x2b, 0x28];

/// A place in the picture: to the right and down.
type Place = (f32, f32);

/// Something in the picture.
#[derive(Clone, Debug, PartialEq)]
enum Shape {
    /// Lines from place to place.
    Line { places: Vec<Place>, width: f32 },
    /// A disc with an edge.
    Disc { center: Place, radius: f32, paint: Paint },
}

/// All shapes, the lowest first.
fn shapes(position: &Position, board: &Board) -> Vec<Shape> {
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
    let files = FILES.iter().enumerate().map(move |(index, letter)| (letter, (at(index), SIDE - STEP / 3.0)));
    let ranks = RANKS.iter().enumerate().map(move |(index, letter)| (letter, (STEP / 3.0, at(6 - index))));
    files.chain(ranks).flat_map(|(strokes, middle)| strokes.iter().map(move |stroke| lettered(stroke, middle)))
}

fn lettered(stroke: PenStroke, (x, y): Place) -> Shape {
    let (middle_x, middle_y) = LETTER_MIDDLE;
    let place = |&(right, down): &(u8, u8)| {
        (x + LETTER_STEP * (f32::from(right) - middle_x), y + LETTER_STEP * (f32::from(down) - middle_y))
    };
    Shape::Line { places: stroke.iter().map(place).collect(), width: WIDTH.1 }
}

/// A stroke from place to place, in small steps to the right and down.
type PenStroke = &'static [(u8, u8)];
/// The strokes of a letter.
type Letter = &'static [PenStroke];

/// The middle of a letter.
const LETTER_MIDDLE: (f32, f32) = (1.5, 3.5);

const BOWL: PenStroke = &[(3, 3), (2, 2), (1, 2), (0, 3), (0, 5), (1, 6), (2, 6), (3, 5)];

/// `a` to `g`.
const FILES: [Letter; 7] = [
    &[BOWL, &[(3, 2), (3, 6)]],
    &[&[(0, 0), (0, 6)], &[(0, 3), (1, 2), (2, 2), (3, 3), (3, 5), (2, 6), (1, 6), (0, 5)]],
    &[BOWL],
    &[BOWL, &[(3, 0), (3, 6)]],
    &[&[(0, 4), (3, 4), (3, 3), (2, 2), (1, 2), (0, 3), (0, 5), (1, 6), (2, 6), (3, 5)]],
    &[&[(3, 0), (2, 0), (1, 1), (1, 6)], &[(0, 3), (2, 3)]],
    &[BOWL, &[(3, 2), (3, 7), (2, 8), (1, 8), (0, 7)]],
];

/// `1` to `7`.
const RANKS: [Letter; 7] = [
    &[&[(0, 1), (1, 0), (1, 6)], &[(0, 6), (2, 6)]],
    &[&[(0, 1), (1, 0), (2, 0), (3, 1), (3, 2), (0, 6), (3, 6)]],
    &[&[(0, 1), (1, 0), (2, 0), (3, 1), (3, 2), (2, 3), (1, 3)], &[(2, 3), (3, 4), (3, 5), (2, 6), (1, 6), (0, 5)]],
    &[&[(2, 6), (2, 0), (0, 4), (3, 4)]],
    &[&[(3, 0), (0, 0), (0, 3), (1, 2), (2, 2), (3, 3), (3, 5), (2, 6), (1, 6), (0, 5)]],
    &[&[(3, 1), (2, 0), (1, 0), (0, 1), (0, 5), (1, 6), (2, 6), (3, 5), (3, 4), (2, 3), (1, 3), (0, 4)]],
    &[&[(0, 0), (3, 0), (1, 6)]],
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_man_is_drawn_in_its_place() {
        let position = Position::parse("W../.W./..B/...B../.../.../..B w 6 6", &Rules::STANDARD).unwrap();
        let expected = "\
7  W--------.--------.
   |        |        |
6  |  .-----W-----.  |
   |  |     |     |  |
5  |  |  .--.--B  |  |
   |  |  |     |  |  |
4  .--.--.     B--.--.
   |  |  |     |  |  |
3  |  |  .--.--.  |  |
   |  |     |     |  |
2  |  .-----.-----.  |
   |        |        |
1  .--------.--------B
   a  b  c  d  e  f  g
";
        assert_eq!(picture(&position), expected);
    }
}
