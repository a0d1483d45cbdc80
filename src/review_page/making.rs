// SPDX-License-Identifier: GPL-3.0-or-later
//! A review is made, on another thread.

use std::time::{Duration, Instant};

use morris::{Color, Game};
use morris_engine::review::{Review, Reviewer};
use morris_engine::tablebase::Tables;
use morris_play::puzzles::{Puzzle, from_mistake};

use crate::services::Worker;

/// What has been found is not shown more often than that: each time it is copied whole.
const BETWEEN_NEWS: Duration = Duration::from_millis(100);

/// What comes while a review is made.
pub(super) struct News {
    /// What is known by now.
    pub(super) review: Review,
    /// The mistakes of persons as puzzles, once the review is whole.
    pub(super) lessons: Option<Vec<Puzzle>>,
}

/// The mistakes of these sides as puzzles.
pub(super) fn lessons(
    tables: &Tables,
    game: &Game,
    review: &Review,
    sides: &[Color],
    worker: &Worker<News>,
) -> Vec<Puzzle> {
    let mistakes = review.plies.iter().zip(game.positions());
    let mistakes = mistakes.filter(|(ply, _)| ply.mistake.is_some() && sides.contains(&ply.side));
    let going_on = mistakes.take_while(|_| worker.go_on().is_continue());
    going_on.filter_map(|(ply, position)| from_mistake(tables, game.rules(), position, ply.mv)).collect()
}

/// Makes a review and tells of it now and then.
pub(super) fn make(mut reviewer: Reviewer, worker: &Worker<News>) -> Review {
    let mut told = Instant::now();
    let mut show = |review: &Review, _: usize| {
        if told.elapsed() >= BETWEEN_NEWS {
            told = Instant::now();
            worker.tell(News { review: review.clone(), lessons: None });
        }
    };
    let done = reviewer.run(&mut || worker.go_on(), &mut show);
    if done.is_continue() {
        worker.tell(News { review: reviewer.review().clone(), lessons: None });
        // Where it was told to stop nobody listens.
        let _ = reviewer.ask_levels(&mut || worker.go_on(), &mut show);
    }
    reviewer.into_review()
}
