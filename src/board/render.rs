// SPDX-License-Identifier: GPL-3.0-or-later
//! Draws a frame, layer by layer, from cached textures.

use std::rc::Rc;

use adw::prelude::*;
use adw::subclass::prelude::*;

use morris::{Color, Point, PointSet};
use morris_paint::geometry::{Geometry, MAN, Place, field};
use morris_play::session::{Scene, Status};

use super::animation::{Animator, Sprite};
use super::canvas::{Canvas, nearer};
use super::labels::Lettering;
use super::look;
use super::markers::{Marker, Markers, MoveTone, ShownMove};
use super::texture_cache::{TextureSet, TextureSpec};
use super::view::{BoardView, Ground};

/// Opacity of a man that cannot be removed while others can.
const DIMMED: f32 = 0.5;
/// Opacity of the preview of a man that a click would place.
const GHOST: f32 = 0.45;

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
            coordinates: appearance.coordinates,
            board: appearance.board,
        };
        let drawn_anew = glib::clone!(
            #[weak(rename_to = view)]
            self,
            move || view.queue_draw()
        );
        self.imp().textures.art(spec, drawn_anew)
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
        animator.glows().iter().for_each(|glow| markers.glow(glow.line, glow.strength(now)));
        markers.last(scene);
        let dragged = imp.press.get().is_some_and(|press| press.carries);
        if dragged {
            let below = imp.hover.get();
            let mark = |point| if below == Some(point) { Marker::Landing } else { Marker::Lit };
            scene.targets.for_each(|point| markers.on(mark(point), point));
        } else if imp.appearance.borrow().marks && scene.picked.is_some() {
            scene.targets.for_each(|point| markers.on(Marker::Target, point));
        }
        self.draw_hover(markers, scene);
        let shaken = animator.shaken(now);
        animator.sprites(now).into_iter().for_each(|sprite| draw_man(markers, scene, sprite, now, shaken));
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
    }

    fn draw_hover(&self, markers: &Markers, scene: &Scene) {
        let Some(point) = self.imp().hover.get().filter(|point| usable(scene).contains(*point)) else { return };
        match ghost(scene).filter(|_| !(scene.men.white | scene.men.black).contains(point)) {
            Some(color) => {
                let canvas = &markers.canvas;
                let texture = &canvas.art.men[color][0];
                canvas.faded(GHOST, || canvas.square(texture, canvas.geometry.center(point), 2.0 * MAN));
            }
            None => markers.on(Marker::Hover, point),
        }
    }

    fn draw_hand(&self, markers: &Markers) {
        let (imp, canvas) = (self.imp(), &markers.canvas);
        let pose = imp.hand.get().and_then(|hand| hand.pose(canvas.geometry.board, self.now()));
        let (Some(pose), Some(scene)) = (pose, &*imp.scene.borrow()) else { return };
        let (tip, spacing) = (canvas.geometry.to_pixels(pose.tip), canvas.geometry.spacing);
        if let Some(color) = ghost(scene) {
            canvas.faded(GHOST * pose.man, || canvas.square(&canvas.art.men[color][0], tip, 2.0 * MAN));
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
    let alpha = if is_dimmed(scene, sprite) { DIMMED * pose.alpha } else { pose.alpha };
    markers.canvas.man(sprite.color, sprite.piece, pose, alpha);
    if scene.picked == Some(sprite.home) {
        markers.around(Marker::Picked, markers.canvas.raised(pose), nearer(pose));
    }
}

/// Returns whether a man is dimmed. While men can be removed, all others are dimmed except those of
/// the new mill.
fn is_dimmed(scene: &Scene, sprite: &Sprite) -> bool {
    let in_new_mill = scene.mills.iter().any(|line| line.contains(sprite.home));
    !scene.removable.is_empty() && !scene.removable.contains(sprite.home) && !in_new_mill
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
