// SPDX-License-Identifier: GPL-3.0-or-later
//! Games without a person: their pace, and playing them move by move.

use std::sync::Arc;
use std::time::Duration;

use morris::Game;

use super::messages::Refusal;
use super::state::Session;

impl Session {
    /// Sets the time for a move in a game without a person. A search that is in progress starts
    /// again with the new time.
    pub(super) fn set_pace(&mut self, pace: Duration) {
        let changed = self.pace.replace(pace) != Some(pace);
        if changed && !self.setup.has_person() && self.is_thinking() {
            self.refresh();
        }
    }

    /// Holds a game without a person.
    pub(super) fn hold(&mut self) {
        if self.is_watched() && !self.paused && !self.paused_before_move {
            self.paused_before_move = true;
            self.stepping = false;
            self.refresh();
        }
    }

    /// Plays one move of a game without a person, and holds it.
    pub(super) fn step(&mut self) {
        if !self.is_watched() {
            return;
        }
        if self.paused {
            return self.refuse(Refusal::Paused);
        }
        if self.is_full() {
            return self.refuse(Refusal::TooLong);
        }
        self.review_at = None;
        self.paused_before_move = false;
        self.stepping = true;
        self.refresh();
    }

    /// Takes over a game that others play. A single new move is played, with its sounds.
    pub(super) fn follow(&mut self, game: Game) {
        if !self.is_followed() || *self.game == game {
            return;
        }
        let own = self.game.played();
        let next = game.played().strip_prefix(own).and_then(|new| new.first());
        if let Some(&mv) = next.filter(|_| game.cursor() == own.len() + 1 && game.outcome().is_none()) {
            self.play(mv);
        }
        if *self.game != game {
            let (from, to) = (self.game.cursor(), game.cursor());
            self.clocks.iter_mut().for_each(|clocks| clocks.follow(from, to));
            self.game = Arc::new(game);
            self.changed();
        }
    }

    /// Returns `true` if no person plays and the game is not over. Friends are not held.
    fn is_watched(&self) -> bool {
        !self.setup.has_person() && !self.is_followed() && self.outcome().is_none()
    }

    /// Returns `true` if others play the game, and it is only watched.
    pub(super) fn is_followed(&self) -> bool {
        self.setup.is_by_message() && !self.setup.has_person()
    }
}
