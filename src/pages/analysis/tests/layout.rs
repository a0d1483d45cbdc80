// SPDX-License-Identifier: GPL-3.0-or-later
//! The board has room on every window.

use morris::PLAIN_24;
use morris_paint::geometry::{Coordinates, Facing, Geometry};

use super::*;
use crate::widgets::adaptive_layout::Area;

/// Height of the header bar, and in text of 200 %, in pixels.
const HEADERS: [i32; 2] = [47, 60];
/// Minimum width and height of the panel, and in text of 200 %, in pixels.
const PANELS: [(i32, i32); 2] = [(296, 316), (314, 460)];

/// Returns the places of the board and the panel in a window of this size, on the scrolled page.
fn places((width, height): (i32, i32), text: usize, scale: f64) -> [Area; 2] {
    let (room, (least, high)) = (height - HEADERS[text], PANELS[text]);
    let parts = PARTS.fitted(width, least);
    let is_wide = f64::from(width) >= f64::from(parts.from.0) * scale;
    let scrolled = if is_wide { 0 } else { PARTS.least + 2 * PARTS.gaps.1 + high };
    parts.places((width, room.max(scrolled)), scale, || high)
}

fn spacing(board: Area, coordinates: Coordinates) -> f32 {
    Geometry::new((board.width, board.height), 1, &PLAIN_24, coordinates, Facing::White).spacing
}

#[test]
fn points_are_at_least_40_pixels_apart() {
    for (size, scale) in [
        ((360, 480), 1.0),
        ((360, 640), 1.0),
        ((640, 480), 1.0),
        ((600, 800), 1.0),
        ((1000, 700), 1.0),
        ((1920, 1080), 1.2),
    ] {
        for text in [0, 1] {
            let [board, panel] = places(size, text, scale);
            assert!(spacing(board, Coordinates::Shown) >= 40.0, "{size:?} {text} {board:?}");
            assert!(board.start >= 0 && board.start + board.width <= size.0, "{board:?}");
            assert!(panel.start + panel.width <= size.0, "{panel:?}");
            assert!(panel.width >= PANELS[text].0.min(size.0), "{panel:?}");
        }
    }
    let [board, _] = places((640, 360), 0, 1.0);
    assert!(spacing(board, Coordinates::Hidden) >= 40.0, "{board:?}");
}

#[test]
fn low_pages_have_the_panel_beside_the_board() {
    for (size, is_beside) in [
        ((640, 360), true),
        ((640, 480), true),
        ((1000, 700), true),
        ((1920, 1080), true),
        ((360, 480), false),
        ((360, 640), false),
        ((600, 900), false),
    ] {
        let [board, panel] = places(size, 0, 1.0);
        assert_eq!(panel.start >= board.start + board.width, is_beside, "{size:?}");
    }
    let [board, panel] = places((640, 480), 1, 1.0);
    assert!(panel.start >= board.start + board.width, "in text of 200 %, too");
}
