// SPDX-License-Identifier: GPL-3.0-or-later
//! The board without men: frame, face, engraved lines and hollows, as a picture.

use std::f32::consts::TAU;

use morris::Board;

use super::geometry::{Coordinates, Place, ROOM, field, place_of};
use super::paint::height_map::{HeightMap, corner_dark, lit};
use super::paint::linear_color::{LinearColor, Pixels};
use super::paint::noise::step;
use super::paint::wood::Plank;
use super::style::{BoardStyle, Tone};

/// Half the width of a line, in spacings.
const LINE: f32 = 0.036;
/// The least half width of a line, in pixels.
const THINNEST: f32 = 0.9;
/// The radius of an empty point, in spacings.
const HOLLOW: f32 = 0.105;
/// The radius of the rosette, in spacings.
const ROSETTE: f32 = 0.5;
/// The radius of the frame's outer corners, in spacings.
const CORNER: f32 = 0.16;

/// Which face.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FaceSpec {
    /// The length of a side in device pixels.
    pub side: usize,
    /// What it is made of.
    pub style: BoardStyle,
    /// By which light.
    pub tone: Tone,
    /// Whether the frame has room for letters and digits.
    pub coordinates: Coordinates,
    /// Which points and lines.
    pub board: &'static Board,
}

/// Everything needed to say the colour of a pixel.
struct Face {
    relief: HeightMap,
    line: LinearColor,
    field: Plank,
    frame: [Plank; 4],
    /// From the middle to the inner edge of the frame, in spacings.
    inner: f32,
    /// From the middle to the frame's outer edge, in spacings.
    outer: f32,
    /// The length of a pixel, in spacings.
    pixel: f32,
}

impl FaceSpec {
    /// Paints it: some hundred nanoseconds a pixel, so large ones belong on another thread.
    pub fn paint(&self) -> Pixels {
        let face = Face::new(self);
        Pixels::paint(self.side, self.side, |x, y| face.pixel(x, y))
    }
}

impl Face {
    fn new(spec: &FaceSpec) -> Self {
        let half = spec.coordinates.half(spec.board);
        let mut relief = HeightMap::flat(spec.side, half);
        let pixels = spec.side as f32 / (2.0 * half);
        engrave(&mut relief, spec.board, LINE.max(THINNEST / pixels));
        let palette = spec.style.palette(spec.tone);
        Self {
            relief,
            line: LinearColor::hex(palette.line),
            field: Plank::large(palette.field, 11, pixels),
            frame: [21, 22, 23, 24].map(|seed| Plank::large(palette.frame, seed, pixels)),
            inner: field(spec.board),
            outer: half - ROOM,
            pixel: 1.0 / pixels,
        }
    }

    fn pixel(&self, x: usize, y: usize) -> (LinearColor, f32) {
        let place = self.relief.place(x, y);
        let inside = self.outer - CORNER;
        let corner = Place { x: (place.x.abs() - inside).max(0.0), y: (place.y.abs() - inside).max(0.0) };
        // How far within the outer edge, rounded corners included.
        let depth = CORNER - (corner.x * corner.x + corner.y * corner.y).sqrt() - inside_offset(place, inside);
        let shown = (depth / self.pixel + 0.5).clamp(0.0, 1.0);
        if shown <= 0.0 {
            return (LinearColor::BLACK, shadow_around(-depth));
        }
        let edge = place.x.abs().max(place.y.abs());
        let tint = if edge < self.inner { self.face(x, y, place) } else { self.frame(place, depth) };
        // A little more light towards where it comes from.
        let fall = 1.0 - 0.022 * (place.x + place.y) * 0.5;
        // Where the edge covers a pixel in part, the shadow fills the rest.
        let alpha = shown + (1.0 - shown) * shadow_around(0.0);
        (tint.times(fall * shown / alpha), alpha)
    }

    fn face(&self, x: usize, y: usize, place: Place) -> LinearColor {
        let wood = self.field.at(place.x, place.y);
        let stain = self.relief.stain(x, y);
        let tint = lit(wood.mix(self.line, stain), self.relief.slope(x, y), 0.10 * (1.0 - stain));
        // The frame stands higher and throws its shadow from the top left.
        let [left, top] = [self.inner + place.x, self.inner + place.y];
        let [right, bottom] = [self.inner - place.x, self.inner - place.y];
        let cast = corner_dark(left, 0.16, 0.42) * corner_dark(top, 0.2, 0.5);
        tint.times(cast * corner_dark(right, 0.07, 0.3) * corner_dark(bottom, 0.07, 0.3))
    }

    fn frame(&self, place: Place, depth: f32) -> LinearColor {
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
}

/// How far a place lies within the straight part of the edge, for places that no corner rounds.
fn inside_offset(place: Place, inside: f32) -> f32 {
    let edge = place.x.abs().max(place.y.abs());
    (edge - inside).min(0.0)
}

/// The slope of the frame outwards: it rises from the face, runs flat and rounds off at its outer edge.
fn moulding(from_face: f32, depth: f32, width: f32) -> f32 {
    let rise = step(0.055, 0.0, from_face) * 1.3;
    let bead = 0.5 * step(0.025, 0.0, (from_face - 0.085).abs()) * (0.085 - from_face).signum();
    let fall = -1.5 * step(width * 0.32, 0.0, depth);
    rise - bead + fall
}

/// The shadow on what the board lies on: how dark at a distance from the edge.
fn shadow_around(distance: f32) -> f32 {
    0.34 * step(ROOM, 0.0, distance)
}

fn engrave(relief: &mut HeightMap, board: &Board, line: f32) {
    for (from, to) in board.edges() {
        relief.groove(place_of(board, from), place_of(board, to), line, 1.0);
    }
    for point in board.points() {
        relief.hollow(place_of(board, point), HOLLOW.max(line * 2.2), 1.0);
    }
    // Only where the middle is free.
    let is_free = |point| place_of(board, point).distance(Place::default()) > 1.4 * ROSETTE;
    if board.points().into_iter().all(is_free) {
        rosette(relief, line * 0.5);
    }
}

/// Six petals in a ring, drawn with one opening of the compass, as carvers do.
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
