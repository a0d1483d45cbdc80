// SPDX-License-Identifier: GPL-3.0-or-later
//! The lessons, step by step: a few sentences, a position to try them in, and a task. First come
//! the rules, then the strategy. Their text and positions are in `rows`.

use gettextrs::gettext;

use morris::{Arrangement, Board, Move, Position, Rules};

use crate::text::i18n::{gettext_f, list, sentences};

pub(super) const RULES: Rules = Rules::STANDARD;
pub const BOARD: &Board = RULES.board;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lesson {
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
    /// A point where lines cross.
    Crossings,
    /// A mill that opens and closes.
    OpenMill,
    /// A man that swings between two mills.
    DoubleMill,
    /// Men that cannot move.
    Mobility,
    /// A mill that is better not closed yet.
    TooEarly,
    /// The choice of the man to remove.
    RightMan,
    /// A move that leaves the opponent without a good one.
    Tempo,
    /// Two threats by one flight.
    Fork,
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
        Self::Crossings,
        Self::OpenMill,
        Self::DoubleMill,
        Self::Mobility,
        Self::TooEarly,
        Self::RightMan,
        Self::Tempo,
        Self::Fork,
    ];

    /// Returns the number of the lesson, from 1.
    pub const fn number(self) -> usize {
        self as usize + 1
    }

    pub fn next(self) -> Option<Self> {
        Self::ALL.get(self as usize + 1).copied()
    }

    pub fn previous(self) -> Option<Self> {
        Self::ALL.get((self as usize).checked_sub(1)?).copied()
    }

    /// Returns the lesson with puzzles of this theme or kind.
    pub fn with_puzzles(about: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|lesson| lesson.puzzles() == Some(about))
    }

    /// Returns the theme or kind of the puzzles that follow a lesson on strategy.
    pub fn puzzles(self) -> Option<&'static str> {
        self.row().puzzles
    }

    pub fn course(self) -> Option<String> {
        self.puzzles().map(|about| format!("lesson:{about}"))
    }

    pub fn title(self) -> String {
        self.row().title
    }

    pub fn task(self) -> String {
        self.row().task
    }

    pub fn praise(self) -> String {
        match self {
            Self::Win => gettext("You have won!"),
            _ => gettext("Well done!"),
        }
    }

    pub fn position(self) -> Position {
        let position = self.row().position.parse::<Arrangement>().expect("a line that a test reads");
        position.check(&RULES).expect("a position that a test checks")
    }

    /// Returns the moves and points that the board marks: an arrow and a ring on its goal, or only
    /// a ring.
    pub fn marks(self) -> Vec<Move> {
        moves(self.row().marks)
    }

    pub fn afterwards(self) -> Vec<Move> {
        moves(self.row().afterwards)
    }

    fn right(self) -> Vec<Move> {
        moves(self.row().right)
    }

    /// Returns the move that a hand shows.
    pub fn gesture(self) -> Option<Move> {
        self.right().first().copied().filter(|_| self.puzzles().is_none())
    }

    /// Returns where the marks are, for learners who do not see them.
    pub fn marks_in_words(self) -> String {
        let marks = self.marks();
        let rings: Vec<_> = marks.iter().filter(|mv| mv.from.is_none()).filter_map(|mv| mv.to).collect();
        let arrow = marks.iter().find_map(|mv| mv.from.zip(mv.to)).map(|(from, to)| {
            let values = [("from", BOARD.name(from)), ("to", BOARD.name(to))];
            // Translators: spoken; an arrow on the board; {from} and {to} are points, such as d6
            gettext_f("Arrow from {from} to {to}.", &values)
        });
        let names: Vec<_> = rings.iter().map(|&point| BOARD.name(point)).collect();
        // Translators: spoken; rings on the board; {points} are one or more points, such as d6
        let rings = (!names.is_empty()).then(|| gettext_f("Ring on {points}.", &[("points", &list(&names))]));
        sentences(&rings.into_iter().chain(arrow).collect::<Vec<_>>())
    }

    /// Returns `true` if a move completes the task, or only lacks a removal for that.
    pub fn accepts(self, mv: Move) -> bool {
        let any_removal = self.puzzles().is_none();
        self.right().into_iter().any(|right| {
            let removal = any_removal || mv.removed.is_empty() || mv.removed == right.removed;
            removal && mv.without_removal() == right.without_removal()
        })
    }

    /// Returns the message for a move that is not the task. That move is taken back. The first
    /// lessons say that the rules allow it: they would teach otherwise that these forbid it.
    pub fn refusal(self, mv: Move) -> String {
        match self.gesture() {
            None => {
                let mv = BOARD.display(mv).to_string();
                let wrong = gettext_f("{move} isn’t the right move. Try again.", &[("move", &mv)]);
                sentences(&[wrong, self.row().advice.unwrap_or_default()])
            }
            Some(goal) if goal.from == mv.from => gettext("You may do that in a game. Here, go to the ring."),
            Some(_) => gettext("You may do that in a game. Here, follow the arrow."),
        }
    }
}

fn moves(texts: &[&str]) -> Vec<Move> {
    texts.iter().map(|text| text.parse().expect("a move that a test reads")).collect()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use morris::{Color, Outcome};
    use morris_play::session::{Entered, MoveEntry};
    use morris_solved::tablebase::{Tables, Wdl};
    use morris_teach::review;

    use super::super::rows::Row;
    use super::*;

    fn taps(lesson: Lesson) -> &'static str {
        match lesson {
            Lesson::Place => "d6",
            Lesson::Mill => "g7 f4",
            Lesson::Slide => "d6 d5",
            Lesson::Again => "d6 d7 b4",
            Lesson::Fly => "c3 g7 a1",
            Lesson::Win => "f4 f6 a4",
            Lesson::Crossings => "f4",
            Lesson::OpenMill => "f2 f4",
            Lesson::DoubleMill => "c5 d5",
            Lesson::Mobility => "a1 a4",
            Lesson::TooEarly => "d5 d6",
            Lesson::RightMan => "g4 g1 f2",
            Lesson::Tempo => "a4 a1",
            Lesson::Fork => "a1 c5",
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
    fn each_task_can_be_done_as_described() {
        for lesson in Lesson::ALL {
            let mv = entered(lesson, taps(lesson));
            assert!(lesson.accepts(mv), "{lesson:?} {mv}");
        }
    }

    #[test]
    fn the_last_of_the_first_six_lessons_is_won() {
        let (lesson, mv) = (Lesson::Win, entered(Lesson::Win, taps(Lesson::Win)));
        let outcome = lesson.position().play_unchecked(mv, &RULES).outcome(&RULES);
        assert!(matches!(outcome, Some(Outcome::Win { winner: Color::White, .. })), "{outcome:?}");
    }

    #[test]
    fn the_first_six_lessons_name_no_points_to_the_eye() {
        let names: Vec<_> = BOARD.points().map(|point| BOARD.name(point)).collect();
        for lesson in &Lesson::ALL[..6] {
            let refused =
                [Move::place("a1".parse().unwrap()), Move::slide("a1".parse().unwrap(), "a4".parse().unwrap())];
            let words = [lesson.title(), lesson.row().text, lesson.task(), lesson.praise()].into_iter();
            let words = words.chain(lesson.row().afterword).chain(refused.map(|mv| lesson.refusal(mv)));
            for words in words {
                assert!(names.iter().all(|name| !words.contains(name)), "{lesson:?}: {words}");
            }
        }
    }

    #[test]
    fn places_of_marks_are_announced() {
        assert_eq!(Lesson::Mill.marks_in_words(), "Ring on g7.");
        assert_eq!(Lesson::Fly.marks_in_words(), "Arrow from c3 to g7.");
        assert_eq!(Lesson::Crossings.marks_in_words(), "Ring on b4, f4.");
        for lesson in Lesson::ALL {
            assert_eq!(lesson.marks_in_words().is_empty(), lesson.marks().is_empty(), "{lesson:?}");
            assert!(lesson.gesture().is_none_or(|mv| lesson.accepts(mv)), "{lesson:?}");
        }
    }

    #[test]
    fn refusal_gives_a_reason() {
        let refusal = |lesson: Lesson, mv: &str| lesson.refusal(mv.parse().unwrap());
        assert_eq!(refusal(Lesson::Mill, "g1"), "You may do that in a game. Here, go to the ring.");
        assert_eq!(refusal(Lesson::Win, "f4-g4"), "You may do that in a game. Here, go to the ring.");
        assert_eq!(refusal(Lesson::Win, "b6-b4"), "You may do that in a game. Here, follow the arrow.");
        let fork = Lesson::Fork;
        assert_eq!(
            refusal(fork, "d5-g7"),
            "d5-g7 isn’t the right move. Try again. Black could answer that. Look for a point on two lines where you already have a piece."
        );
        let with_advice = Lesson::ALL.into_iter().filter(|lesson| lesson.row().advice.is_some());
        assert!(with_advice.eq(Lesson::ALL.into_iter().filter(|lesson| lesson.puzzles().is_some())));
    }

    #[test]
    fn other_moves_do_not_complete_the_task() {
        for (lesson, taps) in [
            (Lesson::Mill, "d6"),
            (Lesson::Again, "a7 a4"),
            (Lesson::Win, "f4 g4"),
            (Lesson::Fly, "c3 c4"),
            (Lesson::TooEarly, "b4 c4 a4"),
        ] {
            let mv = entered(lesson, taps);
            assert!(!lesson.accepts(mv), "{lesson:?} {mv}");
        }
    }

    #[test]
    fn the_lessons_follow_each_other() {
        for pair in Lesson::ALL.windows(2) {
            assert_eq!((pair[0].next(), pair[1].previous()), (Some(pair[1]), Some(pair[0])));
        }
        assert_eq!((Lesson::Place.previous(), Lesson::Fork.next()), (None, None));
    }

    /// Returns all lessons whose solutions the tables can confirm. The first lesson on strategy is
    /// not among them, since no placement of the first men loses.
    fn solved() -> impl Iterator<Item = Lesson> {
        Lesson::ALL.into_iter().skip(Lesson::Crossings.number())
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
            let mut right = lesson.row().right.to_vec();
            right.sort_unstable();
            assert_eq!(winning, right, "{lesson:?}");
        }
    }

    #[test]
    fn move_pointed_out_afterwards_can_be_played() {
        for lesson in Lesson::ALL.into_iter().filter(|lesson| lesson.puzzles().is_some()) {
            let Row { right, afterwards, .. } = lesson.row();
            let after = lesson.position().play(right[0].parse().unwrap(), &RULES).unwrap();
            for shown in afterwards {
                let mv: morris::Move = shown.parse().unwrap();
                let man = after.men(morris::Color::White);
                assert!(mv.from.is_some_and(|from| man.contains(from)), "{lesson:?} {shown}");
            }
        }
    }
}
