// SPDX-License-Identifier: GPL-3.0-or-later
//! Kind of practice, and its requirements for the next puzzle.

use gettextrs::gettext;
use jiff::civil::Date;

use morris_teach::opening::RefutedMove;
use morris_teach::puzzles::{DailyGrade, Practice, Rated, RunKind, Theme, Wanted};

use crate::pages::how_to_play::Lesson;
use crate::text::describe;

/// Prefix of the names of lessons.
const LESSON: &str = "lesson:";
/// Prefix of the names of published moves that lose.
pub const REFUTED: &str = "refuted:";
/// Prefix of the names of games after such a move.
pub const AGAINST_PERFECT: &str = "perfect:";

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Course {
    /// Puzzles of which the user can solve about half.
    #[default]
    Rated,
    /// Puzzles with one theme.
    Theme(Theme),
    /// The puzzle of a day, of this grade.
    Daily(Date, DailyGrade),
    /// A run of puzzles with increasing difficulty.
    Run(RunKind),
    /// Puzzles that the user failed before.
    Again,
    /// The puzzles at the end of a lesson.
    Lesson(Lesson),
    /// Decisions of openings that are due.
    Lines,
    /// The refutation of a published move.
    Refuted(RefutedMove),
}

impl Course {
    /// Returns the kind of practice for the name of a button. The puzzle of the day has none, since
    /// it is on the practice page.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "rated" => Some(Self::Rated),
            "again" => Some(Self::Again),
            "lines" => Some(Self::Lines),
            _ if name.starts_with(REFUTED) => RefutedMove::named(&name[REFUTED.len()..]).map(Self::Refuted),
            _ if name.starts_with(LESSON) => Lesson::with_puzzles(&name[LESSON.len()..]).map(Self::Lesson),
            _ => {
                let run = RunKind::ALL.into_iter().find(|kind| kind.id() == name).map(Self::Run);
                run.or_else(|| name.parse().ok().map(Self::Theme))
            }
        }
    }

    pub fn title(self) -> String {
        match self {
            Self::Rated => gettext("Rated Puzzles"),
            Self::Theme(theme) => describe::theme_name(theme),
            Self::Daily(..) => gettext("Puzzle of the Day"),
            Self::Run(kind) => describe::run_name(kind),
            Self::Again => gettext("My Mistakes"),
            Self::Lesson(lesson) => lesson.title(),
            // Translators: first moves of a game
            Self::Lines => gettext("Openings"),
            // Translators: moves that show why another move loses
            Self::Refuted(_) => gettext("Refutation"),
        }
    }

    /// Returns which ratings its puzzles affect.
    pub const fn rated(self) -> Rated {
        match self {
            Self::Rated | Self::Daily(..) => Rated::Whole,
            Self::Theme(_) | Self::Lesson(_) => Rated::Themes,
            Self::Run(_) | Self::Again | Self::Lines | Self::Refuted(_) => Rated::Nothing,
        }
    }

    /// Returns the requirements for the next generated puzzle, unless a run sets the difficulty.
    pub fn wanted(self, practice: &Practice) -> Wanted {
        match self {
            Self::Theme(theme) => Wanted { theme: Some(theme), ..Wanted::default() },
            Self::Lesson(lesson) => {
                let about = lesson.puzzles().unwrap_or_default();
                Wanted { theme: about.parse().ok(), kind: about.parse().ok(), rating: None }
            }
            _ => Wanted { rating: Some(practice.next_rating()), ..Wanted::default() },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_lesson_on_strategy_has_puzzles_about_one_thing() {
        let courses = Lesson::ALL.into_iter().filter_map(Lesson::course);
        let wanted: Vec<_> = courses
            .map(|name| {
                let course = Course::named(&name).expect("it is a course");
                assert!(matches!(course, Course::Lesson(_)), "{name}");
                course.wanted(&Practice::default())
            })
            .collect();
        assert_eq!(wanted.len(), 8);
        assert!(wanted.iter().all(|wanted| wanted.theme.is_some() != wanted.kind.is_some()), "{wanted:?}");
    }
}
