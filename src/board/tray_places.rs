// SPDX-License-Identifier: GPL-3.0-or-later
//! The places of men in the trays of the frame.

use morris::Color;
use morris_paint::geometry::{Geometry, MAN, Place, TrayEnd, TraySide};

#[derive(Clone, Copy, Debug)]
pub struct TrayPlaces {
    pub geometry: Geometry,
    /// Side that sits below the board.
    pub near: Color,
    /// Number of men of a side at the beginning.
    pub most: u8,
}

impl TrayPlaces {
    /// Returns whether the board has trays.
    pub fn has_any(&self) -> bool {
        self.geometry.tray_man().is_some()
    }

    /// Returns the place of a man of a color, in board units, and its size, relative to a man on
    /// the board. The men in hand are with their owner, the removed ones with the opponent. `None`
    /// if there are no trays.
    pub fn place(&self, color: Color, end: TrayEnd, index: u8) -> Option<(Place, f32)> {
        let keeper = if end == TrayEnd::Hand { color } else { color.other() };
        let side = if keeper == self.near { TraySide::Near } else { TraySide::Far };
        let place = self.geometry.tray_place(side, end, index, self.most)?;
        Some((place, self.geometry.tray_man()? / MAN))
    }
}
