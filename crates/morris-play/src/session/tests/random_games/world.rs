// SPDX-License-Identifier: GPL-3.0-or-later
//! A game with its players: the pending request, and the possible answers.

use super::super::*;
use super::WorldStep;
use super::checks::{self, thinks};
use super::listener::Listener;
use crate::narration::{Cause, Narrator};
use morris_engine::{Info, RequestId};

/// Pending request, which has been neither answered nor canceled.
#[derive(Clone, Debug)]
pub(super) enum Asked {
    Engine(Box<Request>),
    Program(Color, Box<SeatRequest>),
}

impl Asked {
    pub(super) fn id(&self) -> RequestId {
        match self {
            Self::Engine(request) => request.id,
            Self::Program(_, request) => request.id,
        }
    }
}

/// A game with its pending request.
pub(super) struct World {
    pub(super) session: Session,
    pub(super) asked: Option<Asked>,
    /// Outcomes that the game has reached.
    pub(super) ends: Vec<Outcome>,
    /// Number of times that both sides agreed to take moves back.
    pub(super) taken_back: usize,
    narrator: Narrator,
    listener: Listener,
}

impl World {
    pub(super) fn new(setup: GameSetup, longest: usize) -> Self {
        let mut session = Session::new(setup, 5);
        session.longest = longest;
        let (narrator, listener) = (Narrator::default(), Listener::default());
        let mut world = Self { session, asked: None, ends: Vec::new(), taken_back: 0, narrator, listener };
        world.tell(Input::Begin);
        world
    }

    /// Lets an event happen.
    pub(super) fn go(&mut self, step: WorldStep, chance: usize) {
        if chance % 3 == 0 {
            self.land();
        }
        match step {
            WorldStep::Move => self.persons_move(chance),
            WorldStep::Tap => self.tell(Input::Tap(Point::new(chance % 37).unwrap())),
            WorldStep::Answer => self.answer(chance),
            WorldStep::Fail => self.fail(chance),
            WorldStep::Talk => self.talk(),
            WorldStep::Stray => self.stray(chance),
            WorldStep::Tick => self.tell(Input::Tick(Duration::from_millis(chance as u64 % 3_000))),
            WorldStep::Pause => self.tell(Input::Pause),
            WorldStep::Resume => self.tell(Input::Resume),
            WorldStep::Rest => self.rest(chance),
            WorldStep::BackAndForth => self.back_and_forth(),
            WorldStep::Speak => self.speak(chance),
            WorldStep::Input => self.tell(any_input(chance)),
        }
    }

    /// Sends an input to the session, performs the effects as the page does, and checks all visible
    /// state.
    pub(super) fn tell(&mut self, input: Input) {
        let (before, cause) = (self.session.clone(), Cause::of(&input, &self.session));
        let effects = self.session.handle(input.clone());
        for effect in &effects {
            match effect {
                Effect::Show { scene, game } => {
                    self.land();
                    self.narrator.show(scene, game, cause);
                    self.listener.watch(scene, game);
                }
                Effect::Think(request) => {
                    assert!(!matches!(self.asked, Some(Asked::Program(..))), "the program was not stopped");
                    self.asked = Some(Asked::Engine(request.clone()));
                }
                Effect::Ask { side, request } => {
                    assert!(self.asked.is_none(), "another player was not stopped");
                    self.asked = Some(Asked::Program(*side, request.clone()));
                }
                Effect::StopThinking => self.asked = None,
                Effect::GameOver(outcome) => {
                    assert!(self.narrator.end(), "the end is reported with its scene");
                    self.ends.push(*outcome);
                }
                _ => {}
            }
        }
        checks::state(self);
        checks::effects(&before, &effects, &self.session);
        checks::clocks(&before, &input, &self.session);
        checks::questions(&before, &input, &effects, &self.session);
        self.taken_back += usize::from(checks::taken_back(&before, &input, &self.session));
    }

    /// Lets the men land, and the listener check the report.
    fn land(&mut self) {
        if let Some(report) = self.narrator.land() {
            self.listener.check(&report);
            assert_eq!(self.listener.ends, self.ends.len());
        }
    }

    fn persons_move(&mut self, chance: usize) {
        let mv = self.legal(chance);
        let Some(mv) = mv.filter(|_| self.session.is_persons_turn()) else { return };
        let session = &self.session;
        let free = session.goes_on() && session.review_at.is_none() && session.entry.is_open();
        let free = free && !session.awaits_answer();
        let cursor = session.game().cursor();
        for point in mv.from.into_iter().chain(mv.to).chain(mv.removed) {
            self.tell(Input::Tap(point));
        }
        self.tell(Input::ConfirmMove(Answer::Accept));
        assert!(!free || self.session.game().moves().get(cursor) == Some(&mv), "every legal move can be tapped");
    }

    fn legal(&self, chance: usize) -> Option<Move> {
        let game = self.session.game();
        let moves = game.position().legal_moves(game.rules());
        (!moves.is_empty()).then(|| moves[chance % moves.len()])
    }

    fn answer(&mut self, chance: usize) {
        let Some(mv) = self.legal(chance) else {
            return assert!(self.asked.is_none(), "no player is asked where there are no moves");
        };
        match self.asked.take() {
            Some(Asked::Engine(request)) => {
                let ways = &request.search_moves;
                let mv = if ways.is_empty() { mv } else { ways[chance % ways.len()] };
                let score = Some(Score::Value(chance as i32 % 9 - 4));
                let best = BestMove { mv, score };
                self.tell(Input::Engine(Event { id: request.id, kind: EventKind::Best(best) }));
            }
            Some(Asked::Program(_, request)) => self.tell(says(&request, SeatEventKind::Move(mv))),
            None => {}
        }
    }

    fn fail(&mut self, chance: usize) {
        match self.asked.take() {
            Some(Asked::Engine(request)) => {
                let kind = if chance % 2 == 0 { EventKind::NoMove } else { EventKind::Failed("a fault".to_owned()) };
                self.tell(Input::Engine(Event { id: request.id, kind }));
            }
            Some(Asked::Program(_, request)) => {
                let nonsense = Move::slide(Point::new(0).unwrap(), Point::new(23).unwrap());
                let failed = SeatEventKind::Failed(PlayerError::NoMove);
                let kind = if chance % 2 == 0 { SeatEventKind::Move(nonsense) } else { failed };
                self.tell(says(&request, kind));
            }
            None => {}
        }
    }

    fn talk(&mut self) {
        match self.asked.clone() {
            Some(Asked::Engine(request)) => {
                let (score, time) = (Score::Draw, Duration::ZERO);
                let info = EventKind::Info(Info { depth: 1, score, nodes: 9, time, pv: Vec::new() });
                self.tell(Input::Engine(Event { id: request.id, kind: info }));
            }
            Some(Asked::Program(_, request)) => {
                self.tell(says(&request, SeatEventKind::Named("Mill 2".to_owned())));
                self.tell(says(&request, SeatEventKind::Thought("hm".to_owned())));
            }
            None => {}
        }
    }

    /// Sends a message of an external player, or the answer of a person to one. Messages of a
    /// player that does not take part are ignored.
    fn speak(&mut self, chance: usize) {
        let color = Color::BOTH[chance % 2];
        let answer = if chance % 3 == 0 { Answer::Decline } else { Answer::Accept };
        let message = match chance / 2 % 16 {
            0..=1 => return self.tell(Input::Contact { side: color, contact: Contact::Here }),
            2 => return self.tell(Input::Contact { side: color, contact: Contact::Away }),
            3..=5 => return self.tell(Input::Answer(answer)),
            6..=7 => SeatMessage::Ask(Question::Draw),
            8..=10 => SeatMessage::Ask(Question::Undo),
            15 if chance % 5 == 0 => SeatMessage::Resign,
            _ => SeatMessage::Answer(answer),
        };
        let heard = self.session.contact[color].is_some();
        let before = format!("{:?}", self.session);
        self.tell(Input::Message { from: color, message });
        assert!(heard || before == format!("{:?}", self.session));
    }

    /// Sends an answer with a number other than that of the pending request, which must change
    /// nothing.
    fn stray(&mut self, chance: usize) {
        let open = self.asked.as_ref().map(Asked::id);
        let id = RequestId(self.session.next_id.0 + 1 - chance as u64 % 4);
        let mv = self.legal(chance).unwrap_or(Move::place(Point::new(0).unwrap()));
        if open == Some(id) {
            return;
        }
        let before = format!("{:?}", self.session);
        for kind in
            [EventKind::Best(BestMove { mv, score: None }), EventKind::NoMove, EventKind::Failed("a fault".to_owned())]
        {
            assert!(self.session.handle(Input::Engine(Event { id, kind })).is_empty());
        }
        for kind in [
            SeatEventKind::Move(mv),
            SeatEventKind::Failed(PlayerError::NoMove),
            SeatEventKind::Named("another name".to_owned()),
        ] {
            assert!(self.session.handle(Input::Seat(SeatEvent { id, kind })).is_empty());
        }
        assert_eq!(format!("{:?}", self.session), before);
    }

    /// Pauses and resumes, which must change only the clock and the number of the request.
    fn rest(&mut self, chance: usize) {
        if self.session.paused {
            return;
        }
        let before = self.session.clone();
        self.tell(Input::Pause);
        if chance % 2 == 0 {
            self.tell(Input::Tick(Duration::from_secs(30)));
        }
        self.tell(Input::Resume);
        checks::same_but_for_ids(&before, &self.session);
    }

    /// Takes moves back and replays them, which must restore the state.
    fn back_and_forth(&mut self) {
        let before = self.session.clone();
        let cursor = before.game().cursor();
        let whole = cursor == before.game().moves().len();
        let returns = whole || before.is_persons_turn() || !before.setup().has_person();
        self.tell(Input::Undo);
        if returns && self.session.game().cursor() != cursor {
            self.tell(Input::Redo);
            assert_eq!(self.session.game(), before.game());
            assert_eq!(self.session.clocks(), before.clocks());
            assert_eq!(self.session.outcome(), before.outcome());
        }
    }

    /// Returns `true` if the pending request belongs to the player that the status names as
    /// thinking.
    pub(super) fn the_right_one_was_asked(&self) -> bool {
        let side = self.session.side();
        let is_external = self.session.setup().players[side].is_external();
        match &self.asked {
            Some(Asked::Program(who, request)) => is_external && *who == side && request.game == **self.session.game(),
            Some(Asked::Engine(request)) => {
                !is_external
                    && request.positions.last() == Some(self.session.game().position())
                    && thinks(&self.session)
            }
            None => false,
        }
    }
}

/// Returns an input that is not a tap and does not depend on the pending request.
fn any_input(chance: usize) -> Input {
    let detail = chance / 16;
    match chance % 16 {
        0..=1 => Input::Undo,
        2..=3 => Input::Redo,
        4..=5 => Input::View(detail % 40),
        6 => Input::Cancel,
        7 => Input::Hint,
        8..=9 => Input::MoveNow,
        10..=11 => Input::OfferDraw,
        12 => Input::Answer(if detail % 3 == 0 { Answer::Accept } else { Answer::Decline }),
        15 if detail % 4 == 0 => Input::SetWarnings(detail % 8 == 0),
        15 => Input::ConfirmMove(if detail % 4 == 1 { Answer::Decline } else { Answer::Accept }),
        13 => Input::Replace(Skill::FIRST),
        14 if detail % 6 == 0 => Input::Resign,
        14 if detail % 6 == 1 => Input::Hold,
        14 if detail % 6 == 2 => Input::Step,
        14 if detail % 6 == 3 => Input::SetPace(Duration::from_millis(detail as u64 % 4_000)),
        _ => Input::Begin,
    }
}
