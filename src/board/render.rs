// SPDX-License-Identifier: GPL-3.0-or-later
//! Draws a frame, layer by layer, from cached textures.

use std::rc::Rc;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gtk::{graphene, gsk};

use morris::{Color, Point, PointSet};
use morris_paint::board_texture::corner;
use morris_paint::geometry::{Geometry, MAN, Place, field};
use morris_play::session::{Scene, Status};

use super::animation::{Animator, Sprite};
use super::canvas::Canvas;
use super::labels::Lettering;
use super::look;
use super::markers::{Marker, Markers, MoveTone, ShownMove};
use super::texture_cache::{TextureSet, TextureSpec};
use super::to_gdk::rgba;
use super::view::{BoardView, Ground};

/// Opacity of the preview of a man that a click would place.
const GHOST: f32 = 0.45;
/// Darkness around the light at the end of a game, from 0 to 1.
const DARKNESS: f32 = 0.55;
/// Distance from the middle of the light to its edge, beyond the outermost man, in spacings.
const LIT: f32 = 0.9;

impl BoardView {
    pub(super) fn draw(&self, snapshot: &gtk::Snapshot) {
        let imp = self.imp();
        let geometry = imp.geometry();
        let art = self.art(geometry);
        self.draw_ground(snapshot, geometry, &art);
        let markers = Markers {
            canvas: Canvas { snapshot, geometry, art: &art },
            marks: &imp.marks,
            palette: look::current().palette(),
            men: imp.scene.borrow().as_ref().map_or(PointSet::EMPTY, |scene| scene.men.white | scene.men.black),
        };
        if let Some(scene) = &*imp.scene.borrow() {
            self.draw_scene(&markers, scene, &imp.animator.borrow());
        }
        self.draw_typed(&markers);
        self.draw_focus(&markers);
        // Drawn last: the focus ring around a point would hide half of its value.
        self.draw_values(&markers);
        self.draw_hand(&markers);
    }

    fn art(&self, geometry: Geometry) -> Rc<TextureSet> {
        let appearance = self.imp().appearance.borrow();
        let spec = TextureSpec {
            side: geometry.device_side(),
            look: look::current(),
            frame: self.frame(),
            board: appearance.board,
        };
        let draw_again = weak!(view = self, move || view.queue_draw());
        self.imp().textures.art(spec, draw_again)
    }

    fn draw_ground(&self, snapshot: &gtk::Snapshot, geometry: Geometry, art: &Rc<TextureSet>) {
        let mut ground = self.imp().ground.borrow_mut();
        let same = |ground: &Ground| ground.geometry == geometry && Rc::ptr_eq(&ground.art, art);
        if !ground.as_ref().is_some_and(same) {
            let recording = gtk::Snapshot::new();
            let canvas = Canvas { snapshot: &recording, geometry, art };
            canvas.face();
            let palette = look::current().palette();
            Lettering { view: self, canvas: &canvas, hex: palette.letters, cut: palette.cut }.coordinates();
            *ground = recording.to_node().map(|node| Ground { geometry, art: Rc::clone(art), node });
        }
        if let Some(ground) = &*ground {
            snapshot.append_node(&ground.node);
        }
    }

    fn draw_scene(&self, markers: &Markers, scene: &Scene, animator: &Animator) {
        let imp = self.imp();
        let now = self.now();
        animator.glows().iter().for_each(|glow| markers.mill(glow.line, glow.light(now)));
        let sprites = animator.sprites(now);
        let is_coming = |point| sprites.iter().any(|sprite| sprite.home == point && !sprite.has_arrived(now));
        self.draw_trays(&markers.canvas, scene, animator);
        let dragged = imp.press.get().is_some_and(|press| press.carries);
        if dragged {
            let below = imp.hover.get();
            let mark = |point| if below == Some(point) { Marker::Landing } else { Marker::Lit };
            scene.targets.for_each(|point| markers.on(mark(point), point));
        } else if imp.appearance.borrow().marks && scene.picked.is_some() {
            scene.targets.for_each(|point| markers.on(Marker::Target, point));
        }
        self.draw_hover(markers, scene);
        // The preview of a man stays until the man comes.
        if let Some(man) = sprites.iter().find(|man| imp.previewed.get() == Some(man.home) && is_coming(man.home)) {
            draw_preview(&markers.canvas, man.color, markers.canvas.geometry.center(man.home), GHOST);
        }
        let shaken = animator.shaken(now);
        // The marks of the last move are over the shadows, and under a man on its way. They would
        // be around an empty point before their man has come.
        let (on_board, moving): (Vec<_>, Vec<_>) =
            sprites.iter().partition(|man| man.is_done(now) && man.pose(now).lift == 0.0);
        on_board.into_iter().for_each(|sprite| draw_man(markers, scene, sprite, now, shaken));
        if !scene.last.and_then(|(_, mv)| mv.to).is_some_and(is_coming) {
            markers.last(scene);
        }
        moving.into_iter().for_each(|sprite| draw_man(markers, scene, sprite, now, shaken));
        if let Some((point, offset)) = shaken.filter(|(point, _)| !(scene.men.white | scene.men.black).contains(*point))
        {
            let Place { x, y } = markers.canvas.geometry.center(point);
            markers.around(Marker::Hover, Place { x: x + offset, y }, 1.0);
        }
        scene.removable.for_each(|point| markers.on(Marker::Remove, point));
        imp.drawing.borrow().iter().chain(&imp.pen.get()).for_each(|&drawn| markers.drawn(drawn));
        imp.shown_moves.borrow().iter().for_each(|&shown| markers.shown_move(shown));
        if let Some(mv) = scene.hint.and_then(|hint| hint.shown()) {
            markers.shown_move(ShownMove { mv, tone: MoveTone::Good });
        }
        if let Some((on, darkness)) = animator.spotlight(now) {
            draw_spotlight(&markers.canvas, on, DARKNESS * darkness);
        }
    }

    fn draw_hover(&self, markers: &Markers, scene: &Scene) {
        let Some(point) = self.imp().hover.get().filter(|point| usable(scene).contains(*point)) else { return };
        // A man that was just removed would seem to be still there.
        let is_removed = self.imp().previewed.get() == Some(point);
        match ghost(scene).filter(|_| !markers.men.contains(point)) {
            Some(_) if is_removed => {}
            Some(color) => draw_preview(&markers.canvas, color, markers.canvas.geometry.center(point), GHOST),
            None => markers.on(Marker::Hover, point),
        }
    }

    fn draw_hand(&self, markers: &Markers) {
        let (imp, canvas) = (self.imp(), &markers.canvas);
        let pose = imp.hand.get().and_then(|hand| hand.pose(canvas.geometry.board, self.now()));
        let (Some(pose), Some(scene)) = (pose, &*imp.scene.borrow()) else { return };
        let (tip, spacing) = (canvas.geometry.to_pixels(pose.tip), canvas.geometry.spacing);
        if let Some(color) = ghost(scene) {
            draw_preview(canvas, color, tip, GHOST * pose.man);
        }
        let Place { x, y } = pose.middle();
        let middle = Place { x: tip.x + x * spacing, y: tip.y + y * spacing };
        canvas.faded(pose.alpha, || markers.around(Marker::Hand, middle, pose.size()));
    }

    fn draw_typed(&self, markers: &Markers) {
        if let Some(letter) = self.imp().typing.letter() {
            let lettering = Lettering { view: self, canvas: &markers.canvas, hex: markers.palette.glow, cut: 0.55 };
            lettering.text(
                &format!("{letter}…"),
                Place { x: 0.0, y: field(markers.canvas.geometry.board) + 0.16 },
                0.34,
            );
        }
    }

    fn draw_focus(&self, markers: &Markers) {
        if let Some(point) = self.focused_point().filter(|_| self.shows_focus()) {
            markers.on(Marker::Focus, point);
        }
    }
}

fn draw_man(markers: &Markers, scene: &Scene, sprite: &Sprite, now: i64, shaken: Option<(Point, f32)>) {
    let mut pose = sprite.pose(now);
    if let Some((_, offset)) = shaken.filter(|(point, _)| *point == sprite.home) {
        pose.place.x += offset / markers.canvas.geometry.spacing;
    }
    markers.canvas.man(sprite.color, sprite.piece, pose, pose.alpha);
    if scene.picked == Some(sprite.home) {
        markers.around(Marker::Picked, markers.canvas.middle(pose), 1.0);
    }
}

/// Draws a man without its shadow at a place in logical pixels, with an opacity from 0 to 1.
fn draw_preview(canvas: &Canvas, color: Color, foot: Place, alpha: f32) {
    canvas.faded(alpha, || canvas.piece(&canvas.art.men, color, 0, foot, 2.0 * MAN));
}

/// Darkens the board around men.
fn draw_spotlight(canvas: &Canvas, men: PointSet, darkness: f32) {
    let geometry = canvas.geometry;
    let centers: Vec<_> = men.map(|point| geometry.center(point)).collect();
    let count = centers.len().max(1) as f32;
    let middle =
        centers.iter().fold(Place::default(), |sum, at| Place { x: sum.x + at.x / count, y: sum.y + at.y / count });
    let farthest = centers.iter().map(|at| at.distance(middle)).fold(0.0, f32::max);
    let inner = farthest + LIT * geometry.spacing;
    let outer = inner + geometry.spacing;
    let [clear, dark] = [0.0, darkness].map(|alpha| rgba(0x000000, alpha));
    let stops = [(0.0, clear), (inner / outer, clear), (1.0, dark)].map(|(at, color)| gsk::ColorStop::new(at, color));
    let [from, to] = geometry.corners();
    let bounds = graphene::Rect::new(from.x, from.y, to.x - from.x, to.y - from.y);
    canvas.snapshot.push_rounded_clip(&gsk::RoundedRect::from_rect(
        bounds,
        corner(canvas.art.spec.look.palette().make) * geometry.spacing,
    ));
    let middle = graphene::Point::new(middle.x, middle.y);
    canvas.snapshot.append_radial_gradient(&bounds, &middle, outer, outer, 0.0, 1.0, &stops);
    canvas.snapshot.pop();
}

/// Returns the points where a tap has an effect.
fn usable(scene: &Scene) -> PointSet {
    if scene.removable.is_empty() { scene.targets | scene.movable } else { scene.removable }
}

/// Returns the color of the side that moves or places a man.
fn ghost(scene: &Scene) -> Option<Color> {
    match scene.status {
        Status::Place { side, .. } | Status::Move { side } | Status::Fly { side } | Status::Unblock { side } => {
            Some(side)
        }
        _ => None,
    }
}
