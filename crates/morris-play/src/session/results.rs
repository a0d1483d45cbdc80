// SPDX-License-Identifier: GPL-3.0-or-later
//! Ends that the board does not show: resignation, agreement, time.

use std::sync::Arc;
use std::time::Duration;

use morris::{Color, DrawReason, Outcome, WinReason};
use morris_engine::BestMove;

use crate::setup::PlayerKind;

use super::messages::{Answer, Effect, Purpose, Refusal};
use super::state::Session;

impl Session {
    /// The person who speaks: the only one, or the one to move.
    fn speaker(&self) -> Option<Color> {
        let speaker = self.setup.only_person().unwrap_or(self.side());
        (self.outcome().is_none() && self.setup.players[speaker].is_person()).then_some(speaker)
    }

    fn declare(&mut self, outcome: Outcome) {
        self.review_at = None;
        self.paused = false;
        self.paused_before_move = false;
        Arc::make_mut(&mut self.game).declare(outcome);
        self.changed();
    }

    pub(super) fn resign(&mut self) {
        if let Some(loser) = self.speaker() {
            self.declare(Outcome::Win { winner: loser.other(), reason: WinReason::Resignation });
        }
    }

    /// Offers a draw: to the other person, or to the computer, which weighs it.
    pub(super) fn offer_draw(&mut self) {
        let Some(by) = self.speaker() else { return };
        if self.paused {
            return self.refuse(Refusal::Paused);
        }
        match self.setup.players[by.other()].kind() {
            PlayerKind::Person => self.ask_person(by),
            // None of the protocols knows of offers.
            PlayerKind::Program => self.effects.push(Effect::DrawDeclined),
            PlayerKind::Computer => self.ask_computer(by),
        }
    }

    /// The clock rests while the other person decides: nobody can play meanwhile.
    fn ask_person(&mut self, by: Color) {
        self.offer = Some(by);
        self.show();
        self.effects.push(Effect::AskDraw { by });
    }

    fn ask_computer(&mut self, by: Color) {
        if self.offer.is_some() {
            self.refuse(Refusal::OfferPending);
        } else if self.is_persons_turn() {
            self.offer = Some(by);
            self.ask_engine(Purpose::Offer);
        } else if self.is_thinking() {
            // It answers together with its move.
            self.offer = Some(by);
        } else {
            // It waits with its move, and nobody thinks.
            self.effects.push(Effect::DrawDeclined);
        }
    }

    /// Whether a person is asked to agree to a draw.
    pub(super) fn person_is_asked(&self) -> bool {
        self.offer.is_some_and(|by| self.setup.players[by.other()].is_person())
    }

    pub(super) fn answer_draw(&mut self, answer: Answer) {
        if !self.person_is_asked() || self.outcome().is_some() {
            return;
        }
        self.offer = None;
        match answer {
            Answer::Accept => self.declare(Outcome::Draw(DrawReason::Agreement)),
            Answer::Decline => self.show(),
        }
    }

    /// The computer has thought from the person's side of the board.
    pub(super) fn weigh_offer(&mut self, best: BestMove) {
        if !self.agrees(best.score.is_some_and(|score| score.leaning().is_ge())) {
            self.show();
            // After the scene, which ends what was said before.
            self.effects.push(Effect::DrawDeclined);
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
        self.offer = None;
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
