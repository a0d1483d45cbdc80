// SPDX-License-Identifier: GPL-3.0-or-later
//! Ends that the board does not show: resignation, agreement, time.

use std::sync::Arc;
use std::time::Duration;

use morris::{Color, DrawReason, Outcome, WinReason};
use morris_engine::BestMove;

use crate::setup::PlayerKind;

use super::messages::{Effect, Purpose, Question, Refusal, SeatMessage};
use super::state::{OpenQuestion, Session};

impl Session {
    /// The person who speaks: the only one, or the one to move.
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
        if let Some(loser) = self.speaker() {
            if let Some(partner) = self.partner() {
                self.tell(partner, SeatMessage::Resign);
            }
            self.declare(Outcome::Win { winner: loser.other(), reason: WinReason::Resignation });
        }
    }

    /// Offers a draw: to the other person, to an outside player that takes part, or to the
    /// computer, which weighs it.
    pub(super) fn offer_draw(&mut self) {
        let Some(by) = self.speaker() else { return };
        if self.paused {
            return self.refuse(Refusal::Paused);
        }
        match self.setup.players[by.other()].kind() {
            PlayerKind::Person => self.ask_person(by),
            PlayerKind::Program => match self.partner() {
                Some(partner) => self.ask_partner(partner, Question::Draw),
                // None of the protocols of programs knows of offers.
                None => self.effects.push(Effect::Declined(Question::Draw)),
            },
            PlayerKind::Computer => self.ask_computer(by),
        }
    }

    /// The clock rests while the other person decides: nobody can play meanwhile.
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
            self.ask_engine(Purpose::Offer);
        } else if self.is_thinking() {
            // It answers together with its move.
            self.offer_by(by);
        } else {
            // It waits with its move, and nobody thinks.
            self.effects.push(Effect::Declined(Question::Draw));
        }
    }

    fn offer_by(&mut self, by: Color) {
        self.question = Some(OpenQuestion { by, question: Question::Draw });
    }

    /// The computer has thought from the person's side of the board.
    pub(super) fn weigh_offer(&mut self, best: BestMove) {
        if !self.agrees(best.score.is_some_and(|score| score.leaning().is_ge())) {
            self.show();
            // After the scene, which ends what was said before.
            self.effects.push(Effect::Declined(Question::Draw));
        }
    }

    /// The computer has thought about its own move; whether it agrees instead of playing it.
    pub(super) fn weigh_own_offer(&mut self, best: BestMove) -> bool {
        self.agrees(best.score.is_some_and(|score| score.leaning().is_le()))
    }

    /// The computer agrees where it does not stand better, but never while men are still to be
    /// placed.
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

    /// Time goes by for the side to move.
    pub(super) fn tick(&mut self, elapsed: Duration) {
        let Some(side) = self.clock_running() else { return };
        if self.clocks.as_mut().is_some_and(|clocks| clocks.run(side, elapsed)) {
            self.declare(Outcome::Win { winner: side.other(), reason: WinReason::Time });
        }
    }
}
