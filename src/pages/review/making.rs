// SPDX-License-Identifier: GPL-3.0-or-later
//! A review is made, on another thread.

use std::time::{Duration, Instant};

use morris::{Color, Game};
use morris_solved::tablebase::Tables;
use morris_teach::puzzles::{Puzzle, from_mistake};
use morris_teach::review::{Review, Reviewer};

use crate::services::Worker;

/// What has been found is not shown more often than that: each time it is copied whole.
const BETWEEN_NEWS: Duration = Duration::from_millis(100);

/// What comes while a review is made.
pub(super) struct News {
    /// What is known by now.
    pub(super) review: Review,
    /// The mistakes of persons as puzzles: told once, when all moves have been looked through.
    pub(super) lessons: Option<Vec<Puzzle>>,
    /// Whether nothing more comes.
    pub(super) whole: bool,
}

/// The mistakes of these sides as puzzles.
fn lessons(tables: &Tables, game: &Game, review: &Review, sides: &[Color], worker: &Worker<News>) -> Vec<Puzzle> {
    let mistakes = review.plies.iter().zip(game.positions());
    let mistakes = mistakes.filter(|(ply, _)| ply.mistake.is_some() && sides.contains(&ply.side));
    let going_on = mistakes.take_while(|_| worker.go_on().is_continue());
    going_on.filter_map(|(ply, position)| from_mistake(tables, game.rules(), position, ply.mv)).collect()
}

/// Makes a review of a game and tells of it now and then: first what the moves were worth, with the
/// mistakes of `learners` as puzzles, then which levels find what was missed.
pub(super) fn make(mut reviewer: Reviewer, tables: &Tables, game: &Game, learners: &[Color], worker: &Worker<News>) {
    let mut told = Instant::now();
    let mut show = |review: &Review, _: usize| {
        if told.elapsed() >= BETWEEN_NEWS {
            told = Instant::now();
            worker.tell(News { review: review.clone(), lessons: None, whole: false });
        }
    };
    // Where it is told to stop nobody listens.
    if reviewer.run(&mut || worker.go_on(), &mut show).is_break() {
        return;
    }
    let lessons = lessons(tables, game, reviewer.review(), learners, worker);
    worker.tell(News { review: reviewer.review().clone(), lessons: Some(lessons), whole: false });
    if reviewer.ask_levels(&mut || worker.go_on(), &mut show).is_continue() {
        worker.tell(News { review: reviewer.into_review(), lessons: None, whole: true });
    }
}
