// SPDX-License-Identifier: GPL-3.0-or-later
//! The lessons, step by step: a few sentences, a position to try them in, and a task. First come
//! the rules, then the strategy ([`Strategy`]).

use gettextrs::gettext;

use morris::{Arrangement, Board, Move, Outcome, Position, Rules};

use super::strategy::Strategy;
use crate::text::i18n::gettext_f;

/// Rules of the lessons.
pub(super) const RULES: Rules = Rules::STANDARD;
/// Board of the lessons.
pub const BOARD: &Board = RULES.board;

/// A lesson.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lesson {
    /// Placing a man.
    #[default]
    Place,
    /// Closing a mill and removing a man.
    Mill,
    /// Moving along a line.
    Slide,
    /// Closing an opened mill again.
    Again,
    /// Flying with three men.
    Fly,
    /// The end of a game.
    Win,
    /// A lesson on strategy.
    Strategy(Strategy),
}

impl Lesson {
    /// All lessons in order.
    pub const ALL: [Self; 14] = [
        Self::Place,
        Self::Mill,
        Self::Slide,
        Self::Again,
        Self::Fly,
        Self::Win,
        Self::Strategy(Strategy::Crossings),
        Self::Strategy(Strategy::OpenMill),
        Self::Strategy(Strategy::DoubleMill),
        Self::Strategy(Strategy::Mobility),
        Self::Strategy(Strategy::TooEarly),
        Self::Strategy(Strategy::RightMan),
        Self::Strategy(Strategy::Tempo),
        Self::Strategy(Strategy::Fork),
    ];
    /// First lesson on strategy.
    pub const FIRST_OF_STRATEGY: Self = Self::Strategy(Strategy::Crossings);

    /// Returns the number of the lesson, from 1.
    #[must_use]
    pub fn number(self) -> usize {
        self.place() + 1
    }

    fn place(self) -> usize {
        Self::ALL.iter().position(|&lesson| lesson == self).unwrap_or_default()
    }

    /// Returns the next lesson.
    #[must_use]
    pub fn next(self) -> Option<Self> {
        Self::ALL.get(self.place() + 1).copied()
    }

    /// Returns the previous lesson.
    #[must_use]
    pub fn previous(self) -> Option<Self> {
        Self::ALL.get(self.place().checked_sub(1)?).copied()
    }

    /// Returns the title.
    #[must_use]
    pub fn title(self) -> String {
        match self {
            Self::Place => gettext("Place your pieces"),
            Self::Mill => gettext("Close a mill"),
            Self::Slide => gettext("Move along the lines"),
            Self::Again => gettext("Open and close"),
            Self::Fly => gettext("Fly with three pieces"),
            Self::Win => gettext("Win the game"),
            Self::Strategy(lesson) => lesson.words().title,
        }
    }

    /// Returns the text of the lesson.
    #[must_use]
    pub fn text(self) -> String {
        match self {
            Self::Place => {
                gettext("Each player has nine pieces. White starts. Take turns placing one piece on any empty point.")
            }
            Self::Mill => gettext(
                "Get three of your pieces in a row on one line: that is a mill! Now remove one of Black’s pieces. You can’t remove a piece that is in a mill, unless all of Black’s pieces are in mills.",
            ),
            Self::Slide => {
                gettext("When all pieces are placed, take turns moving one piece along a line to the next empty point.")
            }
            Self::Again => gettext(
                "You can open a mill by moving a piece away, and close it again later. Each time you close it, you remove another piece.",
            ),
            Self::Fly => gettext(
                "When you have only three pieces left, you can fly: move a piece to any empty point on the board.",
            ),
            Self::Win => gettext(
                "You win when your opponent has only two pieces left, or can’t move. It’s a draw when the same position comes up three times, or when each of you has made 50 moves in a row and no piece was placed or removed.",
            ),
            Self::Strategy(lesson) => lesson.words().text,
        }
    }

    /// Returns the task on the board.
    #[must_use]
    pub fn task(self) -> String {
        match self {
            Self::Place => gettext("Try it: place a white piece on any empty point."),
            Self::Mill => gettext("Try it: place a white piece on g7."),
            Self::Slide => gettext("Try it: choose a white piece, then the point to move it to."),
            Self::Again => gettext("Try it: close the mill again from d6 to d7."),
            Self::Fly => gettext("Try it: fly from c3 to g7."),
            Self::Win => gettext("Try it: close a mill from f4 to f6."),
            Self::Strategy(lesson) => lesson.words().task,
        }
    }

    /// Returns the praise for a completed task.
    #[must_use]
    pub fn praise(self) -> String {
        match self {
            Self::Place => gettext("Well placed! Points where lines cross leave you the most ways to move."),
            Self::Mill => gettext("A mill! You could not remove the pieces in Black’s mill."),
            Self::Slide => gettext("Nice move! Keep your pieces free: blocked pieces can’t help you."),
            Self::Again => gettext("Well done! On your next moves you can open and close it again."),
            Self::Fly => gettext("Nice! Even with only three pieces, you can reach every point."),
            Self::Win => gettext("You have won! Now you know the rules; the next lessons tell how to win by them."),
            Self::Strategy(lesson) => lesson.words().praise,
        }
    }

    /// Returns the position line of the task.
    fn line(self) -> &'static str {
        match self {
            Self::Place => ".../.../.../....../.../.../... w 9 9 0",
            Self::Mill => "WW./B../.../.B..B./..W/B../... w 5 5 0",
            Self::Slide => ".W./.W./B.B/BW...B/W../.BW/... w 0 0 0",
            Self::Again => "W.W/BWB/.../.B..../..B/W.W/.B. w 0 0 0",
            Self::Fly => "WW./B../.../.B..B./W../.../B.B w 0 0 0",
            Self::Win => ".../WW./.../B...W./..B/.../W.B w 0 0 0",
            Self::Strategy(lesson) => lesson.example().position,
        }
    }

    /// Returns the practice id of the puzzles that follow the lesson, if there are any.
    #[must_use]
    pub fn course(self) -> Option<String> {
        match self {
            Self::Strategy(lesson) => Some(format!("lesson:{}", lesson.puzzles())),
            _ => None,
        }
    }

    /// Returns the moves that are shown after the task.
    #[must_use]
    pub fn afterwards(self) -> &'static [&'static str] {
        match self {
            Self::Strategy(lesson) => lesson.example().afterwards,
            _ => &[],
        }
    }

    /// Returns the position of the task.
    #[must_use]
    pub fn position(self) -> Position {
        let position = self.line().parse::<Arrangement>().expect("a line that a test reads");
        position.check(&RULES).expect("a position that a test checks")
    }

    /// Returns `true` if a move completes the task.
    #[must_use]
    pub fn is_done_by(self, mv: Move) -> bool {
        match self {
            Self::Place | Self::Slide => true,
            Self::Mill | Self::Again => !mv.removed.is_empty(),
            Self::Fly => mv.from.zip(mv.to).is_some_and(|(from, to)| !BOARD.neighbors(from).contains(to)),
            Self::Win => {
                let after = self.position().play_unchecked(mv, &RULES);
                matches!(after.outcome(&RULES), Some(Outcome::Win { .. }))
            }
            Self::Strategy(lesson) => lesson.example().right.iter().any(|right| right.parse() == Ok(mv)),
        }
    }

    /// Returns the message for another move than the required one. That move is taken back.
    #[must_use]
    pub fn refusal(self, mv: Move) -> String {
        if matches!(self, Self::Strategy(_)) {
            let mv = BOARD.display(mv).to_string();
            return gettext_f("{move} is not it. Look again.", &[("move", &mv)]);
        }
        // The rules allow the move. A lesson must say so, or it would teach that they forbid it.
        gettext_f("That move is allowed, but this lesson needs another one. {task}", &[("task", &self.task())])
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use morris_play::session::{Entered, MoveEntry};
    use morris_solved::tablebase::{Tables, Wdl};
    use morris_teach::review;

    use super::super::strategy::Example;
    use super::*;

    /// Returns the points to tap for the task.
    fn taps(lesson: Lesson) -> &'static str {
        match lesson {
            Lesson::Place => "d6",
            Lesson::Mill => "g7 f4",
            Lesson::Slide => "d6 d5",
            Lesson::Again => "d6 d7 b4",
            Lesson::Fly => "c3 g7 a1",
            Lesson::Win => "f4 f6 a4",
            Lesson::Strategy(Strategy::Crossings) => "f4",
            Lesson::Strategy(Strategy::OpenMill) => "f2 f4",
            Lesson::Strategy(Strategy::DoubleMill) => "c5 d5",
            Lesson::Strategy(Strategy::Mobility) => "a1 a4",
            Lesson::Strategy(Strategy::TooEarly) => "d5 d6",
            Lesson::Strategy(Strategy::RightMan) => "g4 g1 f2",
            Lesson::Strategy(Strategy::Tempo) => "a4 a1",
            Lesson::Strategy(Strategy::Fork) => "a1 c5",
        }
    }

    /// Returns the move that these points enter. Only the last of them may complete it.
    fn entered(lesson: Lesson, taps: &str) -> Move {
        let (mut entry, position) = (MoveEntry::default(), lesson.position());
        let mut tap = |point: &str| entry.tap(point.parse().unwrap(), &position, &RULES).unwrap();
        let (before, last) = taps.rsplit_once(' ').unwrap_or(("", taps));
        for point in before.split_whitespace() {
            assert!(matches!(tap(point), Entered::Part(_)), "{lesson:?} {point}");
        }
        let Entered::Whole(mv) = tap(last) else { panic!("{lesson:?}: {taps} is not a move") };
        mv
    }

    #[test]
    fn each_task_can_be_done_as_it_says() {
        for lesson in Lesson::ALL {
            let mv = entered(lesson, taps(lesson));
            assert!(lesson.is_done_by(mv), "{lesson:?} {mv}");
        }
    }

    #[test]
    fn something_else_is_not_what_was_to_be_done() {
        for (lesson, taps) in [
            (Lesson::Mill, "d6"),
            (Lesson::Again, "a7 a4"),
            (Lesson::Win, "f4 g4"),
            (Lesson::Fly, "c3 c4"),
            (Lesson::Strategy(Strategy::TooEarly), "b4 c4 a4"),
        ] {
            let mv = entered(lesson, taps);
            assert!(!lesson.is_done_by(mv), "{lesson:?} {mv}");
        }
    }

    #[test]
    fn the_lessons_follow_each_other() {
        for pair in Lesson::ALL.windows(2) {
            assert_eq!((pair[0].next(), pair[1].previous()), (Some(pair[1]), Some(pair[0])));
        }
        assert_eq!((Lesson::Place.previous(), Lesson::Strategy(Strategy::Fork).next()), (None, None));
    }

    /// Returns all lessons whose solutions the tables can confirm. The first lesson on strategy is
    /// not among them, since no placement of the first men loses.
    fn solved() -> impl Iterator<Item = Lesson> {
        Lesson::ALL
            .into_iter()
            .filter(|lesson| matches!(lesson, Lesson::Strategy(_)) && *lesson != Lesson::FIRST_OF_STRATEGY)
    }

    #[test]
    fn nothing_but_the_right_moves_wins() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/endgame");
        let (tables, _) = Tables::open(&folder);
        for lesson in solved() {
            let values = review::move_values(&tables, &RULES, &[lesson.position()]);
            let winning = values.iter().filter(|(_, known)| known.value == Wdl::Win);
            let mut winning: Vec<_> = winning.map(|(mv, _)| mv.to_string()).collect();
            winning.sort_unstable();
            assert!(values.len() > winning.len());
            let Lesson::Strategy(strategy) = lesson else { unreachable!() };
            let mut right = strategy.example().right.to_vec();
            right.sort_unstable();
            assert_eq!(winning, right, "{lesson:?}");
        }
    }

    #[test]
    fn what_is_pointed_out_afterwards_can_be_played_next() {
        for lesson in Lesson::ALL {
            let Lesson::Strategy(strategy) = lesson else { continue };
            let Example { right, afterwards, .. } = strategy.example();
            let after = lesson.position().play(right[0].parse().unwrap(), &RULES).unwrap();
            for shown in afterwards {
                let mv: morris::Move = shown.parse().unwrap();
                let man = after.men(morris::Color::White);
                assert!(mv.from.is_some_and(|from| man.contains(from)), "{lesson:?} {shown}");
            }
        }
    }
}
