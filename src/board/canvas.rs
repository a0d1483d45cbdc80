// SPDX-License-Identifier: GPL-3.0-or-later
//! Putting pictures of board and men where they belong.

use gtk::prelude::*;
use gtk::{gdk, graphene};

use morris::Color;
use morris_paint::geometry::{Geometry, MAN, Place};
use morris_paint::piece_texture::SHADOW;

use super::animation::Pose;
use super::texture_cache::TextureSet;

/// How much larger a man looks when it is lifted.
const NEARER: f32 = 0.10;
/// How far the shadow of a lifted man falls to the right and downwards, in spacings.
const FALL: f32 = 0.13;
/// The same for a man that stands.
const FALL_STANDING: f32 = 0.035;
/// How far a lifted man is seen nearer to the light, in spacings.
const RISE: f32 = 0.05;

/// Something to draw a board on.
pub struct Canvas<'a> {
    /// Where the drawing goes.
    pub snapshot: &'a gtk::Snapshot,
    /// Where things lie.
    pub geometry: Geometry,
    /// What they look like.
    pub art: &'a TextureSet,
}

impl Canvas<'_> {
    /// The board without men.
    pub fn face(&self) {
        let Geometry { left, top, side, .. } = self.geometry;
        self.snapshot.append_texture(&self.art.face, &graphene::Rect::new(left, top, side, side));
    }

    /// A man and its shadow, so much of it as shows (0 to 1).
    pub fn man(&self, color: Color, piece: usize, pose: Pose, alpha: f32) {
        self.faded(alpha, || {
            self.shadow(pose);
            self.square(&self.art.men[color][piece], self.raised(pose), 2.0 * MAN * nearer(pose));
        });
    }

    /// Where a man is seen, in logical pixels: a lifted one a little towards the light.
    pub fn raised(&self, pose: Pose) -> Place {
        let Place { x, y } = self.geometry.to_pixels(pose.place);
        let rise = pose.lift * RISE * self.geometry.spacing;
        Place { x: x - rise * 0.5, y: y - rise }
    }

    fn shadow(&self, pose: Pose) {
        let Place { x, y } = self.geometry.to_pixels(pose.place);
        let fall = (FALL_STANDING + FALL * pose.lift) * self.geometry.spacing;
        let side = 2.0 * MAN * (1.0 + SHADOW) * (1.0 + 0.12 * pose.lift);
        self.square(&self.art.shadow, Place { x: x + fall * 0.8, y: y + fall }, side);
    }

    /// A square picture around a place in logical pixels; `side` is in spacings.
    pub fn square(&self, texture: &gdk::Texture, middle: Place, side: f32) {
        let side = self.geometry.snap(side * self.geometry.spacing);
        let [left, top] = [middle.x, middle.y].map(|at| self.geometry.snap(at - side / 2.0));
        self.snapshot.append_texture(texture, &graphene::Rect::new(left, top, side, side));
    }

    /// Draws something of which so much shows, 0 to 1.
    pub fn faded(&self, alpha: f32, draw: impl FnOnce()) {
        if alpha >= 1.0 {
            return draw();
        }
        self.snapshot.push_opacity(f64::from(alpha));
        draw();
        self.snapshot.pop();
    }
}

/// How much larger a man looks when it is lifted, as a factor.
pub fn nearer(pose: Pose) -> f32 {
    1.0 + NEARER * pose.lift
}
