// SPDX-License-Identifier: GPL-3.0-or-later
//! Game reviews by the tables of solved positions: the value of each move, the moves that gave
//! value away, the reasons, and the quality of play.
//!
//! ```text
//!   Reviewer ──► Review: a PlyReview for each move, a summary for each side, the critical moments
//!      │  values    the value of each move, from the tables; a drop is a Mistake
//!      │  reasons   the reason why a move is a mistake
//!      │  praise    the reason to praise a move
//!      │  facts     facts of a board: mills that can be closed, double mills, forks, mobility
//!      │  line      the refutation of a mistake
//!      └  levels    the levels of the computer that find a move that keeps the value
//! ```
//!
//! A mistake is a move whose value is lower than that of another move. There are no thresholds, and
//! an estimate is never called a mistake. Nothing is counted twice: a value can only drop again
//! after the opponent has given it back. If all winning moves would repeat a position too often,
//! the win is gone, and neither side is blamed. Tables ignore draws by quiet plies, so nothing is
//! known by rules with a shorter limit than the standard one, such as `windmill`.
//!
//! Of 1,320 mistakes in 252 games between neighboring levels, 75.9 % have a reason: 234 let a mill
//! be closed, 119 leave a point, 115 miss a mill, 157 concern two mills at once, 99 a forced mill,
//! and 82 ignore a threat. The games come from `nmm match --ladder --thinking-time 60ms --log
//! GAMES/` with `--games 16 --seed 5` and `--games 12 --seed 6`. Each was reviewed by `nmm review
//! --tsv --tables FOLDER` with the tables of the whole game.
//!
//! The weight of a decision is the probability that a random move gives value away, 1 − k/n if k of
//! n moves keep the value. The accuracy is the share of this weight that a side got right. One
//! decision at 75 % is added, so that few decisions give neither 0 nor 100. The expected accuracy
//! of random moves is stored beside it.

mod facts;
mod levels;
mod line;
mod ply;
mod praise;
mod reasons;
#[cfg(test)]
mod reasons_tests;
mod reviewer;
mod summary;
mod values;

pub use facts::*;
pub use ply::{Mark, PlyReview, Praise, Reason, Worth};
pub use reviewer::Reviewer;
pub use summary::{Accuracy, Review, SideReview};
pub use values::{GoOn, Mistake, best_by_point, deciding_move, mistakes, move_values, tables_hold};
