// SPDX-License-Identifier: GPL-3.0-or-later
//! The pointer over the board: an arrow of the material of the light men.

use super::geometry::Place;
use super::height_map::lit;
use super::linear_color::{LinearColor, Pixels};
use super::look::Look;
use super::noise::step;
use super::surface::Surface;

/// Side of the picture, in pixels.
const SIDE: usize = 36;
/// Outline of the arrow in pixels, the tip first.
pub const OUTLINE: [(f32, f32); 7] =
    [(3.0, 2.5), (3.0, 26.0), (8.8, 20.8), (12.8, 30.0), (17.2, 28.0), (13.2, 19.2), (20.6, 18.6)];
/// Width of the beveled edge, in pixels.
const BEVEL: f32 = 2.6;
/// Width of the dark rim, in pixels.
const RIM: f32 = 1.1;

/// Paints the arrow.
pub fn paint(look: Look) -> Pixels {
    let (stuff, rim) = (Surface::new(look.men_palette().white, 300, 24.0), LinearColor::hex(look.palette().line));
    Pixels::paint(SIDE, SIDE, |x, y| {
        let place = Place { x: x as f32 + 0.5, y: y as f32 + 0.5 };
        let (depth, slope) = depth(place);
        if depth < -RIM {
            let (shadow, _) = self::depth(Place { x: place.x - 1.5, y: place.y - 2.0 });
            return (LinearColor::BLACK, 0.4 * step(-3.0, 1.5, shadow));
        }
        let grain = stuff.at(place.y / 14.0 + place.x / 40.0, place.x / 14.0);
        let edge = 1.1 * step(BEVEL, 0.4, depth);
        let tint = lit(grain, (-slope.x * edge, -slope.y * edge), 0.4);
        let cover = (depth + RIM + 0.5).clamp(0.0, 1.0);
        (rim.mix(tint, (depth + 0.5).clamp(0.0, 1.0)), cover)
    })
}

/// Returns the distance of a place to the outline, negative outside, and the direction inward.
fn depth(place: Place) -> (f32, Place) {
    let corners = OUTLINE.map(|(x, y)| Place { x, y });
    let (mut nearest, mut inside) = (corners[0], false);
    for (index, &to) in corners.iter().enumerate() {
        let from = corners[(index + corners.len() - 1) % corners.len()];
        let (dx, dy) = (to.x - from.x, to.y - from.y);
        let t = ((place.x - from.x) * dx + (place.y - from.y) * dy) / (dx * dx + dy * dy);
        let on_edge = from.towards(to, t.clamp(0.0, 1.0));
        if place.distance(on_edge) < place.distance(nearest) {
            nearest = on_edge;
        }
        let crosses = (from.y > place.y) != (to.y > place.y);
        if crosses && place.x < from.x + dx * (place.y - from.y) / dy {
            inside = !inside;
        }
    }
    let distance = place.distance(nearest);
    let signed = if inside { distance } else { -distance };
    let length = signed.abs().max(0.01) * signed.signum();
    (signed, Place { x: (place.x - nearest.x) / length, y: (place.y - nearest.y) / length })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_arrow_is_where_it_points_from() {
        assert!(depth(Place { x: 6.0, y: 14.0 }).0 > 1.0);
        assert!(depth(Place { x: 20.0, y: 5.0 }).0 < -5.0);
        let edge = depth(Place { x: 3.5, y: 14.0 });
        assert!((edge.0 - 0.5).abs() < 0.01 && edge.1.x > 0.9, "{edge:?}");
    }
}
