// SPDX-License-Identifier: GPL-3.0-or-later
//! Makes a review on another thread.

use std::time::{Duration, Instant};

use morris::{Color, Game};
use morris_solved::tablebase::Tables;
use morris_teach::puzzles::{Puzzle, from_mistake};
use morris_teach::review::{Review, Reviewer};

use crate::services::Worker;

/// Minimum time between two reports, and additional time for each move, since a report copies and
/// shows the whole review.
const BETWEEN_NEWS: Duration = Duration::from_millis(100);
const FOR_A_MOVE: Duration = Duration::from_micros(20);

/// Report of a review in progress.
pub(super) struct News {
    pub(super) review: Review,
    /// Mistakes of human players as puzzles. Reported once, when all moves have been reviewed.
    pub(super) lessons: Option<Vec<Puzzle>>,
    /// Whether this is the last report.
    pub(super) whole: bool,
}

/// Returns the mistakes of these sides as puzzles.
fn lessons(tables: &Tables, game: &Game, review: &Review, sides: &[Color], worker: &Worker<News>) -> Vec<Puzzle> {
    let mistakes = review.plies.iter().zip(game.positions());
    let mistakes = mistakes.filter(|(ply, _)| ply.mistake.is_some() && sides.contains(&ply.side));
    let going_on = mistakes.take_while(|_| worker.go_on().is_continue());
    going_on.filter_map(|(ply, position)| from_mistake(tables, game.rules(), position, ply.mv)).collect()
}

/// Makes a review of a game and reports it at intervals: first the values of the moves with the
/// mistakes of `learners` as puzzles, then which levels find the missed moves.
pub(super) fn make(mut reviewer: Reviewer, tables: &Tables, game: &Game, learners: &[Color], worker: &Worker<News>) {
    let mut told = Instant::now();
    let mut show = |review: &Review, _: usize| {
        if told.elapsed() >= BETWEEN_NEWS + FOR_A_MOVE * review.plies.len() as u32 {
            told = Instant::now();
            worker.tell(News { review: review.clone(), lessons: None, whole: false });
        }
    };
    // A job that is stopped has no receiver.
    if reviewer.run(&mut || worker.go_on(), &mut show).is_break() {
        return;
    }
    let lessons = lessons(tables, game, reviewer.review(), learners, worker);
    worker.tell(News { review: reviewer.review().clone(), lessons: Some(lessons), whole: false });
    if reviewer.ask_levels(&mut || worker.go_on(), &mut show).is_continue() {
        worker.tell(News { review: reviewer.into_review(), lessons: None, whole: true });
    }
}
