// SPDX-License-Identifier: GPL-3.0-or-later
//! The tones of the desktop: light man, dark man, line and board differ by 3:1, measured in the pictures themselves.

use morris::{Color, PLAIN_24};
use nine_mens_morris::board::board_texture::FaceSpec;
use nine_mens_morris::board::geometry::Coordinates;
use nine_mens_morris::board::man_texture::ManSpec;
use nine_mens_morris::board::paint::linear_color::{Pixels, contrast};
use nine_mens_morris::board::style::Tone;
use nine_mens_morris::board::{BoardPicture, BoardStyle, BoardView, MenTray};

use crate::support::handlers_of_tone;

/// The least contrast, after WCAG.
const LEAST: f32 = 3.0;
/// The side of the board that is measured, in pixels.
const SIDE: usize = 794;

/// The middle value of the luminances at places in spacings from the middle of the board.
fn median(picture: &Pixels, places: impl Iterator<Item = (f32, f32)>) -> f32 {
    let mut seen: Vec<_> = places.map(|(x, y)| picture.luminance(pixel(x), pixel(y))).collect();
    seen.sort_by(f32::total_cmp);
    seen[seen.len() / 2]
}

fn pixel(spacings: f32) -> usize {
    (SIDE as f32 / 2.0 + spacings * 100.0) as usize
}

/// Around the point d7: the wood beside its lines.
fn ground() -> impl Iterator<Item = (f32, f32)> {
    (0..40).flat_map(|x| (0..20).map(move |y| (0.15 + x as f32 * 0.02, -2.85 + y as f32 * 0.02)))
}

/// Along the line from a7 to d7, and the hollow of d7.
fn line() -> impl Iterator<Item = (f32, f32)> {
    (0..100).map(|step| (-2.8 + step as f32 * 0.025, -3.0))
}

fn hollow() -> impl Iterator<Item = (f32, f32)> {
    (0..9).map(|step| ((step % 3) as f32 * 0.03 - 0.03, -3.0 + (step / 3) as f32 * 0.03 - 0.03))
}

fn man(color: Color, style: BoardStyle, tone: Tone) -> f32 {
    let side = 80;
    let picture = ManSpec { diameter: side, color, style, tone, piece: 0 }.paint();
    let inside = |&(x, y): &(usize, usize)| (x as f32 - 39.5).hypot(y as f32 - 39.5) < 32.0;
    let mut seen: Vec<_> = (0..side * side)
        .map(|index| (index % side, index / side))
        .filter(inside)
        .map(|(x, y)| picture.luminance(x, y))
        .collect();
    seen.sort_by(f32::total_cmp);
    seen[seen.len() / 2]
}

#[gtk::test]
fn nothing_of_a_widget_that_is_gone_waits_for_another_tone() {
    adw::init().unwrap();
    let before = handlers_of_tone();
    let widgets = (BoardView::new(), BoardPicture::new(40), MenTray::new(Color::White));
    assert_eq!(handlers_of_tone(), before + 3);
    drop(widgets);
    assert_eq!(handlers_of_tone(), before);
}

#[test]
fn what_has_to_be_told_apart_differs_enough() {
    for style in BoardStyle::ALL {
        for tone in [Tone::Light, Tone::Dark] {
            let face = FaceSpec { side: SIDE, style, tone, coordinates: Coordinates::Shown, board: &PLAIN_24 }.paint();
            let [light, dark] = Color::BOTH.map(|color| man(color, style, tone));
            let [ground, line, hollow] = [median(&face, ground()), median(&face, line()), median(&face, hollow())];
            let pairs = [
                ("light man and dark man", light, dark),
                ("light man and ground", light, ground),
                ("dark man and ground", dark, ground),
                ("line and ground", line, ground),
                ("empty point and ground", hollow, ground),
                ("light man and empty point", light, hollow),
                ("light man and line", light, line),
            ];
            for (what, a, b) in pairs {
                let found = contrast(a, b);
                println!("{style:?} {tone:?}: {what}: {found:.2}:1");
                assert!(found >= LEAST, "{style:?} {tone:?}: {what}: {found:.2}:1");
            }
        }
    }
}
