// SPDX-License-Identifier: GPL-3.0-or-later
//! What one practises, and what that asks of the next puzzle.

use gettextrs::gettext;
use jiff::civil::Date;

use morris_play::puzzles::{Practice, PuzzleKind, Rated, RunKind, Theme, Wanted};

use crate::describe;

/// What one practises.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Course {
    /// Puzzles as hard as one can solve half of.
    #[default]
    Rated,
    /// Puzzles about one thing.
    Theme(Theme),
    /// Puzzles in which one thing is asked.
    Kind(PuzzleKind),
    /// The puzzle of a day.
    Daily(Date),
    /// One after the other, harder and harder.
    Run(RunKind),
    /// What went wrong before.
    Again,
}

impl Course {
    /// What a row of the page for practice calls it; the day is today.
    #[must_use]
    pub fn named(name: &str, today: Date) -> Option<Self> {
        match name {
            "rated" => Some(Self::Rated),
            "daily" => Some(Self::Daily(today)),
            "again" => Some(Self::Again),
            _ => {
                let run = RunKind::ALL.into_iter().find(|kind| kind.id() == name).map(Self::Run);
                let run = run.or_else(|| name.parse().ok().map(Self::Theme));
                run.or_else(|| name.parse().ok().map(Self::Kind))
            }
        }
    }

    /// What it is called.
    #[must_use]
    pub fn title(self) -> String {
        match self {
            Self::Rated => gettext("Rated Puzzles"),
            Self::Theme(theme) => describe::theme_name(theme),
            Self::Kind(kind) => describe::puzzle_kind(kind),
            Self::Daily(_) => gettext("Puzzle of the Day"),
            Self::Run(kind) => describe::run_name(kind),
            Self::Again => gettext("Once More"),
        }
    }

    /// What its puzzles are rated for.
    #[must_use]
    pub const fn rated(self) -> Rated {
        match self {
            Self::Rated | Self::Daily(_) => Rated::Whole,
            Self::Theme(_) | Self::Kind(_) => Rated::Themes,
            Self::Run(_) | Self::Again => Rated::Nothing,
        }
    }

    /// What the next puzzle is to be, where chance makes it and no run says how hard.
    #[must_use]
    pub fn wanted(self, practice: &Practice) -> Wanted {
        match self {
            Self::Kind(kind) => Wanted { kind: Some(kind), ..Wanted::default() },
            Self::Theme(theme) => Wanted { theme: Some(theme), ..Wanted::default() },
            _ => Wanted { rating: Some(practice.next_rating()), ..Wanted::default() },
        }
    }
}
