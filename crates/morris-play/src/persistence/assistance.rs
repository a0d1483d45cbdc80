// SPDX-License-Identifier: GPL-3.0-or-later
//! What a person made use of during a game, in saves and statistics.

use crate::session::Help;

/// What a person made use of during a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HelpUsed {
    /// A hint, or any other sight of what moves are worth.
    pub hint: bool,
    /// A move was taken back.
    pub undo: bool,
    /// The computer moved at once, or in the person's place.
    pub move_now: bool,
}

/// The names of aids, in the order of their flags.
pub(super) const WORDS: [&str; 3] = ["hint", "undo", "move-now"];

impl HelpUsed {
    /// These and one more.
    #[must_use]
    pub fn and(self, help: Help) -> Self {
        match help {
            Help::Hint => Self { hint: true, ..self },
            Help::Undo => Self { undo: true, ..self },
            Help::MoveNow => Self { move_now: true, ..self },
        }
    }

    /// Whether none was used.
    #[must_use]
    pub(crate) fn are_none(self) -> bool {
        self == Self::default()
    }

    /// The names of those that were used.
    pub(super) fn words(self) -> Vec<&'static str> {
        let flags = [self.hint, self.undo, self.move_now];
        WORDS.into_iter().zip(flags).filter_map(|(word, used)| used.then_some(word)).collect()
    }

    /// Those with these names, if all are names.
    pub(super) fn of_words<'w>(words: impl IntoIterator<Item = &'w str>) -> Option<Self> {
        words.into_iter().try_fold(Self::default(), |aids, word| {
            Some(match word {
                "hint" => Self { hint: true, ..aids },
                "undo" => Self { undo: true, ..aids },
                "move-now" => Self { move_now: true, ..aids },
                _ => return None,
            })
        })
    }
}
