// SPDX-License-Identifier: GPL-3.0-or-later
//! Draws textures of the board and the men at their places.

use gtk::prelude::*;
use gtk::{gdk, graphene};

use morris::Color;
use morris_paint::geometry::{Geometry, MAN, Place};
use morris_paint::piece_texture::SHADOW;

use super::animation::Pose;
use super::texture_cache::TextureSet;

/// Relative growth of a lifted man.
const NEARER: f32 = 0.10;
/// Offset of the shadow of a lifted man to the right and down, in spacings.
const FALL: f32 = 0.13;
/// Offset of the shadow of a man on the board, in spacings.
const FALL_STANDING: f32 = 0.035;
/// Offset of a lifted man toward the light, in spacings.
const RISE: f32 = 0.05;

/// Surface on which a board is drawn.
pub struct Canvas<'a> {
    pub snapshot: &'a gtk::Snapshot,
    pub geometry: Geometry,
    /// Textures of the board and the men.
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
        self.faded(alpha, || {
            self.shadow(pose);
            self.square(&self.art.men[color][piece], self.raised(pose), 2.0 * MAN * nearer(pose));
        });
    }

    /// Returns where a man is drawn, in logical pixels. A lifted man is shifted toward the light.
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

    /// Draws a square texture centered on a place in logical pixels. `side` is in spacings.
    pub fn square(&self, texture: &gdk::Texture, middle: Place, side: f32) {
        let side = self.geometry.snap(side * self.geometry.spacing);
        let [left, top] = [middle.x, middle.y].map(|at| self.geometry.snap(at - side / 2.0));
        self.snapshot.append_texture(texture, &graphene::Rect::new(left, top, side, side));
    }

    /// Draws with an opacity from 0 to 1.
    pub fn faded(&self, alpha: f32, draw: impl FnOnce()) {
        if alpha >= 1.0 {
            return draw();
        }
        self.snapshot.push_opacity(f64::from(alpha));
        draw();
        self.snapshot.pop();
    }
}

/// Returns the factor by which a lifted man is enlarged.
pub fn nearer(pose: Pose) -> f32 {
    1.0 + NEARER * pose.lift
}
