// SPDX-License-Identifier: GPL-3.0-or-later
//! What is marked on the board, and the pictures of the marks.

use std::cell::RefCell;
use std::f64::consts::{FRAC_PI_4, PI, TAU};

use gtk::prelude::*;
use gtk::{cairo, gdk, graphene};

use morris::{Move, Point, PointSet};
use morris_paint::geometry::{Geometry, Place};
use morris_paint::glow::{self, SHINE};
use morris_paint::style::Palette;
use morris_play::session::Scene;

use super::canvas::Canvas;
use super::to_gdk::{rgba, texture};

/// What markers are drawn with.
pub struct Markers<'a> {
    /// Where.
    pub canvas: Canvas<'a>,
    /// The pictures of the markers.
    pub marks: &'a MarkerTextures,
    /// The colors.
    pub palette: Palette,
}

impl Markers<'_> {
    /// A marker on a point.
    pub fn on(&self, mark: Marker, point: Point) {
        self.around(mark, self.canvas.geometry.center(point), 1.0);
    }

    /// A marker around a place in logical pixels, larger or smaller by a factor.
    pub fn around(&self, mark: Marker, middle: Place, factor: f32) {
        let texture = self.marks.texture(mark, self.canvas.geometry.device(1.0), &self.palette);
        self.canvas.square(&texture, middle, ROOM * factor);
    }

    /// Both ends of the last move, and whom it removed.
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

    /// Light along a mill; `strength` is 1 for the usual, more for a flare.
    pub fn glow(&self, line: PointSet, strength: f32) {
        let Geometry { spacing, .. } = self.canvas.geometry;
        let centers: Vec<_> = line.map(|point| self.canvas.geometry.center(point)).collect();
        let (Some(first), Some(last)) = (centers.first(), centers.last()) else { return };
        let length = (first.distance(*last) / spacing).round();
        let texture = self.marks.texture(Marker::Glow(length as u8), self.canvas.geometry.device(1.0), &self.palette);
        let [before, side] = [-SHINE * spacing, 2.0 * SHINE * spacing];
        let bounds = graphene::Rect::new(before, before, length * spacing + side, side);
        let snapshot = self.canvas.snapshot;
        snapshot.save();
        snapshot.translate(&graphene::Point::new(first.x, first.y));
        snapshot.rotate((last.y - first.y).atan2(last.x - first.x).to_degrees());
        let mut left = strength;
        while left > 0.0 {
            self.canvas.faded(left.min(1.0), || snapshot.append_texture(&texture, &bounds));
            left -= 1.0;
        }
        snapshot.restore();
    }

    /// A move that is pointed out: rings on both ends, an arrow between them, a cross on whom it
    /// removes.
    pub fn shown_move(&self, shown: ShownMove) {
        let ShownMove { mv, tone } = shown;
        let (ring, hex) = match tone {
            MoveTone::Good => (Marker::Hint, self.palette.hint),
            MoveTone::Bad => (Marker::Bad, self.palette.remove),
        };
        mv.removed.for_each(|point| self.on(Marker::Remove, point));
        if let Some(point) = mv.from {
            self.on(ring, point);
        }
        if let (Some(from), Some(to)) = (mv.from, mv.to) {
            self.arrow(from, to, hex);
        }
    }

    /// What a person has drawn: a ring, or an arrow.
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

/// A ring around a point, or an arrow to another, that a person has drawn.
pub type Drawn = (Point, Option<Point>);

/// A move that is pointed out on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShownMove {
    /// Which.
    pub mv: Move,
    /// What is said of it.
    pub tone: MoveTone,
}

/// What is said of a move that is pointed out: shown by color and by shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveTone {
    /// Advice: double rings.
    Good,
    /// It gives something away: dashed rings.
    Bad,
}

/// The side of a marker's picture, in spacings.
pub const ROOM: f32 = 1.2;
/// The dark edge of all markers, as `0xRRGGBB`.
const EDGE: u32 = 0x1a0f08;

/// A marker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Marker {
    /// A man can go here: a dashed ring.
    Target,
    /// The man that is dragged may land here: a bright disc.
    Lit,
    /// It lands here: a larger one.
    Landing,
    /// A ring that a person has drawn.
    Drawn,
    /// The man of the last move: four arcs around it.
    LastTo,
    /// Where the man of the last move came from: four short arcs around the hollow.
    LastFrom,
    /// A man was removed here: a small cross.
    Removed,
    /// The picked man: a ring around it.
    Picked,
    /// The man can be removed: a cross on it.
    Remove,
    /// Advice: a double ring.
    Hint,
    /// A move that gives something away: a dashed ring.
    Bad,
    /// The pointer is over something that can be tapped: a thin ring.
    Hover,
    /// The keyboard focus: a ring of two colors.
    Focus,
    /// A mill: light along a line of so many spacings.
    Glow(u8),
}

/// Pictures of markers, drawn once for each size.
#[derive(Debug, Default)]
pub struct MarkerTextures {
    size: std::cell::Cell<usize>,
    drawn: RefCell<Vec<(Marker, gdk::Texture)>>,
}

impl MarkerTextures {
    /// The picture of a marker whose spacing is so many device pixels.
    pub fn texture(&self, mark: Marker, spacing: usize, palette: &Palette) -> gdk::Texture {
        if self.size.replace(spacing) != spacing {
            self.drawn.borrow_mut().clear();
        }
        let mut drawn = self.drawn.borrow_mut();
        if let Some((_, texture)) = drawn.iter().find(|(other, _)| *other == mark) {
            return texture.clone();
        }
        let texture = match mark {
            Marker::Glow(length) => texture(glow::paint(length, spacing as f32, palette.glow)),
            _ => picture(spacing, |context| draw(mark, context, palette)),
        };
        drawn.push((mark, texture.clone()));
        texture
    }

    /// Forgets all: the colors have changed.
    pub fn clear(&self) {
        self.drawn.borrow_mut().clear();
    }
}

/// Draws a picture of [`ROOM`] spacings; the context's unit is a spacing, its origin the middle.
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
    let bytes = glib::Bytes::from_owned(surface.data().expect("nobody else draws on it").to_vec());
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
        Marker::Hover => ring(context, 0.44, 0.03, palette.mark),
        Marker::Focus => ring(context, 0.53, 0.06, palette.mark),
        // Painted, for light has no outline.
        Marker::Glow(_) => {}
    }
}

/// Strokes the path in a color, with a dark edge.
pub fn outlined(context: &cairo::Context, width: f64, hex: u32) {
    for (extra, hex, alpha) in [(0.045, EDGE, 0.8), (0.0, hex, 1.0)] {
        let color = rgba(hex, alpha);
        context.set_source_rgba(color.red().into(), color.green().into(), color.blue().into(), color.alpha().into());
        context.set_line_width(width + extra);
        // A context that cannot stroke has failed before and draws nothing: there is nobody to
        // tell.
        let _ = context.stroke_preserve();
    }
    context.new_path();
}

fn disc(context: &cairo::Context, radius: f64, hex: u32) {
    let color = rgba(hex, 0.55);
    context.arc(0.0, 0.0, radius, 0.0, TAU);
    context.set_source_rgba(color.red().into(), color.green().into(), color.blue().into(), color.alpha().into());
    // A context that cannot fill has failed before and draws nothing: there is nobody to tell.
    let _ = context.fill();
    ring(context, radius, 0.05, hex);
}

fn ring(context: &cairo::Context, radius: f64, width: f64, hex: u32) {
    context.new_path();
    context.arc(0.0, 0.0, radius, 0.0, TAU);
    outlined(context, width, hex);
}

/// Four arcs towards the corners, each `spread` (of a quarter) wide.
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

/// The path of a slanting cross.
fn saltire(context: &cairo::Context, arm: f64) {
    context.set_line_cap(cairo::LineCap::Round);
    context.new_path();
    for (x, y) in [(arm, arm), (arm, -arm)] {
        context.move_to(-x, -y);
        context.line_to(x, y);
    }
}
