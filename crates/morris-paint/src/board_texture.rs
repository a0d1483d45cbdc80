// SPDX-License-Identifier: GPL-3.0-or-later
//! The board without men as a picture: frame, face, engraved lines and hollows.

use std::f32::consts::TAU;

use morris::Board;

use super::geometry::{FRONT, Frame, Layout, Place, ROOM, path_of, place_of};
use super::height_map::{HeightMap, corner_dark, cut, lit, toward_light};
use super::linear_color::{LinearColor, Pixels};
use super::look::Look;
use super::noise::{clouds, step};
use super::style::{Make, Palette};
use super::surface::Surface;

/// Half the width of a line, in spacings.
pub(crate) const LINE: f32 = 0.036;
/// Width of the slope beside a line, in spacings.
const LIP: f32 = 0.024;
/// Deviation of the edge of an ink line, in spacings.
const WOBBLE: f32 = 0.006;
/// Height of the far inner side of the frame in the picture, in spacings.
const WALL: f32 = 0.045;
/// Minimum half width of a line, in pixels.
pub(crate) const THINNEST: f32 = 0.9;
/// Radius of an empty point, in spacings.
const HOLLOW: f32 = 0.105;
/// Radius of the rosette, in spacings.
const ROSETTE: f32 = 0.5;
/// Radius of the outer corners of a board with height, in spacings.
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
    layout: Layout,
    /// Height of the front side in the picture, in spacings. 0 if the board has no thickness.
    front: f32,
    /// Width of the rounded outer edge, in spacings.
    rounded: f32,
    /// Length of a pixel, in spacings.
    pixel: f32,
}

/// The outer edge seen from a place.
struct Edge {
    /// Distance within the edge, negative outside.
    depth: f32,
    /// Direction to the edge.
    outwards: Place,
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
        let mut layout = spec.frame.layout(spec.board);
        let pixels = spec.side as f32 / (2.0 * layout.half);
        let palette = spec.look.palette();
        let mut relief = HeightMap::flat(spec.side, layout.half, layout.top);
        let thick = matches!(palette.make, Make::Framed | Make::Slab);
        if !thick {
            // The margin fills the room for a front side.
            layout.below += FRONT;
        }
        relief.lip = if thick { (LIP * palette.line_width).max(THINNEST / pixels) } else { 0.0 };
        relief.wobble = if palette.make == Make::Sheet { WOBBLE } else { 0.0 };
        engrave(&mut relief, spec.board, (LINE * palette.line_width).max(THINNEST / pixels), palette.make);
        border(&mut relief, &palette, &layout, THINNEST / pixels);
        let width = layout.beside - layout.inner;
        Self {
            make: palette.make,
            relief,
            line: LinearColor::hex(palette.line),
            field: Surface::large(palette.field, 11, pixels),
            frame: [21, 22, 23, 24].map(|seed| Surface::large(palette.frame, seed, pixels)),
            layout,
            front: if thick { FRONT } else { 0.0 },
            rounded: layout.trays.map_or(0.3 * width, |trays| trays.lip),
            pixel: 1.0 / pixels,
        }
    }

    fn pixel(&self, x: usize, y: usize) -> (LinearColor, f32) {
        let place = self.relief.place(x, y);
        if self.is_inside(place) {
            return (self.inside(x, y, place), 1.0);
        }
        let [edge, outline] = [0.0, self.front].map(|front| self.edge(place, front));
        let [top, shown] = [edge.depth, outline.depth].map(|depth| (depth / self.pixel + 0.5).clamp(0.0, 1.0));
        if shown <= 0.0 {
            return (LinearColor::BLACK, self.shadow_around(place, outline.depth));
        }
        let tint = if top >= 1.0 || self.front == 0.0 {
            self.around(x, y, place, &edge)
        } else if top <= 0.0 {
            self.front(place, &outline)
        } else {
            self.front(place, &outline).mix(self.around(x, y, place, &edge), top)
        };
        // Where the edge covers part of a pixel, the shadow fills the rest.
        let alpha = shown + (1.0 - shown) * self.shadow_around(place, 0.0);
        (tint.times(shown / alpha), alpha)
    }

    /// Returns the outer edge, or the outline of a board that is higher at the bottom by `front`.
    fn edge(&self, place: Place, front: f32) -> Edge {
        let Layout { beside, above, below, .. } = self.layout;
        let rounding = corner(self.make);
        let below = below + front;
        let y = place.y - (below - above) / 2.0;
        let (dx, dy) = (place.x.abs() - beside + rounding, y.abs() - (above + below) / 2.0 + rounding);
        let beyond = (dx.max(0.0).powi(2) + dy.max(0.0).powi(2)).sqrt();
        let (out_x, out_y) = match (dx > 0.0, dy > 0.0) {
            (true, true) => (dx / beyond, dy / beyond),
            _ if dx > dy => (1.0, 0.0),
            _ => (0.0, 1.0),
        };
        let depth = rounding - beyond - dx.max(dy).min(0.0);
        let depth = if self.make == Make::Sheet { depth - worn(place) } else { depth };
        Edge { depth, outwards: Place { x: out_x * place.x.signum(), y: out_y * y.signum() } }
    }

    /// Returns whether a place is within the frame.
    fn is_inside(&self, place: Place) -> bool {
        place.x.abs().max(place.y.abs()) < self.layout.inner
    }

    /// Returns the color of a place within the frame.
    fn inside(&self, x: usize, y: usize, place: Place) -> LinearColor {
        let tint = match self.make {
            Make::Framed => self.face(x, y, place),
            Make::Slab => self.carved(&self.field, x, y, place),
            Make::Sheet => self.sheet(x, y, place),
            Make::Flat => return self.flat(&self.field, x, y, place),
        };
        tint.times(fall(place))
    }

    /// Returns the color of a place on the frame.
    fn around(&self, x: usize, y: usize, place: Place, edge: &Edge) -> LinearColor {
        let tint = match self.make {
            Make::Framed => self.framed(place, edge),
            Make::Slab => self.margin(x, y, place, edge),
            Make::Sheet => browned(self.sheet(x, y, place), place, edge.depth),
            Make::Flat => return self.flat(&self.frame[0], x, y, place),
        };
        tint.times(fall(place))
    }

    /// Returns the color of the front side, which is turned away from the light.
    fn front(&self, place: Place, outline: &Edge) -> LinearColor {
        let surface = if self.make == Make::Framed { &self.frame[1] } else { &self.frame[0] };
        let down = step(self.layout.below, self.layout.below + FRONT, place.y);
        let turned = 1.0 - 0.35 * outline.outwards.x.abs();
        surface.at(place.x, place.y * 1.6).times((0.62 - 0.3 * down) * turned)
    }

    /// Returns the darkness of the shadow around the board at a distance from its outline.
    fn shadow_around(&self, place: Place, depth: f32) -> f32 {
        if self.make == Make::Flat {
            return 0.0;
        }
        // The light comes from the upper left.
        let cast = self.edge(Place { x: place.x - 0.02, y: place.y - 0.03 }, self.front).depth;
        0.2 * step(ROOM, 0.0, -depth) + 0.3 * step(ROOM - 0.03, -0.02, -cast)
    }

    /// Returns the color of the carved face within a frame.
    fn face(&self, x: usize, y: usize, place: Place) -> LinearColor {
        let inner = self.layout.inner;
        let down = inner + place.y;
        let tint = self.carved(&self.field, x, y, place);
        let cast = cast_shadow(inner + place.x, 0.12).min(cast_shadow(down - WALL, 0.15));
        let [right, bottom] = [inner - place.x, inner - place.y];
        let tint = tint.times(cast * corner_dark(right, 0.06, 0.3) * corner_dark(bottom, 0.06, 0.3));
        // The frame is higher. Its side that looks at the player is seen, in the shade.
        let wall = ((WALL - down) / self.pixel + 0.5).clamp(0.0, 1.0);
        if wall == 0.0 { tint } else { tint.mix(self.frame[0].at(place.x, place.y * 1.6).times(0.34), wall) }
    }

    /// Returns the color of a surface with its carving and stains. The lower right edge of a cut
    /// faces the light.
    fn carved(&self, surface: &Surface, x: usize, y: usize, place: Place) -> LinearColor {
        let (stain, toward) = (self.relief.stain(x, y), self.relief.toward_light(x, y));
        let tint = surface.at(place.x, place.y);
        if toward == 0.0 && stain == 0.0 {
            return tint;
        }
        // Little light gets into a deep cut.
        let open = 1.0 - 2.2 * self.relief.depth(x, y).min(0.2);
        cut(tint, toward).mix(self.line.times((1.0 + 1.2 * toward) * open), stain)
    }

    /// Returns the color of the mitered, molded frame.
    fn framed(&self, place: Place, edge: &Edge) -> LinearColor {
        let Layout { inner, beside, .. } = self.layout;
        // The miter ends where it meets the outer edge on the left or right. Beyond it the near and
        // far sides go through.
        let (aside, updown) = (place.x.abs() - inner, place.y.abs() - inner);
        let upright = aside > updown;
        let (along, across) = if upright { (place.y, place.x) } else { (place.x, place.y) };
        let plank = &self.frame[usize::from(upright) * 2 + usize::from(across > 0.0)];
        let rise = self.inner_edge(aside.max(updown)) * across.signum();
        let fall = -1.5 * step(self.rounded, 0.0, edge.depth);
        let (rise_x, rise_y) = if upright { (rise, 0.0) } else { (0.0, rise) };
        let slopes = (fall * edge.outwards.x + rise_x, fall * edge.outwards.y + rise_y);
        let seam = if updown > beside - inner { 9.0 } else { (aside - updown).abs() / self.pixel };
        let miter = 0.55 + 0.45 * step(0.2, 1.4, seam);
        let tint = lit(plank.at(along, across.abs() * 1.4), slopes, 0.22).times(miter);
        self.with_trays(tint, place)
    }

    /// Returns the slope of the frame at a distance from the face. It rises from the face, and has
    /// a bead if there is room.
    fn inner_edge(&self, from_face: f32) -> f32 {
        if self.layout.trays.is_some() {
            return 1.3 * step(0.035, 0.0, from_face);
        }
        let bead = 0.5 * step(0.025, 0.0, (from_face - 0.085).abs()) * (0.085 - from_face).signum();
        step(0.055, 0.0, from_face) * 1.3 - bead
    }

    /// Returns the color of a place on the frame, whose trays are lined with the material of the
    /// face so that light and dark men stand out from it.
    fn with_trays(&self, tint: LinearColor, place: Place) -> LinearColor {
        let Some(trays) = self.layout.trays else { return tint };
        let middle = if place.y > 0.0 { trays.near } else { -trays.far };
        let y = place.y - middle;
        if y.abs() > trays.half_width + trays.lip {
            return tint;
        }
        let bar = |Place { x, y }: Place| {
            let x = (x.abs() - trays.half_length + trays.half_width).max(0.0) * x.signum();
            let distance = (x * x + y * y).sqrt();
            (distance - trays.half_width, Place { x: x / distance.max(0.01), y: y / distance.max(0.01) })
        };
        let (outside, out) = bar(Place { x: place.x, y });
        let wall = trays.lip * 1.1;
        let steep = 1.5 * step(wall * 0.3, -wall * 0.1, outside) * step(-wall, -wall * 0.6, outside);
        let (shaded, _) = bar(Place { x: place.x - trays.lip * 1.2, y: y - trays.lip * 1.6 });
        let shade = 1.0 - 0.5 * step(-0.6 * trays.lip, 0.6 * trays.lip, shaded) * step(0.0, -wall * 0.3, outside);
        let inside = (0.5 - (outside + wall * 0.9) / self.pixel).clamp(0.0, 1.0);
        // Slightly brighter than the face, since dark men fill a tray with shadows.
        let floor = || self.field.at(place.x, place.y).times(1.06);
        let tint = if inside > 0.0 { tint.mix(floor(), inside) } else { tint };
        cut(tint, toward_light((steep * out.x, steep * out.y))).times(shade)
    }

    /// Returns the color of the margin of a stone slab. It is honed darker, and its edge is
    /// rounded.
    fn margin(&self, x: usize, y: usize, place: Place, edge: &Edge) -> LinearColor {
        let fall = -1.3 * step(self.rounded, 0.0, edge.depth);
        let tint = self.carved(&self.frame[0], x, y, place);
        self.with_trays(lit(tint, (fall * edge.outwards.x, fall * edge.outwards.y), 0.3), place)
    }

    /// Returns the color of an inked sheet. The ink is uneven and glossy.
    fn sheet(&self, x: usize, y: usize, place: Place) -> LinearColor {
        let (tint, stain) = (self.field.at(place.x, place.y), self.relief.stain(x, y));
        if stain == 0.0 {
            return tint;
        }
        let uneven = 0.96 + 0.04 * clouds(place.x * 3.7, place.y * 3.7, 2, 77);
        // Ink is higher than the sheet, so its upper left edge faces the light.
        let gloss = 0.05 * (-self.relief.toward_light(x, y)).max(0.0);
        tint.mix(self.line.plus(gloss), stain * uneven)
    }

    fn flat(&self, ground: &Surface, x: usize, y: usize, place: Place) -> LinearColor {
        ground.at(place.x, place.y).mix(self.line, self.relief.stain(x, y))
    }
}

/// Returns the radius of the outer corners of a board, in spacings.
pub const fn corner(make: Make) -> f32 {
    match make {
        Make::Flat => SQUARE,
        _ => CORNER,
    }
}

/// Returns the light at a place, a gradient that is slightly brighter toward the light.
fn fall(place: Place) -> f32 {
    1.0 - 0.022 * (place.x + place.y) * 0.5
}

/// Browns the edge of a sheet.
fn browned(tint: LinearColor, place: Place, depth: f32) -> LinearColor {
    let browned = step(0.42, 0.0, depth + 0.1 * clouds(place.x * 2.0, place.y * 2.0, 2, 51));
    tint.times(1.0 - 0.42 * browned * browned)
}

/// Returns the light in the shadow that a higher surface casts away from the light, where 1 means
/// no shadow. `reach` is the length of the shadow.
fn cast_shadow(distance: f32, reach: f32) -> f32 {
    1.0 - 0.55 * step(reach * 1.25, reach * 0.35, distance)
}

/// Returns the wear of a sheet's edge at a place, in spacings.
fn worn(place: Place) -> f32 {
    0.05 * clouds(place.x * 2.6, place.y * 2.6, 3, 63) - 0.025
}

fn engrave(relief: &mut HeightMap, board: &Board, line: f32, make: Make) {
    for path in board.edges().map(|edge| path_of(board, edge)) {
        path.windows(2).for_each(|part| relief.groove(part[0], part[1], line, 1.0));
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

/// Engraves the border between the face and its margin on boards without a frame, and the outlines
/// of trays that are only drawn.
fn border(relief: &mut HeightMap, palette: &Palette, layout: &Layout, thinnest: f32) {
    // Offset from the inner edge, half width and darkness of each line.
    let lines: &[(f32, f32, f32)] = match palette.make {
        Make::Framed => &[],
        Make::Slab => &[(0.0, 0.022, 0.8)],
        Make::Sheet => &[(0.0, 0.026, 1.0), (-0.075, 0.009, 0.9)],
        Make::Flat => &[(0.0, 0.03, 1.0)],
    };
    for &(offset, half_width, stain) in lines {
        let reach = layout.inner + offset;
        let corners = [(-reach, -reach), (reach, -reach), (reach, reach), (-reach, reach)].map(|(x, y)| Place { x, y });
        for (number, &from) in corners.iter().enumerate() {
            relief.groove(from, corners[(number + 1) % corners.len()], half_width.max(thinnest), stain);
        }
    }
    let Some(trays) = layout.trays.filter(|_| matches!(palette.make, Make::Sheet | Make::Flat)) else { return };
    for y in [trays.near, -trays.far] {
        let [from, to] = [-1.0, 1.0].map(|end| Place { x: end * (trays.half_length - trays.half_width), y });
        relief.bar(from, to, (trays.half_width, 0.012_f32.max(thinnest)), 1.0);
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
