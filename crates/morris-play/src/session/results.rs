// SPDX-License-Identifier: GPL-3.0-or-later
//! Endings that the board does not show: resignation, agreement, and time.

use std::sync::Arc;
use std::time::Duration;

use morris::{Color, DrawReason, Outcome, WinReason};
use morris_engine::BestMove;
use morris_message::Turn;

use crate::setup::PlayerKind;

use super::messages::{Effect, Purpose, Question, Refusal, SeatMessage};
use super::state::{OpenQuestion, Session};

impl Session {
    /// Returns the person who acts: the only person, or the one to move.
    fn speaker(&self) -> Option<Color> {
        let speaker = self.setup.only_person().unwrap_or(self.side());
        (self.outcome().is_none() && self.setup.players[speaker].is_local()).then_some(speaker)
    }

    pub(super) fn declare(&mut self, outcome: Outcome) {
        self.review_at = None;
        self.paused = false;
        self.paused_before_move = false;
        Arc::make_mut(&mut self.game).declare(outcome);
        self.changed();
    }

    pub(super) fn resign(&mut self) {
        let speaker = self.speaker();
        if let Some(loser) = speaker.filter(|_| self.write(Turn::Resign)) {
            if let Some(partner) = self.partner() {
                self.tell(partner, SeatMessage::Resign);
            }
            self.declare(Outcome::Win { winner: loser.other(), reason: WinReason::Resignation });
        }
    }

    /// Offers a draw to the other person, to an external player that takes part, or to the
    /// computer, which evaluates the offer.
    pub(super) fn offer_draw(&mut self) {
        let Some(by) = self.speaker() else { return };
        if self.paused {
            return self.refuse(Refusal::Paused);
        }
        match self.setup.players[by.other()].kind() {
            PlayerKind::Person => self.ask_person(by),
            PlayerKind::Program => match self.partner() {
                Some(partner) => self.ask_partner(partner, Question::Draw),
                // The protocols of programs have no draw offers.
                None => self.effects.push(Effect::Declined(Question::Draw)),
            },
            PlayerKind::Friend => match self.partner() {
                Some(friend) => self.ask_partner(friend, Question::Draw),
                None => self.refuse(Refusal::NotAccepted),
            },
            PlayerKind::Computer => self.ask_computer(by),
        }
    }

    /// The clock is stopped while the other person decides, since no move can be played.
    fn ask_person(&mut self, by: Color) {
        self.offer_by(by);
        self.show();
        self.effects.push(Effect::AskPerson { by, question: Question::Draw });
    }

    fn ask_computer(&mut self, by: Color) {
        if self.question.is_some() {
            self.refuse(Refusal::OfferPending);
        } else if self.is_persons_turn() {
            self.offer_by(by);
            match self.search {
                // The search for a hint also answers the offer.
                Some(_) => self.show(),
                None => self.ask_engine(Purpose::Offer),
            }
        } else if self.is_thinking() {
            // The computer answers together with its move.
            self.offer_by(by);
        } else {
            // The computer waits and does not search.
            self.effects.push(Effect::Declined(Question::Draw));
        }
    }

    fn offer_by(&mut self, by: Color) {
        self.question = Some(OpenQuestion { by, question: Question::Draw });
    }

    /// Handles the search for an offer. The score is from the person's view.
    pub(super) fn consider_offer(&mut self, best: BestMove) {
        if !self.agrees(best.score.is_some_and(|score| score.leaning().is_ge())) {
            self.show();
            // This comes after the scene, which ends earlier announcements.
            self.effects.push(Effect::Declined(Question::Draw));
        }
    }

    /// Handles an offer during the computer's own search. Returns `true` if the computer agrees
    /// instead of playing its move.
    pub(super) fn consider_own_offer(&mut self, best: BestMove) -> bool {
        self.agrees(best.score.is_some_and(|score| score.leaning().is_le()))
    }

    /// The computer agrees if its position is not better, but never during the placing phase.
    fn agrees(&mut self, even: bool) -> bool {
        let position = self.game.position();
        let placed = Color::BOTH.into_iter().all(|color| position.hand(color) == 0);
        let agrees = even && placed;
        self.question = None;
        if agrees {
            self.declare(Outcome::Draw(DrawReason::Agreement));
        }
        agrees
    }

    /// Lets time pass for the side to move.
    pub(super) fn tick(&mut self, elapsed: Duration) {
        let Some(side) = self.clock_running() else { return };
        let has_run_out = self.clocks.as_mut().is_some_and(|clocks| clocks.run(side, elapsed));
        // A friend says so in a line.
        if has_run_out && !self.setup.players[side].is_friend() && self.write(Turn::Time) {
            self.declare(Outcome::Win { winner: side.other(), reason: WinReason::Time });
        }
    }
}
