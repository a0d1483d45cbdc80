// SPDX-License-Identifier: GPL-3.0-or-later
//! The scene of a session.

use morris::{ByColor, Color, Move};
use morris_teach::opening;

use super::move_entry::MoveEntry;
use super::scene::{Scene, Status, mills};
use super::state::Session;

impl Session {
    /// Returns the current scene.
    pub fn scene(&self) -> Scene {
        let moves = self.review_at.unwrap_or(self.game.cursor());
        let position = self.game.position_after(moves).unwrap_or(self.game.position());
        let entry = if self.review_at.is_none() { self.entry } else { MoveEntry::default() };
        let rules = self.game.rules();
        let scene = entry.scene(position, rules);
        let active = self.review_at.is_none() && self.goes_on() && self.is_persons_turn() && !self.awaits_answer();
        let last = scene.last.or_else(|| self.last_before(moves));
        let (men, hand) = (scene.men, scene.hand);
        let lost = |color| self.game.start().total(color) - (men[color].len() + usize::from(hand[color]));
        let scene = Scene {
            lost: ByColor::from_fn(|color| lost(color) as u8),
            mills: last.and_then(|(color, mv)| Some(mills(rules, men[color], mv.to?))).unwrap_or_default(),
            last,
            checked_move: self.checked_move().filter(|_| self.review_at.is_none()),
            hint: self.hint.filter(|_| active),
            status: self.status(),
            played: self.game.cursor(),
            taken_back: self.taken_back(),
            undoable: self.is_undoable(),
            outcome: self.outcome(),
            setup: self.setup.clone(),
            clocks: self.clocks(),
            clock_running: self.clock_running(),
            busy: self.is_busy(),
            ..scene
        };
        // The name stays for one more move, so that there is time to read it. A part of a move has
        // none.
        let made = || opening::made(&self.game, moves).or_else(|| opening::made(&self.game, moves.checked_sub(1)?));
        let opening = if entry.shown().is_none() && !scene.closes_aids() { made() } else { None };
        let scene = Scene { opening, ..scene };
        if active { scene } else { scene.at_rest() }
    }

    /// Returns the last move other than a pass among the first `moves` moves, with the side that
    /// made it.
    fn last_before(&self, moves: usize) -> Option<(Color, Move)> {
        let moves = self.game.moves().get(..moves)?;
        let index = moves.iter().rposition(|&mv| mv != Move::PASS)?;
        Some((self.game.position_after(index)?.side(), *moves.get(index)?))
    }

    /// Returns the action that the game awaits, and the side.
    pub fn status(&self) -> Status {
        let side = self.side();
        if let Some(moves) = self.review_at {
            return Status::Viewing { moves, of: self.game.cursor() };
        }
        if let Some(outcome) = self.outcome() {
            return Status::Over(outcome);
        }
        if self.paused {
            return Status::Paused;
        }
        if let Some(status) = self.message_status() {
            return status;
        }
        if self.is_followed() {
            return Status::Elsewhere { side };
        }
        if !self.is_persons_turn() {
            return if self.goes_on() { Status::Thinking { side } } else { Status::Waiting { side } };
        }
        self.entry.status(self.game.position(), self.game.rules())
    }
}
