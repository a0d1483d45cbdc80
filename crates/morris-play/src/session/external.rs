// SPDX-License-Identifier: GPL-3.0-or-later
//! Questions to an external player, and its messages other than moves.
//!
//! At most one question is open. Until it is answered, no person at the board can play, and the
//! clock is stopped. A move of the external player that is already under way is still played. If
//! both sides ask at the same time, White's question takes precedence, so that the programs of both
//! sides agree.

use morris::{Color, DrawReason, Outcome, WinReason};

use morris_message::Turn;

use super::messages::{Answer, Contact, Effect, Help, Question, Refusal, SeatMessage};
use super::state::{OpenQuestion, Session};

impl Session {
    /// Returns the side of the external player opposite the only person, if that player takes part
    /// in questions and answers.
    pub(super) fn partner(&self) -> Option<Color> {
        let opposite = self.setup.only_person()?.other();
        self.contact[opposite].map(|_| opposite)
    }

    /// Returns `true` if a question must be answered before a person at the board can play.
    pub(super) fn awaits_answer(&self) -> bool {
        self.question.is_some() && self.partner().is_some()
    }

    /// Returns `true` if an open question is addressed to a person at the board.
    pub(super) fn person_is_asked(&self) -> bool {
        self.question.is_some_and(|open| self.setup.players[open.by.other()].is_local())
    }

    /// Drops the open question after a move. A question between a person and an external player
    /// stays open until it is answered or the game is over.
    pub(super) fn drop_question(&mut self) {
        self.question = self.question.filter(|_| self.partner().is_some() && self.outcome().is_none());
    }

    /// Sends a person's question to the external player on the other side. While that player is
    /// away, it declines every question.
    pub(super) fn ask_partner(&mut self, partner: Color, question: Question) {
        if self.question.is_some() {
            self.refuse(Refusal::OfferPending);
        } else if self.contact[partner].is_some_and(|contact| contact != Contact::Here) && self.message.is_none() {
            self.effects.push(Effect::Declined(question));
        } else if self.write(Turn::Ask(question)) {
            self.question = Some(OpenQuestion { by: partner.other(), question });
            self.show();
            self.tell(partner, SeatMessage::Ask(question));
        }
    }

    /// Sends a message to an external player. A friend gets it as a line instead, which has been
    /// written before.
    pub(super) fn tell(&mut self, to: Color, message: SeatMessage) {
        if self.message.is_none() {
            self.effects.push(Effect::Tell { to, message });
        }
    }

    /// Handles the answer of a person to the open question.
    pub(super) fn answer(&mut self, answer: Answer) {
        if !self.person_is_asked() || !self.write(Turn::Answer(answer)) {
            return;
        }
        let Some(open) = self.question.take() else { return };
        if !self.setup.players[open.by].is_local() {
            self.tell(open.by, SeatMessage::Answer(answer));
        }
        self.close_question(open, answer);
    }

    fn close_question(&mut self, open: OpenQuestion, answer: Answer) {
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

    /// Handles the presence of an external player, which takes part in questions and
    /// answers.
    pub(super) fn on_contact(&mut self, side: Color, contact: Contact) {
        let player = &self.setup.players[side];
        if !player.is_external() && !player.is_friend() {
            return;
        }
        let is_delivered = contact != Contact::Gone;
        // A friend without a clock counts as present before any connection.
        let was_delivered =
            self.message.as_mut().map_or(is_delivered, |it| std::mem::replace(&mut it.is_delivered, is_delivered));
        if self.contact[side].replace(contact) == Some(contact) && was_delivered == is_delivered {
            return;
        }
        if self.message.is_some() {
            // Lines wait for the friend, and so do its questions.
            return self.show();
        }
        let its_turn = self.side() == side && self.setup.has_person();
        match contact {
            Contact::Here => {
                self.paused_before_move &= !its_turn;
                self.ask_for_move();
            }
            Contact::Away | Contact::Gone => self.leave(side),
        }
    }

    /// Handles the departure of an external player. The game waits for it, and its answer is no
    /// longer expected.
    fn leave(&mut self, side: Color) {
        let open = self.question.take();
        if self.side() == side && self.is_thinking() {
            self.paused_before_move = true;
            self.stop_search();
        }
        self.show();
        self.effects.extend(open.filter(|open| open.by != side).map(|open| Effect::Declined(open.question)));
    }

    /// Handles a message of an external player. Messages of players that do not take part are
    /// ignored.
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
        self.close_question(open, answer);
        if answer == Answer::Decline {
            // This comes after the scene, which ends earlier announcements.
            self.effects.push(Effect::Declined(open.question));
        }
    }
}
