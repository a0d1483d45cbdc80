// SPDX-License-Identifier: GPL-3.0-or-later
//! The board without men as a picture: frame, face, engraved lines and hollows.

use std::f32::consts::TAU;

use morris::Board;

use super::geometry::{Frame, Place, ROOM, field, place_of};
use super::height_map::{HeightMap, corner_dark, lit};
use super::linear_color::{LinearColor, Pixels};
use super::look::Look;
use super::noise::{clouds, step};
use super::style::{Make, Palette};
use super::surface::Surface;

/// Half the width of a line, in spacings.
const LINE: f32 = 0.036;
/// Minimum half width of a line, in pixels.
const THINNEST: f32 = 0.9;
/// Radius of an empty point, in spacings.
const HOLLOW: f32 = 0.105;
/// Radius of the rosette, in spacings.
const ROSETTE: f32 = 0.5;
/// Radius of the frame's outer corners, in spacings.
const CORNER: f32 = 0.16;
/// Radius of the corners of a flat board, in spacings.
const SQUARE: f32 = 0.02;

/// Specification of a face.
///
/// ```
/// use morris::PLAIN_24;
/// use morris_paint::board_texture::BoardTextureSpec;
/// use morris_paint::geometry::Coordinates;
/// use morris_paint::{BoardStyle, Look, style::Tone};
///
/// let look = Look::new(BoardStyle::default(), Tone::Dark);
/// let face = BoardTextureSpec { side: 48, look, frame: Coordinates::Hidden.into(), board: &PLAIN_24 }.paint();
/// assert_eq!((face.width, face.height), (48, 48));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoardTextureSpec {
    /// Length of a side in device pixels.
    pub side: usize,
    /// Materials and colors.
    pub look: Look,
    /// What the frame has room for.
    pub frame: Frame,
    /// Board with its points and lines.
    pub board: &'static Board,
}

/// All data for computing the color of a pixel.
struct Face {
    make: Make,
    relief: HeightMap,
    line: LinearColor,
    field: Surface,
    /// The four sides of the frame. If the frame is one piece, the first entry is the whole frame.
    frame: [Surface; 4],
    /// Distance from the middle to the inner edge of the frame, in spacings.
    inner: f32,
    /// Distance from the middle to the outer edge of the frame, in spacings.
    outer: f32,
    /// Length of a pixel, in spacings.
    pixel: f32,
}

impl BoardTextureSpec {
    /// Paints the face. It takes several hundred nanoseconds per pixel, so paint large faces on
    /// another thread.
    pub fn paint(&self) -> Pixels {
        let face = Face::new(self);
        Pixels::paint(self.side, self.side, |x, y| face.pixel(x, y))
    }
}

impl Face {
    fn new(spec: &BoardTextureSpec) -> Self {
        let layout = spec.frame.layout(spec.board);
        let pixels = spec.side as f32 / (2.0 * layout.half);
        let palette = spec.look.palette();
        let mut relief = HeightMap::flat(spec.side, layout.half, layout.top);
        engrave(&mut relief, spec.board, (LINE * palette.line_width).max(THINNEST / pixels), palette.make);
        border(&mut relief, &palette, field(spec.board), THINNEST / pixels);
        Self {
            make: palette.make,
            relief,
            line: LinearColor::hex(palette.line),
            field: Surface::large(palette.field, 11, pixels),
            frame: [21, 22, 23, 24].map(|seed| Surface::large(palette.frame, seed, pixels)),
            inner: field(spec.board),
            outer: layout.beside,
            pixel: 1.0 / pixels,
        }
    }

    fn pixel(&self, x: usize, y: usize) -> (LinearColor, f32) {
        let place = self.relief.place(x, y);
        let rounding = if self.make == Make::Flat { SQUARE } else { CORNER };
        let inside = self.outer - rounding;
        let corner = Place { x: (place.x.abs() - inside).max(0.0), y: (place.y.abs() - inside).max(0.0) };
        // Distance within the outer edge, including rounded corners.
        let depth = rounding - (corner.x * corner.x + corner.y * corner.y).sqrt() - inside_offset(place, inside);
        let depth = if self.make == Make::Sheet { depth - worn(place) } else { depth };
        let shown = (depth / self.pixel + 0.5).clamp(0.0, 1.0);
        let around = |distance| if self.make == Make::Flat { 0.0 } else { shadow_around(distance) };
        if shown <= 0.0 {
            return (LinearColor::BLACK, around(-depth));
        }
        let edge = place.x.abs().max(place.y.abs());
        let tint = match self.make {
            Make::Framed if edge < self.inner => self.face(x, y, place),
            Make::Framed => self.framed(place, depth),
            Make::Slab => self.slab(x, y, place, depth),
            Make::Sheet => self.sheet(x, y, place, depth),
            Make::Flat => self.flat(x, y, place),
        };
        // A gradient that is slightly brighter toward the light.
        let fall = if self.make == Make::Flat { 1.0 } else { 1.0 - 0.022 * (place.x + place.y) * 0.5 };
        // Where the edge covers part of a pixel, the shadow fills the rest.
        let alpha = shown + (1.0 - shown) * around(0.0);
        (tint.times(fall * shown / alpha), alpha)
    }

    /// Returns the color of the carved face within a frame.
    fn face(&self, x: usize, y: usize, place: Place) -> LinearColor {
        let tint = self.carved(&self.field, x, y, place);
        // The frame is higher and casts its shadow from the top left.
        let [left, top] = [self.inner + place.x, self.inner + place.y];
        let [right, bottom] = [self.inner - place.x, self.inner - place.y];
        let cast = corner_dark(left, 0.16, 0.42) * corner_dark(top, 0.2, 0.5);
        tint.times(cast * corner_dark(right, 0.07, 0.3) * corner_dark(bottom, 0.07, 0.3))
    }

    /// Returns the color of a surface with its carving and stains.
    fn carved(&self, surface: &Surface, x: usize, y: usize, place: Place) -> LinearColor {
        let stain = self.relief.stain(x, y);
        let tint = surface.at(place.x, place.y).mix(self.line, stain);
        lit(tint, self.relief.slope(x, y), 0.10 * (1.0 - stain))
    }

    fn framed(&self, place: Place, depth: f32) -> LinearColor {
        let upright = place.x.abs() > place.y.abs();
        let (along, across) = if upright { (place.y, place.x) } else { (place.x, place.y) };
        let plank = &self.frame[usize::from(upright) * 2 + usize::from(across > 0.0)];
        let width = self.outer - self.inner;
        let from_face = across.abs() - self.inner;
        let slope = moulding(from_face, depth, width) * across.signum();
        let slopes = if upright { (slope, 0.0) } else { (0.0, slope) };
        let seam = (place.x.abs() - place.y.abs()).abs() / self.pixel;
        let mitre = 0.55 + 0.45 * step(0.2, 1.4, seam);
        lit(plank.at(along, across.abs() * 1.4), slopes, 0.22).times(mitre)
    }

    /// Returns the color of a stone slab: the margin is honed darker, and the edge is rounded.
    fn slab(&self, x: usize, y: usize, place: Place, depth: f32) -> LinearColor {
        let edge = place.x.abs().max(place.y.abs());
        let margin = step(self.inner, self.inner + 0.5 * self.pixel, edge);
        if margin <= 0.0 {
            return self.carved(&self.field, x, y, place);
        }
        let width = self.outer - self.inner;
        let fall = -1.3 * step(width * 0.28, 0.0, depth);
        let outwards =
            if place.x.abs() > place.y.abs() { (fall * place.x.signum(), 0.0) } else { (0.0, fall * place.y.signum()) };
        lit(self.carved(&self.frame[0], x, y, place), outwards, 0.3)
    }

    /// Returns the color of an inked sheet: the ink is uneven, and the edge is browned.
    fn sheet(&self, x: usize, y: usize, place: Place, depth: f32) -> LinearColor {
        let uneven = 0.90 + 0.10 * clouds(place.x * 3.7, place.y * 3.7, 2, 77);
        let tint = self.field.at(place.x, place.y).mix(self.line, self.relief.stain(x, y) * uneven);
        let browned = step(0.42, 0.0, depth + 0.1 * clouds(place.x * 2.0, place.y * 2.0, 2, 51));
        tint.times(1.0 - 0.42 * browned * browned)
    }

    fn flat(&self, x: usize, y: usize, place: Place) -> LinearColor {
        let inside = place.x.abs().max(place.y.abs()) < self.inner;
        let ground = if inside { &self.field } else { &self.frame[0] };
        ground.at(place.x, place.y).mix(self.line, self.relief.stain(x, y))
    }
}

/// Returns the wear of a sheet's edge at a place, in spacings.
fn worn(place: Place) -> f32 {
    0.05 * clouds(place.x * 2.6, place.y * 2.6, 3, 63)
}

/// Returns the distance of a place within the straight part of the edge, for places without a
/// rounded corner.
fn inside_offset(place: Place, inside: f32) -> f32 {
    let edge = place.x.abs().max(place.y.abs());
    (edge - inside).min(0.0)
}

/// Returns the outward slope of the frame. It rises from the face, runs flat, and is rounded at its
/// outer edge.
fn moulding(from_face: f32, depth: f32, width: f32) -> f32 {
    let rise = step(0.055, 0.0, from_face) * 1.3;
    let bead = 0.5 * step(0.025, 0.0, (from_face - 0.085).abs()) * (0.085 - from_face).signum();
    let fall = -1.5 * step(width * 0.32, 0.0, depth);
    rise - bead + fall
}

/// Returns the darkness of the shadow around the board at a distance from the edge.
fn shadow_around(distance: f32) -> f32 {
    0.34 * step(ROOM, 0.0, distance)
}

fn engrave(relief: &mut HeightMap, board: &Board, line: f32, make: Make) {
    for (from, to) in board.edges() {
        relief.groove(place_of(board, from), place_of(board, to), line, 1.0);
    }
    for point in board.points() {
        relief.hollow(place_of(board, point), HOLLOW.max(line * 2.2), 1.0);
    }
    // No ornament on flat boards, or if the middle is occupied.
    let is_free = |point| place_of(board, point).distance(Place::default()) > 1.4 * ROSETTE;
    if make != Make::Flat && board.points().into_iter().all(is_free) {
        rosette(relief, line * 0.5);
    }
}

/// Engraves the border between the face and its margin on boards without a frame.
fn border(relief: &mut HeightMap, palette: &Palette, inner: f32, thinnest: f32) {
    // Offset from the inner edge, half width and darkness of each line.
    let lines: &[(f32, f32, f32)] = match palette.make {
        Make::Framed => &[],
        Make::Slab => &[(0.0, 0.022, 0.8)],
        Make::Sheet => &[(0.0, 0.026, 1.0), (-0.075, 0.009, 0.9)],
        Make::Flat => &[(0.0, 0.03, 1.0)],
    };
    for &(offset, half_width, stain) in lines {
        let reach = inner + offset;
        let corners = [(-reach, -reach), (reach, -reach), (reach, reach), (-reach, reach)].map(|(x, y)| Place { x, y });
        for (number, &from) in corners.iter().enumerate() {
            relief.groove(from, corners[(number + 1) % corners.len()], half_width.max(thinnest), stain);
        }
    }
}

/// Engraves a rosette: six petals in a ring, drawn with a single compass setting, as carvers do.
fn rosette(relief: &mut HeightMap, half_width: f32) {
    let middle = Place::default();
    for number in 0..6 {
        let (y, x) = (TAU * number as f32 / 6.0).sin_cos();
        let foot = Place { x: x * ROSETTE, y: y * ROSETTE };
        relief.arc(foot, ROSETTE, half_width, 0.55, (middle, ROSETTE));
    }
    let room = ROSETTE * 1.25;
    relief.arc(middle, ROSETTE, half_width, 0.55, (middle, room));
    relief.arc(middle, ROSETTE * 1.14, half_width, 0.55, (middle, room));
}
