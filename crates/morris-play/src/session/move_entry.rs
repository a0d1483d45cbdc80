// SPDX-License-Identifier: GPL-3.0-or-later
//! A person's move, point by point.

use morris::{IllegalMove, Interlude, Move, Phase, Placing, Point};

use super::messages::{Answer, Cue, Effect, Purpose, Refusal};
use super::state::{PartialMove, Session};

impl Session {
    pub(super) fn tap(&mut self, point: Point) {
        if self.paused {
            self.refuse(Refusal::Paused);
        } else if self.review_at.is_some() {
            self.refuse(Refusal::LookingBack);
        } else if self.outcome().is_some() {
            self.refuse(Refusal::Illegal(IllegalMove::GameOver));
        } else if !self.is_persons_turn() {
            self.refuse(Refusal::NotYourTurn);
        } else if self.is_full() {
            self.refuse(Refusal::TooLong);
        } else {
            self.tap_in_turn(point);
        }
    }

    fn tap_in_turn(&mut self, point: Point) {
        let own = self.game.position().men(self.side()).contains(point);
        let (position, rules) = (self.game.position(), self.game.rules());
        let places = position.phase(self.side(), rules) == Phase::Placing && (rules.placing == Placing::First || !own);
        match self.partial {
            PartialMove::Removing(mv) => self.remove(mv, point),
            // It is looked at.
            PartialMove::Weighed { .. } => {}
            _ if position.interlude(rules) == Some(Interlude::Remove) => self.remove(Move::WAIT, point),
            PartialMove::Picked(from) if from == point => self.put_down(),
            PartialMove::Picked(from) if !own => self.step(Move::slide(from, point)),
            PartialMove::None if places => self.step(Move::place(point)),
            PartialMove::Picked(_) | PartialMove::None => self.pick(point),
        }
    }

    /// Puts down what is picked up, or takes a half-finished move back.
    pub(super) fn cancel(&mut self) {
        if self.partial == PartialMove::None {
            return;
        }
        if self.paused { self.refuse(Refusal::Paused) } else { self.put_down() }
    }

    fn put_down(&mut self) {
        if matches!(self.partial, PartialMove::Removing(_) | PartialMove::Weighed { .. }) {
            // Advice how to finish a move is none how to begin it.
            self.stop_advice();
            self.hint = None;
        }
        self.partial = PartialMove::None;
        self.show();
    }

    fn pick(&mut self, point: Point) {
        let position = self.game.position();
        match position.at(point) {
            None => self.refuse(Refusal::NothingThere(point)),
            Some(color) if color != position.side() => self.refuse(Refusal::NotYourMan(point)),
            Some(_) if position.targets(point, self.game.rules()).is_empty() => self.refuse(Refusal::Stuck(point)),
            Some(_) => {
                self.partial = PartialMove::Picked(point);
                self.show();
            }
        }
    }

    /// A man goes to its point; where that closes a mill the move is only half done.
    fn step(&mut self, mv: Move) {
        let (position, rules) = (self.game.position(), self.game.rules());
        if let Err(reason) = position.check_without_removal(mv, rules) {
            return self.refuse(Refusal::Illegal(reason));
        }
        let mill = position.closes_mill(position.side(), mv, rules);
        if !position.removable_after(mv, rules).is_empty() {
            self.stop_advice();
            self.hint = self.hint.filter(|hint| hint.mv.without_removal() == mv);
            self.partial = PartialMove::Removing(mv);
            self.cue_step(mv, mill);
            self.show();
        } else {
            self.propose(mv);
        }
    }

    /// Plays a whole move of a person, or has it weighed before: not where that would help one of two people.
    fn propose(&mut self, mv: Move) {
        if !self.warns || self.setup.only_person().is_none() {
            return self.play(mv);
        }
        self.stop_advice();
        let heard = matches!(self.partial, PartialMove::Removing(_));
        self.partial = PartialMove::Weighed { mv, heard };
        self.show();
        self.effects.push(Effect::Weigh(mv));
    }

    /// Plays the move that was weighed, or takes it back.
    pub(super) fn confirm(&mut self, answer: Answer) {
        let PartialMove::Weighed { mv, heard } = self.partial else { return };
        match answer {
            Answer::Accept if !self.paused && self.review_at.is_none() => {
                self.partial = if heard { PartialMove::Removing(mv) } else { PartialMove::None };
                self.play(mv);
            }
            _ => self.put_down(),
        }
    }

    fn remove(&mut self, mv: Move, point: Point) {
        let again = mv.removed.contains(point);
        let mv = mv.removing(mv.removed | point.set());
        match self.game.position().check(mv, self.game.rules()) {
            _ if again => self.refuse(Refusal::RemoveFirst),
            Ok(()) => self.propose(mv),
            Err(IllegalMove::RemovalMissing) => {
                // Another one is to follow.
                self.stop_advice();
                self.hint = self.hint.filter(|hint| hint.mv.removed.contains_all(mv.removed));
                self.partial = PartialMove::Removing(mv);
                self.effects.push(Effect::Cue(Cue::Remove));
                self.show();
            }
            Err(IllegalMove::NotOpposing(_)) => self.refuse(Refusal::RemoveFirst),
            Err(reason) => self.refuse(Refusal::Illegal(reason)),
        }
    }

    pub(super) fn pause(&mut self) {
        if self.paused || self.outcome().is_some() {
            return;
        }
        self.paused = true;
        self.postponed = self.search.map(|search| search.purpose).filter(|&purpose| purpose != Purpose::Move);
        self.stop_search();
        self.show();
    }

    /// Goes on with what was being thought about.
    pub(super) fn resume(&mut self) {
        if !self.paused {
            return;
        }
        self.paused = false;
        match self.postponed.take() {
            Some(purpose) => self.ask_engine(purpose),
            None => {
                let request = self.move_request();
                self.show();
                self.effects.extend(request);
            }
        }
    }
}
