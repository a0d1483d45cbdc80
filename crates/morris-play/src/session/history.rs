// SPDX-License-Identifier: GPL-3.0-or-later
//! Going back and forth in a game.

use std::sync::Arc;

use morris::ForcedMove;

use super::messages::{Effect, Help, Refusal};
use super::state::Session;

impl Session {
    /// Back to the person's last decision; where nobody plays, or both sides are persons, by one
    /// move.
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
        match self.earlier_decision() {
            Some(moves) => {
                self.effects.push(Effect::HelpUsed(Help::Undo));
                self.go_to(moves);
            }
            None => self.refuse(Refusal::NothingToUndo),
        }
    }

    /// Forward to the person's next decision, or to the end of what was taken back.
    pub(super) fn redo(&mut self) {
        if self.paused {
            return self.refuse(Refusal::Paused);
        }
        let (cursor, end) = (self.game.cursor(), self.game.moves().len());
        if cursor == end {
            return self.refuse(Refusal::NothingToRedo);
        }
        let later = (cursor + 1..end).find(|&moves| self.is_decision(moves)).unwrap_or(end);
        self.go_to(later);
    }

    /// After how many moves somebody decided last before now.
    pub(super) fn earlier_decision(&self) -> Option<usize> {
        (0..self.game.cursor()).rev().find(|&moves| self.is_decision(moves))
    }

    /// Whether a person decides after so many moves; where there is no person every move is a
    /// decision.
    fn is_decision(&self, moves: usize) -> bool {
        self.game.position_after(moves).is_some_and(|position| {
            let waits = position.forced_move(self.game.rules()) == Some(ForcedMove::Pass);
            !waits && (self.setup.players[position.side()].is_person() || !self.setup.has_person())
        })
    }

    fn go_to(&mut self, moves: usize) {
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
