// SPDX-License-Identifier: GPL-3.0-or-later
//! Measures the contrast in the pictures of all styles in both tones: light man, dark man, line,
//! and board must differ by at least 3:1.

use morris::{Color, PLAIN_24};
use morris_paint::board_texture::BoardTextureSpec;
use morris_paint::geometry::Coordinates;
use morris_paint::linear_color::{LinearColor, Pixels, contrast};
use morris_paint::piece_texture::PieceTextureSpec;
use morris_paint::style::Tone;
use morris_paint::{BoardStyle, Look};
use nine_mens_morris::board::{BoardPicture, BoardView, MenTray};

use crate::support::handlers_of_look;

/// Minimum contrast after WCAG.
const LEAST: f32 = 3.0;
/// Side of the measured board, in pixels.
const SIDE: usize = 794;

/// Returns the median of the luminances at these places, given in spacings from the middle of the
/// board.
fn median(picture: &Pixels, places: impl Iterator<Item = (f32, f32)>) -> f32 {
    let mut seen: Vec<_> = places.map(|(x, y)| picture.luminance(pixel(x), pixel(y))).collect();
    seen.sort_by(f32::total_cmp);
    seen[seen.len() / 2]
}

fn pixel(spacings: f32) -> usize {
    (SIDE as f32 / 2.0 + spacings * 100.0) as usize
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

/// Returns the median luminances of a man's face and of its rim.
fn man(color: Color, look: Look) -> [f32; 2] {
    let side = 160;
    let picture = PieceTextureSpec { diameter: side, color, look, piece: 0 }.paint();
    [0.0..0.72, 0.87..0.94].map(|radii| {
        let inside = |&(x, y): &(usize, usize)| radii.contains(&((x as f32 - 79.5).hypot(y as f32 - 79.5) / 80.0));
        let places = (0..side * side).map(|index| (index % side, index / side)).filter(inside);
        let mut seen: Vec<_> = places.map(|(x, y)| picture.luminance(x, y)).collect();
        seen.sort_by(f32::total_cmp);
        seen[seen.len() / 2]
    })
}

#[gtk::test]
fn nothing_of_a_widget_that_is_gone_waits_for_another_tone() {
    adw::init().unwrap();
    let before = handlers_of_look();
    let widgets = (BoardView::new(), BoardPicture::new(40), MenTray::new(Color::White));
    assert_eq!(handlers_of_look(), before + 3);
    drop(widgets);
    assert_eq!(handlers_of_look(), before);
}

#[test]
fn what_has_to_be_told_apart_differs_enough() {
    let mut faults = Vec::new();
    for (style, tone) in BoardStyle::ALL.into_iter().flat_map(|style| [(style, Tone::Light), (style, Tone::Dark)]) {
        let look = Look::new(style, tone);
        let face = BoardTextureSpec { side: SIDE, look, coordinates: Coordinates::Shown, board: &PLAIN_24 }.paint();
        let [light, dark] = Color::BOTH.map(|color| man(color, look));
        let [ground, line, hollow] = [median(&face, ground()), median(&face, line()), median(&face, hollow())];
        let pairs = [
            ("light man and dark man", contrast(light[0], dark[0])),
            // A man that is as light as the board differs from it by its rim.
            ("light man and ground", light.map(|part| contrast(part, ground)).into_iter().fold(0.0, f32::max)),
            ("dark man and ground", dark.map(|part| contrast(part, ground)).into_iter().fold(0.0, f32::max)),
            ("line and ground", contrast(line, ground)),
            ("empty point and ground", contrast(hollow, ground)),
            ("light man and empty point", contrast(light[0], hollow)),
            ("light man and line", contrast(light[0], line)),
        ];
        let low = pairs.into_iter().filter(|&(_, found)| found < LEAST);
        faults.extend(low.map(|(what, found)| format!("{style:?} {tone:?}: {what}: {found:.2}:1")));
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn letters_on_marks_of_values_can_be_read() {
    for (style, tone) in BoardStyle::ALL.into_iter().flat_map(|style| [(style, Tone::Light), (style, Tone::Dark)]) {
        let palette = Look::new(style, tone).palette();
        for mark in [palette.win, palette.draw, palette.loss] {
            let found = contrast(1.0, LinearColor::hex(mark).luminance());
            assert!(found >= 4.5, "{style:?} {tone:?}: {mark:06x}: {found:.2}:1");
        }
    }
}
