// SPDX-License-Identifier: GPL-3.0-or-later
//! Signs on the board: marks on points, mills that glow, advice.

use gtk::prelude::*;
use gtk::{cairo, graphene};

use morris::{Move, Point, PointSet};
use morris_play::session::Scene;

use super::canvas::Canvas;
use super::geometry::{Geometry, Place};
use super::marks::{Mark, Marks, ROOM, SHINE, outlined};
use super::style::Palette;

/// What signs are drawn with.
pub struct Signs<'a> {
    /// Where.
    pub canvas: Canvas<'a>,
    /// The pictures of the signs.
    pub marks: &'a Marks,
    /// The colours.
    pub palette: Palette,
}

impl Signs<'_> {
    /// A sign on a point.
    pub fn on(&self, mark: Mark, point: Point) {
        self.around(mark, self.canvas.geometry.center(point), 1.0);
    }

    /// A sign around a place in logical pixels, larger or smaller by a factor.
    pub fn around(&self, mark: Mark, middle: Place, factor: f32) {
        let texture = self.marks.texture(mark, self.canvas.geometry.device(1.0), &self.palette);
        self.canvas.square(&texture, middle, ROOM * factor);
    }

    /// Both ends of the last move, and whom it removed.
    pub fn last(&self, scene: &Scene) {
        let Some((_, mv)) = scene.last else { return };
        self.on(Mark::LastTo, mv.to);
        mv.from.into_iter().for_each(|point| self.on(Mark::LastFrom, point));
        mv.removed.for_each(|point| self.on(Mark::Removed, point));
    }

    /// Light along a mill; `strength` is 0 to 1.
    pub fn glow(&self, line: PointSet, strength: f32) {
        let Geometry { spacing, .. } = self.canvas.geometry;
        let centers: Vec<_> = line.map(|point| self.canvas.geometry.center(point)).collect();
        let (Some(first), Some(last)) = (centers.first(), centers.last()) else { return };
        let length = (first.distance(*last) / spacing).round();
        let texture = self.marks.texture(Mark::Glow(length as u8), self.canvas.geometry.device(1.0), &self.palette);
        let [before, side] = [-SHINE * spacing, 2.0 * SHINE * spacing];
        let bounds = graphene::Rect::new(before, before, length * spacing + side, side);
        let snapshot = self.canvas.snapshot;
        snapshot.save();
        snapshot.translate(&graphene::Point::new(first.x, first.y));
        snapshot.rotate((last.y - first.y).atan2(last.x - first.x).to_degrees());
        self.canvas.faded(strength, || snapshot.append_texture(&texture, &bounds));
        snapshot.restore();
    }

    /// Advice: rings on both ends, an arrow between them, a cross on whom it removes.
    pub fn hint(&self, hint: Move) {
        hint.removed.for_each(|point| self.on(Mark::Remove, point));
        self.on(Mark::Hint, hint.to);
        if let Some(from) = hint.from {
            self.on(Mark::Hint, from);
            self.arrow(from, hint.to);
        }
    }

    fn arrow(&self, from: Point, to: Point) {
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
        outlined(&context, 0.08, self.palette.hint);
    }
}
