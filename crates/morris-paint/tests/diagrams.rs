// SPDX-License-Identifier: GPL-3.0-or-later
//! The board as SVG and PNG.

use morris::{Game, PLAIN_24, Point, Position, Rules, text_picture};
use morris_paint::{png, svg};
use tiny_skia::Pixmap;

fn position() -> Position {
    Position::parse("W../.W./..B/...B../.../.../..B w 6 6", &Rules::STANDARD).unwrap()
}

#[test]
fn the_svg_has_every_edge_point_and_letter() {
    let text = svg(&position(), &Rules::STANDARD);
    assert_eq!(text.matches("<circle").count(), 24);
    assert_eq!(text.matches("r=\"22\" fill=\"#fffdf6\"").count(), 2);
    assert_eq!(text.matches("r=\"22\" fill=\"#332b28\"").count(), 3);
    assert_eq!(text.matches("stroke-width=\"4\"").count(), 32);
    assert!(text.contains("<title>W../.W./..B/...B../.../.../..B w 6 6 0</title>"), "{text}");
}

#[test]
fn the_png_shows_every_man_in_its_place() {
    let position = position();
    for side in [120, 480, 960] {
        let bytes = png(&position, &Rules::STANDARD, side).unwrap();
        let pixels = Pixmap::decode_png(&bytes).unwrap();
        assert_eq!((pixels.width(), pixels.height()), (side.into(), side.into()));
        let step = u32::from(side) / 8;
        for point in Point::all() {
            let (right, up) = PLAIN_24.place(point);
            let (x, y) = (step * (1 + right as u32), step * (7 - up as u32));
            // A place slightly beside the middle, where an empty point has neither dot nor line.
            let (x, y) = (x + step / 6, y + step / 6);
            let color = pixels.pixel(x, y).unwrap();
            let expected = match position.at(point) {
                None => (0xf3, 0xe6, 0xcc),
                Some(morris::Color::White) => (0xff, 0xfd, 0xf6),
                Some(morris::Color::Black) => (0x33, 0x2b, 0x28),
            };
            assert_eq!((color.red(), color.green(), color.blue()), expected, "{point} at {side}");
        }
    }
    assert!(png(&position, &Rules::STANDARD, 0).is_err());
}

#[test]
fn every_board_has_its_picture() {
    for rules in Rules::PRESETS {
        let mut game = Game::new(rules);
        for _ in 0..2 {
            let mv = game.position().legal_moves(&rules)[0];
            game.play(mv).unwrap();
        }
        let position = game.position();
        let letters = text_picture(position, &rules);
        let count = |letter| letters.matches(letter).count();
        let points = (count('W'), count('B'), count('.'));
        assert_eq!(points, (1, 1, rules.board.points().len() - 2), "{rules}\n{letters}");
        let drawn = svg(position, &rules);
        let title = format!("<title>{}</title>", position.line_with_rules(&rules));
        assert!(drawn.contains(&title) && drawn.contains("<circle"), "{rules}: {drawn}");
        assert!(png(position, &rules, 48).is_ok());
    }
}
