// SPDX-License-Identifier: GPL-3.0-or-later
//! How a board looks and moves, but for what it is made of.

use std::time::Duration;

use morris::{Board, Rules};
use morris_paint::geometry::{Coordinates, Facing};

use super::animation::STEP;

/// How a board looks and moves.
#[derive(Clone, Debug)]
pub struct Appearance {
    /// Whether letters and digits stand on the frame.
    pub coordinates: Coordinates,
    /// Whose side is below.
    pub facing: Facing,
    /// Whether it is shown where the picked man can go.
    pub marks: bool,
    /// How long a man takes to move; `None` and nothing is animated.
    pub step: Option<Duration>,
    /// The board of the game.
    pub board: &'static Board,
}

impl Default for Appearance {
    fn default() -> Self {
        Self {
            coordinates: Coordinates::Shown,
            facing: Facing::default(),
            marks: true,
            step: Some(STEP),
            board: Rules::default().board,
        }
    }
}
