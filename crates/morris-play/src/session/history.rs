// SPDX-License-Identifier: GPL-3.0-or-later
//! Going back and forth in a game.

use std::sync::Arc;

use morris::{Color, ForcedMove};

use super::messages::{Effect, Help, Question, Refusal};
use super::state::Session;

impl Session {
    /// Back to the person's last decision; where nobody plays, or both sides are persons, by one
    /// move. An outside player that takes part is asked before.
    pub(super) fn undo(&mut self) {
        if self.paused {
            return self.refuse(Refusal::Paused);
        }
        if self.review_at.take().is_some() {
            return self.show();
        }
        if self.entry.shown().is_some() {
            return self.cancel();
        }
        match (self.earlier_decision(), self.partner()) {
            (None, _) => self.refuse(Refusal::NothingToUndo),
            (Some(_), Some(partner)) => self.ask_partner(partner, Question::Undo),
            (Some(moves), None) => {
                self.effects.push(Effect::HelpUsed(Help::Undo));
                self.go_to(moves);
            }
        }
    }

    /// Forward to the person's next decision, or to the end of what was taken back.
    pub(super) fn redo(&mut self) {
        if self.paused {
            return self.refuse(Refusal::Paused);
        }
        if self.taken_back() == 0 {
            return self.refuse(Refusal::NothingToRedo);
        }
        let (cursor, end) = (self.game.cursor(), self.game.moves().len());
        let later = (cursor + 1..end).find(|&moves| self.is_decision(moves)).unwrap_or(end);
        self.go_to(later);
    }

    /// How many moves can be played again: none that both sides have agreed to take back.
    pub(super) fn taken_back(&self) -> usize {
        if self.partner().is_some() { 0 } else { self.game.moves().len() - self.game.cursor() }
    }

    /// After how many moves a person decided last before now. After the end no outside player is
    /// asked.
    pub(super) fn earlier_decision(&self) -> Option<usize> {
        let closed = self.partner().is_some() && self.outcome().is_some();
        (0..self.game.cursor()).rev().find(|&moves| !closed && self.is_decision(moves))
    }

    /// After how many moves this side decided last before now.
    pub(super) fn last_decision_of(&self, side: Color) -> Option<usize> {
        (0..self.game.cursor()).rev().find(|&moves| self.decider(moves) == Some(side))
    }

    /// Whether a person decides after so many moves; where there is no person every move is a
    /// decision.
    fn is_decision(&self, moves: usize) -> bool {
        let decides = |side| self.setup.players[side].is_local() || !self.setup.has_person();
        self.decider(moves).is_some_and(decides)
    }

    /// The side that decides after a number of moves, where there is anything to decide.
    fn decider(&self, moves: usize) -> Option<Color> {
        let position = self.game.position_after(moves)?;
        (position.forced_move(self.game.rules()) != Some(ForcedMove::Pass)).then_some(position.side())
    }

    pub(super) fn go_to(&mut self, moves: usize) {
        self.review_at = None;
        if let Some(clocks) = &mut self.clocks {
            clocks.go_to(self.game.cursor(), moves);
        }
        Arc::make_mut(&mut self.game).go_to(moves);
        // Where nobody else decides the game waits; a person goes on with it, and asks again
        // whoever could not go on.
        self.paused_before_move = !self.setup.has_person();
        self.changed();
    }

    /// Shows the position after so many moves, without touching the game.
    pub(super) fn view(&mut self, moves: usize) {
        let review_at = (moves < self.game.cursor()).then_some(moves);
        if self.review_at != review_at {
            self.review_at = review_at;
            self.show();
        }
    }
}
