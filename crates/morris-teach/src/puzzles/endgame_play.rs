// SPDX-License-Identifier: GPL-3.0-or-later
//! An endgame in progress: each move is judged by the tables, and the opponent replies perfectly.

use std::sync::Arc;

use morris::{Color, Game, IllegalMove, Move, Position, Rules};
use morris_solved::tablebase::{Tables, Wdl};

use super::endgame::{Endgame, EndgameGoal, EndgameRecord, MOVES_TO_HOLD};
use super::lines::{hardest, sharpest};
use super::player_rating::RatingScore;
use super::values::Values;
use super::win_search::{MOST_OWN, WinSearch};

/// Color of the solver.
const US: Color = Color::White;
/// Maximum number of positions that the search for the quickest win visits.
const NODES: u64 = 20_000;

/// State of an endgame with the solver to move, or its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndgameState {
    /// The goal can still be reached.
    Kept {
        /// Value of the position for the solver, at least that of the goal.
        value: Wdl,
        /// Number of the solver's moves that the win takes, if it is close enough to be known.
        moves: Option<u8>,
    },
    /// The goal is out of reach against perfect play. The position has this value for the solver.
    Lost(Wdl),
    /// The goal is reached.
    Reached,
    /// The game is over, and the goal was missed.
    Missed,
}

impl EndgameState {
    /// Returns whether the endgame is over.
    pub const fn is_over(self) -> bool {
        matches!(self, Self::Reached | Self::Missed)
    }
}

/// An endgame in progress.
#[derive(Clone, Debug)]
pub struct EndgamePlay {
    endgame: Endgame,
    tables: Arc<Tables>,
    game: Game,
    state: EndgameState,
    took_back: bool,
}

impl EndgamePlay {
    /// Starts an endgame in a position with White to move. The position must have the value of the
    /// endgame.
    pub fn new(endgame: Endgame, position: Position, tables: Arc<Tables>) -> Self {
        let game = Game::from_position(Rules::STANDARD, position);
        let mut play = Self { endgame, tables, game, state: EndgameState::Lost(Wdl::Draw), took_back: false };
        play.state = play.judge();
        play
    }

    /// Returns the endgame.
    pub const fn endgame(&self) -> Endgame {
        self.endgame
    }

    /// Returns the current position. The solver is to move unless the endgame is over.
    pub fn position(&self) -> &Position {
        self.game.position()
    }

    /// Returns the position after this number of moves of both sides, including a move that was
    /// taken back.
    pub fn position_after(&self, moves: usize) -> Option<&Position> {
        self.game.position_after(moves)
    }

    /// Returns the moves of both sides.
    pub fn played(&self) -> &[Move] {
        self.game.played()
    }

    /// Returns the number of the solver's moves.
    pub fn own_moves(&self) -> u32 {
        self.game.played().len().div_ceil(2) as u32
    }

    /// Returns the state after the opponent's reply.
    pub const fn state(&self) -> EndgameState {
        self.state
    }

    /// Returns the result, once the endgame is over.
    pub fn record(&self) -> Option<EndgameRecord> {
        let points = match (self.state, self.took_back) {
            (EndgameState::Reached, false) => RatingScore::Whole,
            (EndgameState::Reached, true) => RatingScore::Half,
            (EndgameState::Missed, _) => RatingScore::Nothing,
            _ => return None,
        };
        Some(EndgameRecord { points, moves: self.own_moves() })
    }

    /// Plays a move of the solver and the opponent's reply. Visits at most about 50,000 positions.
    ///
    /// # Errors
    /// Fails if the move is illegal or the endgame is over.
    pub fn play(&mut self, mv: Move) -> Result<EndgameState, IllegalMove> {
        if self.state.is_over() {
            return Err(IllegalMove::GameOver);
        }
        self.game.play(mv)?;
        if let Some(reply) = self.reply() {
            self.game.play(reply)?;
        }
        self.state = self.judge();
        Ok(self.state)
    }

    /// Takes the solver's last move back, with the opponent's reply. Returns `false` if there is
    /// none.
    pub fn take_back(&mut self) -> bool {
        if self.game.played().is_empty() {
            return false;
        }
        while self.game.undo().is_some() && self.game.position().side() != US {}
        self.took_back = true;
        self.state = self.judge();
        true
    }

    /// Returns the opponent's reply: one that keeps its value, and that is the hardest to meet, or
    /// that wins the quickest.
    fn reply(&self) -> Option<Move> {
        let (rules, position) = (*self.game.rules(), self.game.position());
        if self.game.outcome().is_some() {
            return None;
        }
        let mut values = Values::new(&self.tables, &rules);
        // Replies vary with the length of the game, so that it does not run in circles by itself.
        let seed = self.game.played().len() as u64;
        let wins = values.of(position) == Some(Wdl::Win);
        let pick = if wins { sharpest } else { hardest };
        pick(&mut values, position, seed).or_else(|| position.legal_moves(&rules).first().copied())
    }

    fn judge(&self) -> EndgameState {
        let (rules, goal) = (*self.game.rules(), self.endgame.goal);
        if let Some(over) = self.game.outcome() {
            let reached = match over.winner() {
                Some(winner) => winner == US,
                None => goal == EndgameGoal::Draw,
            };
            return if reached { EndgameState::Reached } else { EndgameState::Missed };
        }
        let mut values = Values::new(&self.tables, &rules);
        // Every position of an endgame is in the tables.
        let value = values.of(self.game.position()).unwrap_or(Wdl::Draw);
        if value < self.endgame.value() {
            return EndgameState::Lost(value);
        }
        if goal == EndgameGoal::Draw && self.own_moves() >= MOVES_TO_HOLD {
            return EndgameState::Reached;
        }
        let quickest = WinSearch::new(&mut values, NODES).quickest(self.game.position(), MOST_OWN);
        EndgameState::Kept { value, moves: quickest.map(|quickest| quickest.own) }
    }
}
