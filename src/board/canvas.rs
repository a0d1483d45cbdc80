// SPDX-License-Identifier: GPL-3.0-or-later
//! Draws textures of the board and the men at their places.

use gtk::prelude::*;
use gtk::{gdk, graphene};

use morris::Color;
use morris_paint::geometry::{Geometry, MAN, Place};
use morris_paint::piece_shadow::{FALL, LIFT, shadow_margins};
use morris_paint::piece_texture::{HEIGHT, SLANT};

use super::animation::Pose;
use super::texture_cache::{MenTextures, TextureSet};

pub struct Canvas<'a> {
    pub snapshot: &'a gtk::Snapshot,
    pub geometry: Geometry,
    pub art: &'a TextureSet,
}

impl Canvas<'_> {
    /// Draws the board without men.
    pub fn face(&self) {
        let Geometry { left, top, side, .. } = self.geometry;
        self.snapshot.append_texture(&self.art.face, &graphene::Rect::new(left, top, side, side));
    }

    /// Draws a man and its shadow with an opacity from 0 to 1.
    pub fn man(&self, color: Color, piece: usize, pose: Pose, alpha: f32) {
        self.draw(&self.art.men, color, piece, pose, alpha);
    }

    /// Draws a man that lies in a tray, and its shadow.
    pub fn man_in_tray(&self, color: Color, piece: usize, (place, size): (Place, f32)) {
        let men = self.art.small.as_ref().unwrap_or(&self.art.men);
        self.draw(men, color, piece, Pose { place, alpha: 1.0, lift: 0.0, size }, 1.0);
    }

    fn draw(&self, men: &MenTextures, color: Color, piece: usize, pose: Pose, alpha: f32) {
        let foot = self.geometry.to_pixels(pose.place);
        let side = self.geometry.snap(2.0 * MAN * pose.size * self.geometry.spacing);
        self.faded(alpha, || {
            let lift = pose.lift.clamp(0.0, 1.0);
            self.faded(1.0 - lift, || self.shadow(men, 0, foot, side, 0.0));
            self.faded(lift, || self.shadow(men, 1, foot, side, pose.lift));
            let foot = Place { y: foot.y - self.rise(pose.lift * LIFT), ..foot };
            self.piece(men, color, piece, foot, 2.0 * MAN * pose.size);
        });
    }

    /// Draws a man of this diameter in spacings without its shadow. The middle of its foot is at a
    /// place in logical pixels.
    pub fn piece(&self, men: &MenTextures, color: Color, piece: usize, foot: Place, diameter: f32) {
        let texture = &men.men[color][piece];
        let side = self.geometry.snap(diameter * self.geometry.spacing);
        let height = side * texture.height() as f32 / texture.width() as f32;
        let [left, bottom] = [foot.x - side / 2.0, foot.y + side / 2.0].map(|at| self.geometry.snap(at));
        self.snapshot.append_texture(texture, &graphene::Rect::new(left, bottom - height, side, height));
    }

    /// Draws one of the shadows of a man of this diameter in logical pixels.
    fn shadow(&self, men: &MenTextures, kind: usize, foot: Place, diameter: f32, lift: f32) {
        let texture = &men.shadows[kind];
        let scale = diameter / men.diameter as f32;
        let before = shadow_margins(men.diameter)[0] as f32 * scale + diameter / 2.0;
        let fall = FALL.map(|fall| fall * lift * LIFT * self.geometry.spacing);
        let [left, top] = [foot.x + fall[0], foot.y + fall[1]].map(|at| self.geometry.snap(at - before));
        let side = texture.width() as f32 * scale;
        self.snapshot.append_texture(texture, &graphene::Rect::new(left, top, side, side));
    }

    /// Returns how far up a height in spacings is drawn, in logical pixels.
    fn rise(&self, height: f32) -> f32 {
        height * SLANT * self.geometry.spacing
    }

    /// Returns how far up the top of a man is drawn, in logical pixels.
    pub fn height(&self) -> f32 {
        if self.art.is_flat() { 0.0 } else { self.rise(HEIGHT) }
    }

    /// Returns the middle of the height of a man, in logical pixels.
    pub fn middle(&self, pose: Pose) -> Place {
        let Place { x, y } = self.geometry.to_pixels(pose.place);
        Place { x, y: y - self.height() / 2.0 - self.rise(pose.lift * LIFT) }
    }

    /// Draws a texture at its own size, centered on a place in logical pixels.
    pub fn centered(&self, texture: &gdk::Texture, middle: Place) {
        let pixel = self.geometry.spacing / self.geometry.device(1.0) as f32;
        let [width, height] = [texture.width(), texture.height()].map(|pixels| pixels as f32 * pixel);
        let [left, top] = [middle.x - width / 2.0, middle.y - height / 2.0].map(|at| self.geometry.snap(at));
        self.snapshot.append_texture(texture, &graphene::Rect::new(left, top, width, height));
    }

    /// Draws a square texture centered on a place in logical pixels. `side` is in spacings.
    pub fn square(&self, texture: &gdk::Texture, middle: Place, side: f32) {
        let side = self.geometry.snap(side * self.geometry.spacing);
        let [left, top] = [middle.x, middle.y].map(|at| self.geometry.snap(at - side / 2.0));
        self.snapshot.append_texture(texture, &graphene::Rect::new(left, top, side, side));
    }

    /// Draws with an opacity from 0 to 1.
    pub fn faded(&self, alpha: f32, draw: impl FnOnce()) {
        if alpha <= 0.0 {
            return;
        }
        if alpha >= 1.0 {
            return draw();
        }
        self.snapshot.push_opacity(f64::from(alpha));
        draw();
        self.snapshot.pop();
    }
}
