// SPDX-License-Identifier: GPL-3.0-or-later
//! Aids that a person used during a game, in saved games and statistics.

use crate::session::Help;

/// Aids that a person used during a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HelpUsed {
    /// A hint, or any other display of the values of moves.
    pub hint: bool,
    /// An undo.
    pub undo: bool,
    /// Move Now, or a move that the computer made in the person's place.
    pub move_now: bool,
}

impl HelpUsed {
    /// Returns the aids with one more.
    #[must_use]
    pub fn and(self, help: Help) -> Self {
        match help {
            Help::Hint => Self { hint: true, ..self },
            Help::Undo => Self { undo: true, ..self },
            Help::MoveNow => Self { move_now: true, ..self },
        }
    }

    /// Returns `true` if no aid was used.
    pub(crate) fn are_none(self) -> bool {
        self == Self::default()
    }

    /// Returns the names of the aids that were used.
    pub(super) fn words(self) -> Vec<&'static str> {
        Help::ALL.into_iter().filter(|&help| self.and(help) == self).map(Help::id).collect()
    }

    /// Returns the aids with these names, or `None` if a name is unknown.
    pub(super) fn of_words<'w>(words: impl IntoIterator<Item = &'w str>) -> Option<Self> {
        words.into_iter().try_fold(Self::default(), |aids, word| Some(aids.and(Help::of_id(word)?)))
    }
}
