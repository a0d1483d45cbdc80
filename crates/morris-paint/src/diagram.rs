// SPDX-License-Identifier: GPL-3.0-or-later
//! Drawings of the board for documents and other programs, as SVG and PNG.

use tiny_skia::{FillRule, LineCap, LineJoin, PathBuilder, Pixmap, Stroke, Transform};

use morris::{Board, Color, Point, Position, Rules};

/// Returns the position as an SVG image with coordinates, 480 units wide and high. Its title is the
/// position line.
pub fn svg(position: &Position, rules: &Rules) -> String {
    let (board, ink) = (hex(BOARD), hex(INK));
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {SIDE} {SIDE}\" width=\"{SIDE}\" height=\"{SIDE}\">\n\
         <title>{}</title>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"{board}\"/>\n\
         <g stroke=\"{ink}\" stroke-linecap=\"round\" stroke-linejoin=\"round\">\n",
        position.line_with_rules(rules)
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

/// Reason why a picture cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("could not make the picture: {0}")]
pub struct PngError(String);

/// Returns the position as a PNG image with coordinates, `side` pixels wide and high.
///
/// # Errors
/// Fails if `side` is 0.
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

/// Side of the picture, in units.
const SIDE: f32 = 480.0;
/// Radius of a man, and of the dot on an empty point, for a distance of [`STEP`] between two rows.
const RADIUS: (f32, f32) = (22.0, 6.0);
/// Distance between two rows on the board of nine men's morris.
const STEP: f32 = 60.0;
/// Width of the board's lines, and of the strokes of letters.
const WIDTH: (f32, f32) = (4.0, 2.4);
/// Size of a step in a letter.
const LETTER_STEP: f32 = 3.0;

/// Width of the edge of a man and of a dot.
const EDGE: f32 = 2.5;

/// A color as red, green and blue.
type Paint = [u8; 3];
/// Color of the background.
const BOARD: Paint = [0xf3, 0xe6, 0xcc];
/// Color of lines, letters and edges.
const INK: Paint = [0x3a, 0x2a, 0x1c];
const WHITE_MAN: Paint = [0xff, 0xfd, 0xf6];
const BLACK_MAN: Paint = [0x33, 0x2b, 0x28];

/// A place in the picture: to the right and down.
type DiagramPoint = (f32, f32);

/// A shape in the picture.
#[derive(Clone, Debug, PartialEq)]
enum Shape {
    /// Lines from place to place.
    Line { places: Vec<DiagramPoint>, width: f32 },
    /// A disc with an edge.
    Disc { center: DiagramPoint, radius: f32, paint: Paint },
}

/// Returns all shapes, the lowest first.
fn shapes(position: &Position, board: &Board) -> Vec<Shape> {
    let line = |edge| {
        let path = board.path_from_middle(edge).into_iter();
        Shape::Line { places: path.map(|at| in_picture(board, at)).collect(), width: WIDTH.0 }
    };
    let lines = board.edges().map(line);
    let discs = board.points().into_iter().map(|point| disc(board, point, position.at(point)));
    lines.chain(discs).chain(coordinates(board)).collect()
}

/// Returns the distance between two rows. The margin has the same width.
fn step(board: &Board) -> f32 {
    SIDE / 2.0 / (board.radius() as f32 + 1.0)
}

fn disc(board: &Board, point: Point, man: Option<Color>) -> Shape {
    let (radius, paint) = match man {
        Some(Color::White) => (RADIUS.0, WHITE_MAN),
        Some(Color::Black) => (RADIUS.0, BLACK_MAN),
        None => (RADIUS.1, INK),
    };
    Shape::Disc { center: place(board, point), radius: radius * step(board) / STEP, paint }
}

fn place(board: &Board, point: Point) -> DiagramPoint {
    in_picture(board, board.place_from_middle(point))
}

fn in_picture(board: &Board, (x, y): (f64, f64)) -> DiagramPoint {
    (SIDE / 2.0 + step(board) * x as f32, SIDE / 2.0 - step(board) * y as f32)
}

/// Returns the letters below the board and the digits to its left.
fn coordinates(board: &Board) -> impl Iterator<Item = Shape> {
    let step = step(board);
    let at = move |place: f64| SIDE / 2.0 + step * place as f32;
    let columns = board.columns().map(move |(letter, x)| (letter, (at(x), SIDE - step / 3.0)));
    let ranks = board.ranks().map(move |(digit, y)| (digit, (step / 3.0, at(-y))));
    columns.chain(ranks).flat_map(|(letter, middle)| strokes(letter).iter().map(move |stroke| lettered(stroke, middle)))
}

fn lettered(stroke: PenStroke, (x, y): DiagramPoint) -> Shape {
    let (middle_x, middle_y) = LETTER_MIDDLE;
    let place = |&(right, down): &(u8, u8)| {
        (x + LETTER_STEP * (f32::from(right) - middle_x), y + LETTER_STEP * (f32::from(down) - middle_y))
    };
    Shape::Line { places: stroke.iter().map(place).collect(), width: WIDTH.1 }
}

/// A stroke from place to place, in small steps to the right and down.
type PenStroke = &'static [(u8, u8)];
type Letter = &'static [PenStroke];

const LETTER_MIDDLE: (f32, f32) = (1.5, 3.5);

const BOWL: PenStroke = &[(3, 3), (2, 2), (1, 2), (0, 3), (0, 5), (1, 6), (2, 6), (3, 5)];

/// Returns the strokes of a letter or digit. Only those that occur on boards are defined.
fn strokes(letter: char) -> Letter {
    let of = |letters: &[Letter], first| letters.get((letter as usize).wrapping_sub(first as usize)).copied();
    of(&DIGITS, '1').or_else(|| of(&LETTERS_OF_COLUMNS, 'a')).unwrap_or_default()
}

/// `a` to `i`.
const LETTERS_OF_COLUMNS: [Letter; 9] = [
    &[BOWL, &[(3, 2), (3, 6)]],
    &[&[(0, 0), (0, 6)], &[(0, 3), (1, 2), (2, 2), (3, 3), (3, 5), (2, 6), (1, 6), (0, 5)]],
    &[BOWL],
    &[BOWL, &[(3, 0), (3, 6)]],
    &[&[(0, 4), (3, 4), (3, 3), (2, 2), (1, 2), (0, 3), (0, 5), (1, 6), (2, 6), (3, 5)]],
    &[&[(3, 0), (2, 0), (1, 1), (1, 6)], &[(0, 3), (2, 3)]],
    &[BOWL, &[(3, 2), (3, 7), (2, 8), (1, 8), (0, 7)]],
    &[&[(0, 0), (0, 6)], &[(0, 3), (1, 2), (2, 2), (3, 3), (3, 6)]],
    &[&[(1, 0), (1, 0)], &[(1, 2), (1, 6)]],
];

/// `1` to `9`.
const DIGITS: [Letter; 9] = [
    &[&[(0, 1), (1, 0), (1, 6)], &[(0, 6), (2, 6)]],
    &[&[(0, 1), (1, 0), (2, 0), (3, 1), (3, 2), (0, 6), (3, 6)]],
    &[&[(0, 1), (1, 0), (2, 0), (3, 1), (3, 2), (2, 3), (1, 3)], &[(2, 3), (3, 4), (3, 5), (2, 6), (1, 6), (0, 5)]],
    &[&[(2, 6), (2, 0), (0, 4), (3, 4)]],
    &[&[(3, 0), (0, 0), (0, 3), (1, 2), (2, 2), (3, 3), (3, 5), (2, 6), (1, 6), (0, 5)]],
    &[&[(3, 1), (2, 0), (1, 0), (0, 1), (0, 5), (1, 6), (2, 6), (3, 5), (3, 4), (2, 3), (1, 3), (0, 4)]],
    &[&[(0, 0), (3, 0), (1, 6)]],
    &[
        &[
            (1, 3),
            (0, 2),
            (0, 1),
            (1, 0),
            (2, 0),
            (3, 1),
            (3, 2),
            (2, 3),
            (1, 3),
            (0, 4),
            (0, 5),
            (1, 6),
            (2, 6),
            (3, 5),
        ],
        &[(3, 5), (3, 4), (2, 3)],
    ],
    &[&[(0, 5), (1, 6), (2, 6), (3, 5), (3, 1), (2, 0), (1, 0), (0, 1), (0, 2), (1, 3), (2, 3), (3, 2)]],
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_board_has_all_its_edges_and_coordinates_in_the_picture() {
        for &board in Board::ALL {
            let rules = Rules::builder(Rules::STANDARD).board(board).men(3).build().unwrap();
            let position = Position::start(&rules);
            let shapes = shapes(&position, board);
            let inside = |(x, y): DiagramPoint| (0.0..=SIDE).contains(&x) && (0.0..=SIDE).contains(&y);
            let lines = shapes.iter().filter(|shape| match shape {
                Shape::Line { places, width } => {
                    assert!(places.iter().copied().all(inside), "{}: {places:?}", board.id());
                    *width == WIDTH.0
                }
                Shape::Disc { center, .. } => {
                    assert!(inside(*center), "{}: {center:?}", board.id());
                    false
                }
            });
            assert_eq!(lines.count(), board.edges().count(), "{}", board.id());
            let marks = board.columns().chain(board.ranks()).map(|(letter, _)| letter);
            assert!(marks.into_iter().all(|letter| !strokes(letter).is_empty()), "{}", board.id());
        }
    }
}
