// SPDX-License-Identifier: GPL-3.0-or-later
//! Decides what to say about a game: each change once, in order, and not before the men have
//! landed.
//!
//! A [`Narrator`] compares each scene with the one before, and returns keys with their arguments.
//! The window has the words, and a timer that ends when the men have landed.

use std::cmp::Ordering;

use crate::session::{Answer, Hint, Input, Question, Scene, SeatMessage, Session, Status};
use morris::{Color, Game, Move};
use morris_message::{MessageGame, Status as Waits};
use morris_teach::opening::OpeningName;

/// What to say, and in which manner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Say {
    /// News of the game, by the title of the window.
    Title(News),
    /// Answer a request with a hint.
    Hint(Hint),
    /// Give a tip of the coach, if there is a new one.
    Tip,
}

/// News of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum News {
    /// The last move and the state of the game. Before the first move, the players.
    LastMove,
    /// The state alone, since the last move is known.
    State,
    /// These moves were taken back.
    TakenBack(Vec<(Color, Move)>),
    /// These moves were replayed.
    Redone(Vec<(Color, Move)>),
}

/// Cause of a new scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// A player asks for a hint, possibly the same one again.
    Hint,
    /// Moves may be taken back or replayed.
    Retrace,
    /// A player hands out a line, and knows that.
    LineSent,
    /// A move, or anything else.
    Other,
}

impl Cause {
    /// Returns the cause of the scenes that follow an input.
    pub fn of(input: &Input, session: &Session) -> Self {
        let may_allow = || session.message().map(MessageGame::status) == Some(Waits::FriendsAnswer(Question::Undo));
        let accepts = SeatMessage::Answer(Answer::Accept);
        match input {
            Input::Hint => Self::Hint,
            Input::LineCopied | Input::LineSent => Self::LineSent,
            Input::Undo | Input::Redo | Input::Answer(Answer::Accept) => Self::Retrace,
            Input::Message { message, .. } if *message == accepts => Self::Retrace,
            Input::Line(_) if may_allow() => Self::Retrace,
            _ => Self::Other,
        }
    }
}

/// What to show and say now that the men of a scene have landed.
#[derive(Clone, Debug)]
pub struct Report {
    /// The scene.
    pub scene: Scene,
    /// What to say, in this order.
    pub says: Vec<Say>,
    /// Whether the game has ended with this scene.
    pub is_end: bool,
}

/// Reports a game.
#[derive(Clone, Debug, Default)]
pub struct Narrator {
    /// The last reported scene.
    reported: Option<Scene>,
    /// Report that waits for the men.
    pending: Option<Report>,
    /// Names of openings that were said.
    named: Vec<OpeningName>,
    /// Whether a player waits for the values of the moves.
    awaits_values: bool,
}

impl Narrator {
    /// Prepares the report of a new scene. Call [`Self::land`] before, since the previous report
    /// comes first.
    pub fn show(&mut self, scene: &Scene, game: &Game, cause: Cause) {
        self.awaits_values = false;
        // A move that awaits confirmation is reported when it is played.
        if scene.checked_move.is_some() {
            return;
        }
        let before = self.reported.as_ref();
        let retraced = before.filter(|_| cause == Cause::Retrace).and_then(|before| retraced(before, scene, game));
        let tip = retraced.is_none().then_some(Say::Tip);
        let is_news = cause != Cause::LineSent && before.is_none_or(|before| !sounds_like(before, scene));
        let is_known = scene.setup.is_by_message() && before.is_some_and(|before| before.played == scene.played);
        let title =
            retraced.or_else(|| is_news.then_some(if is_known { News::State } else { News::LastMove })).map(Say::Title);
        // A paused game shows no hint.
        let is_other = |before: &Scene| before.status != Status::Paused && before.hint != scene.hint;
        let is_new_hint = cause == Cause::Hint || before.is_none_or(is_other);
        let hint = scene.hint.filter(|_| is_new_hint).map(Say::Hint);
        let says: Vec<_> = title.into_iter().chain(hint).chain(tip).collect();
        let mut scene = scene.clone();
        scene.opening = scene.opening.filter(|name| !self.named.contains(name));
        self.named.extend(scene.opening.filter(|_| says.contains(&Say::Title(News::LastMove))));
        self.pending = Some(Report { scene, says, is_end: false });
    }

    /// Returns the pending report, because the men have landed or something else follows.
    pub fn land(&mut self) -> Option<Report> {
        let report = self.pending.take()?;
        // A name is said once.
        self.reported = Some(Scene { opening: None, ..report.scene.clone() });
        Some(report)
    }

    /// Returns `true` if a report is pending.
    pub const fn is_pending(&self) -> bool {
        self.pending.is_some()
    }

    /// Notes that the game has ended with the last scene. Returns `false` if that has been
    /// reported.
    pub fn end(&mut self) -> bool {
        self.pending.as_mut().map(|report| report.is_end = true).is_some()
    }

    /// Returns the last reported scene.
    pub const fn reported(&self) -> Option<&Scene> {
        self.reported.as_ref()
    }

    /// Notes whether a player waits for the values of the moves. The next scene ends the wait.
    pub const fn await_values(&mut self, awaits: bool) {
        self.awaits_values = awaits;
    }

    /// Returns whether a player waits for the values, which are known now.
    pub const fn values_known(&mut self) -> bool {
        std::mem::replace(&mut self.awaits_values, false)
    }
}

/// Returns `true` if two scenes have the same title.
fn sounds_like(one: &Scene, other: &Scene) -> bool {
    let told = |scene: &Scene| {
        // A move that lacks its removal is reported when it is complete.
        let last = scene.last.filter(|_| !scene.lacks_removal());
        (last, scene.status.in_brief(), scene.is_opening().then(|| scene.setup.clone()))
    };
    told(one) == told(other)
}

/// Returns the moves that were taken back or replayed between two scenes of a game, if any.
fn retraced(before: &Scene, scene: &Scene, game: &Game) -> Option<News> {
    let (from, to) = (before.played, scene.played);
    let mv = |number| Some((game.position_after(number)?.side(), *game.moves().get(number)?));
    let moves = (from.min(to)..from.max(to)).filter_map(mv).collect();
    match from.cmp(&to) {
        Ordering::Less => Some(News::Redone(moves)),
        Ordering::Greater => Some(News::TakenBack(moves)),
        Ordering::Equal => put_down(before, scene),
    }
}

/// Returns that a closed mill that awaited its removal was taken back between two scenes. `None` if
/// there was none.
pub fn put_down(before: &Scene, scene: &Scene) -> Option<News> {
    let is_put_down = before.lacks_removal() && !scene.lacks_removal();
    before.last.filter(|_| is_put_down).map(|mv| News::TakenBack(vec![mv]))
}

#[cfg(test)]
mod tests {
    use morris::Rules;
    use morris_engine::{BestMove, Event, EventKind};
    use morris_message::{ColorChoice, Line, Turn};

    use super::*;
    use crate::session::{Effect, HintStep};
    use crate::setup::GameSetup;

    /// A game with its narrator.
    struct Case(Session, Narrator);

    impl Case {
        fn new() -> Self {
            Self::of(Session::new(GameSetup::between_persons(Rules::STANDARD), 1))
        }

        fn of(session: Session) -> Self {
            let mut case = Self(session, Narrator::default());
            assert_eq!(case.after(Input::Begin), [Say::Title(News::LastMove), Say::Tip]);
            case
        }

        fn after(&mut self, input: Input) -> Vec<Say> {
            let (cause, mut says) = (Cause::of(&input, &self.0), Vec::new());
            for effect in self.0.handle(input) {
                match effect {
                    Effect::Show { scene, game } => self.1.show(&scene, &game, cause),
                    Effect::Think(request) if self.0.clock_running().is_none() && self.0.scene().is_open() => {
                        let kind = EventKind::Best(BestMove { mv: place("d6"), score: None });
                        says.extend(self.after(Input::Engine(Event { id: request.id, kind })));
                    }
                    _ => {}
                }
                says.extend(self.1.land().map(|report| report.says).unwrap_or_default());
            }
            says
        }

        fn tap(&mut self, point: &str) -> Vec<Say> {
            self.after(Input::Tap(point.parse().unwrap()))
        }
    }

    fn place(point: &str) -> Move {
        Move::place(point.parse().unwrap())
    }

    fn news(news: News) -> [Say; 2] {
        [Say::Title(news), Say::Tip]
    }

    #[test]
    fn each_change_is_reported_once() {
        let mut case = Case::new();
        assert_eq!(case.tap("d6"), news(News::LastMove));
        assert_eq!(case.tap("d6"), [], "the refusal is an answer");
        assert_eq!(case.tap("f4"), news(News::LastMove));
        assert_eq!(case.after(Input::View(1)), news(News::LastMove));
        assert_eq!(case.after(Input::View(2)), news(News::LastMove));
        let back = |side, point| Say::Title(News::TakenBack(vec![(side, place(point))]));
        assert_eq!(case.after(Input::Undo), [back(Color::Black, "f4")]);
        assert_eq!(case.after(Input::Undo), [back(Color::White, "d6")]);
        assert_eq!(case.after(Input::Undo), []);
        assert_eq!(case.after(Input::Redo), [Say::Title(News::Redone(vec![(Color::White, place("d6"))]))]);
        assert_eq!(case.tap("a7"), news(News::LastMove));
    }

    #[test]
    fn the_name_of_an_opening_is_reported_once_with_its_move() {
        let mut case = Case::new();
        let mut named = |input| {
            let Case(session, narrator) = &mut case;
            let cause = Cause::of(&input, session);
            _ = session.handle(input);
            narrator.show(&session.scene(), session.game(), cause);
            let name = narrator.land().and_then(|report| report.scene.opening);
            let shown = session.scene().opening.is_some();
            (name.map(|name| &*name.family.id), shown)
        };
        let tap = |point: &str| Input::Tap(point.parse().unwrap());
        assert_eq!(named(tap("a7")), (None, false), "almost every game has the first move");
        assert_eq!(named(tap("f4")), (Some("corner"), true));
        assert_eq!(named(Input::View(1)), (None, false));
        assert_eq!(named(Input::View(2)), (None, true));
        assert_eq!(named(Input::Undo), (None, false));
        assert_eq!(named(tap("g1")), (Some("corner"), true), "another line of the family");
        assert_eq!(named(tap("e4")), (None, true), "the name stays for a move");
    }

    #[test]
    fn a_hint_is_not_repeated_after_a_pause() {
        let mut case = Case::new();
        let has_hint = |says: Vec<Say>| says.iter().any(|say| matches!(say, Say::Hint(_)));
        assert!(has_hint(case.after(Input::Hint)));
        case.after(Input::Pause);
        assert!(!has_hint(case.after(Input::Resume)));
    }

    #[test]
    fn a_mill_without_its_removal_is_taken_back() {
        let mut case = Case::new();
        ["a7", "a1", "d7", "d1"].into_iter().for_each(|point| _ = case.tap(point));
        for input in [Input::Undo, Input::Cancel] {
            assert_eq!(case.tap("g7"), news(News::LastMove));
            let back = Say::Title(News::TakenBack(vec![(Color::White, place("g7"))]));
            let says = case.after(input.clone());
            assert_eq!(says, if input == Input::Undo { vec![back] } else { news(News::LastMove).to_vec() });
        }
    }

    #[test]
    fn a_hint_is_repeated_on_request_only() {
        let mut case = Case::new();
        let step = |says: Vec<Say>| match says.as_slice() {
            [Say::Hint(hint), Say::Tip] => hint.step,
            other => panic!("{other:?}"),
        };
        let says = case.after(Input::Hint);
        assert_eq!(step(says[1..].to_vec()), HintStep::Idea, "a request, and its answer");
        for _ in 0..2 {
            assert_eq!(step(case.after(Input::Hint)), HintStep::Move);
        }
        assert_eq!(case.after(Input::Begin), [Say::Tip]);
    }

    #[test]
    fn the_next_scene_ends_the_wait_for_values() {
        let mut case = Case::new();
        case.1.await_values(true);
        assert!(case.1.values_known() && !case.1.values_known());
        case.1.await_values(true);
        case.tap("d6");
        assert!(!case.1.values_known());
    }

    #[test]
    fn a_game_by_message_reports_a_move_once_and_no_line_that_the_player_hands_out() {
        let ann = "Ann".parse().unwrap();
        let mut ann = MessageGame::invite(Rules::STANDARD, ColorChoice::White, ann, [1; 40]).unwrap();
        let mut bob = MessageGame::accept(&ann.whole(), "Bob".parse().unwrap(), [2; 32]).unwrap();
        ann.read(&bob.whole()).unwrap();
        let mut case = Case::of(Session::by_message(ann, Default::default(), 1));
        let send = |case: &mut Case, bob: &mut MessageGame| {
            assert_eq!(case.after(Input::LineSent), [Say::Tip]);
            bob.read(&case.0.message().unwrap().line_to_send()).unwrap();
        };
        let write = |case: &mut Case, bob: &mut MessageGame, turn: &str| {
            let line = bob.write(Turn::parse(turn, Rules::STANDARD.board).unwrap()).unwrap().into_line();
            case.after(Input::Line(Box::new(Line::parse(&line).unwrap())))
        };
        assert_eq!(case.tap("d6"), news(News::LastMove));
        send(&mut case, &mut bob);
        assert_eq!(write(&mut case, &mut bob, "f4"), news(News::LastMove));
        assert_eq!(case.after(Input::OfferDraw), news(News::State));
        send(&mut case, &mut bob);
        assert_eq!(write(&mut case, &mut bob, "no"), news(News::State));
        assert_eq!(case.after(Input::Undo), news(News::State));
        send(&mut case, &mut bob);
        let back = News::TakenBack(vec![(Color::White, place("d6")), (Color::Black, place("f4"))]);
        assert_eq!(write(&mut case, &mut bob, "yes"), [Say::Title(back)]);
    }
}
