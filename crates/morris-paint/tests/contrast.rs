// SPDX-License-Identifier: GPL-3.0-or-later
//! Measures the contrast in the pictures of all boards with all men in both tones: light man, dark
//! man, line, and board must differ by at least 3:1.

use morris::{Color, PLAIN_24};
use morris_paint::board_texture::BoardTextureSpec;
use morris_paint::geometry::{Coordinates, Facing, Frame, Geometry, Place, TrayEnd, TraySide, Trays};
use morris_paint::linear_color::{LinearColor, Pixels, contrast};
use morris_paint::piece_texture::PieceTextureSpec;
use morris_paint::style::{Make, Tone};
use morris_paint::{BoardStyle, Look, MenStyle};

/// Minimum contrast after WCAG.
const LEAST: f32 = 3.0;
/// Side of the measured board, in pixels.
const SIDE: usize = 804;

fn geometry(frame: Frame) -> Geometry {
    Geometry::new((SIDE as i32, SIDE as i32), 1, &PLAIN_24, frame, Facing::White)
}

/// Returns the median of the luminances at these places, given in spacings from the middle of the
/// board.
fn median(picture: &Pixels, places: impl Iterator<Item = (f32, f32)>) -> f32 {
    let geometry = geometry(Coordinates::Shown.into());
    let pixels = places.map(|(x, y)| geometry.to_pixels(Place { x, y }));
    median_of(pixels.map(|Place { x, y }| picture.luminance(x as usize, y as usize)))
}

fn median_of(luminances: impl Iterator<Item = f32>) -> f32 {
    let mut seen: Vec<_> = luminances.collect();
    seen.sort_by(f32::total_cmp);
    seen[seen.len() / 2]
}

/// Returns places near the point d7: the wood beside its lines.
fn ground() -> impl Iterator<Item = (f32, f32)> {
    (0..40).flat_map(|x| (0..20).map(move |y| (0.15 + x as f32 * 0.02, -2.85 + y as f32 * 0.02)))
}

/// Returns places along the line from a7 to d7.
fn line() -> impl Iterator<Item = (f32, f32)> {
    (0..100).map(|step| (-2.8 + step as f32 * 0.025, -3.0))
}

fn hollow() -> impl Iterator<Item = (f32, f32)> {
    (0..9).map(|step| ((step % 3) as f32 * 0.03 - 0.03, -3.0 + (step / 3) as f32 * 0.03 - 0.03))
}

/// Median luminances of the parts of a man.
#[derive(Debug)]
struct Man {
    face: f32,
    /// The far part of the rim: the edge of the top.
    far: f32,
    /// The near part of the rim: the side.
    near: f32,
}

impl Man {
    fn measure(color: Color, look: Look) -> Self {
        let radius = 80.0;
        let spec = PieceTextureSpec { diameter: 160, color, look, piece: 0 };
        let picture = spec.paint();
        let bytes = picture.clone().into_bytes();
        let middle = picture.height as f32 / 2.0;
        let at = |x: f32, y: f32| ((radius + x) as usize, (middle + y) as usize);
        let is_man = |(x, y): (usize, usize)| bytes[(y * picture.width + x) * 4 + 3] == 255;
        // The outline of a seal is irregular, and the foot of a stone is narrow: look for the rim.
        let rim = |degrees: std::ops::Range<i32>| {
            let places = degrees.flat_map(|degree| {
                let (sin, cos) = (degree as f32).to_radians().sin_cos();
                let outline = (0..90).rev().map(|step| step as f32).find(|step| {
                    let (x, y) = (cos * step, sin * step);
                    x.abs() < radius - 1.0 && y.abs() < middle - 1.0 && is_man(at(x, y))
                });
                let outline = outline.expect("a man in the picture");
                (4..9)
                    .map(move |inside| outline - inside as f32)
                    .map(move |distance| at(cos * distance, sin * distance))
            });
            median_of(places.map(|(x, y)| picture.luminance(x, y)))
        };
        let on_face = |&(x, y): &(usize, usize)| (x as f32 - 79.5).hypot(y as f32 - 79.5) < 0.72 * radius;
        let places = (0..160 * 160).map(|index| (index % 160, index / 160)).filter(on_face);
        Self { face: median_of(places.map(|(x, y)| picture.luminance(x, y))), far: rim(190..350), near: rim(10..170) }
    }

    /// Returns the contrast with what is around the man. A man that is as light as this differs
    /// from it by its rim.
    fn contrast(&self, other: f32) -> f32 {
        contrast(self.face, other).max(contrast(self.far, other).min(contrast(self.near, other)))
    }
}

/// Returns all boards in both tones.
fn boards() -> impl Iterator<Item = Look> {
    BoardStyle::ALL.into_iter().flat_map(|style| [Tone::Light, Tone::Dark].map(|tone| Look::new(style, tone)))
}

#[test]
fn pieces_and_marks_have_enough_contrast() {
    let mut faults = Vec::new();
    for look in boards() {
        let face = BoardTextureSpec { side: SIDE, look, frame: Coordinates::Shown.into(), board: &PLAIN_24 }.paint();
        let [ground, line, hollow] = [median(&face, ground()), median(&face, line()), median(&face, hollow())];
        let pairs = [("line and ground", contrast(line, ground)), ("empty point and ground", contrast(hollow, ground))];
        faults.extend(too_low(&format!("{look:?}"), &pairs));
        for look in MenStyle::ALL.map(|men| look.with_men(men)) {
            let [light, dark] = Color::BOTH.map(|color| Man::measure(color, look));
            let pairs = [
                ("light man and dark man", contrast(light.face, dark.face)),
                ("light man and ground", light.contrast(ground)),
                ("dark man and ground", dark.contrast(ground)),
                ("light man and empty point", light.contrast(hollow)),
                ("light man and line", light.contrast(line)),
            ];
            faults.extend(too_low(&format!("{look:?}"), &pairs));
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn the_lower_edge_of_a_carved_line_is_bright_and_the_upper_one_dark() {
    for look in boards().filter(|look| matches!(look.palette().make, Make::Framed | Make::Slab)) {
        let face = BoardTextureSpec { side: SIDE, look, frame: Coordinates::Shown.into(), board: &PLAIN_24 }.paint();
        let beside = |offset: f32| median(&face, line().map(|(x, y)| (x, y + offset)));
        let half_width = 0.036 * look.palette().line_width + 0.01;
        let [upper, lower, ground] = [beside(-half_width), beside(half_width), median(&face, ground())];
        assert!(upper < 0.85 * ground && lower > 1.15 * ground, "{look:?}: {upper} {ground} {lower}");
    }
}

#[test]
fn men_contrast_with_the_trays() {
    let frame = Frame { coordinates: Coordinates::Shown, trays: Trays::Shown };
    let mut faults = Vec::new();
    for look in boards() {
        let face = BoardTextureSpec { side: SIDE, look, frame, board: &PLAIN_24 }.paint();
        let places = (0..12).filter_map(|index| geometry(frame).tray_place(TraySide::Near, TrayEnd::Hand, index, 12));
        let pixels = places.map(|place| geometry(frame).to_pixels(place));
        let tray = median_of(pixels.map(|Place { x, y }| face.luminance(x as usize, y as usize)));
        for color in Color::BOTH {
            let found = Man::measure(color, look).contrast(tray);
            faults.extend(too_low(&format!("{look:?}"), &[("man and tray", found)]));
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

/// Returns the pairs that differ too little.
fn too_low(look: &str, pairs: &[(&str, f32)]) -> Vec<String> {
    let low = pairs.iter().filter(|(_, found)| *found < LEAST);
    low.map(|(what, found)| format!("{look}: {what}: {found:.2}:1")).collect()
}

#[test]
fn letters_on_marks_of_values_can_be_read() {
    for look in boards() {
        let palette = look.palette();
        for mark in [palette.win, palette.draw, palette.loss] {
            let found = contrast(1.0, LinearColor::hex(mark).luminance());
            assert!(found >= 4.5, "{look:?}: {mark:06x}: {found:.2}:1");
        }
    }
}
