// SPDX-License-Identifier: GPL-3.0-or-later
//! Requests to the engine and to external programs, and their answers.

use std::time::Duration;

use crate::setup::{Player, PlayerKind, Skill};
use morris::Move;
use morris_engine::{BestMove, Event, EventKind, Reports, Request, RequestId, Strength, TimeControl, needed_positions};
use morris_players::{PartialPosition, PlayerError, SeatEvent, SeatEventKind, SeatRequest};

use super::hint::{Hint, HintStep};
use super::messages::{Effect, Purpose, Question, Refusal};
use super::move_entry::MoveEntry;
use super::state::{Clocks, Search, Session};

/// Minimum time of the computer for a move, so that people can follow. A short clock reduces it.
const NATURAL_DELAY: Duration = Duration::from_millis(450);

impl Session {
    /// Returns the request for a move of the computer or of an external player, if it is to move
    /// now.
    pub(super) fn move_request(&mut self) -> Option<Effect> {
        if !self.goes_on() {
            return None;
        }
        let player = &self.setup.players[self.side()];
        if let Some(skill) = player.skill() {
            return Some(Effect::Think(Box::new(self.request(Purpose::Move, skill.into(), self.natural_delay()))));
        }
        player.is_external().then(|| self.seat_request())
    }

    /// Returns the minimum time of a move: at most a fiftieth of the remaining time plus half of
    /// the increment.
    fn natural_delay(&self) -> Duration {
        let wanted = if self.setup.has_person() { NATURAL_DELAY } else { self.watch_delay() };
        let share = |TimeControl { left, increment }: TimeControl| left[self.side()] / 50 + increment / 2;
        self.time_control().map_or(wanted, |control| wanted.min(share(control)))
    }

    /// Returns the minimum time of a move in a game without a person. It is longer after a removal,
    /// which takes longer to follow, and zero if the user asked for this move.
    fn watch_delay(&self) -> Duration {
        let removed = self.game.moves()[..self.game.cursor()].last().is_some_and(|mv| !mv.removed.is_empty());
        let pace = self.pace.unwrap_or(NATURAL_DELAY);
        match (self.stepping, removed) {
            (true, _) => Duration::ZERO,
            (false, true) => pace + pace / 2,
            (false, false) => pace,
        }
    }

    fn time_control(&self) -> Option<TimeControl> {
        self.clocks.as_ref().map(Clocks::control)
    }

    fn seat_request(&mut self) -> Effect {
        let id = self.begin(Purpose::Move);
        let (min_time, clock) = (self.natural_delay(), self.time_control());
        let request = SeatRequest { id, game: (*self.game).clone(), min_time, clock };
        Effect::Ask { side: self.side(), request: Box::new(request) }
    }

    /// Registers a new search and returns its number.
    fn begin(&mut self, purpose: Purpose) -> RequestId {
        let id = self.next_id;
        self.next_id = RequestId(id.0.wrapping_add(1));
        self.search = Some(Search { id, purpose });
        id
    }

    fn request(&mut self, purpose: Purpose, strength: Strength, min_time: Duration) -> Request {
        let id = self.begin(purpose);
        Request {
            id,
            rules: *self.game.rules(),
            positions: needed_positions(self.game.positions(), self.game.rules()).to_vec(),
            search_moves: self.ways_to_finish(),
            strength,
            seed: id.0,
            min_time,
            clock: self.time_control(),
            reports: Reports::Nothing,
        }
    }

    /// Returns the moves that complete the partial move. Empty if there is no partial move.
    fn ways_to_finish(&self) -> Vec<Move> {
        let partial_position = PartialPosition { position: *self.game.position(), partial: self.entry.half() };
        partial_position.finishes(self.game.rules())
    }

    /// Sends a request to the engine at full strength.
    pub(super) fn ask_engine(&mut self, purpose: Purpose) {
        let request = self.request(purpose, Strength::FULL, Duration::ZERO);
        self.show();
        self.effects.push(Effect::Think(Box::new(request)));
    }

    pub(super) fn stop_search(&mut self) {
        if self.search.take().is_some() {
            self.effects.push(Effect::StopThinking);
        }
    }

    /// Stops the search for a hint, unless the computer needs it for its answer to an offer.
    pub(super) fn stop_advice(&mut self) {
        let is_needed = self.is_asked();
        match &mut self.search {
            Some(search) if search.purpose == Purpose::Hint && is_needed => search.purpose = Purpose::Offer,
            Some(search) if search.purpose == Purpose::Hint => self.stop_search(),
            _ => {}
        }
    }

    /// Returns whether the computer is to answer an offer.
    fn is_asked(&self) -> bool {
        let asked = self.question.map(|question| self.setup.players[question.by.other()].kind());
        asked == Some(PlayerKind::Computer)
    }

    pub(super) fn ask_hint(&mut self) {
        if self.paused {
            self.refuse(Refusal::Paused);
        } else if self.review_at.is_some() || self.outcome().is_some() {
            // There is nothing to recommend.
        } else if !self.is_persons_turn() {
            self.refuse(Refusal::NotYourTurn);
        } else if self.is_full() {
            self.refuse(Refusal::TooLong);
        } else {
            self.look_for_advice();
        }
    }

    fn look_for_advice(&mut self) {
        match self.search.map(|search| search.purpose) {
            Some(Purpose::Offer) => self.refuse(Refusal::OfferPending),
            // The answer is to come.
            Some(Purpose::Hint | Purpose::Move) => {}
            None => match self.hint {
                Some(hint) => self.show_hint(hint.further()),
                None => self.ask_engine(Purpose::Hint),
            },
        }
    }

    /// Asks for an immediate answer. If the computer waits, continues the game.
    pub(super) fn move_now(&mut self) {
        if self.paused {
            self.refuse(Refusal::Paused);
        } else if self.is_busy() {
            self.effects.push(Effect::MoveNow);
        } else if self.outcome().is_some() || self.is_persons_turn() {
            // No player is about to move.
        } else if self.is_full() {
            self.refuse(Refusal::TooLong);
        } else {
            self.paused_before_move = false;
            self.stepping = false;
            self.review_at = None;
            self.refresh();
        }
    }

    /// Handles an event of the engine. Events of earlier requests are dropped.
    pub(super) fn on_engine_event(&mut self, event: Event) {
        let Some(search) = self.search.filter(|search| search.answers(event.id)) else { return };
        match event.kind {
            // Reports are not requested.
            EventKind::Info(_) => {}
            EventKind::Best(best) => self.apply_answer(search.purpose, best),
            // The engine is asked only if there are moves.
            EventKind::NoMove => self.engine_failed(search.purpose, "it chose no move".to_owned()),
            EventKind::Failed(reason) => self.engine_failed(search.purpose, reason),
        }
    }

    fn apply_answer(&mut self, purpose: Purpose, best: BestMove) {
        self.search = None;
        match purpose {
            Purpose::Move => self.apply_move(best),
            Purpose::Hint => {
                self.advise(best);
                if self.is_asked() {
                    self.consider_offer(best);
                }
            }
            Purpose::Offer => self.consider_offer(best),
        }
    }

    /// Handles a failure of the engine. If it was to move, the game waits for the user. Hints and
    /// offers are dropped.
    pub(super) fn engine_failed(&mut self, purpose: Purpose, reason: String) {
        self.search = None;
        // The joint search of a hint and an answer reports the missing answer.
        let purpose = if purpose == Purpose::Hint && self.is_asked() { Purpose::Offer } else { purpose };
        self.drop_question();
        if purpose == Purpose::Move {
            self.paused_before_move = true;
            self.refresh();
        } else {
            self.show();
        }
        self.effects.push(Effect::EngineFailed { purpose, reason });
    }

    fn apply_move(&mut self, best: BestMove) {
        let offered = self.question.is_some();
        if offered && self.consider_own_offer(best) {
            return;
        }
        self.play(best.mv);
        if offered {
            self.effects.push(Effect::Declined(Question::Draw));
        }
    }

    fn advise(&mut self, best: BestMove) {
        let hint = Hint::new(self.game.position(), best.mv, self.game.rules());
        // Of a partial move only the removal remains to be revealed.
        self.show_hint(if self.entry.half().is_some() { Hint { step: HintStep::Move, ..hint } } else { hint });
    }

    /// Shows the part of a hint that is now revealed.
    fn show_hint(&mut self, hint: Hint) {
        self.hint = Some(hint);
        let other_man = |from| hint.shown().is_some_and(|mv| mv.from != Some(from));
        if self.entry.picked().is_some_and(other_man) {
            self.entry = MoveEntry::default();
        }
        self.show();
    }
}

/// Moves of external players.
impl Session {
    /// Handles an event of an external player. Events of earlier requests are dropped.
    pub(super) fn on_seat_event(&mut self, event: SeatEvent) {
        if !self.search.is_some_and(|search| search.answers(event.id)) {
            return;
        }
        match event.kind {
            SeatEventKind::Named(name) => self.introduce(&name),
            SeatEventKind::Thought(words) => self.effects.push(Effect::Thought { side: self.side(), words }),
            SeatEventKind::Move(mv) => self.apply_seat_move(mv),
            SeatEventKind::Failed(error) => self.fail(error),
        }
    }

    fn introduce(&mut self, name: &str) {
        let side = self.side();
        if self.setup.players[side].introduce(name) {
            self.effects.push(Effect::Renamed);
        }
    }

    fn apply_seat_move(&mut self, mv: Move) {
        match self.game.position().check(mv, self.game.rules()) {
            Ok(()) => {
                self.search = None;
                self.play(mv);
            }
            Err(reason) => self.fail(PlayerError::Illegal { mv, reason, board: self.game.rules().board }),
        }
    }

    /// Handles a failure. The game waits until the user decides how to continue.
    fn fail(&mut self, error: PlayerError) {
        self.search = None;
        self.question = None;
        self.paused_before_move = true;
        let side = self.side();
        self.refresh();
        self.effects.push(Effect::Failed { side, error });
    }

    pub(super) fn replace(&mut self, skill: Skill) {
        let side = self.side();
        if !self.setup.players[side].is_external() || self.outcome().is_some() {
            return;
        }
        self.setup.players[side] = Player::Computer(skill);
        self.contact[side] = None;
        self.paused_before_move = false;
        self.review_at = None;
        self.effects.push(Effect::Renamed);
        self.changed();
    }
}
