// SPDX-License-Identifier: GPL-3.0-or-later
//! Boards and men in a light.

use super::board_style::{BoardStyle, MenStyle};
use super::style::{MenPalette, Palette, Tone};

/// A board and men in a light.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// Style of the board.
    pub board: BoardStyle,
    /// Style of the men.
    pub men: MenStyle,
    /// Light or dark tone.
    pub tone: Tone,
}

impl Look {
    /// Creates the look of a board with the men that belong to it.
    #[must_use]
    pub const fn new(board: BoardStyle, tone: Tone) -> Self {
        Self { board, men: board.men(), tone }
    }

    /// Returns the materials and colors of the board.
    #[must_use]
    pub const fn palette(self) -> Palette {
        self.board.palette(self.tone)
    }

    /// Returns the materials and colors of the men.
    #[must_use]
    pub const fn men_palette(self) -> MenPalette {
        self.men.palette(self.tone)
    }
}
