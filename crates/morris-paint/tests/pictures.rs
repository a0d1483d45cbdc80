// SPDX-License-Identifier: GPL-3.0-or-later
//! Compares every board in every style and tone with the sheets in `pictures/`.
//!
//! `UPDATE_PICTURES=1 cargo test -p morris-paint --test paint pictures` paints the sheets again.
//! Check the changes by eye.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::{env, fs};

use morris::{Board, Color, MOVES_24, Point};
use morris_paint::board_texture::BoardTextureSpec;
use morris_paint::geometry::{Coordinates, Facing, Frame, Geometry, MAN, Trays};
use morris_paint::piece_shadow::{Stance, paint_shadow, shadow_margins};
use morris_paint::piece_texture::PieceTextureSpec;
use morris_paint::style::Tone;
use morris_paint::{BoardStyle, Look, Pixels};
use tiny_skia::{IntSize, Pixmap, PixmapPaint, Transform};

/// Side of a board, in pixels.
const SIDE: u32 = 96;
/// Number of boards in a row of a sheet.
const COLUMNS: usize = 4;
/// Side of a block, in pixels. Boards are compared block by block, because a man is only a
/// hundredth of a board.
const BLOCK: u32 = 8;
/// Step between the channel values on the sheets.
const STEP: u8 = 8;
/// Maximum average difference of the channels of a block, out of 255.
const TOLERANCE: f32 = 2.0;

/// Converts a picture to the format of tiny-skia, with red first.
fn pixmap(pixels: Pixels) -> Pixmap {
    let size = IntSize::from_wh(pixels.width as u32, pixels.height as u32).unwrap();
    let mut bytes = pixels.into_bytes();
    bytes.chunks_exact_mut(4).for_each(|pixel| pixel.swap(0, 2));
    Pixmap::from_vec(bytes, size).unwrap()
}

fn draw(onto: &mut Pixmap, picture: &Pixmap, x: i32, y: i32) {
    onto.draw_pixmap(x, y, picture.as_ref(), &PixmapPaint::default(), Transform::identity(), None);
}

/// Returns a frame with trays for every other board.
fn frame(board: &Board) -> Frame {
    let odd = Board::ALL.iter().position(|other| other.id() == board.id()).is_some_and(|number| number % 2 == 1);
    Frame { coordinates: Coordinates::Shown, trays: if odd { Trays::Shown } else { Trays::Hidden } }
}

/// Paints the board without men.
fn face(board: &'static Board, look: Look) -> Pixmap {
    pixmap(BoardTextureSpec { side: SIDE as usize, look, frame: frame(board), board }.paint())
}

/// Paints the board with men on it.
fn with_men(face: &Pixmap, board: &'static Board, look: Look, men: &[(Point, Color)]) -> Pixmap {
    let mut picture = face.clone();
    let geometry = Geometry::new((SIDE as i32, SIDE as i32), 1, board, frame(board), Facing::White);
    let diameter = geometry.device(2.0 * MAN);
    let shadow = pixmap(paint_shadow(diameter, look, Stance::Standing));
    let [before, _] = shadow_margins(diameter).map(|margin| margin as i32);
    for (piece, &(point, color)) in (0..).zip(men) {
        let spec = PieceTextureSpec { diameter, color, look, piece };
        let [x, y] = [geometry.center(point).x, geometry.center(point).y]
            .map(|middle| (middle - diameter as f32 / 2.0).round() as i32);
        draw(&mut picture, &shadow, x - before, y - before);
        draw(&mut picture, &pixmap(spec.paint()), x, y - spec.rise() as i32);
    }
    picture
}

/// Returns men of both sides on the first and the last points.
fn men(board: &Board) -> Vec<(Point, Color)> {
    let points: Vec<_> = board.points().into_iter().collect();
    let [.., before_last, last] = points[..] else { panic!("{} has hardly a point", board.id()) };
    vec![(points[0], Color::White), (points[1], Color::Black), (before_last, Color::White), (last, Color::Black)]
}

/// Paints all boards, row by row.
fn sheet(look: Look) -> Pixmap {
    let rows = Board::ALL.len().div_ceil(COLUMNS) as u32;
    let mut sheet = Pixmap::new(COLUMNS as u32 * SIDE, rows * SIDE).unwrap();
    for (number, board) in Board::ALL.iter().enumerate() {
        let (x, y) = place(number);
        draw(&mut sheet, &with_men(&face(board, look), board, look, &men(board)), x as i32, y as i32);
    }
    // Fewer steps make the files half as large.
    sheet.data_mut().chunks_exact_mut(4).flat_map(|pixel| &mut pixel[..3]).for_each(|channel| *channel &= !(STEP - 1));
    sheet
}

/// Returns the place of a board on the sheets.
fn place(number: usize) -> (u32, u32) {
    ((number % COLUMNS) as u32 * SIDE, (number / COLUMNS) as u32 * SIDE)
}

/// Returns the difference of a block of two pictures, averaged over its channels.
fn block_difference(a: &Pixmap, b: &Pixmap, (left, top): (u32, u32)) -> f32 {
    let mut sum = 0;
    for (x, y) in (0..BLOCK * BLOCK).map(|place| (left + place % BLOCK, top + place / BLOCK)) {
        let [a, b] = [a, b].map(|picture| picture.pixel(x, y).unwrap());
        let channels = [(a.red(), b.red()), (a.green(), b.green()), (a.blue(), b.blue()), (a.alpha(), b.alpha())];
        sum += channels.into_iter().map(|(a, b)| u32::from(a.abs_diff(b))).sum::<u32>();
    }
    sum as f32 / (4 * BLOCK * BLOCK) as f32
}

/// Returns the differences of the blocks of two squares whose corners are at this place.
fn differences(a: &Pixmap, b: &Pixmap, (left, top): (u32, u32)) -> impl Iterator<Item = f32> {
    let blocks = SIDE / BLOCK;
    (0..blocks * blocks)
        .map(move |block| block_difference(a, b, (left + block % blocks * BLOCK, top + block / blocks * BLOCK)))
}

fn looks() -> impl Iterator<Item = (Look, String)> {
    let tones = [(Tone::Light, "light"), (Tone::Dark, "dark")];
    BoardStyle::ALL
        .into_iter()
        .flat_map(move |style| tones.map(|(tone, name)| (Look::new(style, tone), format!("{}-{name}.png", style.id()))))
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pictures")
}

#[test]
fn every_board_looks_as_it_did() {
    let mut complaints = Vec::new();
    for (look, name) in looks() {
        let painted = sheet(look);
        if env::var_os("UPDATE_PICTURES").is_some() {
            painted.save_png(folder().join(&name)).unwrap();
            continue;
        }
        let known = Pixmap::load_png(folder().join(&name)).unwrap();
        assert_eq!((known.width(), known.height()), (painted.width(), painted.height()), "{name}");
        let worst = |number| differences(&known, &painted, place(number)).fold(0.0, f32::max);
        let worst: Vec<_> = (0..Board::ALL.len()).map(worst).collect();
        if worst.iter().any(|difference| *difference > TOLERANCE) {
            let now = Path::new(env!("CARGO_TARGET_TMPDIR")).join(&name);
            painted.save_png(&now).unwrap();
            complaints.push(format!("{name} looks otherwise, see {}: {worst:.1?}", now.display()));
        }
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn no_sheet_is_left_over() {
    let mut known: Vec<OsString> = fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    let mut expected: Vec<OsString> = looks().map(|(_, name)| name.into()).collect();
    known.sort();
    expected.sort();
    assert_eq!(known, expected);
}

/// A comparison that cannot tell pictures apart proves nothing.
#[test]
fn a_man_a_look_and_a_board_make_a_difference() {
    let mut faces: Vec<Pixmap> = Vec::new();
    for (look, name) in looks() {
        for board in Board::ALL {
            let (face, all) = (face(board, look), men(board));
            let known = with_men(&face, board, look, &all);
            let differs = |men: &[_]| is_other(&known, &with_men(&face, board, look, men));
            assert!(!differs(&all), "{name}, {}", board.id());
            for missing in 0..all.len() {
                let fewer = [&all[..missing], &all[missing + 1..]].concat();
                assert!(differs(&fewer), "{name}, {}: man {missing}", board.id());
            }
            let mut swapped = all.clone();
            swapped[0].1 = swapped[0].1.other();
            assert!(differs(&swapped), "{name}, {}: colors", board.id());
            // The diagonals of one board close mills, those of the other do not.
            if *board != &MOVES_24 {
                assert!(faces.iter().all(|other| is_other(&face, other)), "{name}, {} looks like another", board.id());
                faces.push(face);
            }
        }
    }
}

fn is_other(a: &Pixmap, b: &Pixmap) -> bool {
    differences(a, b, (0, 0)).any(|difference| difference > 2.0 * TOLERANCE)
}
