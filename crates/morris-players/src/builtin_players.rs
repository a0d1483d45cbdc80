// SPDX-License-Identifier: GPL-3.0-or-later
//! Players that need no other program: the engine and random moves.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

use super::player::{GamePlayer, PlayerError};
use super::position_formats::PartialPosition;
use super::search_control::{PlayerSignal, SearchControl};
use morris::{Game, Move, Position, Rules, escape};
use morris_engine::{EngineOptions, Reports, Request, RequestId, Searcher, Strength};
use morris_solved::tablebase::Tables;

/// The engine as a player. It searches on the thread that plays the game.
pub struct EnginePlayer {
    name: String,
    searcher: Searcher,
    strength: Strength,
    rng: Xoshiro256PlusPlus,
}

impl EnginePlayer {
    /// Creates a player with this name. The seed decides among equal moves.
    pub fn new(name: String, options: EngineOptions, strength: Strength, seed: u64) -> Self {
        Self { name, searcher: Searcher::new(options), strength, rng: Xoshiro256PlusPlus::seed_from_u64(seed) }
    }

    /// Adds tables of solved positions if the strength uses them.
    #[must_use]
    pub fn with_tables(mut self, tables: Arc<Tables>) -> Self {
        if self.strength.uses_tables() {
            self.searcher.set_tables(tables);
        }
        self
    }

    /// Returns the best of `search_moves`, or of all moves if `search_moves` is empty. Returns
    /// `None` if the game is over.
    ///
    /// # Errors
    /// Returns [`PlayerError::Broken`] if the search panicked.
    pub(super) fn best(
        &mut self,
        rules: Rules,
        positions: &[Position],
        search_moves: Vec<Move>,
        control: &mut dyn SearchControl,
    ) -> Result<Option<Move>, PlayerError> {
        let request = Request {
            id: RequestId(0),
            rules,
            positions: positions.to_vec(),
            search_moves,
            strength: self.strength,
            seed: self.rng.random(),
            min_time: Duration::ZERO,
            clock: control.clock(),
            reports: Reports::Nothing,
        };
        let interrupt = || match control.signal() {
            PlayerSignal::Continue => ControlFlow::Continue(()),
            PlayerSignal::MoveNow | PlayerSignal::Cancel => ControlFlow::Break(()),
        };
        match self.searcher.try_think(&request, interrupt, |_| {}) {
            Ok(best) => Ok(best.map(|best| best.mv)),
            Err(words) => Err(PlayerError::Broken(escape(&words))),
        }
    }
}

impl fmt::Debug for EnginePlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EnginePlayer").field("strength", &self.strength).finish_non_exhaustive()
    }
}

impl GamePlayer for EnginePlayer {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn choose(&mut self, game: &Game, control: &mut dyn SearchControl) -> Result<Move, PlayerError> {
        self.best(*game.rules(), game.positions(), Vec::new(), control)?.ok_or(PlayerError::NoMove)
    }
}

/// Plays a random legal move.
#[derive(Debug)]
pub struct RandomPlayer {
    rng: Xoshiro256PlusPlus,
}

impl RandomPlayer {
    /// Creates a player whose moves depend only on the seed and the positions.
    pub fn new(seed: u64) -> Self {
        Self { rng: Xoshiro256PlusPlus::seed_from_u64(seed) }
    }

    /// Returns one of the moves at random, or `None` if there are none.
    pub(super) fn any(&mut self, moves: &[Move]) -> Option<Move> {
        moves.choose(&mut self.rng).copied()
    }
}

impl GamePlayer for RandomPlayer {
    fn name(&self) -> String {
        "random".to_owned()
    }

    fn choose(&mut self, game: &Game, _: &mut dyn SearchControl) -> Result<Move, PlayerError> {
        self.any(&game.position().legal_moves(game.rules())).ok_or(PlayerError::NoMove)
    }
}

/// A built-in player that can play from any position.
#[derive(Debug)]
pub enum BuiltinPlayer {
    /// The engine.
    Engine(Box<EnginePlayer>),
    /// Random moves.
    Random(RandomPlayer),
}

impl BuiltinPlayer {
    /// Returns the name of the player.
    pub fn name(&self) -> String {
        match self {
            Self::Engine(engine) => engine.name(),
            Self::Random(random) => random.name(),
        }
    }

    /// Returns the player's move. For a partial move, returns one of the ways to complete it.
    /// Returns `None` if the game is over.
    ///
    /// # Errors
    /// Returns an error if the search panicked.
    pub(super) fn choose_move(
        &mut self,
        rules: Rules,
        partial_position: &PartialPosition,
        control: &mut dyn SearchControl,
    ) -> Result<Option<Move>, PlayerError> {
        let search_moves = partial_position.finishes(&rules);
        match self {
            Self::Engine(engine) => engine.best(rules, &[partial_position.position], search_moves, control),
            Self::Random(random) if search_moves.is_empty() => {
                Ok(random.any(&partial_position.position.legal_moves(&rules)))
            }
            Self::Random(random) => Ok(random.any(&search_moves)),
        }
    }
}
