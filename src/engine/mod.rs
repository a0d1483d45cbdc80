// SPDX-License-Identifier: GPL-3.0-or-later
//! A computer player: chooses a turn, on its own thread or on the caller's.
//!
//! [`Engine`] is the façade: it takes a [`Request`] and answers through one callback with [`Event`]s that carry the
//! request's [`Ticket`]. Behind it a [`Thinker`] deepens (`root`) a principal variation search (`search`) over a compact
//! position (`node`) and board (`tables`) with a transposition table (`table`), an order of turns (`order`) and an
//! evaluation (`evaluate`, `term`), proves draws (`proof`), and is helped by further threads (`team`). It prints nothing, and reads no input and no clock but for its limits.

mod advice;
mod evaluate;
mod generate;
mod handle;
mod level;
mod material;
mod node;
mod oracle;
mod order;
mod proof;
mod request;
mod root;
mod score;
mod search;
mod skill;
mod static_value;
mod table;
mod tables;
mod team;
mod term;
#[cfg(test)]
mod tests;
mod thinker;
mod traps;
mod turn;
mod verdict;
mod worker;

pub use handle::Engine;
pub use level::{Level, LevelProfile, PROFILES};
pub use material::{best_by_material, material};
pub use request::{BestMove, EngineOptions, Event, EventKind, Info, Limits, Request, Strength, Ticket};
pub use score::Score;
pub use skill::{FixedDepth, Skill};
pub use static_value::Evaluator;
pub use term::{TEMPO, Term, TermCounts, Weights};
pub use thinker::Thinker;
pub use verdict::{Judge, Verdict};
