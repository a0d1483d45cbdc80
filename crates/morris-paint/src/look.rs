// SPDX-License-Identifier: GPL-3.0-or-later
//! Boards and men in a light.

use morris::Color;

use super::board_style::{BoardStyle, MenStyle};
use super::linear_color::{LinearColor, contrast};
use super::style::{Material, MenMake, MenPalette, Palette, Tone};

/// Contrast at which a man and its surroundings differ with a margin: the mean color of
/// a material differs from what is seen of it by a few percent.
const CLEAR: f32 = 3.4;

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
    pub const fn new(board: BoardStyle, tone: Tone) -> Self {
        Self { board, men: board.men(), tone }
    }

    /// Returns the same board with these men.
    #[must_use]
    pub const fn with_men(self, men: MenStyle) -> Self {
        Self { men, ..self }
    }

    /// Returns the materials and colors of the board. The cross on men that may be removed has the
    /// color that contrasts with these men.
    pub const fn palette(self) -> Palette {
        let remove = self.men.board().palette(self.tone).remove;
        Palette { remove, ..self.board.palette(self.tone) }
    }

    /// Returns the materials and colors of the men.
    pub const fn men_palette(self) -> MenPalette {
        self.men.palette(self.tone)
    }

    /// Returns the color of the rim of a man, if it has one. On its own board a man has the rim of
    /// its palette. On other boards it gets one if its material is too similar to the board or,
    /// for light men, to the lines.
    pub fn rim(self, color: Color) -> Option<u32> {
        let men = self.men_palette();
        let (material, own) = match color {
            Color::White => (men.white, men.white_rim),
            Color::Black => (men.black, men.black_rim),
        };
        let own = matches!(men.make, MenMake::Sealed | MenMake::Flat).then_some(own);
        if self.men == self.board.men() {
            return own;
        }
        let (board, face) = (self.palette(), material.mean().luminance());
        let [ground, line] = [board.field.mean(), LinearColor::hex(board.line)].map(LinearColor::luminance);
        let clarity = |rim: Option<u32>| {
            let rim = rim.map_or(face, |hex| LinearColor::hex(hex).luminance());
            let from = |other| contrast(face, other).max(contrast(rim, other));
            // Dark men are as dark as the lines of most boards, and differ from them by their size.
            if color == Color::White { from(ground).min(from(line)) } else { from(ground) }
        };
        let rims = [own, Some(board.line), Some(board.field.mean().to_hex()), Some(board.mark)];
        let clear = rims.into_iter().find(|&rim| clarity(rim) >= CLEAR);
        clear.or_else(|| rims.into_iter().max_by(|&a, &b| clarity(a).total_cmp(&clarity(b)))).flatten()
    }

    /// Returns the colors of charts: those of the light and of the dark men, and one between them
    /// in the middle that differs equally from both.
    ///
    /// ```
    /// use morris_paint::{BoardStyle, Look, style::Tone};
    ///
    /// assert_eq!(Look::new(BoardStyle::high_contrast(), Tone::Light).shades(), [0xffffff, 0x757575, 0x000000]);
    /// ```
    pub fn shades(self) -> [u32; 3] {
        let men = self.men_palette();
        let [light, dark] = [men.white, men.black].map(Material::mean);
        let [high, low] = [light, dark].map(|color| color.luminance() + 0.05);
        let middle = dark.mix(light, ((high * low).sqrt() - low) / (high - low));
        [light, middle, dark].map(LinearColor::to_hex)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colors_of_charts_differ() {
        for men in MenStyle::ALL {
            for tone in [Tone::Light, Tone::Dark] {
                let shades = Look::new(BoardStyle::default(), tone).with_men(men).shades();
                let [light, middle, dark] = shades.map(|hex| LinearColor::hex(hex).luminance());
                let least = contrast(light, middle).min(contrast(middle, dark));
                assert!(least >= 3.0, "{men:?} {tone:?}: {least:.2}:1 in {shades:06x?}");
            }
        }
    }
}
