// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests the pictures of men and of their shadows: their sizes, and where the light comes from.

use morris::Color;
use morris_paint::piece_shadow::{Stance, paint_shadow, shadow_margins};
use morris_paint::piece_texture::PieceTextureSpec;
use morris_paint::style::{MenMake, Tone};
use morris_paint::{BoardStyle, Look, Pixels};

fn looks() -> impl Iterator<Item = Look> {
    BoardStyle::ALL.into_iter().flat_map(|style| [Tone::Light, Tone::Dark].map(|tone| Look::new(style, tone)))
}

fn is_flat(look: Look) -> bool {
    look.men_palette().make == MenMake::Flat
}

/// Returns the opacities of a picture, row by row.
fn opacities(picture: Pixels) -> Vec<u8> {
    picture.into_bytes().chunks_exact(4).map(|pixel| pixel[3]).collect()
}

#[test]
fn a_picture_is_higher_than_wide_by_the_rise() {
    for look in looks() {
        for (diameter, rise) in [(20, 2), (60, 6), (100, 9)] {
            let spec = PieceTextureSpec { diameter, color: Color::White, look, piece: 0 };
            let picture = spec.paint();
            assert_eq!(spec.rise(), if is_flat(look) { 0 } else { rise });
            assert_eq!((picture.width, picture.height), (diameter, diameter + spec.rise()));
            let height = picture.height;
            let opaque = opacities(picture);
            // A seal is narrower than its disc in most directions, and so is the foot of a stone.
            let row = |y: usize| opaque[y * diameter..][..diameter].iter().any(|&opacity| opacity > 0);
            let rows = (0..height).filter(|&y| row(y)).count();
            assert!(rows * 10 >= height * 9, "{look:?}: {rows} of {height} rows");
        }
    }
}

#[test]
fn a_flat_man_is_the_same_as_before() {
    let look = Look::new(BoardStyle::high_contrast(), Tone::Light);
    let picture = PieceTextureSpec { diameter: 40, color: Color::Black, look, piece: 0 }.paint();
    let row: Vec<_> = (0..40).map(|x| if picture.luminance(x, 20) > 0.5 { '#' } else { '.' }).collect();
    assert_eq!(row.iter().collect::<String>(), "........####................####........");
}

#[test]
fn light_comes_from_the_upper_left() {
    for look in looks().filter(|&look| !is_flat(look)) {
        let picture = PieceTextureSpec { diameter: 120, color: Color::White, look, piece: 0 }.paint();
        let height = picture.height;
        let opaque = opacities(picture.clone());
        // The outer parts of the man toward the upper left and toward the lower right.
        let mean = |sign: f32| {
            let is_there = |&(x, y): &(usize, usize)| {
                let toward = 0.6 * (x as f32 - 60.0) + 0.8 * (y as f32 - height as f32 / 2.0);
                opaque[y * 120 + x] == 255 && sign * toward > 36.0
            };
            let places = (0..120 * height).map(|at| (at % 120, at / 120)).filter(is_there);
            let seen: Vec<_> = places.map(|(x, y)| picture.luminance(x, y)).collect();
            seen.iter().sum::<f32>() / seen.len() as f32
        };
        let (lit, shaded) = (mean(-1.0), mean(1.0));
        assert!(lit > shaded * 1.02, "{look:?}: {lit:.3}, {shaded:.3}");
    }
}

#[test]
fn a_shadow_is_darkest_at_the_foot_and_ends_before_the_edge() {
    for look in looks() {
        for (diameter, pose) in
            [(20, Stance::Standing), (100, Stance::Standing), (20, Stance::Lifted), (100, Stance::Lifted)]
        {
            let [before, after] = shadow_margins(diameter);
            let picture = paint_shadow(diameter, look, pose);
            let side = before + diameter + after;
            assert_eq!((picture.width, picture.height), (side, side));
            let dark = opacities(picture);
            let at = |x: usize, y: usize| dark[y * side + x];
            let edges = (0..side).flat_map(|at| [(at, 0), (at, side - 1), (0, at), (side - 1, at)]);
            assert!(edges.map(|(x, y)| at(x, y)).all(|dark| dark == 0), "{look:?} {diameter} {pose:?}");
            let (middle, far) = (before + diameter / 2, before + diameter * 4 / 5);
            assert_eq!(at(middle, middle) > 0, !is_flat(look));
            if pose == Stance::Standing && !is_flat(look) {
                // From the foot toward the lower right it only gets lighter.
                let along: Vec<_> = (far..side).map(|place| at(place, place)).collect();
                assert!(along.is_sorted_by(|near, far| near >= far), "{look:?}: {along:?}");
                assert_eq!(along.first(), dark.iter().max());
                assert!(at(far, far) > at(2 * before + diameter - far, 2 * before + diameter - far) / 2);
            }
        }
    }
}
