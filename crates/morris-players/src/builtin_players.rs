// SPDX-License-Identifier: GPL-3.0-or-later
//! Players that need no other program: our engine and chance.

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

/// Our engine, asked on the thread that plays the game.
pub struct EnginePlayer {
    name: String,
    searcher: Searcher,
    strength: Strength,
    rng: Xoshiro256PlusPlus,
}

impl EnginePlayer {
    /// The engine under this name; the seed decides among equal moves.
    #[must_use]
    pub fn new(name: String, options: EngineOptions, strength: Strength, seed: u64) -> Self {
        Self { name, searcher: Searcher::new(options), strength, rng: Xoshiro256PlusPlus::seed_from_u64(seed) }
    }

    /// The same with tables of solved positions, if it plays so well that it looks into them.
    #[must_use]
    pub fn with_tables(mut self, tables: Arc<Tables>) -> Self {
        if self.strength.uses_tables() {
            self.searcher.set_tables(tables);
        }
        self
    }

    /// The best of some moves, or of all where none are given; `None` where the game is over.
    ///
    /// # Errors
    /// The search broke down.
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

/// Plays any legal move.
#[derive(Debug)]
pub struct RandomPlayer {
    rng: Xoshiro256PlusPlus,
}

impl RandomPlayer {
    /// The seed decides everything.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self { rng: Xoshiro256PlusPlus::seed_from_u64(seed) }
    }

    /// One of some moves.
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

/// Somebody of ours who plays from wherever it is put.
#[derive(Debug)]
pub enum BuiltinPlayer {
    /// Our engine.
    Engine(Box<EnginePlayer>),
    /// Chance.
    Random(RandomPlayer),
}

impl BuiltinPlayer {
    /// What it is called.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Self::Engine(engine) => engine.name(),
            Self::Random(random) => random.name(),
        }
    }

    /// Its move; of a move half done, one of the ways to finish it. `None` where the game is over.
    ///
    /// # Errors
    /// Its search broke down.
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
