// SPDX-License-Identifier: GPL-3.0-or-later
//! The styles of boards and of men, by name and by place in their tables.

use std::fmt;

use super::palettes::{BOARDS, MEN};
use super::style::{MenPalette, Palette, Tone};

/// How the board looks: a row of the table of boards.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct BoardStyle(u8);

/// How the men look, and what they sound like: a row of the table of men.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct MenStyle(u8);

impl fmt::Debug for BoardStyle {
    /// The id: what a row consists of would bury what else is shown.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

impl BoardStyle {
    /// All styles, the default first.
    pub const ALL: [Self; BOARDS.len()] = {
        let mut all = [Self(0); BOARDS.len()];
        let mut index = 0;
        while index < all.len() {
            all[index] = Self(index as u8);
            index += 1;
        }
        all
    };

    /// Their ids, in the same order.
    pub const IDS: [&str; BOARDS.len()] = {
        let mut ids = [""; BOARDS.len()];
        let mut index = 0;
        while index < ids.len() {
            ids[index] = BOARDS[index].id;
            index += 1;
        }
        ids
    };

    /// Flat, thick and clear: for a desktop with high contrast.
    #[must_use]
    pub fn high_contrast() -> Self {
        Self::of_id("high-contrast").expect("a test holds that it is there")
    }

    /// What it is called in files.
    #[must_use]
    pub const fn id(self) -> &'static str {
        Self::IDS[self.0 as usize]
    }

    /// The style of an id, if there is one.
    ///
    /// ```
    /// use morris_paint::BoardStyle;
    ///
    /// assert_eq!(BoardStyle::of_id("slate").map(BoardStyle::id), Some("slate"));
    /// assert_eq!(BoardStyle::of_id("jade"), None);
    /// ```
    #[must_use]
    pub fn of_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|style| style.id() == id)
    }

    /// The men that come with it.
    #[must_use]
    pub const fn men(self) -> MenStyle {
        MenStyle(self.0)
    }

    /// Its materials and colors.
    #[must_use]
    pub const fn palette(self, tone: Tone) -> Palette {
        let row = &BOARDS[self.0 as usize];
        match tone {
            Tone::Light => row.light,
            Tone::Dark => row.dark,
        }
    }

    /// The file with the colors of a window around it; `None` for those that a window has anyhow.
    #[must_use]
    pub fn css_file(self, tone: Tone) -> Option<String> {
        let stem = BOARDS[usize::from(self.0)].css?;
        Some(match tone {
            Tone::Light => format!("{stem}.css"),
            Tone::Dark => format!("{stem}-dark.css"),
        })
    }
}

impl MenStyle {
    /// Their materials and colors.
    #[must_use]
    pub const fn palette(self, tone: Tone) -> MenPalette {
        let row = &MEN[self.0 as usize];
        match tone {
            Tone::Light => row.light,
            Tone::Dark => row.dark,
        }
    }

    /// The file of what one hears when men are moved; `name` is that of men of wood.
    ///
    /// ```
    /// use morris_paint::BoardStyle;
    ///
    /// let heard = ["wood", "slate"].map(|id| BoardStyle::of_id(id).unwrap().men().sound_file("place"));
    /// assert_eq!(heard, ["place.wav", "slate-place.wav"]);
    /// ```
    #[must_use]
    pub fn sound_file(self, name: &str) -> String {
        match MEN[usize::from(self.0)].sound {
            Some(stuff) => format!("{stuff}-{name}.wav"),
            None => format!("{name}.wav"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_style_has_its_own_id() {
        assert_eq!(BoardStyle::ALL.map(BoardStyle::id), BoardStyle::IDS);
        assert_eq!(BoardStyle::IDS.map(BoardStyle::of_id), BoardStyle::ALL.map(Some));
        assert_eq!(BoardStyle::ALL[0], BoardStyle::default());
        assert_eq!(BoardStyle::high_contrast().palette(Tone::Light).make, crate::style::Make::Flat);
    }
}
