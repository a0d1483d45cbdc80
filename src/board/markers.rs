// SPDX-License-Identifier: GPL-3.0-or-later
//! Marks on the board, and their textures.

use std::cell::RefCell;
use std::f64::consts::{FRAC_PI_4, PI, TAU};

use gtk::prelude::*;
use gtk::{cairo, gdk, graphene};

use morris::{Move, Point, PointSet};
use morris_paint::geometry::{Geometry, Place};
use morris_paint::glow::{HALO, paint_inlay, paint_runner};
use morris_paint::noise::mix;
use morris_paint::style::Palette;
use morris_paint::{Look, Pixels};
use morris_play::session::Scene;

use super::canvas::Canvas;
use super::ghost_hand;
use super::look;
use super::to_gdk::{rgba, texture};

pub struct Markers<'a> {
    pub canvas: Canvas<'a>,
    pub marks: &'a MarkerTextures,
    pub palette: Palette,
    /// Points with a man.
    pub men: PointSet,
}

impl Markers<'_> {
    /// Draws a marker on a point. One on a man is on its top, or around the middle of its height.
    pub fn on(&self, mark: Marker, point: Point) {
        let foot = self.canvas.geometry.center(point);
        let share = match mark {
            _ if !self.men.contains(point) => 0.0,
            Marker::Remove => 1.0,
            _ => 0.5,
        };
        self.around(mark, Place { y: foot.y - share * self.canvas.height(), ..foot }, 1.0);
    }

    /// Draws a marker around a place in logical pixels, scaled by a factor.
    pub fn around(&self, mark: Marker, middle: Place, factor: f32) {
        let texture = self.marks.texture(mark, self.canvas.geometry.device(1.0), &self.palette);
        self.canvas.square(&texture, middle, ROOM * factor);
    }

    /// Marks both ends of the last move, and the men that it removed.
    pub fn last(&self, scene: &Scene) {
        let Some((_, mv)) = scene.last else { return };
        if let Some(point) = mv.to {
            self.on(Marker::LastTo, point);
        }
        if let Some(point) = mv.from {
            self.on(Marker::LastFrom, point);
        }
        mv.removed.for_each(|point| self.on(Marker::Removed, point));
    }

    /// Draws the inlay of a mill as far as the light has run along it, from 0 to 1, with an opacity
    /// from 0 to 1.
    pub fn mill(&self, line: PointSet, (progress, alpha): (f32, f32)) {
        let Geometry { spacing, .. } = self.canvas.geometry;
        let Some((first, last)) = self.ends(line).filter(|_| progress > 0.0) else { return };
        let device = self.canvas.geometry.device(1.0);
        let span = Place { x: (last.x - first.x) / spacing, y: (last.y - first.y) / spacing };
        let painted = |mark, paint: fn(Place, f32, Look) -> Pixels| {
            self.marks.cached(mark, device, || texture(paint(span, device as f32, look::current())))
        };
        let inlay = painted(Marker::Inlay(line), paint_inlay);
        let at = |t| Place { x: mix(first.x, last.x, t), y: mix(first.y, last.y, t) };
        let (head, room) = (at(progress), HALO * spacing);
        let [left, top] = [first.x.min(head.x), first.y.min(head.y)].map(|least| least - room);
        let [right, bottom] = [first.x.max(head.x), first.y.max(head.y)].map(|most| most + room);
        self.canvas.snapshot.push_clip(&graphene::Rect::new(left, top, right - left, bottom - top));
        self.canvas.faded(alpha, || self.canvas.centered(&inlay, at(0.5)));
        self.canvas.snapshot.pop();
        if progress < 1.0 {
            self.canvas.centered(&painted(Marker::Runner(line), paint_runner), head);
        }
    }

    /// Returns the ends of a line, in logical pixels. On some boards, the point with the highest
    /// number is in the middle.
    fn ends(&self, line: PointSet) -> Option<(Place, Place)> {
        let centers: Vec<_> = line.map(|point| self.canvas.geometry.center(point)).collect();
        let pairs = centers.iter().flat_map(|&from| centers.iter().map(move |&to| (from, to)));
        pairs.max_by(|a, b| a.0.distance(a.1).total_cmp(&b.0.distance(b.1)))
    }

    /// Draws a highlighted move: rings on its ends, an arrow between them, and a cross on each man
    /// that it removes.
    pub fn shown_move(&self, shown: ShownMove) {
        let ShownMove { mv, tone } = shown;
        let (ring, hex) = match tone {
            MoveTone::Good => (Marker::Hint, self.palette.hint),
            MoveTone::Bad => (Marker::Bad, self.palette.remove),
            MoveTone::Task => (Marker::Goal, self.palette.hint),
        };
        mv.removed.for_each(|point| self.on(Marker::Remove, point));
        shown.ringed().for_each(|point| self.on(ring, point));
        if let (Some(from), Some(to)) = (mv.from, mv.to) {
            self.arrow(from, to, hex);
        }
    }

    /// Draws a ring or an arrow of the user.
    pub fn drawn(&self, (from, to): Drawn) {
        match to {
            Some(to) => self.arrow(from, to, self.palette.glow),
            None => self.on(Marker::Drawn, from),
        }
    }

    fn arrow(&self, from: Point, to: Point, hex: u32) {
        let Geometry { left, top, side, spacing, .. } = self.canvas.geometry;
        let context = self.canvas.snapshot.append_cairo(&graphene::Rect::new(left, top, side, side));
        let [start, end] = [from, to].map(|point| self.canvas.geometry.center(point));
        context.translate(start.x.into(), start.y.into());
        context.rotate((end.y - start.y).atan2(end.x - start.x).into());
        context.scale(spacing.into(), spacing.into());
        let tip = f64::from(start.distance(end) / spacing) - 0.12;
        context.set_line_cap(cairo::LineCap::Round);
        context.set_line_join(cairo::LineJoin::Round);
        context.move_to(0.0, 0.0);
        context.line_to(tip, 0.0);
        for side in [-0.16, 0.16] {
            context.move_to(tip - 0.18, side);
            context.line_to(tip, 0.0);
        }
        outlined(&context, 0.08, hex);
    }
}

/// A drawing of the user: a ring around a point, or an arrow to another point.
pub type Drawn = (Point, Option<Point>);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShownMove {
    pub mv: Move,
    pub tone: MoveTone,
}

impl ShownMove {
    /// Returns the points with a ring: both ends, or only the goal of a task.
    fn ringed(self) -> impl Iterator<Item = Point> {
        let start = self.mv.from.filter(|_| self.tone != MoveTone::Task);
        start.into_iter().chain(self.mv.to)
    }
}

/// Judgment of a highlighted move, shown by color and by shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveTone {
    /// Advice: double rings.
    Good,
    /// A mistake: dashed rings.
    Bad,
    /// The task of a lesson: a wide ring on the goal, or on a point that is meant.
    Task,
}

/// Side of a marker's texture, in spacings.
pub const ROOM: f32 = 1.2;
/// Dark edge of all markers, as `0xRRGGBB`.
const EDGE: u32 = 0x1a0f08;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Marker {
    /// Target of a move: a dashed ring.
    Target,
    /// Possible target of the dragged man: a bright disc.
    Lit,
    /// Target where the dragged man would land now: a larger disc.
    Landing,
    /// Ring drawn by the user.
    Drawn,
    /// Man of the last move: four arcs around it.
    LastTo,
    /// Origin of the last move: four short arcs around the hollow.
    LastFrom,
    /// Point where a man was removed: a small cross.
    Removed,
    /// Picked man: a ring around it.
    Picked,
    /// Man that can be removed: a cross on it.
    Remove,
    /// Advice: a double ring.
    Hint,
    /// Mistake: a dashed ring.
    Bad,
    /// Goal of a task: a wide ring.
    Goal,
    /// Hand that shows a gesture.
    Hand,
    /// Point under the pointer that can be tapped: a thin ring.
    Hover,
    /// Keyboard focus: a ring of two colors.
    Focus,
    Inlay(PointSet),
    /// Light that runs along a mill.
    Runner(PointSet),
}

/// Textures of markers, drawn once for each size.
#[derive(Debug, Default)]
pub struct MarkerTextures {
    size: std::cell::Cell<usize>,
    drawn: RefCell<Vec<(Marker, gdk::Texture)>>,
}

impl MarkerTextures {
    /// Returns the texture of a marker for a spacing in device pixels.
    pub fn texture(&self, mark: Marker, spacing: usize, palette: &Palette) -> gdk::Texture {
        self.cached(mark, spacing, || picture(spacing, |context| draw(mark, context, palette)))
    }

    /// Returns the texture of a marker for a spacing in device pixels, which `make` paints if it is
    /// not known.
    pub fn cached(&self, mark: Marker, spacing: usize, make: impl FnOnce() -> gdk::Texture) -> gdk::Texture {
        if self.size.replace(spacing) != spacing {
            self.drawn.borrow_mut().clear();
        }
        let mut drawn = self.drawn.borrow_mut();
        if let Some((_, texture)) = drawn.iter().find(|(other, _)| *other == mark) {
            return texture.clone();
        }
        let texture = make();
        drawn.push((mark, texture.clone()));
        texture
    }

    /// Drops all textures, because the colors have changed.
    pub fn clear(&self) {
        self.drawn.borrow_mut().clear();
    }
}

/// Draws a texture of [`ROOM`] spacings. The unit of the context is a spacing, its origin is the
/// middle.
fn picture(spacing: usize, draw: impl FnOnce(&cairo::Context)) -> gdk::Texture {
    let side = (spacing as f32 * ROOM).ceil() as i32;
    let mut surface = cairo::ImageSurface::create(cairo::Format::ARgb32, side, side).expect("a small picture fits");
    {
        let context = cairo::Context::new(&surface).expect("the surface is sound");
        context.translate(f64::from(side) / 2.0, f64::from(side) / 2.0);
        context.scale(spacing as f64, spacing as f64);
        draw(&context);
    }
    let stride = surface.stride() as usize;
    let bytes = glib::Bytes::from_owned(surface.data().expect("no other code draws on it").to_vec());
    gdk::MemoryTexture::new(side, side, gdk::MemoryFormat::B8g8r8a8Premultiplied, &bytes, stride).into()
}

fn draw(mark: Marker, context: &cairo::Context, palette: &Palette) {
    match mark {
        Marker::Target => {
            let dash = TAU * 0.27 / 16.0;
            context.set_dash(&[dash * 1.15, dash * 0.85], 0.0);
            ring(context, 0.27, 0.06, palette.mark);
            context.set_dash(&[], 0.0);
        }
        Marker::Lit => disc(context, 0.3, palette.mark),
        Marker::Landing => disc(context, 0.46, palette.mark),
        Marker::Drawn => ring(context, 0.48, 0.07, palette.glow),
        Marker::LastTo => arcs(context, 0.475, 0.05, 0.42, palette.last),
        Marker::LastFrom => arcs(context, 0.21, 0.05, 0.5, palette.last),
        Marker::Removed => {
            saltire(context, 0.13);
            outlined(context, 0.05, palette.last);
        }
        Marker::Picked => ring(context, 0.45, 0.045, palette.mark),
        Marker::Remove => cross(context, palette.remove),
        Marker::Hint => {
            ring(context, 0.5, 0.05, palette.hint);
            ring(context, 0.4, 0.03, palette.hint);
        }
        Marker::Bad => {
            let dash = TAU * 0.5 / 20.0;
            context.set_dash(&[dash * 1.15, dash * 0.85], 0.0);
            ring(context, 0.5, 0.06, palette.remove);
            context.set_dash(&[], 0.0);
        }
        Marker::Goal => ring(context, 0.49, 0.1, palette.hint),
        Marker::Hand => ghost_hand::draw(context, EDGE),
        Marker::Hover => ring(context, 0.44, 0.03, palette.mark),
        Marker::Focus => ring(context, 0.53, 0.06, palette.mark),
        // Painted elsewhere.
        Marker::Inlay(_) | Marker::Runner(_) => {}
    }
}

/// Strokes the path in a color, with a dark edge.
pub fn outlined(context: &cairo::Context, width: f64, hex: u32) {
    for (extra, hex, alpha) in [(0.045, EDGE, 0.8), (0.0, hex, 1.0)] {
        let color = rgba(hex, alpha);
        context.set_source_rgba(color.red().into(), color.green().into(), color.blue().into(), color.alpha().into());
        context.set_line_width(width + extra);
        // Ignore the error: a context that cannot stroke has already failed and draws nothing, and
        // the error has no receiver.
        let _ = context.stroke_preserve();
    }
    context.new_path();
}

fn disc(context: &cairo::Context, radius: f64, hex: u32) {
    let color = rgba(hex, 0.55);
    context.arc(0.0, 0.0, radius, 0.0, TAU);
    context.set_source_rgba(color.red().into(), color.green().into(), color.blue().into(), color.alpha().into());
    // Ignore the error: a context that cannot fill has already failed and draws nothing, and the
    // error has no receiver.
    let _ = context.fill();
    ring(context, radius, 0.05, hex);
}

fn ring(context: &cairo::Context, radius: f64, width: f64, hex: u32) {
    context.new_path();
    context.arc(0.0, 0.0, radius, 0.0, TAU);
    outlined(context, width, hex);
}

/// Draws four arcs toward the corners. `spread` is the width of each as a fraction of a quarter
/// circle.
fn arcs(context: &cairo::Context, radius: f64, width: f64, spread: f64, hex: u32) {
    context.new_path();
    context.set_line_cap(cairo::LineCap::Round);
    for quarter in 0..4 {
        let middle = FRAC_PI_4 + PI / 2.0 * f64::from(quarter);
        context.new_sub_path();
        context.arc(0.0, 0.0, radius, middle - FRAC_PI_4 * spread, middle + FRAC_PI_4 * spread);
    }
    outlined(context, width, hex);
}

fn cross(context: &cairo::Context, hex: u32) {
    for (width, hex) in [(0.17, 0xffffff), (0.10, hex)] {
        saltire(context, 0.15);
        outlined(context, width, hex);
    }
}

/// Sets the path to a diagonal cross.
fn saltire(context: &cairo::Context, arm: f64) {
    context.set_line_cap(cairo::LineCap::Round);
    context.new_path();
    for (x, y) in [(arm, arm), (arm, -arm)] {
        context.move_to(-x, -y);
        context.line_to(x, y);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rings_are_on_both_ends_and_on_a_point_to_place_a_man() {
        let ringed = |mv: &str, tone| {
            let shown = ShownMove { mv: mv.parse().unwrap(), tone };
            shown.ringed().map(|point| point.to_string()).collect::<Vec<_>>()
        };
        assert_eq!(ringed("d6", MoveTone::Good), ["d6"]);
        assert_eq!(ringed("d6-d5", MoveTone::Bad), ["d6", "d5"]);
        assert_eq!(ringed("d6-d5", MoveTone::Task), ["d5"]);
    }
}
