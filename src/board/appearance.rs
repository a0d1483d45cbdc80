// SPDX-License-Identifier: GPL-3.0-or-later
//! Look and motion of a board, except for its materials.

use std::time::Duration;

use morris::{Board, Color, Rules};
use morris_paint::geometry::{Coordinates, Facing, Trays};

use super::animation::STEP;

#[derive(Clone, Debug)]
pub struct Appearance {
    /// Whether letters and digits are on the frame.
    pub coordinates: Coordinates,
    /// Whether there are trays in the frame, if the board is large enough.
    pub trays: Trays,
    /// Side that sits below the board, if that is not the one at the bottom of the board.
    pub near: Option<Color>,
    pub facing: Facing,
    /// Whether the targets of the picked man are marked.
    pub marks: bool,
    /// How long a man takes to move. `None` means without animation.
    pub step: Option<Duration>,
    pub board: &'static Board,
}

impl Default for Appearance {
    fn default() -> Self {
        Self {
            coordinates: Coordinates::Shown,
            trays: Trays::Hidden,
            near: None,
            facing: Facing::default(),
            marks: true,
            step: Some(STEP),
            board: Rules::default().board,
        }
    }
}
