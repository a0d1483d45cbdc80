// SPDX-License-Identifier: GPL-3.0-or-later
//! A computer player that chooses a move on its own thread or on the caller's.
//!
//! ```
//! use morris::{Position, Rules};
//! use morris_engine::{EngineOptions, Level, Request, Searcher, Skill};
//! use std::ops::ControlFlow;
//!
//! let rules = Rules::STANDARD;
//! let request = Request::new(rules, vec![Position::start(&rules)], Skill::Level(Level::FIRST).into());
//! let mut searcher = Searcher::new(EngineOptions::default());
//! let best = searcher.think(&request, || ControlFlow::Continue(()), |info| println!("depth {}", info.depth));
//! assert!(Position::start(&rules).legal_moves(&rules).contains(&best.expect("the game has just begun").mv));
//! ```
//!
//! [`Engine`] is the façade. It takes a [`Request`] and answers through one callback with
//! [`Event`]s that carry the request's [`RequestId`]. It uses a [`Searcher`]. The crate prints
//! nothing and reads no input. It reads the clock only for its limits.
//!
//! | modules | purpose |
//! |---|---|
//! | `root`, `search`, `selectivity` | iterative deepening, principal variation search, reductions and pruning |
//! | `node`, `fast_node` | positions to search: compact ones for the classic move on up to 31 points |
//! | `plain_node` | positions of the crate `morris`, for all other games |
//! | `transposition`, `tt_probe` | the transposition table |
//! | `stages`, `move_ordering` | staged move generation and move ordering |
//! | `evaluation`, its `terms` and `weights` | evaluation by weighted terms |
//! | its `patterns`, `shapes`, `cells` | evaluation by shapes of men, alone and in combination |
//! | `draw_proof`, `root_probe`, `tb_probe` | exact results, also from tables of solved positions |
//! | `lazy_smp`, `abdada`, `root_order` | parallel search |
//! | `time_management`, `request` | time management |
//! | `strength`, `handicap` | the levels, and the perception of a beginner |
//! | `leaves` | samples of leaf positions, for fitting the patterns |
//!
//! Measurements and experiments are in `docs/engine-log.md`.
//!
//! Compatibility: minor versions keep what is public except [`lab`], but not which move is chosen.
//! A newer Rust than 1.85 needs a new minor version.

#![warn(clippy::print_stdout, clippy::print_stderr)]

mod abdada;
mod draw_proof;
mod engine_thread;
#[cfg(test)]
mod engine_thread_tests;
mod evaluation;
mod fast_node;
mod handicap;
mod lazy_smp;
mod leaves;
mod lookups;
mod move_ordering;
mod node;
#[cfg(test)]
mod node_tests;
mod opponent_model;
mod packed_move;
mod plain_node;
mod request;
mod root;
mod root_order;
mod root_probe;
mod score;
mod search;
mod searcher;
mod selectivity;
#[cfg(feature = "serde")]
mod serde;
mod stages;
mod strength;
mod tb_probe;
#[cfg(test)]
mod tests;
mod time_management;
mod transposition;
mod traps;
mod tt_probe;

pub use engine_thread::Engine;
pub use evaluation::Evaluator;
pub use handicap::{Oversights, Threat, threats};
pub use request::{
    BestMove, EngineOptions, Event, EventKind, Info, Reports, Request, RequestId, TimeControl, needed_positions,
};
pub use score::{Plies, Score};
pub use searcher::Searcher;
pub use strength::{FixedDepth, Level, LevelProfile, Limits, PROFILES, Rating, Skill, Strength};

/// The parts of the evaluation, for the programs that fit it. They change with the evaluation.
pub mod lab {
    pub use crate::evaluation::patterns::{CellRow, PatternClasses};
    pub use crate::evaluation::terms::{Term, TermCounts, WeightSet, Weights};
}
