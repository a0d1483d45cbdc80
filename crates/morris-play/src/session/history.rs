// SPDX-License-Identifier: GPL-3.0-or-later
//! Undo and redo.

use std::sync::Arc;

use morris::{Color, ForcedMove};

use super::messages::{Effect, Help, Question, Refusal};
use super::move_entry::MoveEntry;
use super::state::Session;

impl Session {
    /// Takes back moves to the person's last decision. If there is no person, or both sides are
    /// persons, takes back a single move. An external player that takes part is asked first.
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
        if self.take_back_line() {
            return;
        }
        match (self.earlier_decision(), self.partner()) {
            (Some(_), _) if self.setup.is_without_help() || self.is_followed() => self.refuse(Refusal::NothingToUndo),
            (None, _) => self.refuse(Refusal::NothingToUndo),
            (Some(_), Some(partner)) => self.ask_partner(partner, Question::Undo),
            (Some(moves), None) => {
                self.effects.push(Effect::HelpUsed(Help::Undo));
                self.go_to(moves);
            }
        }
    }

    /// Replays moves to the person's next decision, or to the end of the moves that were taken
    /// back.
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

    /// Returns the number of moves that can be replayed. Moves that both sides agreed to take back
    /// cannot be replayed.
    pub(super) fn taken_back(&self) -> usize {
        if self.partner().is_some() { 0 } else { self.game.moves().len() - self.game.cursor() }
    }

    /// Returns the number of moves before the last decision of a person that precedes the current
    /// position. Returns `None` after the end of a game with an external player that takes part,
    /// since that player is no longer asked.
    pub(super) fn earlier_decision(&self) -> Option<usize> {
        let closed = self.partner().is_some() && self.outcome().is_some();
        (0..self.game.cursor()).rev().find(|&moves| !closed && self.is_decision(moves))
    }

    /// Returns `true` if there is something to take back, or to ask for.
    pub(super) fn is_undoable(&self) -> bool {
        match self.message() {
            Some(message) => self.can_undo_by_message(message),
            None => !self.setup.is_without_help() && !self.is_followed() && self.earlier_decision().is_some(),
        }
    }

    /// Returns the number of moves before the last decision of this side that precedes the current
    /// position.
    pub(super) fn last_decision_of(&self, side: Color) -> Option<usize> {
        (0..self.game.cursor()).rev().find(|&moves| self.decider(moves) == Some(side))
    }

    /// Returns `true` if a person decides after this number of moves. Without persons, every move
    /// is a decision.
    fn is_decision(&self, moves: usize) -> bool {
        let decides = |side| self.setup.players[side].is_local() || !self.setup.has_person();
        self.decider(moves).is_some_and(decides)
    }

    /// Returns the side that decides after this number of moves, or `None` if the move is a pass.
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
        // A game without persons waits for the user. Otherwise it continues, and a player that has
        // failed is asked again.
        self.paused_before_move = !self.setup.has_person();
        self.stepping = false;
        self.changed();
    }

    /// Shows the position after this number of moves without changing the game.
    pub(super) fn view(&mut self, moves: usize) {
        let review_at = (moves < self.game.cursor()).then_some(moves);
        if self.review_at != review_at {
            self.review_at = review_at;
            if self.checked_move().is_some() {
                // The page asks about a checked move only while it shows it.
                (self.entry, self.hint) = (MoveEntry::default(), None);
            }
            self.show();
        }
    }
}
