// SPDX-License-Identifier: GPL-3.0-or-later
//! Boards and men in a light.

use super::board_style::{BoardStyle, MenStyle};
use super::style::{MenPalette, Palette, Tone};

/// Boards and men in a light.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// How the board looks.
    pub board: BoardStyle,
    /// How the men look.
    pub men: MenStyle,
    /// The light.
    pub tone: Tone,
}

impl Look {
    /// A board with the men that come with it.
    #[must_use]
    pub const fn new(board: BoardStyle, tone: Tone) -> Self {
        Self { board, men: board.men(), tone }
    }

    /// The materials and colors of the board.
    #[must_use]
    pub const fn palette(self) -> Palette {
        self.board.palette(self.tone)
    }

    /// Those of the men.
    #[must_use]
    pub const fn men_palette(self) -> MenPalette {
        self.men.palette(self.tone)
    }
}
