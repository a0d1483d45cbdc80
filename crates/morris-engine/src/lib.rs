// SPDX-License-Identifier: GPL-3.0-or-later
//! A computer player: chooses a move, on its own thread or on the caller's.
//!
//! [`Engine`] is the façade: it takes a [`Request`] and answers through one callback with [`Event`]s that carry the
//! request's [`RequestId`]. Behind it a [`Searcher`] deepens (`root`) a principal variation search (`search`) over positions
//! (`node`): compact ones for the classic move, or nearly that, on boards of up to 31 points (`fast_node`, `classic`), the
//! rules' own for all others (`plain_node`). It has a transposition table (`transposition`), an order of moves
//! (`move_ordering`) and an evaluation (`evaluation`, `term`, `fitted`, `patterns`, `shapes`), proves draws (`draw_proof`), and
//! is helped by further threads (`lazy_smp`, `abdada`). By a clock it thinks longer where it is critical (`pace`). It prints
//! nothing, and reads no input and no clock but for its limits.
//!
//! What it showed, with one thread and without tables of solved positions unless they are named; the first
//! list was measured before it judged corners and those who fly:
//!
//! * `nmm bench` on a quiet machine with two cores: 7.5 million nodes a second; depth 14 from the empty board takes 0.2 s,
//!   depth 16 0.8 s; told to move at once, it answers within 0.4 ms in 99 of 100 searches. With `--threads 2` half of the
//!   runs took less than 0.66 of the time of one thread, all of them 0.56 to 0.80, and the answer came within 1 to 5 ms.
//! * `nmm match --first time:100ms --second time:10ms --games 200 --opening 0`: 44 wins, 154 draws and 2 losses, Elo +74 ± 22.
//!   With the four random placements that a match usually begins with 66, 125 and 9, Elo +102 ± 28; about one in seven of
//!   those openings is already won for White.
//! * `nmm blunders`: with tables of the whole game 0 of 2,000 positions. With 5,000,000 nodes a move, two thirds of a second,
//!   and no tables 10 of 1,000 in the placing phase and 6 of 1,000 afterwards. The positions are chosen so that some move in
//!   them gives value away, those of the placing phase with at most seven men left in hand.
//!
//! Given away of positions of `nmm known --random --seed 7001`, without tables, before and after the evaluation knew corners
//! and those who fly; the weights were fitted with the seeds 9 and 11:
//!
//! | `nmm blunders --nodes` | moving | flying | placing |
//! |---|---|---|---|
//! | 100,000, of 1,500 each | 50 → 28 | 38 → 3 | 67 → 50 |
//! | 1,000,000, of 500 each | 11 → 6 | 8 → 0 | 12 → 8 |
//!
//! The levels that judge so are as far apart as before: in 40 games each level 7 scored 78 % ± 11 against 6, 8 scored
//! 73 % ± 10 against 7, and 9 81 % ± 8 against 8 (`nmm match --ladder --levels 6-9 --thinking-time 2s`).
//!
//! What was tried for it, and what came of it:
//!
//! * The terms that a pattern sees whole in its weights, its number kept up with each move, futile moves not sorted, the
//!   bucket of the table asked for before the evaluation: 0.76 of the processor time for the same nodes, on a busy machine.
//!   With four patterns more, for the corners, it is 0.80 for as many nodes: 1.25 times the nodes a second.
//! * Refused: large pages for the table (0.96 of the time) and fetching the buckets of the first and of the next move ahead
//!   (0.92), since both need unsafe code; fetching that of the move about to be searched gained nothing.
//! * Refused: weights for the placing phase with two to six men in hand out of 120,000 positions: 60 of 1,500 given away rather
//!   than 50. There the weights of before are in use, which know no corners.
//!
//! How quickly the games of the family are searched: nodes in a second of processor time as a share of the standard game's, all in
//! one run (`nmm bench --rules all`, on a busy machine). By compact nodes:
//!
//! | eleven | twelve | lasker | six | five | seven | moebius | triangle | pentagon |
//! |---|---|---|---|---|---|---|---|---|
//! | 0.88 | 0.94 | 0.86 | 1.14 | 1.18 | 0.84 | 1.10 | 1.04 | 1.03 |
//!
//! By plain ones, of which those of `morabaraba` and `shax` count all terms, the others three of them; `tapatan` and `achi` end
//! before there is much to measure:
//!
//! | morabaraba | shax | onetime | chamgonu | chengsanqi | sunmill | windmillboard | hexagon | nineholes | smallmerels | tapatan | achi |
//! |---|---|---|---|---|---|---|---|---|---|---|---|
//! | 0.48 | 0.57 | 0.63 | 0.94 | 0.84 | 0.75 | 0.82 | 0.76 | 1.16 | 1.38 | 0.68 | 0.88 |

#![warn(clippy::print_stdout, clippy::print_stderr)]

mod abdada;
mod attention;
mod classic;
mod draw_proof;
mod engine_thread;
#[cfg(test)]
mod engine_thread_tests;
mod evaluation;
mod fast_node;
mod fitted;
mod lazy_smp;
mod lookups;
mod move_ordering;
mod node;
#[cfg(test)]
mod node_tests;
mod pace;
mod packed_move;
mod patterns;
mod plain_node;
mod request;
pub mod review;
mod root;
mod root_probe;
mod score;
mod search;
mod searcher;
#[cfg(feature = "serde")]
mod serde;
mod shapes;
mod strength;
pub mod tablebase;
mod tb_probe;
mod term;
#[cfg(test)]
mod tests;
mod transposition;
pub mod whole_game;

pub use attention::{Oversights, Threat, threats};
pub use engine_thread::Engine;
pub use evaluation::Evaluator;
pub use patterns::PatternClasses;
pub use request::{BestMove, EngineOptions, Event, EventKind, Info, Request, RequestId, TimeControl};
pub use score::Score;
pub use searcher::Searcher;
pub use strength::{FixedDepth, Level, LevelProfile, Limits, PROFILES, Skill, Strength};
pub use term::{Term, TermCounts, WeightSet, Weights};
