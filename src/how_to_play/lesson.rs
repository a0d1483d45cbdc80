// SPDX-License-Identifier: GPL-3.0-or-later
//! What is taught, step by step: a few sentences, a position to try it in, and what has to be done. First the rules, then
//! what wins games by them ([`strategy`](super::strategy)).

use gettextrs::gettext;

use morris::{Arrangement, Board, ByColor, Game, Move, Outcome, Rules};
use morris_play::session::Session;
use morris_play::setup::{GameSetup, Player};

use super::strategy;
use crate::i18n::gettext_f;

/// The rules of the lessons.
pub(super) const RULES: Rules = Rules::STANDARD;
/// Their board.
pub const BOARD: &Board = RULES.board;

/// A lesson.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
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
    /// How a game ends.
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
    /// Which man to remove.
    RightMan,
    /// A move that leaves the other side none that is good.
    Tempo,
    /// Two threats by one flight.
    Fork,
}

impl Lesson {
    /// All lessons in their order.
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
    /// The first one after the rules.
    pub const FIRST_OF_STRATEGY: Self = Self::Crossings;

    /// The number, from 1.
    #[must_use]
    pub fn number(self) -> usize {
        self as usize + 1
    }

    /// The lesson after this one.
    #[must_use]
    pub fn next(self) -> Option<Self> {
        Self::ALL.get(self as usize + 1).copied()
    }

    /// The lesson before this one.
    #[must_use]
    pub fn previous(self) -> Option<Self> {
        Self::ALL.get((self as usize).checked_sub(1)?).copied()
    }

    /// What it is about, in a few words.
    #[must_use]
    pub fn title(self) -> String {
        match self {
            Self::Place => gettext("Place your men"),
            Self::Mill => gettext("Close a mill"),
            Self::Slide => gettext("Move along the lines"),
            Self::Again => gettext("Open and close"),
            Self::Fly => gettext("Fly with three men"),
            Self::Win => gettext("Win the game"),
            _ => strategy::words(self).title,
        }
    }

    /// The rule.
    #[must_use]
    pub fn text(self) -> String {
        match self {
            Self::Place => {
                gettext("Each side has nine men. White begins; in turn, each places a man on an empty point.")
            }
            Self::Mill => gettext(
                "Three men of one colour on a line are a mill. Whoever closes one removes a man of the other side. Men in a mill are safe as long as there are others.",
            ),
            Self::Slide => {
                gettext("When all men are placed, move one of them along a line to the next point, if that is empty.")
            }
            Self::Again => gettext("A mill may be opened and closed again. Each time it closes, another man goes."),
            Self::Fly => gettext("With only three men left you may fly: move a man to any empty point."),
            Self::Win => gettext(
                "You win when the other side has only two men left, or cannot move. Nobody wins when the same position occurs for the third time, or after a hundred turns in which no man was placed or removed.",
            ),
            _ => strategy::words(self).text,
        }
    }

    /// What is to be done on the board.
    #[must_use]
    pub fn task(self) -> String {
        match self {
            Self::Place => gettext("Try it: place a white man where you like."),
            Self::Mill => gettext("Try it: place a white man on g7."),
            Self::Slide => gettext("Try it: choose a white man, then the point it is to go to."),
            Self::Again => gettext("Try it: close the mill again from d6 to d7."),
            Self::Fly => gettext("Try it: fly from c3 to g7."),
            Self::Win => gettext("Try it: close a mill from f4 to f6."),
            _ => strategy::words(self).task,
        }
    }

    /// What is said when it is done.
    #[must_use]
    pub fn praise(self) -> String {
        match self {
            Self::Place => gettext("Well placed! Points where lines cross leave you the most ways to move."),
            Self::Mill => gettext("A mill! The men in Black’s own mill were safe from you."),
            Self::Slide => gettext("Well moved! Keep your men free: blocked ones do nothing."),
            Self::Again => gettext("Well done! In your next turns you can open and close it once more."),
            Self::Fly => gettext("Well flown! Three men are few, but they are everywhere."),
            Self::Win => gettext("You have won! Now you know the rules; the next lessons tell how to win by them."),
            _ => strategy::words(self).praise,
        }
    }

    /// The position line in which it is tried.
    fn position(self) -> &'static str {
        match self {
            Self::Place => ".../.../.../....../.../.../... w 9 9 0",
            Self::Mill => "WW./B../.../.B..B./..W/B../... w 5 5 0",
            Self::Slide => ".W./.W./B.B/BW...B/W../.BW/... w 0 0 0",
            Self::Again => "W.W/BWB/.../.B..../..B/W.W/.B. w 0 0 0",
            Self::Fly => "WW./B../.../.B..B./W../.../B.B w 0 0 0",
            Self::Win => ".../WW./.../B...W./..B/.../W.B w 0 0 0",
            _ => strategy::example(self).position,
        }
    }

    /// What is pointed out once it is done.
    #[must_use]
    pub fn afterwards(self) -> &'static [&'static str] {
        if self < Self::FIRST_OF_STRATEGY { &[] } else { strategy::example(self).afterwards }
    }

    /// A game of two persons from its position.
    #[must_use]
    pub fn session(self) -> Session {
        let position = self.position().parse::<Arrangement>().expect("a line that a test reads");
        let position = position.check(&RULES).expect("a position that a test checks");
        let players = ByColor { white: Player::Person, black: Player::Person };
        let setup = GameSetup { players, ..GameSetup::between_persons(RULES) };
        Session::restore(setup, Game::from_position(RULES, position), None, 0)
    }

    /// Whether what was to be done has been done.
    #[must_use]
    pub fn is_done(self, session: &Session) -> bool {
        let Some(mv) = session.game().played().first() else { return false };
        match self {
            Self::Place | Self::Slide => true,
            Self::Mill | Self::Again => !mv.removed.is_empty(),
            Self::Fly => mv.from.zip(mv.to).is_some_and(|(from, to)| !BOARD.neighbours(from).contains(to)),
            Self::Win => matches!(session.outcome(), Some(Outcome::Win { .. })),
            _ => strategy::example(self).right.iter().any(|right| right.parse() == Ok(*mv)),
        }
    }

    /// What is said of another move than the one that was asked for, which is taken back then; `None` where one may go on
    /// and try.
    #[must_use]
    pub fn refusal(self, mv: Move) -> Option<String> {
        if self < Self::FIRST_OF_STRATEGY {
            return None;
        }
        let mv = BOARD.display(mv).to_string();
        Some(gettext_f("{move} is not it. Look again.", &[("move", &mv)]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use morris_play::session::Input;

    /// The points that are tapped to do what the task says.
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

    #[test]
    fn each_task_can_be_done_as_it_says() {
        for lesson in Lesson::ALL {
            let mut session = lesson.session();
            for point in taps(lesson).split(' ') {
                assert!(!lesson.is_done(&session), "{lesson:?} before {point}");
                let _ = session.handle(Input::Tap(point.parse().unwrap()));
            }
            assert!(lesson.is_done(&session), "{lesson:?}");
        }
    }

    #[test]
    fn something_else_is_not_what_was_to_be_done() {
        for (lesson, taps) in [
            (Lesson::Mill, "d6"),
            (Lesson::Again, "a7 a4"),
            (Lesson::Win, "f4 g4"),
            (Lesson::Fly, "c3 c4"),
            (Lesson::TooEarly, "b4 c4 a4"),
        ] {
            let mut session = lesson.session();
            for point in taps.split(' ') {
                let _ = session.handle(Input::Tap(point.parse().unwrap()));
            }
            assert_eq!(session.game().played().len(), 1, "{lesson:?}");
            assert!(!lesson.is_done(&session), "{lesson:?}");
        }
    }

    #[test]
    fn the_lessons_follow_each_other() {
        for pair in Lesson::ALL.windows(2) {
            assert_eq!((pair[0].next(), pair[1].previous()), (Some(pair[1]), Some(pair[0])));
        }
        assert_eq!((Lesson::Place.previous(), Lesson::Fork.next()), (None, None));
    }
}
