// SPDX-License-Identifier: GPL-3.0-or-later
//! Entry of a person's moves in the game.

use morris::{IllegalMove, Move, Point};

use super::messages::{Answer, Effect, Purpose, Refusal};
use super::move_entry::{Entered, MoveEntry};
use super::state::Session;

impl Session {
    pub(super) fn tap(&mut self, point: Point) {
        if self.paused {
            self.refuse(Refusal::Paused);
        } else if self.review_at.is_some() {
            self.refuse(Refusal::LookingBack);
        } else if self.outcome().is_some() {
            self.refuse(Refusal::Illegal(IllegalMove::GameOver));
        } else if self.awaits_acceptance() {
            self.refuse(Refusal::NotAccepted);
        } else if !self.is_persons_turn() {
            self.refuse(Refusal::NotYourTurn);
        } else if self.is_full() {
            self.refuse(Refusal::TooLong);
        } else if self.awaits_answer() {
            self.refuse(Refusal::OfferPending);
        } else if self.checked_move().is_none() {
            self.enter(point);
        }
    }

    fn enter(&mut self, point: Point) {
        match self.entry.tap(point, self.game.position(), self.game.rules()) {
            Ok(Entered::Part(cues)) => {
                if let Some(mv) = self.entry.half() {
                    self.keep_advice_for(mv);
                }
                self.effects.extend(cues.into_iter().map(Effect::Cue));
                self.show();
            }
            Ok(Entered::Whole(mv)) => self.propose(mv),
            Err(refusal) => self.refuse(refusal),
        }
    }

    /// Keeps the hint while the entered part agrees with its move.
    fn keep_advice_for(&mut self, half: Move) {
        self.stop_advice();
        let leads_there =
            |mv: Move| mv.without_removal() == half.without_removal() && mv.removed.contains_all(half.removed);
        self.hint = self.hint.filter(|hint| leads_there(hint.mv));
    }

    /// Deselects the picked man, or takes back a partial move.
    pub(super) fn cancel(&mut self) {
        if self.entry.is_open() {
            return;
        }
        if self.paused { self.refuse(Refusal::Paused) } else { self.put_down() }
    }

    fn put_down(&mut self) {
        if self.entry.shown().is_some() {
            // A hint for finishing a move is not one for beginning it.
            self.stop_advice();
            self.hint = None;
        }
        self.entry = MoveEntry::default();
        self.show();
    }

    /// Plays a complete move of a person, or asks for a check first. Moves are checked only in
    /// games with a single person, since a warning would help one of two.
    fn propose(&mut self, mv: Move) {
        if !self.warns || self.setup.only_person().is_none() || self.message.is_some() {
            return self.play(mv);
        }
        self.stop_advice();
        self.show();
        self.effects.push(Effect::CheckMove(mv));
    }

    /// Plays the checked move, or takes it back.
    pub(super) fn confirm(&mut self, answer: Answer) {
        let Some(mv) = self.checked_move() else { return };
        match answer {
            Answer::Accept if !self.paused && self.review_at.is_none() && !self.awaits_answer() => self.play(mv),
            _ => self.put_down(),
        }
    }

    pub(super) fn pause(&mut self) {
        // The time of a friend goes on.
        let is_timed = self.message.is_some() && self.clock_running().is_some();
        if self.paused || self.outcome().is_some() || is_timed {
            return;
        }
        self.paused = true;
        self.postponed = self.search.map(|search| search.purpose).filter(|&purpose| purpose != Purpose::Move);
        self.stop_search();
        self.show();
    }

    /// Resumes the game, and repeats the request that was pending.
    pub(super) fn resume(&mut self) {
        if !self.paused {
            return;
        }
        self.paused = false;
        match self.postponed.take() {
            Some(purpose) => self.ask_engine(purpose),
            None => self.ask_for_move(),
        }
    }
}
