// SPDX-License-Identifier: GPL-3.0-or-later
//! Styles of boards and of men, by name and by index in their tables.

use std::fmt;

use super::palettes::{BOARDS, MEN};
use super::style::{MenPalette, Palette, Tone};

/// Style of the board: a row in the table of boards.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct BoardStyle(u8);

/// Look and sound of the men: a row in the table of men.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct MenStyle(u8);

/// Gives a style its ids, and itself by its id, from the rows of its table.
macro_rules! rows_by_id {
    ($style:ident, $table:ident) => {
        impl fmt::Debug for $style {
            /// Prints the id alone: the contents of the row would bury the rest of the output.
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.id())
            }
        }

        impl $style {
            /// All styles. The default comes first.
            pub const ALL: [Self; $table.len()] = {
                let mut all = [Self(0); $table.len()];
                let mut index = 0;
                while index < all.len() {
                    all[index] = Self(index as u8);
                    index += 1;
                }
                all
            };

            /// Ids of the styles, in the same order.
            pub const IDS: [&str; $table.len()] = {
                let mut ids = [""; $table.len()];
                let mut index = 0;
                while index < ids.len() {
                    ids[index] = $table[index].id;
                    index += 1;
                }
                ids
            };

            /// Returns the id used in files.
            pub const fn id(self) -> &'static str {
                Self::IDS[self.0 as usize]
            }

            /// Returns the style with this id, if there is one.
            ///
            /// ```
            /// use morris_paint::{BoardStyle, MenStyle};
            ///
            /// assert_eq!(BoardStyle::of_id("slate").map(BoardStyle::id), Some("slate"));
            /// assert_eq!(MenStyle::of_id("ivory").map(MenStyle::id), Some("ivory"));
            /// assert_eq!(BoardStyle::of_id("jade"), None);
            /// ```
            pub fn of_id(id: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|style| style.id() == id)
            }
        }
    };
}

rows_by_id!(BoardStyle, BOARDS);
rows_by_id!(MenStyle, MEN);

impl BoardStyle {
    /// Returns the flat, clear style for a desktop with high contrast.
    pub fn high_contrast() -> Self {
        Self::of_id("high-contrast").expect("a test holds that it is there")
    }

    /// Returns the men that belong to the board.
    pub const fn men(self) -> MenStyle {
        MenStyle(self.0)
    }

    /// Returns the materials and colors.
    pub const fn palette(self, tone: Tone) -> Palette {
        let row = &BOARDS[self.0 as usize];
        match tone {
            Tone::Light => row.light,
            Tone::Dark => row.dark,
        }
    }

    /// Returns the file with the colors of the window around the board. `None` for the default
    /// colors of a window.
    pub fn css_file(self, tone: Tone) -> Option<String> {
        let stem = BOARDS[usize::from(self.0)].css?;
        Some(match tone {
            Tone::Light => format!("{stem}.css"),
            Tone::Dark => format!("{stem}-dark.css"),
        })
    }
}

impl MenStyle {
    /// Returns the board that the men belong to.
    pub const fn board(self) -> BoardStyle {
        BoardStyle(self.0)
    }

    /// Returns the materials and colors.
    pub const fn palette(self, tone: Tone) -> MenPalette {
        let row = &MEN[self.0 as usize];
        match tone {
            Tone::Light => row.light,
            Tone::Dark => row.dark,
        }
    }

    /// Returns the sound file of a move. `name` is the file stem for wooden men.
    ///
    /// ```
    /// use morris_paint::BoardStyle;
    ///
    /// let heard = ["wood", "slate"].map(|id| BoardStyle::of_id(id).unwrap().men().sound_file("place"));
    /// assert_eq!(heard, ["place.wav", "slate-place.wav"]);
    /// ```
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
        assert_eq!(MenStyle::ALL.map(MenStyle::id), MenStyle::IDS);
        assert_eq!(MenStyle::IDS.map(MenStyle::of_id), MenStyle::ALL.map(Some));
        assert_eq!(BoardStyle::ALL.map(BoardStyle::men).map(MenStyle::board), BoardStyle::ALL);
        assert_eq!(BoardStyle::high_contrast().palette(Tone::Light).make, crate::style::Make::Flat);
    }
}
