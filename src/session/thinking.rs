// SPDX-License-Identifier: GPL-3.0-or-later
//! What is asked of the engine, and what becomes of its answers.

use std::time::Duration;

use crate::engine::{BestMove, Event, EventKind, Request, Strength, Ticket};
use crate::game::Move;
use crate::protocol::ProgramRequest;
use crate::setup::Player;

use super::state::{Half, Pace};
use super::{Effect, Refusal, Session};

/// The computer takes at least so long for a turn, as a person would: one wants to see what it does.
const NATURAL_DELAY: Duration = Duration::from_millis(450);

/// A search under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Search {
    ticket: Ticket,
    purpose: Purpose,
}

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// The computer's turn.
    Turn,
    /// Advice to a person.
    Hint,
    /// Whether to agree to a draw.
    Offer,
}

impl Search {
    pub(super) fn is_for_turn(self) -> bool {
        self.purpose == Purpose::Turn
    }

    pub(super) fn answers(self, ticket: Ticket) -> bool {
        self.ticket == ticket
    }
}

impl Session {
    /// Asks for the turn of the computer or of an outside program, if it is to play now.
    pub(super) fn turn_request(&mut self) -> Option<Effect> {
        if self.outcome().is_some() || self.pace != Pace::Running {
            return None;
        }
        match self.setup.players[self.side()] {
            Player::Person => None,
            Player::Computer(skill) => {
                Some(Effect::Think(Box::new(self.request(Purpose::Turn, skill.into(), NATURAL_DELAY))))
            }
            Player::Program(_) => Some(self.program_request()),
        }
    }

    fn program_request(&mut self) -> Effect {
        let ticket = self.begin(Purpose::Turn);
        let request = ProgramRequest { ticket, record: self.record.clone(), at_least: NATURAL_DELAY, clock: None };
        Effect::Ask { side: self.side(), request: Box::new(request) }
    }

    /// A search begins; its number.
    fn begin(&mut self, purpose: Purpose) -> Ticket {
        let ticket = self.next_ticket;
        self.next_ticket = Ticket(ticket.0 + 1);
        self.search = Some(Search { ticket, purpose });
        ticket
    }

    fn request(&mut self, purpose: Purpose, strength: Strength, at_least: Duration) -> Request {
        let ticket = self.begin(purpose);
        Request {
            ticket,
            rules: *self.record.rules(),
            positions: self.record.positions().to_vec(),
            among: self.ways_to_finish(),
            strength,
            seed: self.seed.wrapping_add(ticket.0),
            at_least,
            clock: None,
        }
    }

    /// The turns that a half-finished one can become; none where all are open.
    fn ways_to_finish(&self) -> Vec<Move> {
        let Half::Removing(turn) = self.half else { return Vec::new() };
        let removable = self.record.position().removable(self.side(), self.record.rules());
        removable.map(|man| turn.removing(man.set())).collect()
    }

    /// Asks the engine at full strength.
    pub(super) fn consult(&mut self, purpose: Purpose) {
        let request = self.request(purpose, Strength::FULL, Duration::ZERO);
        self.show();
        self.effects.push(Effect::Think(Box::new(request)));
    }

    pub(super) fn stop_search(&mut self) {
        if self.search.take().is_some() {
            self.effects.push(Effect::StopThinking);
        }
    }

    pub(super) fn ask_hint(&mut self) {
        if self.pace == Pace::Paused {
            self.refuse(Refusal::Paused);
        } else if self.is_persons_turn() && self.viewing.is_none() {
            self.consult(Purpose::Hint);
        } else if self.outcome().is_none() && self.viewing.is_none() {
            self.refuse(Refusal::NotYourTurn);
        }
    }

    /// The engine answers at once; where the computer was told to wait, it goes on.
    pub(super) fn move_now(&mut self) {
        if self.is_busy() {
            self.effects.push(Effect::MoveNow);
        } else if self.pace == Pace::Held {
            self.pace = Pace::Running;
            self.viewing = None;
            self.settle();
        }
    }

    /// What the engine says; late answers are dropped.
    pub(super) fn hear(&mut self, event: Event) {
        let Some(search) = self.search.filter(|search| search.ticket == event.ticket) else { return };
        let EventKind::Best(best) = event.kind else { return };
        self.search = None;
        match search.purpose {
            Purpose::Turn => self.take_turn(best),
            Purpose::Hint => self.advise(best),
            Purpose::Offer => self.weigh_offer(best),
        }
    }

    fn take_turn(&mut self, best: BestMove) {
        if self.offer.is_some() && self.weigh_own_offer(best) {
            return;
        }
        self.play(best.turn);
    }

    fn advise(&mut self, best: BestMove) {
        self.hint = Some(best.turn);
        if let Half::Picked(from) = self.half
            && best.turn.from != Some(from)
        {
            self.half = Half::None;
        }
        self.show();
    }
}
