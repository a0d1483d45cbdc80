// SPDX-License-Identifier: GPL-3.0-or-later
//! The styles of the board by name.

/// How the board looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum BoardStyle {
    /// Grained wood, carved.
    #[default]
    Wood,
    /// Engraved stone, men of ivory and jet.
    Slate,
    /// Ink on parchment, seals of wax.
    Parchment,
    /// Flat, thick and clear.
    HighContrast,
}

impl BoardStyle {
    /// All styles, the default first.
    pub const ALL: [Self; 4] = [Self::Wood, Self::Slate, Self::Parchment, Self::HighContrast];
    /// Their ids, in the same order.
    pub const IDS: [&str; 4] = ["wood", "slate", "parchment", "high-contrast"];

    /// What it is called in files.
    #[must_use]
    pub const fn id(self) -> &'static str {
        Self::IDS[self as usize]
    }

    /// The style of an id, if there is one.
    ///
    /// ```
    /// use morris_paint::BoardStyle;
    ///
    /// assert_eq!(BoardStyle::of_id("slate"), Some(BoardStyle::Slate));
    /// ```
    #[must_use]
    pub fn of_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|style| style.id() == id)
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
    }
}
