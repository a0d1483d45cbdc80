// SPDX-License-Identifier: GPL-3.0-or-later
//! What is known about the moves of the position on the board.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use morris::{Game, Move, Position, Rules};
use morris_engine::{Score, needed_positions};
use morris_teach::explore::MoveRow;

/// What is known about the moves of a position.
#[derive(Debug, Default)]
pub struct Explored {
    pub rules: Rules,
    /// The position, preceded by those that can occur again from there.
    pub positions: Vec<Position>,
    /// All moves. `None` until they are known.
    pub rows: Option<Vec<MoveRow>>,
    /// Estimate of the engine for the side to move, and its line.
    pub estimate: Option<(Score, Vec<Move>)>,
    /// Number of the request, for the engine too. 0 if nothing is asked.
    pub request: u64,
    /// Asks the search for the values to stop.
    pub stop: Arc<AtomicBool>,
}

impl Explored {
    /// Returns whether it is about the position of a game.
    pub fn are_of(&self, game: &Game) -> bool {
        self.rules == *game.rules() && *self.positions == *needed_positions(game.positions(), game.rules())
    }

    /// Returns whether the value of some move is unknown.
    pub fn is_partial(&self) -> bool {
        self.rows.iter().flatten().any(|row| row.value.is_none())
    }
}

impl Drop for Explored {
    fn drop(&mut self) {
        self.stop.store(true, Relaxed);
    }
}
