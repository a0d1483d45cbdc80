// SPDX-License-Identifier: GPL-3.0-or-later
//! What an outside player is asked besides its moves, and what it says by itself.
//!
//! One question is open at a time. Until it is answered no person at the board plays, and the clock
//! rests; a move of the outside player that was on its way is played all the same. Where both ask
//! at once White's question stands, so that the programs of both sides agree.

use morris::{Color, DrawReason, Outcome, WinReason};

use super::messages::{Answer, Contact, Effect, Help, Question, Refusal, SeatMessage};
use super::state::{OpenQuestion, Session};

impl Session {
    /// The outside player opposite the only person, if that player wants to be asked.
    pub(super) fn partner(&self) -> Option<Color> {
        let opposite = self.setup.only_person()?.other();
        self.contact[opposite].map(|_| opposite)
    }

    /// Whether a question has to be answered before a person at the board can play.
    pub(super) fn awaits_answer(&self) -> bool {
        self.question.is_some() && self.partner().is_some()
    }

    /// Whether a person is asked something.
    pub(super) fn person_is_asked(&self) -> bool {
        self.question.is_some_and(|open| self.setup.players[open.by.other()].is_local())
    }

    /// A question lapses with the move that follows it; one between a person and an outside player
    /// stays open until it is answered or the game is over.
    pub(super) fn lapse_question(&mut self) {
        self.question = self.question.filter(|_| self.partner().is_some() && self.outcome().is_none());
    }

    /// A person asks the outside player opposite, which agrees to nothing while it is away.
    pub(super) fn ask_partner(&mut self, partner: Color, question: Question) {
        if self.question.is_some() {
            self.refuse(Refusal::OfferPending);
        } else if self.contact[partner] == Some(Contact::Away) {
            self.effects.push(Effect::Declined(question));
        } else {
            self.question = Some(OpenQuestion { by: partner.other(), question });
            self.show();
            self.tell(partner, SeatMessage::Ask(question));
        }
    }

    pub(super) fn tell(&mut self, to: Color, message: SeatMessage) {
        self.effects.push(Effect::Tell { to, message });
    }

    /// The person who is asked something answers.
    pub(super) fn answer(&mut self, answer: Answer) {
        if !self.person_is_asked() {
            return;
        }
        let Some(open) = self.question.take() else { return };
        if !self.setup.players[open.by].is_local() {
            self.tell(open.by, SeatMessage::Answer(answer));
        }
        self.settle(open, answer);
    }

    fn settle(&mut self, open: OpenQuestion, answer: Answer) {
        match (answer, open.question) {
            (Answer::Accept, Question::Draw) => self.declare(Outcome::Draw(DrawReason::Agreement)),
            (Answer::Accept, Question::Undo) => match self.last_decision_of(open.by) {
                Some(moves) => self.take_back(open.by, moves),
                None => self.show(),
            },
            (Answer::Decline, _) => self.show(),
        }
    }

    fn take_back(&mut self, by: Color, moves: usize) {
        if self.setup.players[by].is_local() {
            self.effects.push(Effect::HelpUsed(Help::Undo));
        }
        self.go_to(moves);
    }

    /// An outside player takes part in questions and answers, or has left.
    pub(super) fn on_contact(&mut self, side: Color, contact: Contact) {
        if !self.setup.players[side].is_outside() || self.contact[side] == Some(contact) {
            return;
        }
        self.contact[side] = Some(contact);
        let its_turn = self.side() == side && self.setup.has_person();
        match contact {
            Contact::Here => {
                self.paused_before_move &= !its_turn;
                self.ask_for_move();
            }
            Contact::Away => self.leave(side),
        }
    }

    /// The game waits for an outside player that has left, and expects no answer from it.
    fn leave(&mut self, side: Color) {
        let open = self.question.take();
        if self.side() == side && self.is_thinking() {
            self.paused_before_move = true;
            self.stop_search();
        }
        self.show();
        self.effects.extend(open.filter(|open| open.by != side).map(|open| Effect::Declined(open.question)));
    }

    /// What an outside player says by itself; one that takes no part is not heard.
    pub(super) fn on_message(&mut self, from: Color, message: SeatMessage) {
        if self.contact[from].is_none() || self.outcome().is_some() {
            return;
        }
        match message {
            SeatMessage::Ask(question) => self.on_question(OpenQuestion { by: from, question }),
            SeatMessage::Answer(answer) => self.on_answer(from, answer),
            SeatMessage::Resign => {
                self.declare(Outcome::Win { winner: from.other(), reason: WinReason::Resignation });
            }
        }
    }

    fn on_question(&mut self, asked: OpenQuestion) {
        let OpenQuestion { by, question } = asked;
        if self.question.is_some_and(|open| open.by == by || open.by == Color::White) {
            return;
        }
        let possible = question == Question::Draw || self.last_decision_of(by).is_some();
        if self.partner() != Some(by) || !possible {
            return self.tell(by, SeatMessage::Answer(Answer::Decline));
        }
        let lapsed = self.question.replace(asked);
        self.show();
        self.effects.extend(lapsed.map(|open| Effect::Declined(open.question)));
        self.effects.push(Effect::AskPerson { by, question });
    }

    fn on_answer(&mut self, from: Color, answer: Answer) {
        let Some(open) = self.question.filter(|open| open.by != from) else { return };
        self.question = None;
        self.settle(open, answer);
        if answer == Answer::Decline {
            // After the scene, which ends what was said before.
            self.effects.push(Effect::Declined(open.question));
        }
    }
}
