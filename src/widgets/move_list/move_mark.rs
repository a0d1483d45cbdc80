// SPDX-License-Identifier: GPL-3.0-or-later
//! Marks beside moves.

use gettextrs::gettext;

use crate::text::describe::{self, Glyph};
use morris_teach::review::Mistake;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveMark {
    Mistake(Mistake),
    /// The only move that kept the result.
    OnlyMove,
    /// A move with a low score by the engine.
    Doubtful,
    /// A mark by a player.
    Glyph(Glyph),
}

impl MoveMark {
    pub(super) const STYLES: [&'static str; 3] = ["mistake", "only-move", "doubtful"];

    /// Returns the symbol after the move, as in chess.
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::Mistake(Mistake::WinToDraw | Mistake::DrawToLoss) => "?",
            Self::Mistake(Mistake::WinToLoss) => "??",
            Self::OnlyMove => "!",
            Self::Doubtful => "?!",
            Self::Glyph(glyph) => glyph.sign,
        }
    }

    pub(super) const fn style(self) -> Option<&'static str> {
        let [mistake, only_move, doubtful] = Self::STYLES;
        match self {
            Self::Mistake(_) => Some(mistake),
            Self::OnlyMove => Some(only_move),
            Self::Doubtful => Some(doubtful),
            Self::Glyph(_) => None,
        }
    }

    pub fn meaning(self) -> String {
        match self {
            Self::Mistake(mistake) => describe::mistake(mistake),
            Self::OnlyMove => gettext("the only move"),
            Self::Doubtful => gettext("probably not the best"),
            Self::Glyph(glyph) => describe::glyph_meaning(glyph),
        }
    }
}
