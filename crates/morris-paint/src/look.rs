// SPDX-License-Identifier: GPL-3.0-or-later
//! A style in a light.

use super::board_style::BoardStyle;
use super::palettes::palette;
use super::style::{Palette, Tone};

/// A style in a light.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// The style.
    pub style: BoardStyle,
    /// The light.
    pub tone: Tone,
}

impl Look {
    /// Its materials and colours.
    #[must_use]
    pub const fn palette(self) -> Palette {
        palette(self.style, self.tone)
    }
}
