// SPDX-License-Identifier: GPL-3.0-or-later
//! What moves are worth, which gave value away, why, and how well a game was played, as far as the
//! tables of solved positions know it.
//!
//! ```text
//!   Reviewer ──► Review: a PlyReview for each move, what each side made of it, the critical moments
//!      │  values    what each move is worth, from the tables; a fall is a Mistake
//!      │  reasons   why a mistake is one
//!      │  praise    what there is to praise in a move
//!      │  facts     what a board shows: mills that can be closed, double mills, forks, room to move
//!      │  line      how a mistake is punished
//!      └  levels    which levels of the computer find a move that keeps the value
//! ```
//!
//! An error is a move whose value is lower than that of another: there are no thresholds. Nothing
//! is called an error on an estimate. Nothing is blamed twice: a value can fall again only after
//! the opponent has given it back. Where all moves that win would repeat a position too often, the
//! win is gone and nobody is blamed.
//!
//! Of 1,320 mistakes in 252 games between neighboring levels 75.9 % have a reason: 234 let a mill
//! be closed, 119 leave a point, 115 miss a mill, 157 concern two mills at once, 99 a mill by
//! force, 82 leave a threat standing. The games are those of `nmm match --ladder --thinking-time
//! 60ms --log GAMES/` with `--games 16 --seed 5` and `--games 12 --seed 6`, each looked at by `nmm
//! review --tsv --tables FOLDER` with the tables of the whole game.
//!
//! A decision weighs as much as a move by chance gives value away in it, 1 − k/n where k of n moves
//! keep the value. The accuracy is the share of this weight that a side mastered, with the weight
//! of one decision at 75 % added, so that few decisions show neither 0 nor 100; beside it stands
//! what moves by chance would have had.

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
pub use values::{Mistake, best_by_point, mistakes, move_values};
