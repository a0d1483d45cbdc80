// SPDX-License-Identifier: GPL-3.0-or-later
//! The light on solid men. It comes from a window at the upper left, from the room, and from the
//! board.

use super::height_map::{AMBIENT, LIGHT};
use super::linear_color::LinearColor;
use super::noise::{mix, step};
use super::style::MenMake;

/// Light from the viewer's side on a surface that faces it. Without it, fronts look burnt.
const FILL: f32 = 0.22;
/// Share of the board's color that is reflected onto a surface that faces it.
const REFLECTED: f32 = 0.5;
/// Direction to the viewer, who looks along the slant.
const VIEWER: [f32; 3] = [0.0, 0.387, 0.922];
/// Half way between the light and the viewer.
const HALF: [f32; 3] = [-0.272, -0.128, 0.954];
/// Half way between the light and a viewer straight above, where glints on wood and wax are.
const ABOVE: [f32; 3] = [LIGHT[0] * 0.549, LIGHT[1] * 0.549, 0.911];
/// Half way between the viewer and a weak light at the front, which shows the edges of dark men.
const FRONT: [f32; 3] = [0.14, 0.62, 0.77];
/// Direction to the middle of the mirrored window, and the directions of its width and height.
const WINDOW: [[f32; 3]; 3] = [[-0.49, -0.65, 0.581], [0.799, -0.602, 0.0], [0.35, 0.464, 0.814]];

/// The light in a room with a board.
pub struct RoomLight {
    /// Color of the board.
    pub board: LinearColor,
    /// Strength of reflections, 0 to 1.
    pub gloss: f32,
    /// Construction of the lit men. Polished stones mirror the window sharply.
    pub make: MenMake,
}

impl RoomLight {
    /// Returns the color of a surface with this normal, including its reflection. `open` is the
    /// share of the room that is seen from it, and `shine` the share of the usual gloss, both 0 to
    /// 1.
    pub fn on(&self, tint: LinearColor, normal: [f32; 3], open: f32, shine: f32) -> LinearColor {
        let direct = dot(normal, LIGHT).max(0.0) / LIGHT[2];
        let room = AMBIENT * (0.6 + 0.4 * normal[2]) + FILL * normal[1].max(0.0);
        let light = open * (room + (1.0 - AMBIENT) * direct);
        let reflected = REFLECTED * (0.5 - 0.5 * normal[2]) * (0.5 + 0.5 * open);
        let LinearColor(board) = self.board;
        let facing = dot(normal, VIEWER);
        let ray = std::array::from_fn(|axis| 2.0 * facing * normal[axis] - VIEWER[axis]);
        // Surfaces mirror more if they are seen at a flat angle.
        let smooth = if self.make == MenMake::Polished { 0.45 } else { 0.3 };
        let mirror = smooth * open * open * self.gloss * (1.0 - facing).clamp(0.0, 1.0).powi(3);
        let sky = 0.35 * dot(ray, LIGHT).max(0.0).powi(2);
        let down = step(0.1, -0.3, ray[2]);
        let window = shine * open * self.gloss * self.window(normal, ray);
        LinearColor(std::array::from_fn(|part| {
            let seen = mix(sky, board[part], down);
            tint.0[part] * (light + board[part] * reflected) + mirror * seen + window
        }))
    }

    /// Returns the light of the window in the direction of a ray from a surface, 0 to 1.
    fn window(&self, normal: [f32; 3], ray: [f32; 3]) -> f32 {
        // The reflection of a flat surface is part of its color already.
        let glint =
            |half: [f32; 3], sharpness| (dot(normal, half).max(0.0).powi(sharpness) - half[2].powi(sharpness)).max(0.0);
        let sheen = 0.16 * glint(HALF, 8);
        if self.make != MenMake::Polished {
            let edges = if self.make == MenMake::Turned { 0.1 } else { 0.05 };
            return sheen + edges * glint(FRONT, 20) + 0.75 * glint(ABOVE, 48);
        }
        let [ahead, right, up] = WINDOW.map(|axis| dot(ray, axis));
        let ahead = ahead.max(0.01);
        let pane = |across: f32, half: f32| step(half + 0.04, half, across.abs()) * step(0.01, 0.04, across.abs());
        sheen + 0.75 * pane(right / ahead, 0.30) * pane(up / ahead, 0.24)
    }
}

fn dot(a: [f32; 3], b: [f32; 3]) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}
