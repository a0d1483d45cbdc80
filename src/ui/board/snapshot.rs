// SPDX-License-Identifier: GPL-3.0-or-later
//! Drawing a frame: from pictures kept ready, so that it costs little.

use std::rc::Rc;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gtk::{gdk, graphene, gsk, pango};

use crate::game::{Color, Move, Point, PointSet};
use crate::session::{Scene, Status};

use super::BoardView;
use super::art::{Art, ArtSpec};
use super::geometry::{Coordinates, FIELD, Geometry, MAN, Place};
use super::marks::{Mark, ROOM, outlined};
use super::men::SHADOW;
use super::stage::{Glow, Pose, Sprite};
use super::style::Palette;
use super::tint::rgba;

/// How much larger a man looks when it is lifted.
const NEARER: f32 = 0.10;
/// How far the shadow of a lifted man falls to the right and downwards, in spacings.
const FALL: f32 = 0.13;
/// The same for a man that stands.
const FALL_STANDING: f32 = 0.035;
/// How much of a man shows that cannot be removed while others can.
const DIMMED: f32 = 0.45;

/// What a frame is drawn with.
pub struct Painter<'a> {
    snapshot: &'a gtk::Snapshot,
    geometry: Geometry,
    palette: Palette,
    art: Rc<Art>,
    view: &'a BoardView,
    now: i64,
}

impl BoardView {
    pub(super) fn draw(&self, snapshot: &gtk::Snapshot) {
        let (imp, look) = (self.imp(), self.imp().look.borrow());
        let geometry = imp.geometry();
        let spec = ArtSpec {
            side: geometry.device_side(),
            style: look.style,
            tone: self.tone(),
            coordinates: look.coordinates,
            board: look.board,
        };
        let view = self.downgrade();
        let art = imp.studio.art(spec, move || {
            if let Some(view) = view.upgrade() {
                view.queue_draw();
            }
        });
        let painter = Painter { snapshot, geometry, palette: self.palette(), art, view: self, now: self.now() };
        painter.board();
        if let Some(scene) = imp.scene.borrow().as_ref().filter(|_| !look.concealed) {
            painter.scene(scene, look.marks);
        }
        painter.focus();
    }
}

impl Painter<'_> {
    fn board(&self) {
        let Geometry { left, top, side, .. } = self.geometry;
        self.snapshot.append_texture(&self.art.face, &graphene::Rect::new(left, top, side, side));
        if self.art.spec.coordinates == Coordinates::Shown {
            self.coordinates();
        }
        if let Some(letter) = self.view.imp().typing.letter() {
            self.text(&format!("{letter}…"), Place { x: 0.0, y: FIELD + 0.2 }, 0.34, self.palette.glow);
        }
    }

    fn coordinates(&self) {
        let middle = FIELD + 0.19;
        for (index, (letter, digit)) in ('a'..='g').zip('1'..='7').enumerate() {
            let offset = self.geometry.turned(Place { x: index as f32 - 3.0, y: 3.0 - index as f32 });
            self.text(letter.encode_utf8(&mut [0; 4]), Place { x: offset.x, y: middle }, 0.25, self.palette.letters);
            self.text(digit.encode_utf8(&mut [0; 4]), Place { x: -middle, y: offset.y }, 0.25, self.palette.letters);
        }
    }

    /// Text with its middle at a place as it is seen, in a size in spacings: light in a dark cut.
    fn text(&self, text: &str, place: Place, size: f32, hex: u32) {
        let layout = self.view.create_pango_layout(Some(text));
        let mut font = pango::FontDescription::from_string("Serif Bold");
        font.set_absolute_size(f64::from(size * self.geometry.spacing) * f64::from(pango::SCALE));
        layout.set_font_description(Some(&font));
        let (width, height) = layout.pixel_size();
        let seen = self.geometry.to_pixels(self.geometry.turned(place));
        let [left, top] = [seen.x - width as f32 / 2.0, seen.y - height as f32 / 2.0].map(|at| self.geometry.snap(at));
        for (shift, hex, alpha) in [(-1.0, 0x000000, 0.55), (0.0, hex, 1.0)] {
            self.snapshot.save();
            self.snapshot.translate(&graphene::Point::new(left + shift, top + shift));
            self.snapshot.append_layout(&layout, &rgba(hex, alpha));
            self.snapshot.restore();
        }
    }

    fn scene(&self, scene: &Scene, marks: bool) {
        let stage = self.view.imp().stage.borrow();
        stage.glows().iter().for_each(|glow| self.glow(glow));
        self.last(scene);
        if marks && scene.picked.is_some() {
            scene.targets.for_each(|point| self.mark(Mark::Target, point, 1.0));
        }
        self.hover(scene);
        let sprites = stage.sprites(self.now);
        for sprite in &sprites {
            self.man(sprite, scene);
        }
        for point in scene.removable {
            self.mark(Mark::Remove, point, 1.0);
        }
        if let Some(hint) = scene.hint {
            self.hint(hint);
        }
    }

    fn last(&self, scene: &Scene) {
        let Some((_, turn)) = scene.last else { return };
        self.mark(Mark::LastTo, turn.to, 1.0);
        let ends = turn.from.into_iter().chain(turn.removed);
        ends.for_each(|point| self.mark(Mark::LastFrom, point, 0.9));
    }

    fn man(&self, sprite: &Sprite, scene: &Scene) {
        let pose = sprite.pose(self.now);
        let in_new_mill = scene.mills.iter().any(|line| line.contains(sprite.home));
        let dimmed = !scene.removable.is_empty() && !scene.removable.contains(sprite.home) && !in_new_mill;
        let alpha = pose.alpha * if dimmed { DIMMED } else { 1.0 };
        if alpha < 1.0 {
            self.snapshot.push_opacity(f64::from(alpha));
        }
        self.shadow(pose);
        let side = 2.0 * MAN * (1.0 + NEARER * pose.lift);
        let texture = &self.art.men[sprite.color][sprite.piece];
        self.square(texture, self.raised(pose), side);
        if alpha < 1.0 {
            self.snapshot.pop();
        }
        if scene.picked == Some(sprite.home) {
            self.mark_at(Mark::Picked, self.raised(pose), 1.0 + NEARER * pose.lift, 1.0);
        }
    }

    /// Where a man is seen: a lifted one a little towards the light.
    fn raised(&self, pose: Pose) -> Place {
        let Place { x, y } = self.geometry.to_pixels(pose.place);
        let up = pose.lift * 0.05 * self.geometry.spacing;
        Place { x: x - up * 0.5, y: y - up }
    }

    fn shadow(&self, pose: Pose) {
        let Place { x, y } = self.geometry.to_pixels(pose.place);
        let fall = (FALL_STANDING + FALL * pose.lift) * self.geometry.spacing;
        let side = 2.0 * MAN * (1.0 + SHADOW) * (1.0 + 0.12 * pose.lift);
        self.square(&self.art.shadow, Place { x: x + fall * 0.8, y: y + fall }, side);
    }

    /// A picture around a place in pixels; `side` in spacings.
    fn square(&self, texture: &gdk::Texture, middle: Place, side: f32) {
        let side = self.geometry.snap(side * self.geometry.spacing);
        let [left, top] = [middle.x, middle.y].map(|at| self.geometry.snap(at - side / 2.0));
        self.snapshot.append_texture(texture, &graphene::Rect::new(left, top, side, side));
    }

    fn mark(&self, mark: Mark, point: Point, alpha: f32) {
        self.mark_at(mark, self.geometry.center(point), 1.0, alpha);
    }

    fn mark_at(&self, mark: Mark, middle: Place, scale: f32, alpha: f32) {
        let texture = self.view.imp().marks.texture(mark, self.geometry.device(1.0), &self.palette);
        if alpha < 1.0 {
            self.snapshot.push_opacity(f64::from(alpha));
        }
        self.square(&texture, middle, ROOM * scale);
        if alpha < 1.0 {
            self.snapshot.pop();
        }
    }

    /// A band of light around the three men.
    fn glow(&self, glow: &Glow) {
        let strength = glow.strength(self.now);
        let ends: Vec<_> = glow.line.map(|point| self.geometry.center(point)).collect();
        let (Some(first), Some(last)) = (ends.first(), ends.last()) else { return };
        let length = first.distance(*last);
        let spacing = self.geometry.spacing;
        self.snapshot.save();
        self.snapshot.translate(&graphene::Point::new(first.x, first.y));
        self.snapshot.rotate((last.y - first.y).atan2(last.x - first.x).to_degrees());
        for (half, alpha, blur) in [(0.44, 0.5, 0.18), (0.07, 0.95, 0.16)] {
            let half = half * spacing;
            let bounds = graphene::Rect::new(-half, -half, length + 2.0 * half, 2.0 * half);
            let band = gsk::RoundedRect::from_rect(bounds, half);
            let light = rgba(self.palette.glow, alpha * strength);
            self.snapshot.append_outset_shadow(&band, &light, 0.0, 0.0, 0.0, blur * spacing);
            self.snapshot.push_rounded_clip(&band);
            self.snapshot.append_color(&rgba(self.palette.glow, alpha * 0.7 * strength), &bounds);
            self.snapshot.pop();
        }
        self.snapshot.restore();
    }

    fn hover(&self, scene: &Scene) {
        let Some(point) = self.view.imp().hover.get() else { return };
        let useful = scene.targets | scene.movable | scene.removable;
        let useful = if scene.removable.is_empty() { useful } else { scene.removable };
        if !useful.contains(point) {
            return;
        }
        match ghost(scene, point) {
            Some(color) => {
                self.snapshot.push_opacity(0.45);
                self.square(&self.art.men[color][0], self.geometry.center(point), 2.0 * MAN);
                self.snapshot.pop();
            }
            None => self.mark(Mark::Hover, point, 1.0),
        }
    }

    fn hint(&self, hint: Move) {
        self.mark(Mark::Hint, hint.to, 1.0);
        hint.removed.for_each(|point| self.mark(Mark::Remove, point, 1.0));
        let Some(from) = hint.from else { return };
        self.mark(Mark::Hint, from, 1.0);
        let Geometry { left, top, side, spacing, .. } = self.geometry;
        let context = self.snapshot.append_cairo(&graphene::Rect::new(left, top, side, side));
        let (start, end) = (self.geometry.center(from), self.geometry.center(hint.to));
        let (dx, dy) = (end.x - start.x, end.y - start.y);
        context.translate(f64::from(start.x), f64::from(start.y));
        context.rotate(f64::from(dy.atan2(dx)));
        context.scale(f64::from(spacing), f64::from(spacing));
        let length = f64::from(start.distance(end) / spacing);
        context.set_line_cap(gtk::cairo::LineCap::Round);
        context.set_line_join(gtk::cairo::LineJoin::Round);
        context.move_to(0.0, 0.0);
        context.line_to(length - 0.12, 0.0);
        context.move_to(length - 0.3, -0.16);
        context.line_to(length - 0.12, 0.0);
        context.line_to(length - 0.3, 0.16);
        outlined(&context, 0.08, self.palette.hint);
    }

    fn focus(&self) {
        let visible = |point: &Point| {
            let button = &self.view.buttons()[point.index()];
            button.state_flags().contains(gtk::StateFlags::FOCUS_VISIBLE) && button.is_focus()
        };
        if let Some(point) = Point::all().find(visible) {
            self.mark(Mark::Focus, point, 1.0);
        }
    }
}

/// The man that would come to an empty point.
fn ghost(scene: &Scene, point: Point) -> Option<Color> {
    let occupied: PointSet = scene.men.white | scene.men.black;
    if occupied.contains(point) {
        return None;
    }
    match scene.status {
        Status::Place { side, .. } | Status::Move { side } | Status::Fly { side } => Some(side),
        _ => None,
    }
}
